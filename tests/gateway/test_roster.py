"""The gateway's folds of tournaments, whose lines leave the store for the archive while it reads."""

from pathlib import Path

import pytest

from croupier.contracts import events as ev
from croupier.contracts.specs import Access
from croupier.runtime.eventlog import Append
from croupier.runtime.memory import MemoryLog
from croupier.services.gateway.archive import Archive
from croupier.services.gateway.doors import Doors, Grant
from croupier.services.gateway.roster import Roster
from croupier.services.gateway.tokens import token_hash
from gateway_kit import CUP, chain, spec, token

PAIRED = ev.RoundPaired(
    round=1,
    games=[ev.PairedGame(id=f"{CUP}-r1-t1-{n}", board=f"{CUP}-r1-b{n}", seats=["ann", "bob"]) for n in range(1, 5)],
    byes=[],
    why="everyone meets everyone",
)
EVENTS = [
    ev.TournamentOpened(spec=spec(("ann", "bob"))),
    ev.TournamentStarted(beacon="0" * 64),
    PAIRED,
    *(
        ev.GameRecorded(id=game.id, head="0" * 64, lines=40, points=[70, 50], places=[1, 2], outcome="won")
        for game in PAIRED.games
    ),
    ev.TournamentFinished(standings=[], ratings=[]),
]


async def test_results_that_left_for_the_archive_between_two_readings_still_count(tmp_path: Path) -> None:
    """Given a fold that has read three lines, when four results come and go before it reads again, then it has them."""
    log, lines = MemoryLog(), chain(f"t/{CUP}", EVENTS)
    roster = Roster(log, Archive(tmp_path), now=lambda: 0.0)
    await log.commit([Append(f"t/{CUP}", 0, lines[:3])])
    await roster._read()
    await log.commit([Append(f"t/{CUP}", 3, lines[3:])])
    (tmp_path / CUP).mkdir()
    (tmp_path / CUP / "tournament.jsonl").write_bytes(b"".join(line + b"\n" for line in lines[:7]))
    await log.forget(f"t/{CUP}", [4, 5, 6, 7])
    await roster._read()
    view = roster.views[CUP]
    assert (view.status, view.recorded, view.seq) == ("finished", 4, 8)


async def test_a_gateway_that_starts_late_reads_the_archive_first(tmp_path: Path) -> None:
    """Given a log of which only the end is in the store, then a new fold has all of it."""
    log, lines = MemoryLog(), chain(f"t/{CUP}", EVENTS)
    await log.commit([Append(f"t/{CUP}", 0, lines)])
    (tmp_path / CUP).mkdir()
    (tmp_path / CUP / "tournament.jsonl").write_bytes(b"".join(line + b"\n" for line in lines[:7]))
    await log.forget(f"t/{CUP}", [1, 2, 3, 4, 5, 6, 7])
    roster = Roster(log, Archive(tmp_path), now=lambda: 0.0)
    await roster._read()
    assert roster.views[CUP].recorded == 4


@pytest.mark.parametrize("odd", ["a game that nobody knows", "no line", "a list"])
async def test_a_log_that_cannot_be_followed_disturbs_no_other_tournament(tmp_path: Path, odd: str) -> None:
    """Given a log with a line that leads nowhere, then the other tournaments are known, now and later."""
    stranger = spec(("eve", "mal"), "bad").model_copy(update={"game": "chess960"})
    line = {"a game that nobody knows": chain("t/bad", [ev.TournamentOpened(spec=stranger)])[0], "a list": b"[1]"}
    log, lines = MemoryLog(), chain(f"t/{CUP}", EVENTS)
    await log.commit([Append("t/bad", 0, [line.get(odd, b"x")]), Append(f"t/{CUP}", 0, lines[:3])])
    roster = Roster(log, Archive(tmp_path), now=lambda: 0.0)
    await roster._read()
    assert roster.views["bad"].broken
    await log.commit([Append(f"t/{CUP}", 3, lines[3:])])
    await roster._read()
    assert roster.views[CUP].status == "finished"


async def test_a_token_that_is_known_costs_no_reading_of_the_store() -> None:
    """Given a tournament that opens, then the first who shows a token of it has the store read, and no one after."""
    log, moments = MemoryLog(), [1.0]
    access = [Access(token=token_hash(token("press")), scope="read-only")]
    opened = ev.TournamentOpened(spec=spec(("ann", "bob")).model_copy(update={"access": access}))
    await log.commit([Append(f"t/{CUP}", 0, chain(f"t/{CUP}", [opened]))])
    roster = Roster(log, Archive(None), now=lambda: moments[-1])
    doors = Doors(roster)
    for who, expected in (
        ("press", Grant("read-only", CUP)), ("press", Grant("read-only", CUP)), ("ann", Grant("entrant", CUP, "ann")),
    ):  # fmt: skip
        assert await doors.enter([(b"authorization", f"Bearer {token(who)}".encode())], CUP) == expected
        moments.append(moments[-1] + 1.0)
    assert roster.read_at == 1.0

"""A watcher sees every line once, whether it stands in the archive, in the store or in both."""

from pathlib import Path

import pytest

from croupier.cli.follow import Follower
from croupier.cli.pace import Pace, clock
from croupier.cli.views import Lines, describe
from croupier.contracts import events
from croupier.contracts.canonical import digest
from croupier.contracts.errors import Unreadable
from croupier.contracts.events import PairedGame
from croupier.contracts.lines import genesis, write_line
from croupier.contracts.specs import EntrantSpec, RoundRobin, TournamentSpec
from croupier.runtime.eventlog import Append
from croupier.runtime.memory import MemoryLog

HASH = "0" * 64


def chain(*happened: events.Event) -> list[bytes]:
    lines: list[bytes] = []
    prev = genesis("t/cup")
    for seq, event in enumerate(happened, 1):
        lines.append(write_line(event, seq=seq, at=seq * 1000, by="director", cause="test", prev=prev))
        prev = digest(lines[-1])
    return lines


def recorded(number: int, places: list[int]) -> events.GameRecorded:
    points = [70 if place == 1 else 50 for place in places]
    return events.GameRecorded(
        id=f"cup-r1-t1-{number}", head=HASH, lines=9, points=points, places=places, outcome="won"
    )


def cup() -> list[bytes]:
    spec = TournamentSpec(
        id="cup", name="Cup", game="briscola", format=RoundRobin(games=2),
        entrants=[EntrantSpec(id="ada", name="Ada", token=HASH), EntrantSpec(id="bob", name="Bob", token=HASH)],
    )  # fmt: skip
    games = [
        PairedGame(id="cup-r1-t1-1", board="cup-r1-b1", seats=["ada", "bob"]),
        PairedGame(id="cup-r1-t1-2", board="cup-r1-b2", seats=["bob", "ada"]),
    ]
    return chain(
        events.TournamentOpened(spec=spec),
        events.SeedCommitted(commitment=HASH),
        events.EntrantRegistered(entrant="ada", name="Ada", nonce=HASH),
        events.EntrantRegistered(entrant="bob", name="Bob", nonce=HASH),
        events.TournamentStarted(beacon=HASH),
        events.RoundPaired(round=1, games=games, byes=[], why="all"),
        recorded(1, [1, 2]),
        recorded(2, [2, 1]),
        events.RoundClosed(round=1, standings=[]),
        events.TournamentFinished(standings=[], ratings=[]),
        events.SeedRevealed(seed=HASH),
    )


async def store_of(lines: list[bytes]) -> MemoryLog:
    store = MemoryLog()
    await store.commit([Append("t/cup", 0, lines)])
    return store


async def test_lines_come_from_the_store_as_they_are_written(tmp_path: Path) -> None:
    lines = cup()
    store = await store_of(lines[:3])
    follower = Follower(tmp_path, "cup")
    watched = await follower.catch_up(store)
    assert (watched.seq, watched.total, watched.missing()) == (3, 2, ["Bob"])
    await store.commit([Append("t/cup", 3, lines[3:7])])
    watched = await follower.catch_up(store)
    assert (watched.done, list(watched.state.playing)) == (1, ["cup-r1-t1-2"])


async def test_what_has_left_the_store_is_read_from_the_archive(tmp_path: Path) -> None:
    lines = cup()
    store = await store_of(lines[:9])
    (tmp_path / "tournament.jsonl").write_bytes(b"".join(line + b"\n" for line in lines[:8]))
    await store.forget("t/cup", [2, 7, 8])
    watched = await Follower(tmp_path, "cup").catch_up(store)
    assert (watched.seq, watched.done) == (9, 2)


def test_the_archive_alone_is_enough_and_a_half_written_line_waits(tmp_path: Path) -> None:
    lines = cup()
    file = tmp_path / "tournament.jsonl"
    follower = Follower(tmp_path, "cup")
    assert follower.read_archive().seq == 0
    file.write_bytes(b"".join(line + b"\n" for line in lines[:9]) + lines[9][:20])
    assert not follower.read_archive().finished
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    watched = follower.read_archive()
    assert watched.sealed
    assert [(row.entrant, row.points) for row in watched.state.table.standings()] == [("ada", 4), ("bob", 0)]


def test_a_hole_in_the_archive_is_an_error(tmp_path: Path) -> None:
    lines = cup()
    (tmp_path / "tournament.jsonl").write_bytes(lines[0] + b"\n" + lines[2] + b"\n")
    with pytest.raises(Unreadable, match="line 2 is not there"):
        Follower(tmp_path, "cup").read_archive()


def test_progress_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = cup()
    (tmp_path / "tournament.jsonl").write_bytes(b"".join(line + b"\n" for line in lines[:7]))
    follower, pace = Follower(tmp_path, "cup"), Pace()
    assert describe(follower.watched, pace) == "starting"
    watched = follower.read_archive()
    pace.read(10.0, 0)
    pace.read(12.0, 1)
    assert describe(watched, pace) == "1/2 games · 0.5/s · 1 open · 0:02 left · Ada 2, Bob 0"
    Lines().update(watched)
    assert capsys.readouterr().err.startswith("1/2 games · 0.0/s · 1 open · - left")


def test_the_pace_forgets_what_is_long_ago() -> None:
    pace = Pace()
    pace.read(0.0, 0)
    pace.read(100.0, 500)
    assert (pace.per_second, pace.left(10)) == (0.0, None)
    pace.read(105.0, 600)
    assert (pace.per_second, pace.left(10)) == (20.0, 0.5)


def test_times_are_written_for_people() -> None:
    assert [clock(value) for value in (None, 7.2, 61, 3723)] == ["-", "0:07", "1:01", "1:02:03"]


async def test_a_line_that_leads_nowhere_is_an_error_and_no_traceback(tmp_path: Path) -> None:
    """Given a log that opens a game that this version does not know, then who watches is told at which line."""
    spec = TournamentSpec(
        id="cup", name="Cup", game="chess960", format=RoundRobin(games=2),
        entrants=[EntrantSpec(id=name, name=name, token=HASH) for name in ("ann", "bob")],
    )  # fmt: skip
    log = MemoryLog()
    await log.commit([Append("t/cup", 0, chain(events.TournamentOpened(spec=spec)))])
    with pytest.raises(Unreadable) as caught:
        await Follower(tmp_path, "cup").catch_up(log)
    assert (caught.value.code, caught.value.place) == ("log/out-of-place", "line 1")

"""Somebody wrote into a log who should not, or a disk broke it: that log is left out, and no other is disturbed."""

import itertools
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from croupier.audit.run import audit
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.lines import genesis, write_line
from croupier.contracts.specs import TournamentSpec
from croupier.contracts.streams import game_log, log_key, tournament_log
from croupier.runtime.entries import Entry, Rejection
from croupier.runtime.store import Store, open_store
from croupier.services.dealer.service import DealerShell
from croupier.services.director.service import DirectorShell
from croupier.services.referee.service import RefereeShell
from croupier.services.scoring.service import ScoringShell
from rings import ring
from world import SECRET, World, nonce, spec

SPEC = spec(games=2, concurrency=3)
NAMES = ("dealer", "referee", "scoring", "director")


def chained(log: str, *events: ev.Event) -> list[bytes]:
    """A log that is well formed, whatever its events."""
    lines: list[bytes] = []
    for event in events:
        prev = digest(lines[-1]) if lines else genesis(log)
        lines.append(write_line(event, seq=len(lines) + 1, at=1, by="director", cause="x", prev=prev))
    return lines


def out_of_place(log: str) -> list[bytes]:
    return chained(log, ev.DealPlayed(deal=7, plies=1) if log[0] == "t" else ev.TournamentStarted(beacon="00" * 32))


def of_another_world(log: str) -> list[bytes]:
    """A tournament of a game that nobody knows."""
    return chained(log, ev.TournamentOpened(spec=SPEC.model_copy(update={"id": log[2:], "game": "tarot-of-mars"})))


BAD: dict[str, Any] = {
    "no JSON": lambda log: [b"x"],
    "no line": lambda log: [b"{}"],
    "not even an entry": lambda log: [b""],
    "a type of its own": lambda log: [b'{"seq":1,"type":"no.such","v":1}'],
    "the fields of no event": lambda log: [b'{"seq":1,"type":"tournament.opened","v":1}'],
    "a list": lambda log: [b'["type":"game.opened","seq":1]', b"[]"],
    "an event of elsewhere": out_of_place,
}


class Besieged(World):
    """A world in which some logs are broken; what services reject is kept."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.rejected: list[Rejection] = []

    def break_log(self, log: str, lines: Sequence[bytes]) -> None:
        stored = self.log._logs.setdefault(log, {})
        stored.update(enumerate(lines, max(stored, default=0) + 1))

    async def _handle(self, shell: Any, entries: list[Entry]) -> None:
        self.rejected += (await shell.handle(entries)).values()

    async def poke(self, tournament: str, game: str) -> None:
        """Commands and notices of every kind about a tournament and a game."""
        log = game_log(game)
        of = SPEC.model_copy(update={"id": tournament})
        await self.command("to:director", tournament_log(tournament), cmd.TournamentOpen(id="o", spec=of))
        await self.join(tournament, "ann")
        for feed, event in (("to:dealer", "deal.ordered"), ("to:scoring", "deal.played"), ("to:referee", "deal.dealt")):
            await self.command(feed, log, cmd.Notice(log=log, seq=1, event=event))  # type: ignore[arg-type]
        scored = cmd.Notice(log=log, seq=1, event=ev.GameScored.TYPE)
        await self.command("to:director", log, scored)
        await self.command("to:dealer", tournament_log(tournament), cmd.Notice(log=f"t/{tournament}", seq=1, event="x"))
        here = cmd.SeatHere(id=self._id(), game=game, seat=0, gateway="gw", at=1)
        await self.command("cmd", log, here)


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
async def test_beside_broken_logs_a_tournament_is_played_to_its_end(tmp_path: Path, bad: Any) -> None:
    """Given a bad log of a tournament and of a game, then what concerns them is rejected and all else goes on."""
    world = Besieged(tmp_path)
    for log in ("t/bad", "g/bad-r1-t1-1"):
        world.break_log(log, bad(log))
    await world.poke("bad", "bad-r1-t1-1")
    await world.open(SPEC)
    await world.run()
    assert audit(tmp_path / "cup").sound
    assert len(world.games()) == 6
    assert world.rejected
    assert {rejection.code for rejection in world.rejected} <= {"store/foreign", "deal/no-beacon"}
    assert any("t/bad" in rejection.reason for rejection in world.rejected)


@pytest.mark.parametrize("name", NAMES)
async def test_a_service_starts_beside_broken_logs_and_says_once_which_they_are(tmp_path: Path, name: str) -> None:
    """Given broken logs, when a service starts and starts again, then each is named in one line of its log."""
    world = Besieged(tmp_path)
    bad = ["t/bad"] if name == "director" else ["t/bad", "g/bad-r1-t1-1"]
    for log in ("t/bad", "g/bad-r1-t1-1"):
        world.break_log(log, [b"x"])
    await world.open(SPEC)
    shell = world.make(name)
    with capture_logs() as logs:
        await shell.start()
        await shell.start()
    told = [entry["log"] for entry in logs if entry["event"] == "log left out" and entry["log_level"] == "error"]
    assert sorted(told) == sorted({*bad} if name != "director" else {"t/bad"})
    assert set(bad) <= shell.left_out.keys()


@pytest.mark.parametrize("bad", [*BAD.values(), of_another_world], ids=[*BAD, "a game of its own"])
async def test_who_joins_a_broken_tournament_keeps_nobody_from_joining_another(tmp_path: Path, bad: Any) -> None:
    """Given a director that has read neither log, when both are joined in one batch, then one entry is rejected."""
    world = Besieged(tmp_path)
    world.break_log("t/bad", bad("t/bad"))
    await world.open(SPEC)
    director = DirectorShell(world.log, tmp_path, ring("director"), clock=world.clock)
    joins = [cmd.EntrantJoin(id=name, tournament=name, entrant="ann", nonce=nonce("ann")) for name in ("bad", "cup")]
    entries = [Entry("to:director", 0, join.id, join.model_dump_json().encode()) for join in joins]

    assert {entry: why.code for entry, why in (await director.handle(entries)).items()} == {"bad": "store/foreign"}
    assert b'"entrant.registered"' in b"".join(await world.log.read("t/cup"))


async def moves(world: World, count: int) -> None:
    for _ in range(count):
        for name in NAMES:
            await world.turn(name, 20)
        await world.players()


@pytest.mark.parametrize("restart", [False, True], ids=["running", "restarted"])
@pytest.mark.parametrize("line", [b"x", b"", b'{"seq":9999,"type":"deal.dealt","v":1}'])
async def test_a_line_that_breaks_a_game_in_play_stops_that_game_alone(
    tmp_path: Path, line: bytes, restart: bool
) -> None:
    """Given games in play, when one log gets a line that is none, then the others are recorded, restart or not."""
    world = Besieged(tmp_path)
    await world.open(SPEC)
    await moves(world, 6)
    broken = game_log("cup-r1-t1-1")
    assert await world.log.read(broken)
    world.break_log(broken, [line])
    if restart:
        world.shells.clear()
    for _ in range(200):
        await moves(world, 1)
    results = [raw for raw in await world.log.read("t/cup") if b'"game.recorded"' in raw]
    assert len(results) >= 2
    assert {rejection.code for rejection in world.rejected} == {"store/foreign"}
    world.shells.clear()
    for name in NAMES:
        await world.make(name).start()


async def test_a_line_that_breaks_a_tournament_in_play_leaves_the_next_one_alone(tmp_path: Path) -> None:
    """Given a tournament that broke while it was played, then another is opened and played to its end."""
    world = Besieged(tmp_path)
    await world.open(SPEC)
    await moves(world, 6)
    world.break_log("t/cup", [b"x"])
    other = TournamentSpec.model_validate(SPEC.model_dump() | {"id": "next"})
    await world.open(other)
    for _ in range(400):
        await moves(world, 1)
        await world.archive()
    assert audit(tmp_path / "next").sound
    assert {rejection.code for rejection in world.rejected} == {"store/foreign"}


async def test_decks_of_a_tournament_that_cannot_be_followed_stay_secret(tmp_path: Path) -> None:
    """Given a broken tournament, when the director starts, then it lets no deck be shown: boards may be in play."""
    world = Besieged(tmp_path)
    await world.open(SPEC)
    while b'"game.scored"' not in b"".join(await world.log.read("g/cup-r1-t1-1")):
        await moves(world, 1)
    await world.archive()
    assert b'"deck.revealed"' not in b"".join(await world.log.read("g/cup-r1-t1-1"))
    world.break_log("t/cup", [b"x"])
    before = len(world.log.feeds[0, "to:dealer"])
    await DirectorShell(world.log, tmp_path, ring("director"), clock=world.clock).start()
    assert b"deck.reveal" not in b"".join(fields["e"] for fields in world.log.feeds[0, "to:dealer"][before:])


async def test_a_log_that_lost_lines_and_went_on_differently_is_read_anew(tmp_path: Path) -> None:
    """Given a dealer's line that does not fit what the director remembers, then the whole log is what counts."""
    world = Besieged(tmp_path)
    await world.open(SPEC)
    director = world.shells["director"]
    slot = director.slots["t/cup"]
    slot.state.commitment = "of a line that the store has lost"
    assert any(b'"seed.committed"' in line for line in await world.log.read("t/cup"))
    await world.run()
    assert audit(tmp_path / "cup").sound
    assert not director.left_out


# --- the same on a server

FOREIGN = {
    "an id of the server's": ("XADD", "*", "e", "x"),
    "an id between two lines": ("XADD", "5-1", "e", "x"),
    "another field": ("XADD", "*", "f", "x"),
    "another type": ("SET", "x"),
    "a good line under a wrong number": (
        "XADD", "77-0", "e", chained("t/bad", ev.TournamentOpened(spec=SPEC.model_copy(update={"id": "bad"})))[0],
    ),
}  # fmt: skip


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[Store]:
    store = await open_store(redis_url)
    yield store
    await store.close()


@pytest.mark.untidy
@pytest.mark.parametrize("command", FOREIGN.values(), ids=FOREIGN.keys())
async def test_on_a_server_a_foreign_entry_disturbs_no_other_log(
    store: Store, tmp_path: Path, command: tuple[Any, ...]
) -> None:
    """Given a log with a foreign entry, when it and another are told of in one batch, then the other is opened."""
    await store.client.execute_command(command[0], log_key("t/bad", 1), *command[1:])
    await store.client.sadd("croupier:{00}:live", "t/bad")  # type: ignore[misc]
    ids = itertools.count(1)

    def entry(message: Any) -> Entry:
        return Entry("to:director", 0, f"{next(ids)}-0", message.model_dump_json().encode())

    def opening(name: str) -> Entry:
        return entry(cmd.TournamentOpen(id=name, spec=SPEC.model_copy(update={"id": name})))

    director, dealer = (
        DirectorShell(store.log, tmp_path, ring("director")),
        DealerShell(SECRET, store.log, ring("dealer")),
    )
    shells = [director, dealer, RefereeShell(store.log, ring("referee")), ScoringShell(store.log, ring("scoring"))]
    for shell in shells:
        await shell.start()
    rejected = await director.handle([opening("good"), opening("bad"), opening("fine")])
    assert {rejection.code for rejection in rejected.values()} <= {"store/foreign", "tournament/exists"}
    notices = [entry(cmd.Notice(log=f"t/{name}", seq=1, event="tournament.opened")) for name in ("good", "bad", "fine")]
    assert {why.code for why in (await dealer.handle(notices)).values()} == {"store/foreign"}
    joins = [entry(cmd.EntrantJoin(id=name, tournament=name, entrant="ann", nonce=nonce("ann"))) for name in ("good",)]
    assert await director.handle(joins) == {}
    for name in ("good", "fine"):
        assert any(b'"seed.committed"' in line for line in await store.log.read(f"t/{name}"))

"""A whole tournament in one process: all services on a log in memory, players who answer by rote, and crashes.

Feeds are read as on the real bus: an entry that was not handled comes again, and handling may be cut short
before or after anything that is written.
"""

import hashlib
import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import orjson

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.errors import Unavailable
from croupier.contracts.lines import Line, read_line
from croupier.contracts.specs import EntrantSpec, RoundRobin, TournamentSpec
from croupier.contracts.streams import READERS, Feed, game_log, partition, tournament_log
from croupier.contracts.table import TableEntry
from croupier.folds.keys import HOLDERS
from croupier.runtime.entries import Entry
from croupier.runtime.eventlog import Append, Outcome, Send
from croupier.runtime.memory import MemoryLog
from croupier.services.dealer.service import DealerShell
from croupier.services.director.service import DirectorShell
from croupier.services.referee.service import RefereeShell
from croupier.services.scoring.service import ScoringShell
from rings import ring

SECRET = bytes(range(32))


class Crash(BaseException):
    """The process is gone."""


class FragileLog(MemoryLog):
    """A log in memory; whoever writes to it may die just before or just after, as ``chance`` has it."""

    def __init__(self, partitions: int = 1) -> None:
        super().__init__(partitions)
        self.chance: Callable[[], bool] = lambda: False

    def _fate(self) -> None:
        if self.chance():
            raise Crash

    async def commit(self, batch: Sequence[Append]) -> list[Outcome]:
        self._fate()
        outcomes = await super().commit(batch)
        self._fate()
        return outcomes

    async def send(self, sends: Sequence[Send]) -> None:
        # A pipeline may be cut anywhere.
        for item in sends:
            self._fate()
            await super().send([item])
        self._fate()

    async def drop(self, log: str) -> None:
        self._fate()
        await super().drop(log)
        self._fate()

    async def forget(self, log: str, seqs: Sequence[int]) -> None:
        self._fate()
        await super().forget(log, seqs)
        self._fate()


def spec(
    games: int = 2, concurrency: int = 4, entrants: str = "ann bob cleo", game: str = "briscola", **more: Any
) -> TournamentSpec:
    """A small tournament."""
    given: dict[str, Any] = {"format": RoundRobin(games=games)} | more
    return TournamentSpec(
        id="cup", name="Cup", game=game, concurrency=concurrency,
        entrants=[EntrantSpec(id=name, name=name.title(), token="0" * 64) for name in entrants.split()], **given,
    )  # fmt: skip


def nonce(entrant: str) -> str:
    """What an entrant brings, the same in every world."""
    return hashlib.sha256(entrant.encode()).hexdigest()


class World:
    """Services by name on one log. ``mortal``: which of them die, each time with a probability of ``odds``."""

    def __init__(
        self, folder: Path, *, partitions: int = 1, seed: int = 0, odds: float = 0.0, mortal: str = ""
    ) -> None:
        self.log = FragileLog(partitions)
        self.folder = folder
        self.random = random.Random(seed)
        self.odds = odds
        self.mortal = mortal.split()
        self.deaths = 0
        self.now = 0
        self.read: dict[tuple[int, Feed], int] = {}
        self.shells: dict[str, Any] = {}
        self.rings = {holder: ring(holder) for holder in HOLDERS}
        self.tables = [0] * partitions
        self.seated: set[str] = set()
        self._ids = itertools.count(1)

    def clock(self) -> int:
        self.now += 1
        return self.now

    def make(self, name: str) -> Any:
        """A service without any memory."""
        options = {"clock": self.clock}
        if name == "dealer":
            return DealerShell(SECRET, self.log, self.rings["dealer"], **options)
        if name == "director":
            return DirectorShell(self.log, self.folder, self.rings["director"], patience=0.0, **options)
        if name == "referee":
            return RefereeShell(self.log, self.rings["referee"], **options)
        return ScoringShell(self.log, self.rings["scoring"], **options)

    # --- running

    async def turn(self, name: str, limit: int = 1_000) -> bool:
        """One batch of a service from a partition; whether there was one. A service that dies loses its memory."""
        for key, entries in self._entries(name, limit):
            if entries and await self._alive(name, lambda shell, entries=entries: self._handle(shell, entries)):
                self.read[key] = self.read.get(key, 0) + len(entries)
                return True
        return False

    async def archive(self) -> None:
        """Let the director's archivist work."""
        await self._alive("director", lambda shell: shell.archivist.settle())

    async def run(self, limit: int = 1_000) -> None:
        """Until nobody has anything left to do."""
        names = ["dealer", "referee", "scoring", "director"]
        while True:
            self.random.shuffle(names)
            busy = [await self.turn(name, self.random.randint(1, limit)) for name in names]
            busy.append(await self.players())
            await self.archive()
            await self.examine()
            waiting = any(entries for name in names for _, entries in self._entries(name, 1))
            director = self.shells.get("director")
            if not any(busy) and not waiting and director is not None and not director.archivist.waiting:
                return

    async def examine(self) -> None:
        """Let the director examine the games that are disputed and over."""
        await self._alive("director", lambda shell: shell.examiner.look())

    async def step(self) -> None:
        """A little of everything: one entry for each service, and all answers."""
        for name in ("director", "dealer", "referee", "scoring"):
            await self.turn(name, 1)
        await self.players()

    async def look(self, at: int) -> None:
        """Let the director's clock look at what is due by ``at``."""
        await self._alive("director", lambda shell: shell.ticker.look(at))

    async def _handle(self, shell: Any, entries: list[Entry]) -> None:
        rejected = await shell.handle(entries)
        assert not rejected, rejected

    async def _alive(self, name: str, job: Callable[[Any], Any]) -> bool:
        """Do a job with the service, starting it first if it is dead; whether it survived."""
        self.log.chance = lambda: name in self.mortal and self.random.random() < self.odds
        try:
            if name not in self.shells:
                self.shells[name] = self.make(name)
                await self.shells[name].start()
            await job(self.shells[name])
        except Crash:
            self.deaths += 1
            self.shells.pop(name, None)
            return False
        except Unavailable:  # as on the bus: nothing is acknowledged, and the batch comes again
            return False
        finally:
            self.log.chance = lambda: False
        return True

    def _entries(self, name: str, limit: int) -> list[tuple[tuple[int, Feed], list[Entry]]]:
        keys = [(number, feed) for number in range(self.log.partitions) for feed in READERS[name]]
        found = []
        for number, feed in keys:
            start = self.read.get((number, feed), 0)
            bodies = self.log.feeds.get((number, feed), [])[start : start + limit]
            entries = [Entry(feed, number, f"{feed}/{number}/{start + i}-0", b["e"]) for i, b in enumerate(bodies)]
            found.append(((number, feed), entries))
        return found

    # --- who is outside

    async def players(self) -> bool:
        """All players answer what they were asked: always the same in the same place."""
        busy = False
        for number in range(self.log.partitions):
            entries = self.log.feeds.get((number, "to:table"), [])[self.tables[number] :]
            self.tables[number] += len(entries)
            for fields in entries:
                busy = True
                await self._answer(TableEntry.from_body(fields["e"]))
        return busy

    async def _answer(self, entry: TableEntry) -> None:
        for seat in range(0 if entry.game in self.seated else len(entry.entrants)):
            self.seated.add(entry.game)
            await self.comes(entry.game, seat, entry.entrants[seat])
        if entry.asks is None:
            return
        seat, ply = entry.asks
        for raw in entry.messages.get(str(seat), []):
            message = orjson.loads(raw)
            turn = message if message["type"] == "turn" else message.get("turn")
            if turn:
                await self.answers(entry.game, seat, ply, actions(turn))

    async def comes(self, game: str, seat: int, entrant: str) -> None:
        """A seat's entrant comes to the table."""
        here = cmd.SeatHere(id=self._id(), game=game, seat=seat, gateway="gw", at=self.clock())
        await self.command("cmd", game_log(game), here)

    async def answers(self, game: str, seat: int, ply: int, choices: list[str]) -> None:
        """A seat answers what it was asked."""
        await self.command("cmd", game_log(game), self._act(game, seat, ply, choices))

    def _act(self, game: str, seat: int, ply: int, choices: list[str]) -> cmd.Act:
        chosen = choices[(7 * ply + 3 * seat) % len(choices)]
        at = self.clock()
        return cmd.Act(id=self._id(), game=game, seat=seat, ply=ply, action=chosen, gateway="gw", sent=at, received=at)

    def _id(self) -> str:
        return f"c{next(self._ids)}"

    async def command(self, feed: Feed, log: str, message: Any) -> None:
        """Send a command."""
        number = partition(log, self.log.partitions)
        await self.log.send([Send(number, feed, message.model_dump_json().encode())])

    async def open(self, of: TournamentSpec) -> None:
        """Ask for a tournament, and let all its entrants come."""
        log = tournament_log(of.id)
        await self.command("to:director", log, cmd.TournamentOpen(id="open", spec=of))
        for name in ("director", "dealer", "referee", "scoring"):
            await self.turn(name)
        for entrant in of.entrants:
            await self.join(of.id, entrant.id)

    async def join(self, tournament: str, entrant: str) -> None:
        """An entrant comes."""
        join = cmd.EntrantJoin(id=self._id(), tournament=tournament, entrant=entrant, nonce=nonce(entrant))
        await self.command("to:director", tournament_log(tournament), join)

    # --- what came of it

    async def lines(self, name: str = "cup") -> list[Line]:
        """The tournament's log as archive and store have it together."""
        path = self.folder / name / "tournament.jsonl"
        archived = path.read_bytes().splitlines() if path.exists() else []
        stored = await self.log.read(tournament_log(name))
        return [*map(read_line, archived), *(line for line in map(read_line, stored) if line.seq > len(archived))]

    def tournament(self, name: str = "cup") -> list[Line]:
        """The tournament's log as the archive has it."""
        path = self.folder / name / "tournament.jsonl"
        return [read_line(raw) for raw in path.read_bytes().splitlines()]

    def games(self, name: str = "cup") -> dict[str, list[Line]]:
        """The games' logs as the archive has them."""
        found = sorted((self.folder / name / "games").glob("*.jsonl"))
        return {path.stem: [read_line(raw) for raw in path.read_bytes().splitlines()] for path in found}


def essence(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Events without their times, and what depends on them. Those that may come in any order stand in a fixed one."""
    times = {"asked", "received", "allowance", "left", "head", "signature"}
    ordered = sorted(lines, key=_place)
    return [{"type": line.event.TYPE, "by": line.by, **line.event.model_dump(exclude=times)} for line in ordered]


def actions(turn: dict[str, Any]) -> list[str]:
    """The legal actions of a turn; of those that a form stands for only the shortest and the longest."""
    form = turn.get("form")
    if form is None:
        return list(turn["legal"])
    return [*turn["legal"], *(" ".join([form["verb"], *form["cards"][: form[size]]]) for size in ("least", "most"))]


def _place(line: Line) -> tuple[int, str]:
    """Seats come before or after the dealer has committed; who seals first is chance."""
    if isinstance(line.event, ev.GameSealed):
        return 2, line.event.service
    return int(not isinstance(line.event, ev.GameOpened | ev.SeatReady)), ""


def events(lines: Sequence[Line], kind: type[ev.Event]) -> list[Any]:
    """The events of one type."""
    return [line.event for line in lines if isinstance(line.event, kind)]


def story(world: World) -> dict[str, Any]:
    """All of a tournament that must not depend on deaths: everything but times and the order of arrival."""
    log = world.tournament()
    results = {event.id: event.model_dump(exclude={"head"}) for event in events(log, ev.GameRecorded)}
    return {
        "pairings": [event.model_dump() for event in events(log, ev.RoundPaired)],
        "beacon": events(log, ev.TournamentStarted),
        "games": {game: essence(lines) for game, lines in world.games().items()},
        "results": dict(sorted(results.items())),
        "table": events(log, ev.TournamentFinished),
        "closed": sorted((event.id, event.lines) for event in events(log, ev.GameClosed)),
        "seed": events(log, ev.SeedRevealed),
        "counts": Counter(line.event.TYPE for line in log),
    }

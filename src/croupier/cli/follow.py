"""A tournament as whoever watches it sees it: lines from the archive and from the store, and what they add up to."""

from collections.abc import Iterable
from math import comb
from pathlib import Path
from typing import Protocol

from croupier import games
from croupier.contracts import events
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import Line, read_trusted
from croupier.contracts.specs import TournamentSpec
from croupier.contracts.streams import tournament_log
from croupier.folds.standings import Table


class Readable(Protocol):
    """The part of an event log that a watcher needs."""

    async def read(self, log: str, after: int = 0) -> list[bytes]:
        """The lines of ``log`` past number ``after``."""


class Watched:
    """What has happened so far. Games in play are remembered, games that are over only counted."""

    def __init__(self) -> None:
        self.spec: TournamentSpec | None = None
        self.table: Table | None = None
        self.names: dict[str, str] = {}
        self.seq = 0
        self.registered: set[str] = set()
        self.withdrawn: set[str] = set()
        self.started_at = 0
        self.last_at = 0
        self.total = 0
        self.done = 0
        self.rounds = 0
        self.playing: dict[str, list[str]] = {}
        self.finished = False
        self.sealed = False
        """The seed has been revealed: nothing follows."""

    def see(self, line: Line) -> None:
        """Take the next line in."""
        self.seq, self.last_at = line.seq, line.at
        event = line.event
        match event:
            case events.TournamentOpened():
                self._open(event.spec)
            case events.EntrantRegistered():
                self.registered.add(event.entrant)
            case events.EntrantWithdrawn():
                self.withdrawn.add(event.entrant)
            case events.TournamentStarted():
                self.started_at = line.at
            case events.RoundPaired():
                self.rounds = event.round
                self.playing.update((game.id, game.seats) for game in event.games)
            case events.GameRecorded():
                self._record(event)
            case events.TournamentFinished():
                self.finished = True
            case events.SeedRevealed():
                self.sealed = True
            case _:
                pass

    def missing(self) -> list[str]:
        """Names of the entrants that have not come yet."""
        return [name for who, name in self.names.items() if who not in self.registered | self.withdrawn]

    def _open(self, spec: TournamentSpec) -> None:
        game = games.get(spec.game)
        sides = game.sides(game.resolve(spec.ruleset, spec.options))
        seats = sum(len(side) for side in sides)
        self.spec = spec
        self.names = {entrant.id: entrant.name for entrant in spec.entrants}
        self.table = Table(list(self.names), sides, spec.award)
        self.total = comb(len(self.names), seats) * spec.format.games

    def _record(self, event: events.GameRecorded) -> None:
        self.done += 1
        seats = self.playing.pop(event.id, None)
        if self.table is not None and seats is not None:
            self.table.record(seats, event)


class Follower:
    """Brings a :class:`Watched` up to date, from the archive's file and, where there is one, the store.

    Lines leave the store only after they stand in the file, so what is missing in one is in the other.
    """

    def __init__(self, archive: Path, tournament: str) -> None:
        self.watched = Watched()
        self._file = archive / "tournament.jsonl"
        self._log = tournament_log(tournament)
        self._offset = 0
        self.archived = False
        """The file holds the last line."""

    async def catch_up(self, store: Readable | None = None) -> Watched:
        """See all lines that are new. Raises ``Unavailable`` if the store does not answer."""
        fresh = await store.read(self._log, self.watched.seq) if store is not None else []
        # In this order: whatever had left the store by then stands in the file by now.
        self.read_archive()
        self._see(fresh)
        return self.watched

    def read_archive(self) -> Watched:
        """See what is new in the file. A last line without its end is left for the next time."""
        try:
            with self._file.open("rb") as file:
                file.seek(self._offset)
                content = file.read()
        except FileNotFoundError:
            return self.watched
        whole = content[: content.rfind(b"\n") + 1]
        self._offset += len(whole)
        lines = whole.split(b"\n")[:-1]
        self._see(lines)
        self.archived = self.archived or (
            bool(lines) and self.watched.sealed and read_trusted(lines[-1]).seq == self.watched.seq
        )
        return self.watched

    def _see(self, stored: Iterable[bytes]) -> None:
        for raw in stored:
            line = read_trusted(raw)
            if line.seq <= self.watched.seq:
                continue
            if line.seq != self.watched.seq + 1:
                raise Unreadable("log/envelope", f"line {self.watched.seq + 1} is not there", place=self._log)
            self.watched.see(line)

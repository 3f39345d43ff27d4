"""A tournament as whoever watches it sees it: lines from the archive and from the store, and what they add up to."""

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from croupier.cli.failures import Failures
from croupier.cli.pairings import Pairings
from croupier.contracts.errors import Unreadable
from croupier.contracts.events import TournamentOpened
from croupier.contracts.lines import Line, read_trusted
from croupier.contracts.specs import TournamentSpec
from croupier.contracts.streams import tournament_log
from croupier.folds.tournament import TournamentState
from croupier.games.kernel import RuleError


class Readable(Protocol):
    """The part of an event log that a watcher needs."""

    async def read(self, log: str, after: int = 0) -> list[bytes]:
        """The lines of ``log`` past number ``after``."""


class Watched:
    """What has happened so far: the fold of the tournament's log, and what a reader wants to know of it."""

    def __init__(self) -> None:
        self.seq = 0
        self.failures = Failures()
        self.pairings = Pairings()
        self.began = self.ended = 0
        """Stamps of the first line and of the last, microseconds since the Unix epoch."""
        self._state: TournamentState | None = None

    def see(self, line: Line) -> None:
        """Take the next line in. Raises ``Unreadable`` if it cannot stand there."""
        if self._state is None:
            opened = line.event
            if not isinstance(opened, TournamentOpened):
                raise Unreadable("log/out-of-place", "the log does not begin with the tournament's opening")
            self._state = TournamentState(tournament_log(opened.spec.id))
        try:
            self.failures.take(self._state, line.event)
            self._state.evolve(line)
        except (LookupError, TypeError, ValueError, RuleError) as error:
            reason = f"{line.event.TYPE} cannot stand there: {type(error).__name__}: {error}"
            raise Unreadable("log/out-of-place", reason, place=f"line {line.seq}") from None
        self.pairings.take(line.event)
        self.seq = line.seq
        self.began, self.ended = self.began or line.at, line.at

    @property
    def opened(self) -> bool:
        """The tournament's specification is known; before, nothing else is."""
        return self._state is not None

    @property
    def state(self) -> TournamentState:
        """The fold, once the tournament is open."""
        assert self._state is not None
        return self._state

    @property
    def spec(self) -> TournamentSpec:
        """The specification."""
        assert self.state.spec is not None
        return self.state.spec

    @property
    def names(self) -> dict[str, str]:
        """Names of the entrants by id."""
        return {entrant.id: entrant.name for entrant in self.state.entrants.values()}

    @property
    def total(self) -> int:
        """Games of the whole tournament, if nobody withdraws and no match is replayed; more once more are paired.

        Of one that has finished, those that it had.
        """
        state = self.state
        if state.finished is not None:
            return state.recorded
        return max(state.plan.games, state.recorded + len(state.playing) + len(state.waiting))

    @property
    def done(self) -> int:
        """Games that are recorded."""
        return self._state.recorded if self._state else 0

    @property
    def started(self) -> bool:
        """Everybody has come and the cards are fixed."""
        return self._state is not None and self._state.beacon is not None

    @property
    def finished(self) -> bool:
        """The last game is recorded."""
        return self._state is not None and self._state.finished is not None

    @property
    def sealed(self) -> bool:
        """The seed has been revealed and all is sealed: nothing follows."""
        return self._state is not None and self._state.complete

    def missing(self) -> list[str]:
        """Names of the entrants that have not come yet."""
        state = self.state
        return [state.entrants[name].name for name in state.life.missing]


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
        self.see(fresh)
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
        self.see(lines)
        self.archived = self.archived or (
            bool(lines) and self.watched.sealed and read_trusted(lines[-1]).seq == self.watched.seq
        )
        return self.watched

    def see(self, stored: Iterable[bytes]) -> None:
        """Take in stored lines that go on where this is. Raises ``Unreadable`` for one that cannot."""
        for raw in stored:
            line = read_trusted(raw)
            if line.seq <= self.watched.seq:
                continue
            if line.seq != self.watched.seq + 1:
                raise Unreadable("log/envelope", f"line {self.watched.seq + 1} is not there", place=self._log)
            self.watched.see(line)

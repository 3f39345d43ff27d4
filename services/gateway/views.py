"""A tournament as the outside may see it: a fold of its log that is made for reading."""

from dataclasses import dataclass, field

from croupier import games
from croupier.contracts import events as ev
from croupier.contracts.lines import Line, read_trusted
from croupier.contracts.specs import EntrantSpec, TournamentSpec
from croupier.folds.standings import Table


@dataclass(slots=True)
class GameRow:
    """A game of a tournament; the result is absent until it is recorded."""

    id: str
    round: int
    board: str
    seats: tuple[str, ...]
    result: ev.GameRecorded | None = None


@dataclass(slots=True)
class TournamentView:
    """The fold. ``seq`` is the last line that went in, ``opened_at`` the moment of the first (microseconds)."""

    id: str
    seq: int = 0
    opened_at: int = 0
    spec: TournamentSpec | None = None
    registered: dict[str, str] = field(default_factory=dict)
    withdrawn: set[str] = field(default_factory=set)
    started: bool = False
    round: int = 0
    games: dict[str, GameRow] = field(default_factory=dict)
    recorded: int = 0
    finished: bool = False
    _table: Table | None = None

    @property
    def status(self) -> str:
        """``open`` (entrants come), ``running`` or ``finished``."""
        return "finished" if self.finished else "running" if self.started else "open"

    @property
    def entrants(self) -> list[EntrantSpec]:
        """All who may register, in the order of the specification."""
        return [] if self.spec is None else self.spec.entrants

    def standings(self) -> list[ev.Standing]:
        """The table by all results so far."""
        return [] if self._table is None else self._table.standings()

    def absorb(self, stored: bytes) -> ev.Event | None:
        """Fold a stored line and answer its event; ``None`` for one that went in before.

        Raises ``CroupierError`` for what is no line, or no tournament, that this version knows.
        """
        line = read_trusted(stored)
        if line.seq <= self.seq:
            return None
        self.seq = line.seq
        self._evolve(line)
        return line.event

    def _evolve(self, line: Line) -> None:
        match line.event:
            case ev.TournamentOpened(spec=spec):
                self.spec, self.opened_at, self._table = spec, line.at, _table(spec)
            case ev.EntrantRegistered(entrant=entrant, name=name):
                self.registered[entrant] = name
            case ev.EntrantWithdrawn(entrant=entrant):
                self.withdrawn.add(entrant)
            case ev.TournamentStarted():
                self.started = True
            case ev.RoundPaired(round=number, games=games):
                self.round = number
                self.games |= {game.id: GameRow(game.id, number, game.board, tuple(game.seats)) for game in games}
            case ev.GameRecorded(id=game) as result if game in self.games:
                self._record(self.games[game], result)
            case ev.TournamentFinished():
                self.finished = True

    def _record(self, game: GameRow, result: ev.GameRecorded) -> None:
        if game.result is None and self._table is not None:
            game.result = result
            self.recorded += 1
            self._table.record(game.seats, result)


def _table(spec: TournamentSpec) -> Table:
    game = games.get(spec.game)
    sides = game.sides(game.resolve(spec.ruleset, spec.options))
    return Table([entrant.id for entrant in spec.entrants], sides, spec.award)

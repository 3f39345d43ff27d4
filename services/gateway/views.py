"""A tournament as the outside may see it: a fold of its log that is made for reading.

It holds the games of rounds that are open. Those of a closed round are let go once the archive can tell of them.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from croupier import games
from croupier.contracts import events as ev
from croupier.contracts.ids import round_of
from croupier.contracts.lines import Line, read_trusted
from croupier.contracts.specs import EntrantSpec, TournamentSpec
from croupier.folds.books import Books
from croupier.folds.disputing import Case
from croupier.folds.docket import Docket
from croupier.folds.life import Life

MOST = 1_000
"""Games of closed rounds that are held where there is no archive to tell of them."""


@dataclass(slots=True)
class GameRow:
    """A game of a tournament; the result is absent until it is recorded.

    ``instead``: the game that is played in its place, where its result counts no more.
    """

    id: str
    round: int
    board: str
    seats: tuple[str, ...]
    result: ev.GameRecorded | None = None
    instead: str | None = None


@dataclass(slots=True)
class TournamentView:
    """The fold. ``seq`` is the last line that went in, ``opened_at`` the moment of the first (microseconds).

    ``rounds``: the games at hand by round, in the order of pairing; ``closed``: those of the rounds that are over, with
    the lines that closed them. ``paired``, ``recorded``: how many games that count were so far. ``broken``: the next
    line cannot be read.
    """

    id: str
    seq: int = 0
    opened_at: int = 0
    spec: TournamentSpec | None = None
    life: Life = field(default_factory=Life)
    docket: Docket = field(default_factory=Docket)
    signers: dict[str, str] = field(default_factory=dict)
    rounds: dict[int, dict[str, GameRow]] = field(default_factory=dict)
    closed: dict[int, int] = field(default_factory=dict)
    paired: int = 0
    recorded: int = 0
    broken: bool = False
    _books: Books | None = None

    @property
    def status(self) -> str:
        """``open`` (entrants come), ``running``, ``paused``, ``stopping`` or ``finished``."""
        life = self.life
        if life.finished or life.stopping:
            return "finished" if life.finished else "stopping"
        return "paused" if life.paused else "running" if life.started else "open"

    @property
    def case(self) -> Case | None:
        """What disputes are decided by; ``None`` before the tournament is open."""
        return None if self._books is None else Case(self.life, self._books, self.docket)

    @property
    def round(self) -> int:
        """The last round that was paired."""
        return self.life.paired

    @property
    def finished(self) -> bool:
        """The tournament is over."""
        return self.life.finished

    @property
    def withdrawn(self) -> Container[str]:
        """Entrants that play no further games."""
        return self.life.withdrawn

    @property
    def entrants(self) -> list[EntrantSpec]:
        """All who may register, in the order of the specification."""
        return list(self.life.entrants.values())

    def out(self, entrant: str) -> str:
        """The code for an entrant that plays no further games."""
        return "session/disqualified" if entrant in self.life.disqualified else "session/withdrawn"

    def standings(self) -> list[ev.Standing]:
        """The table by all results so far."""
        return [] if self._books is None else self._books.table.standings()

    def row(self, game: str) -> GameRow | None:
        """A game, if it is at hand."""
        return self.rounds.get(round_of(game), {}).get(game)

    def counts(self, row: GameRow) -> GameRow:
        """A row of the archive, with the result that a ruling gave."""
        entry = self._books.find(row.id) if self._books is not None and row.id in self.docket.amended else None
        if entry is not None:
            row.result = entry.result
        return row

    def let_go(self, archived: int) -> None:
        """Drop the games of rounds that an archive of so many lines closed, and the oldest where too many are held."""
        held = sum(len(self.rounds[number]) for number in self.closed)
        for number, seq in list(self.closed.items()):
            if seq <= archived or held > MOST:
                held -= len(self.rounds.pop(number))
                del self.closed[number]

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
        self.life.take(line.event)
        self.docket.take(line.event)
        match line.event:
            case ev.TournamentOpened(spec=spec):
                self.spec, self.opened_at, self._books = spec, line.at, _books(spec)
            case ev.EntrantRegistered(entrant=entrant, key=str(key)):
                self.signers[entrant] = key
            case ev.EntrantWithdrawn() | ev.EntrantDisqualified() | ev.EntrantEntered() | ev.EntrantReturned() if (
                self._books is not None
            ):
                self._books.heed(line.event, self.life.paired)
            case ev.RoundPaired(round=number, games=games) as paired:
                if self._books is not None:
                    self._books.paired(paired)
                self.rounds[number] = rows_of(number, games)
                self.paired += len(games)
            case ev.GameRecorded(id=game) as result:
                self._record(self.row(game), result)
            case ev.GameReplayed(id=game, game=instead):
                self._replay(game, instead)
            case ev.DisputeRuled(dispute=dispute, result=ev.Amended() as result):
                self._amend(self.docket.disputes[dispute].game, result)
            case ev.RoundClosed(round=number) if number in self.rounds:
                self.closed[number] = line.seq

    def _record(self, game: GameRow | None, result: ev.GameRecorded) -> None:
        if game is not None and game.result is None and self._books is not None:
            game.result = result
            self.recorded += 1
            paired = ev.PairedGame.model_construct(id=game.id, board=game.board, seats=list(game.seats))
            self._books.record(game.round, paired, result)

    def _amend(self, game: str, result: ev.Amended) -> None:
        if self._books is not None:
            self._books.amend(game, result)
        if (row := self.row(game)) is not None:
            self.counts(row)

    def _replay(self, game: str, instead: ev.PairedGame) -> None:
        """The games of a round that was let go are the archive's to tell, but for the one that is played now."""
        number = round_of(game)
        rows = self.rounds.setdefault(number, {})
        self.closed.pop(number, None)
        play_again(rows, game, instead)
        if self._books is not None:
            self._books.replay(game, instead)
            self.recorded -= 1


def rows_of(number: int, games: Iterable[ev.PairedGame]) -> dict[str, GameRow]:
    """The games of round ``number`` by id, none of them with a result."""
    return {game.id: GameRow(game.id, number, game.board, tuple(game.seats)) for game in games}


def play_again(rows: dict[str, GameRow], game: str, instead: ev.PairedGame) -> None:
    """Among the rows of a round, ``instead`` is played in the place of ``game``, which may not be among them."""
    if game in rows:
        rows[game].instead = instead.id
    rows |= rows_of(round_of(game), [instead])


def _books(spec: TournamentSpec) -> Books:
    game = games.get(spec.game)
    return Books(spec, game.sides(game.resolve(spec.ruleset, spec.options)))

"""What a record holds: the table as it was set, the cards, what was said, how it ended."""

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.audit.replay import broken, game_opened, read_lines
from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import Line
from croupier.folds.game import GameState
from croupier.games.kernel import RuleError


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal, by the seat ``dealer``: the whole pack, first dealt card first."""

    dealer: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """An action; ``engine``: taken for the seat without its word."""

    seat: int
    action: str
    engine: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that was not taken, and the code of the reason."""

    seat: int
    said: str
    code: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A seat that lost by its own failure; ``limit`` and ``measured`` as in ``seat.forfeited``."""

    seat: int
    why: str
    limit: int
    measured: int


@dataclass(frozen=True, slots=True)
class Voided:
    """The game counts nowhere."""

    why: str


@dataclass(frozen=True, slots=True)
class Scored:
    """Points of a deal, by side."""

    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The result, by side."""

    outcome: str
    points: tuple[int, ...]
    places: tuple[int, ...]
    why: str


Entry = Dealt | Said | Refused | Failed | Voided | Scored | Ended


@dataclass(frozen=True, slots=True)
class Record:
    """A game. ``opened``: as in its log, without the keys of the seats."""

    id: str
    opened: ev.GameOpened
    course: tuple[Entry, ...]


def record_of(log: str, lines: Iterable[bytes]) -> Record:
    """The record of the game in ``log`` (``g/<id>``).

    Raises :class:`Unreadable`, ``replay/broken``, for a line that cannot be followed.
    """
    state, course = GameState(log, facts=False), []
    opened: ev.GameOpened | None = None
    for line in read_lines(lines):
        if opened is None:
            opened = game_opened(line)
        _fold(state, line)
        entry = _entry(line.event, state)
        course += [entry] if entry is not None else []
    if opened is None:
        raise Unreadable("replay/broken", "the log is empty", place="line 1")
    seats = [seat.model_copy(update={"key": None}) for seat in opened.seats]
    return Record(log[2:], opened.model_copy(update={"seats": seats}), tuple(course))


def _fold(state: GameState, line: Line) -> None:
    try:
        state.evolve(line)
    except (Unreadable, RuleError) as error:
        raise broken(line, error) from None


def _entry(event: ev.Event, state: GameState) -> Entry | None:
    """What a line adds to the record; ``state`` has folded it."""
    match event:
        case ev.DealDealt():
            dealer = state.match.next_dealer()
            assert dealer is not None
            return Dealt(dealer, tuple(event.deck.split(" ")))
        case ev.ActionTaken():
            return Said(event.seat, event.action, bool(event.auto))
        case ev.ActionRefused():
            return Refused(event.seat, event.said, event.code)
        case ev.SeatForfeited():
            return Failed(event.seat, event.why, event.limit, event.measured)
        case ev.GameVoided():
            return Voided(event.why)
        case ev.DealScored():
            return Scored(tuple(event.points))
        case ev.GameScored():
            return Ended(event.outcome, tuple(event.points), tuple(event.places), event.why)
    return None

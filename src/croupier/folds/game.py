"""A game as the fold of its log.

The same fold serves the referee, who decides from it, scoring, which scores from it, and an auditor,
who checks both. It re-plays every action through the rules kernel and keeps the official scores
apart from what the kernel computes (``match``).
"""

from collections.abc import Callable
from typing import Any

from croupier import games
from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import Line
from croupier.contracts.specs import Clock
from croupier.folds import substitute
from croupier.folds.ending import Ending
from croupier.games.kernel import Deal, Fact, Game, Match

NOTHING: list[Fact] = []


class GameState:
    """All that a game's log says so far.

    ``id``: the game's; ``ply``: index of the next decision; ``to_act``: the seat that is asked for it, if one is;
    ``told``: how many of the events that clients see have happened. ``clock``: the game's, once it is open.
    ``banks``: time left by seat in microseconds, ``None`` without banks. ``fresh``: seats that have still to take their
    first decision, where it has a limit of its own. ``played``: the running deal is over and waits for its score.
    ``over``: nothing can be played any more, because the game is scored, forfeited or voided. ``failed``: seats that
    forfeited; where the policy lets others go on, they are played for. ``ending``: where play ended, and who sealed it.
    """

    __slots__ = (
        "banks",
        "clock",
        "committed",
        "deal",
        "deal_number",
        "deal_ply",
        "ending",
        "facts",
        "failed",
        "forfeits",
        "fresh",
        "game",
        "id",
        "lines",
        "log",
        "lost",
        "match",
        "opened",
        "opened_at",
        "options",
        "ordered",
        "over",
        "played",
        "ply",
        "points",
        "ready",
        "result",
        "revealed",
        "sides",
        "strikes",
        "to_act",
        "told",
        "voided",
    )  # fmt: skip

    def __init__(self, log: str, *, facts: bool = True) -> None:
        """``facts``: whether :meth:`evolve` says what followed from each line; without, it is three times as fast."""
        self.log = log
        self.id = log[2:]
        self.facts = facts
        self.opened: ev.GameOpened | None = None
        self.opened_at = 0
        self.clock: Clock
        self.committed: str | None = None
        self.revealed: str | None = None
        self.ready: set[int] = set()
        self.lost: set[int] = set()
        self.ordered = False
        self.over = False
        self.played = False
        self.deal: Deal | None = None
        self.deal_number = 0
        self.deal_ply = 0
        self.ply = 0
        self.to_act: int | None = None
        self.told = 0
        self.banks: list[int] | None = None
        self.fresh: set[int] = set()
        self.strikes: list[int] = []
        self.forfeits: list[ev.SeatForfeited] = []
        self.failed: set[int] = set()
        self.lines: list[ev.ScoreLine] = []
        self.points: list[int] = []
        self.result: ev.GameScored | None = None
        self.voided: ev.GameVoided | None = None
        self.ending = Ending()
        self.game: Game
        self.match: Match
        self.options: dict[str, Any] = {}
        self.sides: tuple[tuple[int, ...], ...] = ()

    def limit(self, seat: int) -> int:
        """How long a decision of the seat may take now, in microseconds: the ceiling, or the bank where less is left.

        The game must be open.
        """
        clock = self.clock
        most = clock.first if seat in self.fresh and clock.first is not None else clock.action
        return most if self.banks is None else min(most, self.banks[seat])

    def engine(self) -> str | None:
        """The action that is taken for the seat to act without its word: it has no choice, or it has failed.

        There must be a deal, and a seat to act in it.
        """
        assert self.deal is not None
        auto = self.deal.auto()
        return substitute.action(self.deal) if auto is None and self.deal.to_act in self.failed else auto

    def evolve(self, line: Line) -> list[Fact]:
        """Take in one line; the facts that followed from it in the kernel.

        Raises :class:`Unreadable` (``log/out-of-place``) for an event that cannot stand here, and the
        kernel's errors for an action that is not legal.
        """
        facts = _EVOLVE[type(line.event)](self, line)
        deal = self.deal
        self.to_act = None if deal is None or self.over else deal.to_act
        return facts


def _open(state: GameState, line: Line) -> list[Fact]:
    event = line.event
    assert isinstance(event, ev.GameOpened)
    _require(state.opened is None, "the game is open already")
    state.opened = event
    state.opened_at = line.at
    state.clock = event.clock
    state.game = games.get(event.game)
    state.options = dict(event.options)
    state.match = state.game.match(state.options)
    state.sides = state.game.sides(state.options)
    _require(len(event.seats) == state.game.seats(state.options), "the number of seats is not the game's")
    state.points = [0] * len(state.sides)
    state.strikes = [0] * len(event.seats)
    if event.clock.bank is not None:
        state.banks = [event.clock.bank] * len(event.seats)
    if event.clock.first is not None:
        state.fresh.update(range(len(event.seats)))
    return NOTHING


def _commit(state: GameState, line: Line) -> list[Fact]:
    _require(state.committed is None, "the deck is committed already")
    state.committed = line.event.commitment  # type: ignore[attr-defined]
    return NOTHING


def _ready(state: GameState, line: Line) -> list[Fact]:
    state.ready.add(_seat(state, line))
    state.told += 1
    return NOTHING


def _lost(state: GameState, line: Line) -> list[Fact]:
    state.lost.add(_seat(state, line))
    state.told += 1
    return NOTHING


def _back(state: GameState, line: Line) -> list[Fact]:
    state.lost.discard(_seat(state, line))
    state.told += 1
    return NOTHING


def _order(state: GameState, line: Line) -> list[Fact]:
    event = line.event
    assert isinstance(event, ev.DealOrdered)
    _require(event.deal == state.deal_number + 1 and not state.ordered, "the deal is out of order")
    _require(event.dealer == state.match.next_dealer(), "another seat deals next")
    state.ordered = True
    return NOTHING


def _deal(state: GameState, line: Line) -> list[Fact]:
    event = line.event
    assert isinstance(event, ev.DealDealt)
    _require(state.ordered and event.deal == state.deal_number + 1, "this deal was not ordered")
    dealer = state.match.next_dealer()
    assert dealer is not None
    try:
        deck, points = event.deck.split(" "), state.match.points()
        state.deal = state.game.deal(state.options, dealer, deck, state.ply, event.deal, points)
    except ValueError as error:
        raise Unreadable("log/out-of-place", f"the deck is not the game's pack: {error}") from None
    state.deal_number = event.deal
    state.deal_ply = state.ply
    state.ordered = False
    state.played = False
    state.told += 1
    return state.deal.opening() if state.facts else NOTHING


def _act(state: GameState, line: Line) -> list[Fact]:
    event = line.event
    assert isinstance(event, ev.ActionTaken)
    deal, seat = state.deal, event.seat
    if deal is None or event.ply != state.ply or event.deal != state.deal_number:
        raise Unreadable("log/out-of-place", "this decision was not asked for")
    if state.facts:
        facts = deal.apply(seat, event.action)
    else:
        deal.push(deal.check(seat, event.action))
        facts = NOTHING
    if state.banks is not None and event.left is not None:
        state.banks[seat] = event.left
    if state.fresh and not event.auto:
        state.fresh.discard(seat)
    state.ply += 1
    state.told += 1
    return facts


def _refuse(state: GameState, line: Line) -> list[Fact]:
    event = line.event
    assert isinstance(event, ev.ActionRefused)
    state.strikes[_seat(state, line)] = event.strikes
    return NOTHING


def _forfeit(state: GameState, line: Line) -> list[Fact]:
    event = line.event
    assert isinstance(event, ev.SeatForfeited)
    state.failed.add(_seat(state, line))
    state.forfeits.append(event)
    assert state.opened is not None
    state.over = not substitute.goes_on(state.opened.policy, state.sides, state.failed)
    state.told += 1
    return NOTHING


def _played(state: GameState, line: Line) -> list[Fact]:
    event = line.event
    assert isinstance(event, ev.DealPlayed)
    deal = state.deal
    if deal is None or state.played or event.deal != state.deal_number or deal.to_act is not None:
        raise Unreadable("log/out-of-place", "the deal is not over")
    state.match.record(deal)
    state.played = True
    return NOTHING


def _scored(state: GameState, line: Line) -> list[Fact]:
    event = line.event
    assert isinstance(event, ev.DealScored)
    _require(state.played and event.deal == state.deal_number, "the deal is not waiting for its score")
    _require(len(event.points) == len(state.sides), "the points are not by side")
    state.lines.extend(event.lines)
    state.points = state.match.points()
    state.deal = None
    state.played = False
    state.told += 1
    return NOTHING


def _result(state: GameState, line: Line) -> list[Fact]:
    event = line.event
    assert isinstance(event, ev.GameScored)
    _require(state.result is None, "the game is scored already")
    state.result = event
    state.over = True
    return NOTHING


def _reveal(state: GameState, line: Line) -> list[Fact]:
    state.revealed = line.event.board_seed  # type: ignore[attr-defined]
    state.ending.reveal(line)
    return NOTHING


def _seal(state: GameState, line: Line) -> list[Fact]:
    reason = state.ending.seal(line)
    _require(not reason, reason)
    return NOTHING


def _void(state: GameState, line: Line) -> list[Fact]:
    event = line.event
    assert isinstance(event, ev.GameVoided)
    state.voided = event
    state.over = True
    return NOTHING


def _foreign(state: GameState, line: Line) -> list[Fact]:
    raise Unreadable("log/out-of-place", f"{line.event.TYPE} does not belong into a game's log")


def _require(holds: bool, reason: str) -> None:
    if not holds:
        raise Unreadable("log/out-of-place", reason)


def _seat(state: GameState, line: Line) -> int:
    seat: int = line.event.seat  # type: ignore[attr-defined]
    _require(state.opened is not None and seat < len(state.opened.seats), f"there is no seat {seat}")
    return seat


_EVOLVE: dict[type[ev.Event], Callable[[GameState, Line], list[Fact]]] = {
    **dict.fromkeys(ev.TOURNAMENT_EVENTS, _foreign),
    ev.GameOpened: _open,
    ev.DeckCommitted: _commit,
    ev.SeatReady: _ready,
    ev.SeatLost: _lost,
    ev.SeatBack: _back,
    ev.DealOrdered: _order,
    ev.DealDealt: _deal,
    ev.ActionTaken: _act,
    ev.ActionRefused: _refuse,
    ev.SeatForfeited: _forfeit,
    ev.DealPlayed: _played,
    ev.DealScored: _scored,
    ev.GameScored: _result,
    ev.DeckRevealed: _reveal,
    ev.GameVoided: _void,
    ev.GameSealed: _seal,
}

"""Who may write what into a game's log, and where it may stand.

The fold refuses what it cannot apply; here is what it would take and a referee would never write.
"""

from collections.abc import Callable
from typing import Any

from croupier.audit.context import Problem
from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.folds.game import GameState
from croupier.folds.writers import allowed

AFTER_THE_END = (ev.SeatForfeited, ev.DeckCommitted, ev.DealDealt, ev.DealScored, ev.GameScored)
"""What may follow when a game has ended early: another seat that failed, work that was under way, the result."""


def writer(line: Line) -> Problem | None:
    """The event must come from the service whose task it is."""
    writers = allowed(line)
    if line.by in writers:
        return None
    return Problem("audit/writer", f"{line.event.TYPE} is not {line.by}'s to write", " or ".join(writers), line.by)


def place(state: GameState, event: ev.Event) -> Problem | None:
    """The event must be possible after what came before."""
    if type(event) is ev.ActionTaken and state.to_act is not None and not _asked(state, event):
        return None  # the usual case, and what most lines are
    reason = _place(state, event)
    return Problem("log/out-of-place", reason) if reason else None


def _place(state: GameState, event: ev.Event) -> str:
    kind = type(event)
    if (state.opened is None) != (kind is ev.GameOpened):
        return f"{kind.TYPE} before the game is open" if state.opened is None else "the game is open already"
    if state.revealed is not None:
        return "" if kind is ev.GameSealed else "nothing but seals follows once the deck is revealed"
    if state.result is not None and kind is not ev.DeckRevealed:
        return f"{kind.TYPE} after the result"
    if state.over and state.result is None and kind not in AFTER_THE_END:
        return f"{kind.TYPE} after the game has ended"
    check = _CHECKS.get(kind)
    return check(state, event) if check else ""


def _ready(state: GameState, event: ev.SeatReady) -> str:
    return "the seat is at the table already" if event.seat in state.ready else ""


def _lost(state: GameState, event: ev.SeatLost) -> str:
    return "" if event.seat in state.ready - state.lost else "the seat was not at the table"


def _back(state: GameState, event: ev.SeatBack) -> str:
    return "" if event.seat in state.lost else "the seat was not away"


def _order(state: GameState, event: ev.DealOrdered) -> str:
    assert state.opened is not None
    if state.committed is None:
        return "a deal is ordered before the deck is committed"
    if len(state.ready | state.failed) < len(state.opened.seats):
        return "a deal is ordered before all seats are at the table"
    return "a deal is ordered before the one before it is scored" if state.deal is not None else ""


def _forfeit(state: GameState, event: ev.SeatForfeited) -> str:
    if event.seat in state.failed:
        return "the seat has failed already"
    if state.over and event.why != "session/left":
        return "the game had ended: all that can fail then is a seat that never came"
    return ""


def _asked(state: GameState, event: ev.ActionTaken | ev.ActionRefused) -> str:
    if state.deal is None or event.deal != state.deal_number or event.ply != state.ply:
        return "this decision was not asked for"
    return ""


def _result(state: GameState, event: ev.GameScored) -> str:
    if state.voided is not None or (state.forfeits and state.over and not state.played):
        return ""
    return "the result comes before the last deal is scored" if state.deal is not None else ""


def _reveal(state: GameState, event: ev.DeckRevealed) -> str:
    return "the deck is revealed before the game is scored" if state.result is None else ""


_CHECKS: dict[type[ev.Event], Callable[[GameState, Any], str]] = {
    ev.SeatReady: _ready,
    ev.SeatLost: _lost,
    ev.SeatBack: _back,
    ev.DealOrdered: _order,
    ev.SeatForfeited: _forfeit,
    ev.ActionTaken: _asked,
    ev.ActionRefused: _asked,
    ev.GameScored: _result,
    ev.DeckRevealed: _reveal,
}

"""What the referee finds wrong with a line of its own that it reads from the store, and so did not write just now.

A referee that comes back judges again what it judged before. It seals no game in which it would have judged
otherwise. Whether an action is legal, the fold says; here is the rest. Pure.
"""

from collections.abc import Callable
from typing import Any

from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.folds import faults
from croupier.folds.shown import flaw
from croupier.games.kernel import RuleError
from croupier.services.referee.seating import Table


def doubt(table: Table, line: Line) -> str:
    """Why a stored line is not what we would have written, before it is folded; else the empty text."""
    check = _CHECKS.get(type(line.event))
    return "" if check is None or table.game.opened is None else check(table, line.event)


def _taken(table: Table, event: ev.ActionTaken) -> str:
    game = table.game
    assert game.opened is not None
    if event.seat != game.to_act:
        return "the seat was not to act"
    if unsigned := flaw(game, event):
        return f"the entrant's signature is {unsigned}"
    if event.auto and event.action != game.engine():
        return "the engine does not act so here"
    elapsed = max(0, event.received - event.asked)
    used = elapsed - event.allowance
    if event.allowance > min(game.opened.policy.lag, elapsed) or used > table.limit:
        return "the answer was too late, or more time allowed for than the policy grants"
    if game.banks is None:
        return "" if event.left is None else "there is no bank"
    increment = 0 if event.auto else game.opened.clock.increment
    return "" if event.left == game.banks[event.seat] - used + increment else "another time is left"


def _refused(table: Table, event: ev.ActionRefused) -> str:
    game = table.game
    if game.deal is None or event.seat >= len(game.strikes):
        return "there is nothing to refuse"
    if event.strikes != game.strikes[event.seat] + 1:
        return "the strikes are miscounted"
    if unsigned := flaw(game, event):
        return f"the entrant's signature is {unsigned}"
    if event.seat != game.to_act:
        return "" if event.code == "move/not-your-turn" else "it was another seat's turn"
    if len(event.said) == ev.KEPT:
        return ""
    try:
        game.deal.check(event.seat, event.said)
    except RuleError as error:
        return "" if error.code == event.code else "the answer is refused for another reason"
    return "the answer is legal"


def _forfeited(table: Table, event: ev.SeatForfeited) -> str:
    game = table.game
    assert game.opened is not None
    if event.seat >= len(game.strikes):
        return "there is no such seat"
    if unsigned := flaw(game, event):
        return f"the entrant's signature is {unsigned}"
    policy, clock = game.opened.policy, game.opened.clock
    if event.why in faults.OF_TIME and faults.decided(policy, event.limit, event.measured, event.server_lag or 0):
        return "the server was at fault"
    justified = {
        "clock/flag": event.seat == game.to_act and event.limit == table.limit < event.measured,
        "session/left": event.seat not in game.ready and event.limit == clock.start <= event.measured,
        "move/strikes": game.strikes[event.seat] >= policy.strikes == event.limit,
        "resigned": event.limit == event.measured == 0,
    }
    return "" if justified[event.why] else "the forfeit is not justified"


def _voided(table: Table, event: ev.GameVoided) -> str:
    game = table.game
    assert game.opened is not None
    if event.why != faults.FAULT or event.seat is None or event.seat != game.to_act:
        return "there was no seat whose time it was"
    limit, measured, lag = event.limit or 0, event.measured or 0, event.server_lag or 0
    at_fault = limit == table.limit and faults.decided(game.opened.policy, limit, measured, lag)
    return "" if at_fault else "the server was not at fault"


JUDGED: frozenset[type[ev.Event]] = frozenset(
    {ev.ActionTaken, ev.ActionRefused, ev.SeatForfeited, ev.GameVoided, ev.GameSealed}
)
"""The events of which the referee has something to say; of a seal only whose it is."""

_CHECKS: dict[type[ev.Event], Callable[[Table, Any], str]] = {
    ev.ActionTaken: _taken,
    ev.ActionRefused: _refused,
    ev.SeatForfeited: _forfeited,
    ev.GameVoided: _voided,
}

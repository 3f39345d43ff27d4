"""Set-up and decisions: options, legality, refusals, and what the engine does for a seat."""

from collections.abc import Iterator, Sequence

from croupier import games
from croupier.audit.context import Problem
from croupier.contracts import events as ev
from croupier.folds.game import GameState
from croupier.games.kernel import RuleError

NOTHING: tuple[Problem, ...] = ()


def set_up(event: ev.GameOpened) -> Iterator[Problem]:
    """The game must be known in this version of its rules, its options complete and possible."""
    try:
        game = games.get(event.game)
        resolved = game.resolve(event.ruleset, event.options)
    except RuleError as error:
        yield Problem("audit/options", error.reason, found=error.code)
        return
    if event.rules != game.rules:
        reason = f"the game follows version {event.rules} of the rules, this auditor knows version {game.rules}"
        yield Problem("audit/rules-version", reason)
    elif resolved != event.options:
        names = sorted(name for name in resolved if name not in event.options)
        yield Problem("audit/options", "the options are not all there", "resolved options", f"without {names}")
    elif event.dealer != (dealer := game.match(resolved).next_dealer()):
        yield Problem("audit/opening", "another seat deals first", str(dealer), str(event.dealer))


def taken(state: GameState, event: ev.ActionTaken) -> Sequence[Problem]:
    """Before the fold: does the engine act just where the rules say so? Legality is the fold's to judge."""
    assert state.deal is not None
    auto = state.engine()
    if auto is None and event.auto is None:
        return NOTHING
    if auto is None:
        return [Problem("audit/auto", "the engine acted where the seat decides", found=repr(event.action))]
    if event.auto and event.action == auto:
        return NOTHING
    return [Problem("audit/auto", "the engine acts here", repr(auto), repr(event.action))]


def illegal(event: ev.Event, error: RuleError) -> Problem:
    """An action that the fold refused."""
    said = repr(event.action) if isinstance(event, ev.ActionTaken) else event.TYPE
    reason = f"an action was accepted that is not allowed: {error.reason}"
    return Problem("audit/illegal", reason, "a legal action", f"{said} ({error.code})")


def refused(state: GameState, event: ev.ActionRefused) -> Iterator[Problem]:
    """Before the fold: is the answer really to be refused, with this code, and are the strikes counted right?"""
    assert state.opened is not None
    if event.seat >= len(state.opened.seats):
        return  # the fold says so
    strikes = state.strikes[event.seat] + 1
    if event.strikes != strikes:
        yield Problem("audit/strikes", "the seat's refused answers are miscounted", str(strikes), str(event.strikes))
    right = _right_code(state, event)
    if right is None:
        if len(event.said) < ev.KEPT:
            reason = "a legal action was refused"
            yield Problem("audit/refused-legal", reason, f"{event.said!r} taken", event.code)
    elif event.code != right and len(event.said) < ev.KEPT:
        yield Problem("audit/refusal-code", "the answer is refused for another reason", right, event.code)


def _right_code(state: GameState, event: ev.ActionRefused) -> str | None:
    if event.seat != state.to_act:
        return "move/not-your-turn"
    assert state.deal is not None
    try:
        state.deal.check(event.seat, event.said)
    except RuleError as error:
        return error.code
    return None

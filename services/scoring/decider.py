"""What scoring decides. Pure, and a function of the log alone: messages only say that it has grown."""

from collections.abc import Iterable

from croupier.contracts import events as ev
from croupier.folds.faults import failures
from croupier.folds.game import GameState

NOTHING: tuple[ev.Event, ...] = ()


def follow(state: GameState) -> Iterable[ev.Event]:
    """The score that is due: of a deal that is over, then of the game.

    A deal that was played to its end is scored even if somebody gave up right after it; a deal that was
    broken off is not.
    """
    if state.opened is None or state.result is not None:
        return NOTHING
    if state.voided is not None:
        return (ev.GameScored(points=[], places=[], outcome="void", why=state.voided.why),)
    if state.played and state.deal is not None:
        return (_deal(state),)
    if state.forfeits and state.over:
        return (_forfeit(state),)
    result = state.match.result()
    if result is None:
        return NOTHING
    if state.forfeits:
        return (_forfeit(state),)
    points, places = list(result.points), list(result.places)
    return (ev.GameScored(points=points, places=places, outcome=result.outcome, why=result.why),)


def doubt(state: GameState, event: ev.Event) -> str:
    """Why a score that stands in a log is not the one that we find, before it is folded; else the empty text."""
    if isinstance(event, ev.DealScored | ev.GameScored) and (event,) != tuple(follow(state)):
        return f"{event.TYPE} is not what the play gives"
    return ""


def _deal(state: GameState) -> ev.DealScored:
    deal = state.deal
    assert deal is not None
    lines = [
        ev.ScoreLine(seat=score.seat, kind=score.kind, points=score.points, ply=score.ply, rule=score.rule)
        for score in deal.scores
    ]
    return ev.DealScored(deal=state.deal_number, points=deal.points(), lines=lines)


def _forfeit(state: GameState) -> ev.GameScored:
    """Who failed stands last, behind all others, who stand by their points of the deals scored so far.

    Where every side failed nobody can win by it: no contest. A side fails with one of its seats, whatever the cards
    bring that were played for it afterwards.
    """
    why, failed = state.forfeits[0].why, failures(state.forfeits)
    lost = [not state.failed.isdisjoint(side) for side in state.sides]
    if all(lost):
        return ev.GameScored(points=[], places=[], outcome="no-contest", why=why, failures=failed)
    keys = [(failed_too, 0 if failed_too else -points) for failed_too, points in zip(lost, state.points, strict=True)]
    places = [1 + sum(other < own for other in keys) for own in keys]
    return ev.GameScored(points=list(state.points), places=places, outcome="forfeit", why=why, failures=failed)

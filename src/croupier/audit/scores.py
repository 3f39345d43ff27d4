"""Points and results, computed again from the play."""

from collections.abc import Iterator, Sequence

from croupier.audit.context import Problem
from croupier.contracts import events as ev
from croupier.folds.faults import failures
from croupier.folds.game import GameState
from croupier.folds.rulings import forfeited


def played(state: GameState, event: ev.DealPlayed) -> Iterator[Problem]:
    """The number of decisions in the deal."""
    plies = state.ply - state.deal_ply
    if event.plies != plies:
        yield Problem("audit/plies", "the deal had another number of decisions", str(plies), str(event.plies))


def deal_scored(state: GameState, event: ev.DealScored) -> Iterator[Problem]:
    """Before the fold: the score of the deal, line by line, then its sum."""
    deal = state.deal
    if deal is None or not state.played:
        return  # the fold says so
    lines = [(score.seat, score.kind, score.points, score.ply, score.rule) for score in deal.scores]
    found = [(line.seat, line.kind, line.points, line.ply, line.rule) for line in event.lines]
    if lines != found:
        number, right, wrong = first_difference(lines, found)
        yield Problem("audit/score-line", f"score line {number} is not what the play gives", right, wrong)
    points = deal.points()
    if event.points != points:
        yield Problem(
            "audit/points", "the points of the deal are not what the play gives", _list(points), _list(event.points)
        )


def game_scored(state: GameState, event: ev.GameScored) -> Iterator[Problem]:
    """Before the fold: the result, from the deals or from who failed."""
    right = result(state)
    if right is None:
        yield Problem("audit/result", "the game is scored, but it is not decided")
        return
    pairs = (
        ("outcome", right.outcome, event.outcome),
        ("points", _list(right.points), _list(event.points)),
        ("places", _list(right.places), _list(event.places)),
        ("reason", right.why, event.why),
        ("list of failures", _failures(right.failures), _failures(event.failures)),
    )
    for name, one, other in pairs:
        if one != other:
            yield Problem("audit/result", f"the game's {name} must be another one", one, other)


def result(state: GameState) -> ev.GameScored | None:
    """The result of a game that is over, ``None`` of one that is not.

    Of a game that ended early the running deal counts nothing; one that went on without a seat that failed is played to
    its end. Where every side failed nobody can win by it: no contest.
    """
    if state.voided is not None:
        return ev.GameScored(points=[], places=[], outcome="void", why=state.voided.why)
    if state.forfeits and state.over:
        return _forfeited(state, state.forfeits[0].why)
    decided = state.match.result()
    if decided is None:
        return None
    if state.forfeits:
        return _forfeited(state, state.forfeits[0].why)
    points, places = list(decided.points), list(decided.places)
    return ev.GameScored(points=points, places=places, outcome=decided.outcome, why=decided.why)


def _forfeited(state: GameState, why: str) -> ev.GameScored:
    """Sides that failed share the last place, the others stand before them by their points so far.

    A side has failed with one of its seats, also where the game was played on for it.
    """
    by = forfeited(state.sides, state.points, state.failed)
    told = failures(state.forfeits)
    return ev.GameScored(points=by.points, places=by.places, outcome=by.outcome, why=why, failures=told)


def _failures(found: Sequence[ev.SeatFailure] | None) -> str:
    """All that each failure says, so that two lists are the same where they read the same."""
    return "; ".join(map(_failure, found or ())) or "none"


def _failure(each: ev.SeatFailure) -> str:
    lag = "" if each.server_lag is None else f", server lag {each.server_lag}"
    return f"seat {each.seat}, {each.why}, limit {each.limit}, measured {each.measured}{lag}"


def first_difference(right: Sequence[object], found: Sequence[object]) -> tuple[int, str, str]:
    """The number (from 1) of the first item that differs, and both items as text; ``nothing`` past an end."""
    for number, (one, other) in enumerate(zip(right, found, strict=False), 1):
        if one != other:
            return number, str(one), str(other)
    number = min(len(right), len(found))
    rest = [str(items[number]) if len(items) > number else "nothing" for items in (right, found)]
    return number + 1, rest[0], rest[1]


def _list(points: Sequence[int]) -> str:
    return " ".join(map(str, points)) or "none"

"""Points and results, computed again from the play."""

from collections.abc import Iterator, Sequence

from croupier.audit.context import Problem
from croupier.contracts import events as ev
from croupier.folds.game import GameState


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


def game_scored(state: GameState, event: ev.GameScored) -> Iterator[Problem]:
    """Before the fold: the result, from the deals or from who failed."""
    right = _result(state)
    if right is None:
        yield Problem("audit/result", "the game is scored, but it is not decided")
        return
    points, places, outcome = right
    if event.outcome != outcome:
        yield Problem("audit/result", "the outcome is another one", outcome, event.outcome)
    if event.points != points:
        yield Problem("audit/result", "the points of the game are other ones", _list(points), _list(event.points))
    if event.places != places:
        yield Problem("audit/result", "the places are other ones", _list(places), _list(event.places))


def _result(state: GameState) -> tuple[list[int], list[int], str] | None:
    if state.voided is not None:
        return [], [], "void"
    if state.forfeits:
        return state.points, forfeit_places(state), "forfeit"
    result = state.match.result()
    return None if result is None else (list(result.points), list(result.places), result.outcome)


def forfeit_places(state: GameState) -> list[int]:
    """Sides that failed share the last places; the others stand before them by their points so far."""
    failed = {forfeit.seat for forfeit in state.forfeits}
    lost = [any(seat in failed for seat in side) for side in state.sides]
    keys = [(lost[side], 0 if lost[side] else -points) for side, points in enumerate(state.points)]
    return [1 + sum(other < own for other in keys) for own in keys]

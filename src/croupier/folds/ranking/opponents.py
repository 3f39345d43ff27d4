"""Buchholz and Sonneborn-Berger: what the opponents' scores are worth, rounds without play included.

FIDE Handbook C.07 as in force from March 2026, article 16. An opponent's score is adjusted: rounds that it gave up and
never came back from count as draws. A round that the entrant itself did not play is one against a dummy with the
entrant's own score, but no more than the scheduled opponent's, or than a draw in every round would be.
"""

from dataclasses import dataclass

from .results import Line, Results, Unplayed


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one game adds: the opponent's adjusted score, the points scored, and who it was."""

    opponent: str
    score: int
    result: int
    voluntary: bool = False


def adjusted(results: Results, name: str) -> int:
    """The score of an entrant as an opponent of others (16.3)."""
    line, points = results.lines[name], results.points
    if results.planned:
        return results.score(name)
    never_back = [missed for missed in line.unplayed if missed.kind in {"half", "absent"} and missed.round > line.there]
    return results.score(name) + sum(points.draw - results.awarded(missed) for missed in never_back)


def contributions(results: Results, name: str) -> list[Contribution]:
    """What each game and each round without play adds for an entrant, in the order of opponents met."""
    line = results.lines[name]
    found = [one for other in line.cells for one in _played(results, line, other)]
    if results.planned:
        met = (missed for missed in line.unplayed if missed.other is not None)
        return found + [_as_played(results, missed) for missed in met]
    return found + [_dummy(results, name, missed) for missed in line.unplayed]


def _played(results: Results, line: Line, other: str) -> list[Contribution]:
    cell, points, score = line.cells[other], results.points, adjusted(results, other)
    return (
        [Contribution(other, score, points.win)] * cell.won
        + [Contribution(other, score, points.draw)] * cell.drawn
        + [Contribution(other, score, points.loss)] * cell.lost
    )


def _as_played(results: Results, missed: Unplayed) -> Contribution:
    assert missed.other is not None
    return Contribution(missed.other, adjusted(results, missed.other), results.awarded(missed), missed.voluntary)


def _dummy(results: Results, name: str, missed: Unplayed) -> Contribution:
    """A round against a dummy (16.4)."""
    cap = results.points.draw * results.rounds if missed.other is None else adjusted(results, missed.other)
    score = min(results.score(name), cap)
    return Contribution(f"dummy of round {missed.round}", score, results.awarded(missed), missed.voluntary)


def cut(found: list[Contribution], *, by_result: bool) -> list[Contribution]:
    """Without the least: of the weakest opponent, or of a round that was given up if that is worth no less (16.5).

    ``by_result``: a contribution is the opponent's score times the result (Sonneborn-Berger), not the score alone.
    """
    if not found:
        return found

    def value(one: Contribution) -> int:
        return one.score * one.result if by_result else one.score

    least = min(found, key=lambda one: (one.score, value(one)))
    given_up = min((one for one in found if one.voluntary), key=lambda one: (value(one), one.score), default=None)
    if given_up is not None and value(given_up) >= value(least):
        least = given_up
    left = list(found)
    left.remove(least)
    return left

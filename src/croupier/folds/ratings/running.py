"""A running figure that is cheap after every game: openskill's Plackett–Luce model.

Unlike the joint fit it depends on the order of the games. So games count in the order of their keys (round and id), not
in that of their arrival.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .likelihood import Outcome


@dataclass(frozen=True, slots=True)
class Figure:
    """Mean and deviation on openskill's scale (25 and 25/3 to begin with), in thousandths."""

    entrant: str
    mean: int
    deviation: int


def running(games: Iterable[tuple[tuple[int, str], Outcome]], entrants: Sequence[str]) -> list[Figure]:
    """The figures after ``games``, each with its key (round, id); best first by mean less three deviations."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    found = {name: model.rating(name=name) for name in entrants}
    for _, outcome in sorted(games, key=lambda game: game[0]):
        teams = [[found[name] for name in side] for side in outcome.sides]
        for side, rated in zip(outcome.sides, model.rate(teams, ranks=list(outcome.places)), strict=True):
            found.update(zip(side, rated, strict=True))
    figures = [Figure(name, round(1000 * one.mu), round(1000 * one.sigma)) for name, one in found.items()]
    return sorted(figures, key=lambda figure: (-(figure.mean - 3 * figure.deviation), figure.entrant))

"""By how much playing boards twice, or at all tables, cuts the variance of a mean: measured on the games."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from .pairs import NORMAL_95


@dataclass(frozen=True, slots=True)
class Saving:
    """``factor``: how many games on fresh boards tell as much as one on a shared board; its 95 % interval."""

    factor: float
    low: float
    high: float

    def text(self) -> str:
        """In words."""
        return f"{self.factor:.2f} ({self.low:.2f} to {self.high:.2f})"


def saving(pairs: Sequence[tuple[float, float]]) -> Saving:
    """What mirrored boards saved. ``pairs``: what one entrant made more than the other in both games of each board.

    Had the two games had boards of their own, the variance of their mean would be a quarter of the sum of both
    variances; it is divided by the variance that the means do have. Raises ``ValueError`` for fewer than three boards,
    or means that do not vary.
    """
    if len(pairs) < 3:
        raise ValueError("three boards or more")
    sums = [sum(column) for column in zip(*(_powers(one, two) for one, two in pairs), strict=True)]
    left = (
        [total - part for total, part in zip(sums, _powers(one, two), strict=True)] for one, two in pairs
    )  # fmt: skip
    return jackknifed(_factor(sums, len(pairs)), [_factor(each, len(pairs) - 1) for each in left])


def jackknifed(whole: float, left: Sequence[float]) -> Saving:
    """A factor with its interval. ``left``: what it is without one board, for each of them; its logarithm is taken."""
    logs = [log(value) for value in left]
    count, centre = len(logs), sum(logs) / len(logs)
    error = sqrt((count - 1) / count * sum((value - centre) ** 2 for value in logs))
    return Saving(whole, whole * exp(-NORMAL_95 * error), whole * exp(NORMAL_95 * error))


def _powers(one: float, two: float) -> tuple[float, float, float, float, float]:
    return one, two, one * one, two * two, one * two


def _factor(sums: Sequence[float], count: int) -> float:
    one, two, ones, twos, both = sums
    apart = (ones - one * one / count) + (twos - two * two / count)
    together = apart + 2 * (both - one * two / count)
    if together <= 1e-12 * max(1.0, apart):
        raise ValueError("the means of the boards do not vary")
    return apart / together

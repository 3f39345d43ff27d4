"""By how much playing boards twice, with seats exchanged, cuts the variance of a mean: measured on the games."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from .pairs import NORMAL_95


@dataclass(frozen=True, slots=True)
class Saving:
    """``factor``: how many games on fresh boards tell as much as one on a mirrored board; its 95 % interval."""

    factor: float
    low: float
    high: float

    def text(self) -> str:
        """In words."""
        return f"{self.factor:.2f} ({self.low:.2f} to {self.high:.2f})"


def saving(pairs: Sequence[tuple[float, float]]) -> Saving:
    """What mirrored boards saved. ``pairs``: what one entrant made more than the other in both games of each board.

    Had the two games had boards of their own, the variance of their mean would be a quarter of the sum of both
    variances; it is divided by the variance that the means do have. The interval comes from leaving out one board after
    the other (jackknife, on the logarithm). Raises ``ValueError`` for fewer than three boards, or means that do not
    vary.
    """
    count = len(pairs)
    if count < 3:
        raise ValueError("three boards or more")
    sums = [sum(column) for column in zip(*(_powers(one, two) for one, two in pairs), strict=True)]
    whole = log(_factor(sums, count))
    left = [
        log(_factor([total - part for total, part in zip(sums, _powers(one, two), strict=True)], count - 1))
        for one, two in pairs
    ]
    centre = sum(left) / count
    error = sqrt((count - 1) / count * sum((value - centre) ** 2 for value in left))
    return Saving(exp(whole), exp(whole - NORMAL_95 * error), exp(whole + NORMAL_95 * error))


def _powers(one: float, two: float) -> tuple[float, float, float, float, float]:
    return one, two, one * one, two * two, one * two


def _factor(sums: Sequence[float], count: int) -> float:
    one, two, ones, twos, both = sums
    apart = (ones - one * one / count) + (twos - two * two / count)
    together = apart + 2 * (both - one * two / count)
    if together <= 1e-12 * max(1.0, apart):
        raise ValueError("the means of the boards do not vary")
    return apart / together

"""The joint fit: the strengths under which all results together are likeliest, and how sure that is.

The prior says that strengths lie about the mean of the field with a standard deviation of :data:`SPREAD`. It keeps
whoever won or lost everything finite, and joins groups that never met, as loosely as it must. Found by Newton's method
on a concave function, from sorted sums, so that the same results give the same bits. Intervals take the posterior for
normal; where the field is spread wide and games are few they hold the truth rather 91 than 95 times in a hundred.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, exp, log, sqrt

from .likelihood import Terms

POINT = 400 / log(10)
"""Rating points for a factor e in the odds: 400 points are odds of ten to one, as in Elo's scale."""

SPREAD = 350 / POINT
"""Standard deviation of the prior: 350 points."""

NORMAL_95 = 1.959963984540054
"""Half the width of a 95 % interval in standard deviations."""

ITERATIONS = 100
PRECISE = 1e-13

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Fit:
    """Strengths about their mean, in natural logarithms of odds, by entrant, and their covariances."""

    entrants: tuple[str, ...]
    strengths: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def deviation(self, index: int) -> float:
        """Standard deviation of a strength against the mean of the field."""
        return sqrt(max(0.0, self.covariance[index][index]))

    def superiority(self, one: int, two: int) -> float:
        """Likelihood that the first is stronger than the second, from 0 to 1; ½ for an entrant and itself."""
        spread = self.covariance[one][one] + self.covariance[two][two] - 2 * self.covariance[one][two]
        if one == two or spread <= 0:
            return 0.5
        return (1 + erf((self.strengths[one] - self.strengths[two]) / sqrt(2 * spread))) / 2


def fit(terms: Terms, entrants: Sequence[str]) -> Fit:
    """The fit for ``entrants``, with or without games. A few hundred of them take seconds: the work grows as n³."""
    names = tuple(sorted(entrants))
    index = {name: number for number, name in enumerate(names)}
    gains = [float(terms.gains.get(name, 0)) for name in names]
    choices = [
        ([[index[name] for name in side] for side in sides], float(weight))
        for sides, weight in sorted(terms.choices.items())
    ]
    strengths = [0.0] * len(names)
    for _ in range(ITERATIONS):
        slope, curve = _derivatives(gains, choices, strengths)
        step = _solve(_cholesky(curve), slope)
        longest = max(map(abs, step), default=0.0)
        shorter = min(1.0, 2.0 / longest) if longest else 1.0  # far from the top a whole step could go too far
        strengths = [old + shorter * new for old, new in zip(strengths, step, strict=True)]
        if longest < PRECISE:
            break
    _, curve = _derivatives(gains, choices, strengths)
    return _centred(names, strengths, _inverse(_cholesky(curve)))


def _derivatives(
    gains: Sequence[float], choices: Sequence[tuple[list[list[int]], float]], strengths: Sequence[float]
) -> tuple[list[float], Matrix]:
    """Slope of the log-posterior, and its curvature with the sign turned, which is positive definite."""
    prior = 1 / SPREAD**2
    slope = [gain - prior * strength for gain, strength in zip(gains, strengths, strict=True)]
    curve = [[0.0] * len(gains) for _ in gains]
    for row, line in enumerate(curve):
        line[row] = prior
    for sides, weight in choices:
        _choice(sides, weight, strengths, slope, curve)
    return slope, curve


def _choice(
    sides: list[list[int]], weight: float, strengths: Sequence[float], slope: list[float], curve: Matrix
) -> None:
    sums = [sum(strengths[member] for member in side) for side in sides]
    top = max(sums)
    odds = [exp(strength - top) for strength in sums]
    total = sum(odds)
    shares = [(member, odd / total) for side, odd in zip(sides, odds, strict=True) for member in side]
    for side, odd in zip(sides, odds, strict=True):
        share = weight * odd / total
        for one in side:
            slope[one] -= share
            for two in side:
                curve[one][two] += share
    for one, mine in shares:
        for two, theirs in shares:
            curve[one][two] -= weight * mine * theirs


def _cholesky(matrix: Matrix) -> Matrix:
    """The lower triangle whose square the matrix is."""
    lower: Matrix = []
    for row, line in enumerate(matrix):
        mine: list[float] = []
        for column in range(row + 1):
            other = lower[column] if column < row else mine
            rest = line[column] - sum(one * two for one, two in zip(mine, other, strict=False))
            mine.append(sqrt(rest) if column == row else rest / other[column])
        lower.append(mine)
    return lower


def _solve(lower: Matrix, right: Sequence[float]) -> list[float]:
    size = len(lower)
    middle: list[float] = []
    for row in range(size):
        middle.append((right[row] - sum(a * b for a, b in zip(lower[row], middle, strict=False))) / lower[row][row])
    found = [0.0] * size
    for row in range(size - 1, -1, -1):
        rest = sum(lower[below][row] * found[below] for below in range(row + 1, size))
        found[row] = (middle[row] - rest) / lower[row][row]
    return found


def _inverse(lower: Matrix) -> Matrix:
    size = len(lower)
    return [_solve(lower, [float(row == column) for row in range(size)]) for column in range(size)]


def _centred(names: tuple[str, ...], strengths: Sequence[float], covariance: Matrix) -> Fit:
    """About the mean of the field: its level itself means nothing."""
    size = max(1, len(names))
    mean = sum(strengths) / size
    rows = [sum(line) / size for line in covariance]
    middle = sum(rows) / size
    centred = tuple(
        tuple(covariance[one][two] - rows[one] - rows[two] + middle for two in range(len(names)))
        for one in range(len(names))
    )
    return Fit(names, tuple(strength - mean for strength in strengths), centred)

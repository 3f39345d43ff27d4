"""The joint fit: the strengths under which all results together are likeliest, and how sure that is.

The prior says that strengths lie about the mean of the field with a standard deviation of :data:`SPREAD`. It keeps
whoever won or lost everything finite, and joins groups that never met, as loosely as it must. Found by Newton's method
on a concave function. Intervals take the posterior for normal; where the field is spread wide and games are few they
hold the truth rather 91 than 95 times in a hundred.

All of it in decimal numbers of 34 digits, each step rounded rightly and taken in a fixed order: unlike an exponential
of binary floats that is the same on every machine, so that what stands in a log can be computed again anywhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from fractions import Fraction
from math import erf, sqrt
from operator import mul

from .likelihood import Terms

DIGITS = Context(prec=34, rounding=ROUND_HALF_EVEN, Emin=-999_999, Emax=999_999)
"""How every number here is rounded."""

POINT = DIGITS.divide(400, Decimal(10).ln(DIGITS))
"""Rating points for a factor e in the odds: 400 points are odds of ten to one, as in Elo's scale."""

SPREAD = DIGITS.divide(350, POINT)
"""Standard deviation of the prior: 350 points."""

NORMAL_95 = Decimal("1.959963984540054")
"""Half the width of a 95 % interval in standard deviations."""

ITERATIONS = 100
PRECISE = Decimal("1e-17")
"""A step shorter than this leaves an error of about its square."""

LONGEST = Decimal(2)
"""Far from the top a whole step could go too far."""

NONE, WHOLE = Decimal(0), Decimal(1)

Row = list[Decimal]
Choice = tuple[list[list[int]], Decimal]


@dataclass(frozen=True, slots=True)
class Fit:
    """Strengths about their mean, in natural logarithms of odds, by entrant, and their covariances."""

    entrants: tuple[str, ...]
    strengths: tuple[Decimal, ...]
    covariance: tuple[tuple[Decimal, ...], ...]

    def deviation(self, index: int) -> Decimal:
        """Standard deviation of a strength against the mean of the field."""
        return max(NONE, self.covariance[index][index]).sqrt(DIGITS)

    def superiority(self, one: int, two: int) -> float:
        """Likelihood that the first is stronger than the second, from 0 to 1; ½ for an entrant and itself."""
        spread = self.covariance[one][one] + self.covariance[two][two] - 2 * self.covariance[one][two]
        if one == two or spread <= 0:
            return 0.5
        return (1 + erf(float(self.strengths[one] - self.strengths[two]) / sqrt(2 * spread))) / 2


def fit(terms: Terms, entrants: Sequence[str]) -> Fit:
    """The fit for ``entrants``, with or without games. A hundred take a second: the work grows as n³."""
    names = tuple(sorted(entrants))
    index = {name: number for number, name in enumerate(names)}
    with localcontext(DIGITS):
        gains = [_decimal(terms.gains.get(name, 0)) for name in names]
        choices = [
            ([[index[name] for name in side] for side in sides], _decimal(weight))
            for sides, weight in sorted(terms.choices.items())
        ]
        strengths = _likeliest(gains, choices)
        _, curve = _derivatives(gains, choices, strengths)
        return _centred(names, strengths, _inverse(_cholesky(curve)))


def _decimal(number: int | Fraction) -> Decimal:
    return Decimal(number.numerator) / number.denominator


def _likeliest(gains: Row, choices: Sequence[Choice]) -> Row:
    strengths = [NONE] * len(gains)
    for _ in range(ITERATIONS):
        slope, curve = _derivatives(gains, choices, strengths)
        step = _solve(_cholesky(curve), slope)
        longest = max(map(abs, step), default=NONE)
        shorter = min(WHOLE, LONGEST / longest) if longest else WHOLE
        strengths = [old + shorter * new for old, new in zip(strengths, step, strict=True)]
        if longest < PRECISE:
            break
    return strengths


def _derivatives(gains: Row, choices: Sequence[Choice], strengths: Row) -> tuple[Row, list[Row]]:
    """Slope of the log-posterior, and the lower triangle of its curvature with the sign turned, positive definite."""
    prior = WHOLE / (SPREAD * SPREAD)
    slope = [gain - prior * strength for gain, strength in zip(gains, strengths, strict=True)]
    curve = [[NONE] * row + [prior] for row in range(len(gains))]
    odds = [strength.exp() for strength in strengths]
    for sides, weight in choices:
        _choice(sides, weight, odds, slope, curve)
    return slope, curve


def _choice(sides: list[list[int]], weight: Decimal, odds: Row, slope: Row, curve: list[Row]) -> None:
    """One choice among sides, each with the product of its members' odds."""
    if len(sides) == 2 and len(sides[0]) == len(sides[1]) == 1:
        _pair(max(sides)[0], min(sides)[0], weight, odds, slope, curve)
        return
    worth = [_product(odds, side) for side in sides]
    total = sum(worth, NONE)
    shares = []
    for side, value in zip(sides, worth, strict=True):
        share = value / total
        weighted = weight * share
        for one in side:
            shares.append((one, share, weighted))
            slope[one] -= weighted
            for two in side:
                if two <= one:
                    curve[one][two] += weighted
    for one, _, mine in shares:
        for two, theirs, _ in shares:
            if two <= one:
                curve[one][two] -= mine * theirs


def _pair(one: int, two: int, weight: Decimal, odds: Row, slope: Row, curve: list[Row]) -> None:
    """The commonest choice by far, between two entrants of whom ``one`` is the later."""
    mine = weight / (1 + odds[two] / odds[one])
    theirs = weight - mine
    bend = mine * theirs / weight
    slope[one] -= mine
    slope[two] -= theirs
    curve[one][one] += bend
    curve[two][two] += bend
    curve[one][two] -= bend


def _product(odds: Row, side: list[int]) -> Decimal:
    found = odds[side[0]]
    for member in side[1:]:
        found *= odds[member]
    return found


def _dot(one: Row, two: Row) -> Decimal:
    """The sum of products, as far as the shorter goes."""
    return sum(map(mul, one, two), NONE)


def _cholesky(matrix: list[Row]) -> list[Row]:
    """The lower triangle whose square is the symmetric matrix of which ``matrix`` is the lower triangle."""
    lower: list[Row] = []
    for row, line in enumerate(matrix):
        mine: Row = []
        for column in range(row):
            other = lower[column]
            mine.append((line[column] - _dot(mine, other)) / other[column])
        mine.append((line[row] - _dot(mine, mine)).sqrt())
        lower.append(mine)
    return lower


def _solve(lower: list[Row], right: Row) -> Row:
    """What the square of the triangle turns into ``right``."""
    found: Row = []
    for line, value in zip(lower, right, strict=True):
        found.append((value - _dot(line, found)) / line[-1])
    for row in range(len(found) - 1, -1, -1):
        found[row] /= lower[row][row]
        for before, factor in enumerate(lower[row][:row]):
            found[before] -= factor * found[row]
    return found


def _inverse(lower: list[Row]) -> list[Row]:
    """The inverse of the square of the triangle, from the columns of the triangle's own inverse."""
    size = len(lower)
    columns: list[Row] = []  # each from the diagonal downwards
    for first in range(size):
        column = [WHOLE / lower[first][first]]
        for line in lower[first + 1 :]:
            column.append(-_dot(line[first:], column) / line[-1])
        columns.append(column)
    full = [[NONE] * size for _ in range(size)]
    for one in range(size):
        for two in range(one + 1):
            full[one][two] = full[two][one] = _dot(columns[one], columns[two][one - two :])
    return full


def _centred(names: tuple[str, ...], strengths: Row, covariance: list[Row]) -> Fit:
    """About the mean of the field: its level itself means nothing."""
    size = max(1, len(names))
    mean = sum(strengths, NONE) / size
    rows = [sum(line, NONE) / size for line in covariance]
    middle = sum(rows, NONE) / size
    centred = tuple(
        tuple(covariance[one][two] - rows[one] - rows[two] + middle for two in range(len(names)))
        for one in range(len(names))
    )
    return Fit(names, tuple(strength - mean for strength in strengths), centred)

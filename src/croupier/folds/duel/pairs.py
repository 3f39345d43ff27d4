"""Results of two entrants in pairs of games on one board with seats exchanged, and what they say about the score.

A pair is one observation: its two games share their luck, which the exchange of seats mostly takes out. There are five
results of a pair (none, half, one, one and a half, two points), hence "pentanomial".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import erf, inf, log10, sqrt

from .exact import power_of_ten

NORMAL_95 = 1.959963984540054
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Score of a pair as a share of its points, by its index."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """``counts``: pairs in which the first scored 0, ½, 1, 1½, 2. ``split``: those with 1 by a win and a loss."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    split: int = 0

    def add(self, halves: tuple[int, int]) -> "Pairs":
        """One pair more: half points of the first in its two games."""
        counts = list(self.counts)
        counts[sum(halves)] += 1
        return Pairs((counts[0], counts[1], counts[2], counts[3], counts[4]), self.split + (set(halves) == {0, 2}))

    @property
    def number(self) -> int:
        """How many pairs there are."""
        return sum(self.counts)

    @property
    def games(self) -> tuple[int, int, int]:
        """Games lost, drawn, won by the first."""
        none, half, one, more, two = self.counts
        drawn = half + 2 * (one - self.split) + more
        return 2 * none + half + self.split, drawn, 2 * two + more + self.split


def pairs_of(found: Iterable[tuple[int, int]]) -> Pairs:
    """All pairs, each as half points of the first in its two games."""
    pairs = Pairs()
    for halves in found:
        pairs = pairs.add(halves)
    return pairs


def moments(counts: Sequence[float], scores: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of one observation. Both 0 where there is none."""
    number = sum(counts)
    if not number:
        return 0.0, 0.0
    mean = sum(count * score for count, score in zip(counts, scores, strict=True)) / number
    square = sum(count * (score - mean) ** 2 for count, score in zip(counts, scores, strict=True)) / number
    return mean, square


@dataclass(frozen=True, slots=True)
class Estimate:
    """Score of the first from 0 to 1 with its 95 % interval, the same as Elo, and the likelihood that it is better.

    ``saved``: how many games more it would have taken to know as much without pairs, by the variance of the games taken
    one by one; negative where pairs did harm.
    """

    score: float
    low: float
    high: float
    elo: tuple[float, float, float]
    superiority: float
    saved: int


def estimate(pairs: Pairs) -> Estimate:
    """What the pairs so far say. With one pair or none nothing is known.

    Where all are alike, the interval is three pairs wide: what comes up less than once in so many may not have come up.
    """
    mean, variance = moments(pairs.counts, SCORES)
    if pairs.number < 2:
        mean = mean if pairs.number else 0.5
        return Estimate(mean, 0.0, 1.0, (elo(mean), -inf, inf), 0.5, 0)
    error = sqrt(variance / (pairs.number - 1)) or 3 / pairs.number / NORMAL_95
    low, high = max(0.0, mean - NORMAL_95 * error), min(1.0, mean + NORMAL_95 * error)
    better = (1 + erf((mean - 0.5) / (error * sqrt(2)))) / 2
    return Estimate(mean, low, high, (elo(mean), elo(low), elo(high)), better, saved(pairs))


def saved(pairs: Pairs) -> int:
    """Games that pairs saved: see :class:`Estimate`. 0 where the pairs do not vary at all."""
    _, of_pairs = moments(pairs.counts, SCORES)
    _, of_games = moments(pairs.games, (0.0, 0.5, 1.0))
    return round(pairs.number * (of_games / of_pairs - 2)) if of_pairs else 0


def elo(score: float) -> float:
    """The difference in Elo at which a score is expected; infinite at 0 and 1."""
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return -400 * log10(1 / score - 1)


def score_at(difference: float) -> float:
    """The score that is expected at a difference in Elo."""
    return 1 / (1 + power_of_ten(-difference / 400))

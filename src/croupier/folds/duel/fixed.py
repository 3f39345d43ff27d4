"""The test with a number of pairs that is fixed before the first: simpler to plan, dearer to play."""

from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist

from croupier.contracts.errors import BadConfig

from .pairs import SCORES, Pairs, moments, score_at
from .sprt import RARE, Verdict

DIGITS = 9
"""Of the quantile: so many are the same on every machine."""


@dataclass(frozen=True, slots=True)
class FixedTest:
    """After ``pairs``: better than ``elo0`` or not, wrongly "better" no oftener than ``alpha``."""

    pairs: int
    elo0: float = 0.0
    alpha: float = 0.05

    def __post_init__(self) -> None:
        if self.pairs < 2 or not 0 < self.alpha < 0.5:
            raise BadConfig("format/spec", "two pairs or more, and alpha between 0 and ½", place="duel")


def verdict(test: FixedTest, found: Pairs) -> Verdict:
    """``open`` until all pairs are played. Few pairs spread more than they show, as far as results are missing.

    Raises :class:`BadConfig` (``format/spec``) if more pairs are given than the test has.
    """
    if found.number > test.pairs:
        raise BadConfig("format/spec", f"{found.number} pairs in a test of {test.pairs}", place="duel")
    if found.number < test.pairs:
        return "open"
    mean, _ = moments(found.counts, SCORES)
    _, variance = moments([count or RARE for count in found.counts], SCORES)
    quantile = round(NormalDist().inv_cdf(1 - test.alpha), DIGITS)
    needed = quantile * sqrt(variance / (found.number - 1))
    return "better" if mean - score_at(test.elo0) > needed else "not better"


def pairs_needed(elo0: float, elo1: float, alpha: float, beta: float, deviation: float) -> int:
    """Pairs that a fixed test needs to tell ``elo1`` from ``elo0`` with error rates ``alpha`` and ``beta``.

    ``deviation``: of the score of one pair, from 0 to ½.
    """
    normal = NormalDist()
    width = (normal.inv_cdf(1 - alpha) + normal.inv_cdf(1 - beta)) * deviation
    return ceil((width / (score_at(elo1) - score_at(elo0))) ** 2)

"""The sequential test: play until it is clear whether the first is better by ``elo1`` or only by ``elo0``.

A generalized likelihood ratio of the five results of a pair: under each hypothesis the likeliest distribution with that
mean (Wald 1945 for the bounds; Van den Bergh, "The generalized SPRT", for the multinomial with a given mean). It stops
by itself, and errs no oftener than ``alpha`` and ``beta`` say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from croupier.contracts.errors import BadConfig

from .exact import log
from .pairs import SCORES, Pairs, score_at

Verdict = Literal["better", "not better", "open"]

RARE = 0.5
"""Stands for a result that has not come up: a likelihood needs it possible. Less than half a pair would make the first
pairs look surer than they are, and the test err oftener than it says."""

CAUTION = 0.8
"""The bounds are those of rates that are smaller by this factor: the spread of a pair's result is estimated from few
pairs at first, and what that costs must not come out of the rates that were promised."""

HALVINGS = 50
"""As often as a half fits into the digits of a float."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """The question. ``alpha``: how often "better" may be said wrongly at ``elo0``, ``beta``: "not better" at ``elo1``.

    ``most``: pairs after which it stops without a verdict, so that it ends in any case. Raises :class:`BadConfig`
    (``format/spec``) for a question that makes no sense.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    most: int | None = None

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise BadConfig("format/spec", "elo0 must be below elo1", place="format.elo1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadConfig("format/spec", "alpha and beta lie between 0 and ½", place="sprt")
        if self.most is not None and self.most < 1:
            raise BadConfig("format/spec", "there is one pair or more", place="sprt")

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios at which it stops: below the first "not better", above the second "better"."""
        alpha, beta = CAUTION * self.alpha, CAUTION * self.beta
        return log(beta / (1 - alpha)), log((1 - beta) / alpha)


@dataclass(frozen=True, slots=True)
class State:
    """Where a test stands: the log-likelihood ratio, the verdict, and whether to go on."""

    ratio: float
    verdict: Verdict
    over: bool


def state(test: Sprt, pairs: Pairs) -> State:
    """The test after ``pairs``."""
    found = ratio(test, pairs)
    low, high = test.bounds
    if found >= high:
        return State(found, "better", over=True)
    if found <= low:
        return State(found, "not better", over=True)
    return State(found, "open", over=test.most is not None and pairs.number >= test.most)


def ratio(test: Sprt, pairs: Pairs) -> float:
    """The log-likelihood ratio of ``elo1`` to ``elo0``; 0 before the first pair."""
    if not pairs.number:
        return 0.0
    counts = [count or RARE for count in pairs.counts]
    below, above = (likeliest(counts, score_at(elo)) for elo in (test.elo0, test.elo1))
    return sum(count * log(one / zero) for count, zero, one in zip(counts, below, above, strict=True))


def likeliest(counts: Sequence[float], mean: float) -> list[float]:
    """The probabilities with a given mean under which ``counts`` of the five results are likeliest.

    They are count / (total × (1 + t (score - mean))); t is where the mean comes out, found by halving.
    """
    total = sum(counts)
    gaps = [score - mean for score in SCORES]
    low, high = -1 / max(gaps), -1 / min(gaps)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if sum(count * gap / (1 + middle * gap) for count, gap in zip(counts, gaps, strict=True)) > 0:
            low = middle
        else:
            high = middle
    found = [count / (total * (1 + low * gap)) for count, gap in zip(counts, gaps, strict=True)]
    return [one / sum(found) for one in found]

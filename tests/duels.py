"""Simulated duels of which the truth is known: how often does a test err, and how long does it take?

``python tests/duels.py 1000`` plays that many at each hypothesis and writes the rates.
"""

import random
import sys
import time
from dataclasses import dataclass
from math import sqrt

from croupier.folds.duel.pairs import SCORES, Pairs, score_at
from croupier.folds.duel.sprt import Sprt, State, state

SHAPE = (0.16, 0.06, 0.56, 0.06, 0.16)
"""How often a pair of equals ends 0, ½, 1, 1½, 2: most boards are won from the same seat twice."""


@dataclass(frozen=True)
class Rates:
    better: float
    not_better: float
    pairs: float


def chances(elo: float) -> list[float]:
    """The shape of equals, tilted until the mean is right: a pair's score grows with its odds."""
    low, high, wanted = 0.01, 100.0, score_at(elo)
    for _ in range(80):
        middle = sqrt(low * high)
        tilted = [share * middle**score for share, score in zip(SHAPE, SCORES, strict=True)]
        mean = sum(share * score for share, score in zip(tilted, SCORES, strict=True)) / sum(tilted)
        low, high = (middle, high) if mean < wanted else (low, middle)
    return [share / sum(tilted) for share in tilted]


def duel(test: Sprt, shares: list[float], chance: random.Random) -> tuple[State, int]:
    """Played until it stops."""
    counts = [0, 0, 0, 0, 0]
    while True:
        counts[chance.choices(range(5), shares)[0]] += 1
        pairs = Pairs((counts[0], counts[1], counts[2], counts[3], counts[4]))
        found = state(test, pairs)
        if found.over:
            return found, pairs.number


def rates(test: Sprt, elo: float, number: int, seed: int) -> Rates:
    shares, chance = chances(elo), random.Random(seed)
    found = [duel(test, shares, chance) for _ in range(number)]
    return Rates(
        sum(one.verdict == "better" for one, _ in found) / number,
        sum(one.verdict == "not better" for one, _ in found) / number,
        sum(pairs for _, pairs in found) / number,
    )


def main(number: int) -> None:
    for test in (Sprt(0, 100), Sprt(0, 40), Sprt(-20, 20), Sprt(0, 40, alpha=0.01, beta=0.01)):
        started = time.monotonic()
        at0, at1 = rates(test, test.elo0, number, 1), rates(test, test.elo1, number, 2)
        took = time.monotonic() - started
        print(
            f"elo {test.elo0:g} to {test.elo1:g}, alpha {test.alpha}, beta {test.beta}: of {number} duels "
            f"'better' at elo0 in {at0.better:.1%}, 'not better' at elo1 in {at1.not_better:.1%}; "
            f"{at0.pairs:.0f} and {at1.pairs:.0f} pairs on average ({took:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]))

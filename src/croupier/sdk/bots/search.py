"""Choosing by playing on: each action is tried in many worlds, each to the end of the deal, and the best mean wins.

All actions are tried in the same worlds, so that good luck with the cards favours none of them. Where there are many,
the worse half is given up after a quarter of the budget, and again after half of it.
"""

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from croupier.games.kernel import Deal, Worlds

FEW = 4
"""So many actions are followed to the end; of more, the worse half is given up on the way."""
STAGES = (0.25, 0.5)
"""Parts of the budget after which that happens."""

Playout = Callable[[Deal, Random], None]
"""Plays a deal on, to its end or to where it can be judged."""
Value = Callable[[Deal], float]
"""What a deal is worth to the seat that thinks; more is better."""


class Budget(Protocol):
    """How long to think."""

    def spent(self, worlds: int) -> float:
        """The part of the budget that is used up after so many worlds; 1 or more is all of it."""


class Worth:
    """A number of worlds: what follows from it is the same on every machine."""

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds

    def spent(self, worlds: int) -> float:
        """See :class:`Budget`."""
        return worlds / self.worlds


class Span:
    """A length of time from now on, in seconds; ``enough`` worlds may end it earlier."""

    def __init__(self, seconds: float, enough: int) -> None:
        self.start, self.seconds, self.enough = time.monotonic(), max(seconds, 1e-9), enough

    def spent(self, worlds: int) -> float:
        """See :class:`Budget`."""
        return max((time.monotonic() - self.start) / self.seconds, worlds / self.enough)


def best(worlds: Worlds, actions: Sequence[str], playout: Playout, value: Value, budget: Budget, chance: Random) -> str:
    """The action with the best mean value; the first of equals. One world at least is tried."""
    sums = [0.0] * len(actions)
    alive = list(range(len(actions)))
    stages = list(STAGES)
    tried = 0
    while not tried or budget.spent(tried) < 1:
        world = worlds(chance)
        if not tried:
            seat = world.to_act
            assert seat is not None
            moves = [world.check(seat, action) for action in actions]
        for index in alive:
            twin = world.copy()
            twin.push(moves[index])
            playout(twin, chance)
            sums[index] += value(twin)
        tried += 1
        if stages and budget.spent(tried) >= stages[0]:
            del stages[0]
            alive = better_half(alive, sums)
    return actions[max(alive, key=lambda index: sums[index])]


def better_half(alive: list[int], sums: Sequence[float]) -> list[int]:
    """The indices with the higher sums, in order; all of them where they are few."""
    keep = max(FEW, (len(alive) + 1) // 2)
    return sorted(sorted(alive, key=lambda index: -sums[index])[:keep])

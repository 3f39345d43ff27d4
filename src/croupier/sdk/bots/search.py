"""Choosing by playing on: each action is tried in many worlds, each to the end of the deal, and the best mean wins.

All actions are tried in the same worlds, so that good luck with the cards favours none of them. Where there are many,
the worse half is given up after a quarter of the budget, and again after half of it.
"""

import math
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from croupier.games.kernel import Deal, Worlds
from croupier.sdk.turn import Turn

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
    """A number of worlds: what follows from it is the same on every machine. A ``turn`` that is stale ends it."""

    def __init__(self, worlds: int, turn: Turn | None = None) -> None:
        self.worlds, self.turn = worlds, turn

    def spent(self, worlds: int) -> float:
        """See :class:`Budget`."""
        return 1.0 if self.turn is not None and self.turn.stale else worlds / self.worlds


class Span(Worth):
    """A length of time from now on, in seconds; so many worlds are enough, whatever is left of it."""

    def __init__(self, seconds: float, enough: int, turn: Turn | None = None) -> None:
        super().__init__(enough, turn)
        self.start, self.seconds = time.monotonic(), max(seconds, 1e-9)

    def spent(self, worlds: int) -> float:
        """See :class:`Budget`."""
        return max((time.monotonic() - self.start) / self.seconds, super().spent(worlds))


def best(
    worlds: Worlds,
    actions: Sequence[str],
    playout: Playout,
    value: Value,
    budget: Budget,
    chance: Random,
    doubt: float = 0.0,
) -> str:
    """The action with the best mean value; the first of equals. One world at least is tried.

    With ``doubt`` the first action stands unless another is better by that many standard errors.
    """
    sums, squares = [0.0] * len(actions), [0.0] * len(actions)
    alive = list(range(len(actions)))
    stages = list(STAGES)
    tried = 0
    while not tried or budget.spent(tried) < 1:
        world = worlds(chance)
        if not tried:
            seat = world.to_act
            assert seat is not None
            moves = [world.check(seat, action) for action in actions]
        first = None
        for index in alive:
            twin = world.copy()
            twin.push(moves[index])
            playout(twin, chance)
            ahead = value(twin)
            first = ahead if first is None else first
            sums[index] += ahead - first
            squares[index] += (ahead - first) ** 2
        tried += 1
        if stages and budget.spent(tried) >= stages[0]:
            del stages[0]
            alive = better_half(alive, sums)
    found = max(alive, key=lambda index: sums[index])
    return actions[found if sums[found] > doubt * spread(sums[found], squares[found], tried) else 0]


def spread(total: float, squares: float, number: int) -> float:
    """The standard error of a sum of ``number`` differences."""
    return math.sqrt(max(0.0, squares - total * total / number))


def better_half(alive: list[int], sums: Sequence[float]) -> list[int]:
    """The first index and those with the higher sums, in order; all of them where they are few."""
    keep = max(FEW, (len(alive) + 1) // 2)
    return sorted({0, *sorted(alive, key=lambda index: -sums[index])[:keep]})

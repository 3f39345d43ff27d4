"""What a search has to know of a game to play it on."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from croupier.games.kernel import Deal
from croupier.sdk.turn import Turn

SPREAD = 100.0
"""A large difference in points, in a game of which nothing is known."""


def at_random(deal: Deal, chance: Random) -> None:
    """Play the deal to its end, any legal action as likely as the others."""
    random = chance.random
    while deal.to_act is not None:
        moves = deal.moves()
        deal.push(moves[int(random() * len(moves))])


def all_of_them(turn: Turn) -> Sequence[str]:
    """All legal actions."""
    return turn.actions


def lead(deal: Deal, side: int) -> float:
    """The points of a side less those of the best other one."""
    points = deal.points()
    return points.pop(side) - max(points)


class Style(NamedTuple):
    """``play_on`` plays a deal to its end, or to where ``judge`` can say how many points a side is ahead.

    ``candidates`` are the actions of a turn that are worth thinking about. A lead of ``spread`` points counts as much
    as winning does. Where there is ``doubt`` the first candidate stands unless another one is better by so many
    standard errors.
    """

    play_on: Callable[[Deal, Random], None] = at_random
    candidates: Callable[[Turn], Sequence[str]] = all_of_them
    judge: Callable[[Deal, int], float] = lead
    spread: float = SPREAD
    doubt: float = 0.0

"""How a deal is played on in a search, game by game: fast, on the kernel's numbers, a little better than at random."""

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import NamedTuple

from croupier.games.kernel import Deal
from croupier.sdk.turn import Turn

GAMES = ("briscola", "piquet", "trionfo")
"""Games with a module of their own here; it has ``play_on``, ``candidates``, ``SPREAD`` and maybe ``judge``."""

SPREAD = 100.0
"""A large difference in points, in a game of which nothing is known."""


class Style(NamedTuple):
    """``play_on`` plays a deal to its end, or to where ``judge`` can say how many points a side is ahead.

    ``candidates`` are the actions of a turn that are worth thinking about. A lead of ``spread`` points counts as much
    as winning does.
    """

    play_on: Callable[[Deal, Random], None]
    candidates: Callable[[Turn], Sequence[str]]
    judge: Callable[[Deal, int], float]
    spread: float


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


def style(game: str) -> Style:
    """The style of a game; at random, with all actions, where it has none of its own."""
    if game not in GAMES:
        return Style(at_random, all_of_them, lead, SPREAD)
    module = import_module(f"{__name__}.{game}")
    return Style(module.play_on, module.candidates, getattr(module, "judge", lead), module.SPREAD)

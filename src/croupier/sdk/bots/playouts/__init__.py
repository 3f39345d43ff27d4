"""How a deal is played on in a search, game by game: fast, on the kernel's numbers, a little better than at random."""

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import NamedTuple

from croupier.games.kernel import Deal
from croupier.sdk.turn import Turn

GAMES = ("briscola", "trionfo")
"""Games with a module of their own here; it has ``play_on`` and ``candidates``."""


class Style(NamedTuple):
    """``play_on`` plays a deal to its end; ``candidates`` are the actions of a turn that are worth thinking about."""

    play_on: Callable[[Deal, Random], None]
    candidates: Callable[[Turn], Sequence[str]]


def at_random(deal: Deal, chance: Random) -> None:
    """Play the deal to its end, any legal action as likely as the others."""
    random = chance.random
    while deal.to_act is not None:
        moves = deal.moves()
        deal.push(moves[int(random() * len(moves))])


def all_of_them(turn: Turn) -> Sequence[str]:
    """All legal actions."""
    return turn.actions


def style(game: str) -> Style:
    """The style of a game; at random, with all actions, where it has none of its own."""
    if game not in GAMES:
        return Style(at_random, all_of_them)
    module = import_module(f"{__name__}.{game}")
    return Style(module.play_on, module.candidates)

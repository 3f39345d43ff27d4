"""How a deal is played on in a search, game by game: fast, on the kernel's numbers, a little better than at random."""

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import cast

from croupier.games.kernel import Deal

PlayOn = Callable[[Deal, Random], None]
"""Plays a deal to its end."""

GAMES = ("briscola",)
"""Games with a module of their own here; it has ``play_on``."""


def at_random(deal: Deal, chance: Random) -> None:
    """Play the deal to its end, any legal action as likely as the others."""
    random = chance.random
    while deal.to_act is not None:
        moves = deal.moves()
        deal.push(moves[int(random() * len(moves))])


def play_on(game: str) -> PlayOn:
    """The way to play on in a game; at random where it has none of its own."""
    if game not in GAMES:
        return at_random
    return cast("PlayOn", import_module(f"{__name__}.{game}").play_on)

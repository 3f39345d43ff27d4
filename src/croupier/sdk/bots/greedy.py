"""A bot that takes what it can get, by a strategy for each game."""

import logging
from collections.abc import Callable

from croupier.sdk.bot import Bot
from croupier.sdk.messages import Snapshot
from croupier.sdk.turn import Turn

from . import bezique, briscola, piquet, trionfo
from .chance import random_action

log = logging.getLogger("croupier.sdk")

STRATEGIES: dict[str, Callable[[Turn], str]] = {
    "bezique": bezique.choose,
    "briscola": briscola.choose,
    "piquet": piquet.choose,
    "trionfo": trionfo.choose,
}
"""By the name of the game; each decides from the turn alone and remembers nothing."""


class GreedyBot(Bot):
    """Wins tricks that pay, throws low cards on those that do not, and saves its trumps."""

    quick = True

    def __init__(self) -> None:
        self._warned: set[str] = set()

    def choose(self, turn: Turn) -> str:
        """The answer of the game's strategy; at random in a game that has none."""
        return STRATEGIES.get(turn.table.name, random_action)(turn)

    def on_game(self, snapshot: Snapshot) -> None:
        """Say so, once, where there is no strategy."""
        name = snapshot.table.name
        if name not in STRATEGIES and name not in self._warned:
            self._warned.add(name)
            log.warning("greedy has no strategy for %s and plays it at random", name)

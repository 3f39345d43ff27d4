"""Random play of card games in OpenSpiel, through its Python API: what the kernel is compared with."""

import random
from collections.abc import Callable
from typing import Any

GAMES = ("spades", "hearts", "euchre")

Play = Callable[[random.Random], int]
"""Play one game at random; the number of decisions of players."""


def rivals(*, quick: bool = False) -> dict[str, Play]:
    """Each game by name; none at all without the package ``open_spiel``.

    Chance nodes are played as OpenSpiel's own examples do: ask for the outcomes with their chances and draw one.
    In these three games all outcomes are alike, so that a cheaper way exists, ``quick``: any legal action.
    """
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return {}
    return {name: _play(pyspiel.load_game(name), _any if quick else _outcome) for name in GAMES}


def _play(game: Any, chance: Callable[[Any, random.Random], int]) -> Play:
    def play(rng: random.Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance(state, rng))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def _outcome(state: Any, rng: random.Random) -> int:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(actions, weights)[0])


def _any(state: Any, rng: random.Random) -> int:
    return int(rng.choice(state.legal_actions()))

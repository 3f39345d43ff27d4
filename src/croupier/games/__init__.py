"""The rules of the games: pure, standard library only, no clock, no random numbers, no I/O."""

from functools import cache
from importlib import import_module

from .hints import did_you_mean, quote
from .kernel import BadOptions, Game

_MODULES = {
    "bezique": "croupier.games.bezique",
    "briscola": "croupier.games.briscola",
    "trionfo": "croupier.games.trionfo",
    "piquet": "croupier.games.piquet",
}
"""Where each game's ``GAME`` is; imported when it is first asked for."""


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_MODULES)


@cache
def _load(name: str) -> Game:
    game: Game = import_module(_MODULES[name]).GAME
    return game


def get(name: str) -> Game:
    """The game called ``name``. Raises :class:`BadOptions`, ``option/unknown-game``, with the nearest name."""
    if name not in _MODULES:
        raise BadOptions("option/unknown-game", f"no game {quote(name)}{did_you_mean(name, _MODULES)}")
    return _load(name)


def rule(game: str, code: str) -> str:
    """Where the rule behind an error code or a score's kind stands: ``briscola#card-not-held``."""
    return f"{game}#{code.rpartition('/')[2]}"

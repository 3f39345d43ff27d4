"""What the id of a game says: ``<tournament>-r<round>-t<table>-<n>``, and ``-a<attempt>`` where it was begun anew."""

import re

GAME = re.compile(r"(.+)-r(\d{1,9})-t\d+-\d+(?:-a(\d{1,9}))?", re.ASCII)

FIRST = 1
"""The attempt that no id names."""


def tournament_of(game: str) -> str | None:
    """The tournament that a game belongs to; ``None`` for an id that no schedule gives."""
    found = GAME.fullmatch(game)
    return None if found is None else found[1]


def round_of(game: str) -> int:
    """The round that a game belongs to; 0 for an id that says nothing."""
    found = GAME.fullmatch(game)
    return 0 if found is None else int(found[2])


def attempt_of(game: str) -> int:
    """Which attempt a game is, 1 for the first."""
    found = GAME.fullmatch(game)
    return FIRST if found is None or found[3] is None else int(found[3])


def same_game(one: str, other: str) -> bool:
    """Whether two ids are attempts at the same game."""
    return _first(one) == _first(other)


def again(game: str) -> str:
    """The id of the next attempt at a game."""
    return f"{_first(game)}-a{attempt_of(game) + 1}"


def _first(game: str) -> str:
    attempt = attempt_of(game)
    return game if attempt == FIRST else game.removesuffix(f"-a{attempt}")

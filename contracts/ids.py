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


def again(game: str) -> str:
    """The id of the next attempt at a game."""
    attempt = attempt_of(game)
    first = game if attempt == FIRST else game.removesuffix(f"-a{attempt}")
    return f"{first}-a{attempt + 1}"

"""Hints for people who mistyped a word."""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

LONGEST = 40
"""Characters of somebody's text that a reason repeats."""


def quote(text: str) -> str:
    """``text`` in quotes, made short and printable, for the reason of an error."""
    shown = ascii(text if len(text) <= LONGEST else text[:LONGEST] + "...")
    return shown if len(shown) <= 2 * LONGEST else shown[: 2 * LONGEST] + "...'"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A remark that names the known word nearest to ``word``, ready to be appended; else the empty text."""
    return _nearest(word, tuple(known)) if len(word) <= LONGEST else ""


@lru_cache(maxsize=512)
def _nearest(word: str, known: tuple[str, ...]) -> str:
    """The search takes a millisecond, and who makes a mistake tends to make it again."""
    near = [w for w in known if w.lower() == word.lower()] or get_close_matches(word, known, n=1, cutoff=0.6)
    return f", did you mean {near[0]!r}?" if near else ""

"""Trionfo: actions as text and as numbers.

A move is a number: a card of the pack to play, or ``BID + n`` for the bid ``n``.
"""

import re

from croupier.games.hints import did_you_mean, quote
from croupier.games.kernel import Malformed

from .setup import HAND, PACK

BID = len(PACK.cards)
TEXTS = (*(f"play {card}" for card in PACK.cards), *(f"bid {number}" for number in range(HAND + 1)))
MOVES = {text: move for move, text in enumerate(TEXTS)}

OUT_OF_RANGE = len(TEXTS)
"""What :func:`read` makes of a number that nobody can ever bid."""
WHOLE_NUMBER = re.compile(r"bid (-?[1-9][0-9]*)")


def read(action: str) -> int:
    """The move for an action. Raises :class:`Malformed`."""
    move = MOVES.get(action)
    if move is not None:
        return move
    if WHOLE_NUMBER.fullmatch(action):
        return OUT_OF_RANGE
    raise unreadable(action)


def unreadable(action: str) -> Malformed:
    """Why ``action`` is none of trionfo's actions."""
    verb, _, rest = action.partition(" ")
    if verb not in ("play", "bid"):
        hint = did_you_mean(verb, ("play", "bid"))
        return Malformed("malformed/unknown-action", f"no action {quote(action)}{hint}")
    if verb == "bid" or not rest or " " in rest:
        form = {"play": "play KD", "bid": "bid 3"}[verb]
        return Malformed("malformed/unknown-action", f"{quote(action)} is not of the form {form!r}")
    return Malformed("malformed/malformed-card", f"{quote(rest)} is no card{did_you_mean(rest, PACK.cards)}")

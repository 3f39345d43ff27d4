"""Piquet: the words of its actions, and the numbers that stand for them.

A number below 32 plays that card. The plain words follow. An exchange and a declaration need more than a word:
their lowest eight bits say what they are (``EXCHANGE``, ``CALL`` or ``CLAIM`` and the category), the bits above
hold which cards of the hand are exchanged, by place, or the call (:mod:`.holdings`).
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from croupier.games.hints import did_you_mean, quote
from croupier.games.kernel import Malformed

from .holdings import CATEGORIES, POINT, SEQUENCE, SEQUENCES, SET, SETS, SUITS, pack, unpack
from .setup import CARDS, PACK

BLANCHE = CARDS
"""Claim carte blanche for the first suit; the other suits follow."""
(WHITE_HAND, PASS, ASK, GOOD, EQUAL, NOT_GOOD, LOOK, NO_LOOK) = range(CARDS + 4, CARDS + 12)
EXCHANGE, CALL, CLAIM = 64, 65, 68
"""``CALL`` and ``CLAIM`` are those of a point; sequence and set follow."""
SHIFT = 8

NAMES = ("point", "sequence", "set")
PLAIN = ("pass", "ask", "good", "equal", "not-good", "look", "no-look")
VERBS = ("play", "blanche", "exchange", "call", "claim", *PLAIN)

TEXTS = (
    *(f"play {card}" for card in PACK.cards), *(f"blanche {suit}" for suit in PACK.suits), "blanche", *PLAIN,
)  # fmt: skip
"""The text of the moves that are one word or name one card or suit."""

Item = tuple[int, ...]
"""What somebody says he holds: (suit,), (suit, top, length) or (rank, number)."""


class Said(NamedTuple):
    """An action that was read. ``move`` is its number where the words alone fix it, else -1."""

    verb: str
    move: int = -1
    category: int = -1
    cards: tuple[int, ...] = ()
    items: tuple[Item, ...] = ()


def call_move(category: int, call: int) -> int:
    """The move that makes ``call``."""
    return call << SHIFT | CALL + category


def claim_move(category: int, call: int) -> int:
    """The move that claims ``call``."""
    return call << SHIFT | CLAIM + category


# --- from numbers to text


def item_text(category: int, item: int) -> str:
    """An item as it stands in a call: ``S``, ``AS 4`` or ``K 3``."""
    if category == POINT:
        return PACK.suits[item]
    if category == SEQUENCE:
        suit, top, length = SEQUENCES[item]
        return f"{PACK.cards[8 * suit + top]} {length}"
    rank, number = SETS[item]
    return f"{PACK.ranks[rank]} {number}"


@lru_cache(maxsize=1 << 12)
def text(move: int, hand: tuple[int, ...] = ()) -> str:
    """The text of a move; an exchange needs the cards of the hand in the order of the pack."""
    kind, more = move & (1 << SHIFT) - 1, move >> SHIFT
    if kind == EXCHANGE:
        return " ".join(["exchange", *PACK.texts(card for place, card in enumerate(hand) if more >> place & 1)])
    if kind < EXCHANGE:
        return TEXTS[move]
    verb, category = ("claim", kind - CLAIM) if kind >= CLAIM else ("call", kind - CALL)
    return f"{verb} {NAMES[category]} " + " + ".join(item_text(category, item) for item in unpack(more))


# --- from text to what was said

_SAID = {words: Said(words.split(" ")[0], move) for move, words in enumerate(TEXTS)} | {
    f"{verb} point {PACK.suits[suit]}": Said(verb, pack(suit) << SHIFT | kind, POINT, items=((suit,),))
    for verb, kind in (("call", CALL), ("claim", CLAIM))
    for suit in SUITS
}
_NUMBER = re.compile(r"0|[1-9][0-9]?", re.ASCII)
_FORMS = {
    "play": "play KD",
    "blanche": "blanche S",
    "exchange": "exchange 7H JH",
    "call": "call sequence AS 4 + QH 3",
    "claim": "claim set K 4 + T 3",
}


def read(action: str) -> Said:
    """What an action says. Raises :class:`Malformed` if it is none of piquet's."""
    known = _SAID.get(action)
    if known is not None:
        return known
    verb, *words = action.split(" ")
    if verb not in VERBS:
        raise _unknown(f"no action {quote(action)}{did_you_mean(verb, VERBS)}")
    if verb == "exchange":
        return Said(verb, cards=tuple(map(_card, words)))
    if verb == "play" and len(words) == 1:
        _card(words[0])
    if verb in ("call", "claim") and len(words) > 1:
        return _declaration(verb, words[0], " ".join(words[1:]).split(" + "))
    raise _unformed(action, verb)


def _declaration(verb: str, name: str, parts: Sequence[str]) -> Said:
    if name not in NAMES:
        raise _unknown(f"no category {quote(name)}{did_you_mean(name, NAMES)}")
    category = NAMES.index(name)
    if category == POINT:
        raise _unknown(f"a point is named by one suit, {verb} point S")
    items = tuple(_item(verb, category, part.split(" ")) for part in parts)
    return Said(verb, category=category, items=items)


def _item(verb: str, category: int, words: Sequence[str]) -> Item:
    if len(words) != 2 or not _NUMBER.fullmatch(words[1]):
        form = "AS 4 (top card, length)" if category == SEQUENCE else "K 4 (rank, number)"
        raise _unknown(f"{quote(' '.join(words))} is not of the form {form}")
    if category == SEQUENCE:
        card = _card(words[0])
        return card // 8, card % 8, int(words[1])
    if len(words[0]) != 1 or words[0] not in PACK.ranks:
        raise _unknown(f"no rank {quote(words[0])}{did_you_mean(words[0], PACK.ranks)}")
    return PACK.ranks.index(words[0]), int(words[1])


def _card(text: str) -> int:
    if not text:
        raise _unknown("cards are parted by one space")
    return PACK.read(text)


def _unformed(action: str, verb: str) -> Malformed:
    return _unknown(f"{quote(action)} is not of the form {_FORMS.get(verb, verb)!r}")


def _unknown(reason: str) -> Malformed:
    return Malformed("malformed/unknown-action", reason)


assert len(TEXTS) == NO_LOOK + 1 <= EXCHANGE
assert [CALL + category for category in CATEGORIES] == [65, 66, 67]
assert CALL + SET < CLAIM

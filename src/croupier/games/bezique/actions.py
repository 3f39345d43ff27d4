"""Bezique: actions as numbers and as text.

Numbers are those of cards to play, then of melds, of the same melds announced, and three more. A card may be
written without its copy, ``QS`` for ``QS1`` or ``QS2``, where that cannot mean two different things.
"""

from functools import cache
from typing import NamedTuple

from croupier.games.hints import did_you_mean, quote
from croupier.games.kernel import Malformed

from .melds import KINDS, MELD, MELDS
from .setup import CARDS, PACKS

ANNOUNCE = len(MELDS)
"""The number of a meld and this is the number of its announcement."""
ANNOUNCED = range(MELDS.stop, MELDS.stop + ANNOUNCE)
SEVEN, EXCHANGE, PASS = range(ANNOUNCED.stop, ANNOUNCED.stop + 3)

FORMS = {
    "play": "play QS1",
    "meld": "meld royal KC1 QC1",
    "announce": "announce royal KC1 QC1",
    "seven": "seven' or 'seven exchange",
    "pass": "pass",
}

Named = tuple[int, ...]
"""A card as somebody wrote it: its number, or the numbers of both copies."""


class Said(NamedTuple):
    """An action in parts: the ``verb``, the index of the ``kind`` of a meld, the cards; ``exchange`` for a seven."""

    verb: str
    kind: int = -1
    cards: tuple[Named, ...] = ()
    exchange: bool = False


@cache
def texts(packs: int) -> tuple[str, ...]:
    """All actions in full form by number; empty where a card does not exist in one pack."""
    cards = (*PACKS[packs].cards, *[""] * (CARDS - len(PACKS[packs].cards)))

    def meld(verb: str, number: int) -> str:
        words = [cards[card] for card in MELD[number].cards]
        return " ".join([verb, KINDS[MELD[number].kind], *words]) if all(words) else ""

    plays = (f"play {card}" if card else "" for card in cards)
    melds = (meld(verb, number) for verb in ("meld", "announce") for number in MELDS)
    return (*plays, *melds, "seven", "seven exchange", "pass")


@cache
def _known(packs: int) -> dict[str, Said]:
    """Full forms, read beforehand."""
    known = {"seven": Said("seven"), "seven exchange": Said("seven", exchange=True), "pass": Said("pass")}
    for number, text in enumerate(texts(packs)):
        if text and number < CARDS:
            known[text] = Said("play", cards=((number,),))
        elif text and number < SEVEN:
            meld = MELD[number if number in MELDS else number - ANNOUNCE]
            known[text] = Said(text.partition(" ")[0], meld.kind, tuple((card,) for card in meld.cards))
    return known


def read(packs: int, action: str) -> Said:
    """The parts of an action. Raises :class:`Malformed`."""
    return _known(packs).get(action) or _read(packs, action)


def _read(packs: int, action: str) -> Said:
    verb, *words = action.split(" ")
    if verb not in FORMS:
        hint = did_you_mean(verb, FORMS)
        raise Malformed("malformed/unknown-action", f"no action {quote(action)}{hint}")
    if verb == "play" and len(words) == 1 and words[0]:
        return Said(verb, cards=(_card(packs, words[0]),))
    if verb not in ("meld", "announce") or len(words) < 2 or "" in words:
        raise Malformed("malformed/unknown-action", f"{quote(action)} is not of the form '{FORMS[verb]}'")
    kind, *cards = words
    if kind not in KINDS:
        raise Malformed("malformed/unknown-action", f"no meld {quote(kind)}{did_you_mean(kind, KINDS)}")
    return Said(verb, KINDS.index(kind), tuple(_card(packs, card) for card in cards))


def _card(packs: int, text: str) -> Named:
    """A card with its copy, or both copies. Raises :class:`Malformed`."""
    pack = PACKS[packs]
    if packs == 2 and text + "1" in pack.number:
        return pack.number[text + "1"], pack.number[text + "2"]
    return (pack.read(text),)

"""Bezique: what can be melded, and how often a card counts.

A card makes a meld of a kind once only (R1). The kinds fall into classes: marriages, royal marriages and
sequences; beziques and double beziques; the fours of each rank. Within a class a card of the higher meld is
not used in the lower one afterwards (R2), and each meld brings a card that is new to the class (R3). Between
classes cards are shared freely.

A meld's number is also the number of the move that makes it.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple

from croupier.games.tricks import Tricks, tricks

from .setup import BIT, CARDS, PACK

KINDS = ("marriage", "royal", "sequence", "bezique", "double", "jacks", "queens", "kings", "aces")
MARRIAGE, ROYAL, SEQUENCE, BEZIQUE, DOUBLE = range(5)
POINTS = (20, 40, 250, 40, 500, 40, 60, 80, 100)
HIGHER = {MARRIAGE: SEQUENCE, ROYAL: SEQUENCE, BEZIQUE: DOUBLE}
"""The meld that swallows a lower one of its class."""
FOURS = {"jacks": "J", "queens": "Q", "kings": "K", "aces": "A"}


class Meld(NamedTuple):
    """A meld: index of its kind, its cards in order, the same as a set, and its suit where that matters."""

    kind: int
    cards: tuple[int, ...]
    mask: int
    suit: int | None


def mask_of(cards: Sequence[int]) -> int:
    """The set of cards as a number."""
    return sum({BIT[card] for card in cards})


def _copies(rank: str, suit: str) -> list[int]:
    return [number for number, text in enumerate(PACK.cards) if text[:2] == rank + suit]


def _shapes(kind: str) -> Iterator[tuple[tuple[int, ...], int | None]]:
    """Cards and suit of every meld of a kind, whatever is trump."""
    if kind in FOURS:
        cards = [number for number, text in enumerate(PACK.cards) if text[0] == FOURS[kind]]
        yield from ((four, None) for four in combinations(cards, 4))
    elif kind == "bezique":
        yield from ((pair, None) for pair in product(_copies("Q", "S"), _copies("J", "D")))
    elif kind == "double":
        yield (*_copies("Q", "S"), *_copies("J", "D")), None
    else:
        ranks = "ATKQJ" if kind == "sequence" else "KQ"
        for suit, letter in enumerate(PACK.suits):
            yield from ((cards, suit) for cards in product(*(_copies(rank, letter) for rank in ranks)))


ALL = tuple(
    Meld(number, cards, mask_of(cards), suit) for number, kind in enumerate(KINDS) for cards, suit in _shapes(kind)
)
MELDS = range(CARDS, CARDS + len(ALL))
"""The numbers of all melds; ``MELD[number]`` is the meld."""
MELD = dict(zip(MELDS, ALL, strict=True))
FIND = {(meld.kind, meld.mask): number for number, meld in MELD.items()}


def fits(meld: Meld, trump: int) -> bool:
    """Is the suit right? A royal marriage and a sequence are of trump, a marriage is not."""
    return meld.suit is None or (meld.suit == trump) == (meld.kind != MARRIAGE)


class Within(dict[int, tuple[int, ...]]):
    """The melds of one kind that lie within a set of cards, worked out when they are first asked for."""

    __slots__ = ("_melds", "cards")

    def __init__(self, kind: int, trump: int) -> None:
        super().__init__()
        found = [(number, meld.mask) for number, meld in MELD.items() if meld.kind == kind and fits(meld, trump)]
        self._melds = found
        self.cards = 0
        for _, mask in found:
            self.cards |= mask

    def __missing__(self, cards: int) -> tuple[int, ...]:
        found = tuple(number for number, mask in self._melds if mask & cards == mask)
        self[cards] = found
        return found


@cache
def within(trump: int) -> tuple[Within, ...]:
    """For each kind the melds that there are with this trump, by the set of cards that is at hand."""
    return tuple(Within(kind, trump) for kind in range(len(KINDS)))


def _set_of(*names: str) -> int:
    """Both copies of cards; ``K`` stands for all kings."""
    return sum(BIT[card] for card, text in enumerate(PACK.cards) if text[:2] in names or text[0] in names)


HALF = CARDS // 2
QUEENS = _set_of("Q") & (1 << HALF) - 1
PAIR = _set_of("QS", "JD") & (1 << HALF) - 1
FACES = _set_of(*FOURS.values())
REACH = tuple(
    tuple(kind for group, kinds in enumerate(((0, 1, 2), (3, 4), (5, 6, 7, 8))) if bits >> group & 1 for kind in kinds)
    for bits in range(8)
)


def kinds_in_reach(cards: int) -> tuple[int, ...]:
    """The kinds of meld for which it is worth looking among ``cards``, in order: a quick look that leaves out most.

    A king stands next above the queen of its suit, so both are there where a queen's bit is set in the set and in the
    set shifted by one. Queen of spades and jack of diamonds make a bezique; a four needs four cards of such ranks.
    """
    either = cards | cards >> HALF
    bits = 1 if either & either >> 1 & QUEENS else 0
    if either & PAIR == PAIR:
        bits |= 2
    if (cards & FACES).bit_count() > 3:
        bits |= 4
    return REACH[bits]


class Trump(NamedTuple):
    """What follows from the trump suit: the tables of tricks, the melds by kind, the sevens as a set."""

    suit: int
    tables: Tricks
    within: tuple[Within, ...]
    sevens: int


@lru_cache(maxsize=8)
def trump_of(suit: int, packs: int) -> Trump:
    """The tables for a trump suit; the second copies are left out of the sevens of one pack."""
    sevens = [card for card, text in enumerate(PACK.cards) if text[0] == "7" and PACK.suit[card] == suit]
    return Trump(suit, tricks(PACK, suit), within(suit), sum(BIT[card] for card in sevens[:packs]))


def use_up(usable: list[int], made: Meld, literal: bool) -> None:
    """Note in ``usable`` (by kind, the cards that may still be used in it) that a meld was made.

    ``literal``: only R1 holds.
    """
    usable[made.kind] &= ~made.mask
    if literal:
        return
    for lower, higher in HIGHER.items():
        if higher == made.kind:
            usable[lower] &= ~made.mask
    # R3 binds in one case only: a double of two beziques has no new card. A sequence has a new ace, a four four.
    if made.kind == BEZIQUE and not usable[BEZIQUE]:
        usable[DOUBLE] = 0


def breach(meld: Meld, made: Sequence[int], literal: bool) -> tuple[str, str] | None:
    """Code and reason of the first rule of reuse that ``meld`` breaks after the melds ``made`` before, if any."""
    used = [0] * len(KINDS)
    for number in made:
        used[MELD[number].kind] |= MELD[number].mask
    name = KINDS[meld.kind]
    if meld.mask & used[meld.kind]:
        return "move/meld-card-reused", f"a card was in a meld of the kind {name} before"
    if literal:
        return None
    higher = HIGHER.get(meld.kind)
    if higher is not None and meld.mask & used[higher]:
        return "move/meld-lower-after-higher", f"a card was in a meld of the kind {KINDS[higher]} before"
    if meld.kind == DOUBLE and not meld.mask & ~used[BEZIQUE]:
        return "move/meld-no-new-card", "all four cards were in a bezique before"
    return None

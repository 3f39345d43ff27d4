"""Piquet: what a hand holds that can be declared, and how declarations compare.

A hand is an integer with a bit for each card, so that the eight bits of a suit are the ranks held in it. What
can be declared are *items*: a suit as point; a sequence, by its place in ``SEQUENCES``; a set, by its place in
``SETS``. Each item has a key: the larger key wins, equal keys are equal. A *call* is a best item and extras that
also score if it wins, packed into an integer (:func:`pack`).

A run is a sequence that is as long as the hand allows. A run may be called shorter than it is, and gives one
sequence only.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product

from .setup import PACK

POINT, SEQUENCE, SET = CATEGORIES = range(3)
SUITS, RANKS = range(4), range(8)
PIP_VALUES = (7, 8, 9, 10, 10, 10, 10, 11)
"""By rank, weakest first."""

SUIT_MASK = 255
BIT = tuple(1 << card for card in range(32))
COUNT = tuple(mask.bit_count() for mask in range(256))
PIPS = tuple(sum(PIP_VALUES[rank] for rank in RANKS if mask >> rank & 1) for mask in range(256))
POINT_KEY = tuple(count << 7 | pips for count, pips in zip(COUNT, PIPS, strict=True))
"""By the ranks held in a suit: more cards are better, then more pips."""

SEQUENCES = tuple(
    (suit, top, length) for length in range(8, 2, -1) for top in range(7, length - 2, -1) for suit in SUITS
)
"""Every sequence as (suit, rank of the top card, number of cards), the best first."""
SEQUENCE_PLACE = {sequence: place for place, sequence in enumerate(SEQUENCES)}
SEQUENCE_KEY = tuple(length << 3 | top for _, top, length in SEQUENCES)
SEQUENCE_POINTS = tuple(length + 10 if length > 4 else length for _, _, length in SEQUENCES)

SETS = tuple((rank, number) for number in (4, 3) for rank in reversed(RANKS))
"""Every set as (rank, number of cards), the best first."""
SET_PLACE = {pair: place for place, pair in enumerate(SETS)}
SET_KEY = tuple(number << 3 | rank for rank, number in SETS)
SET_POINTS = tuple(14 if number == 4 else 3 for _, number in SETS)

NOTHING = -1
"""The key of a player who holds nothing in a category."""
ITEM_BITS = 7


def pack(best: int, extras: Sequence[int] = ()) -> int:
    """A call as an integer above 0: seven bits an item, the best one in the lowest bits."""
    call = 0
    for item in reversed((best, *extras)):
        call = call << ITEM_BITS | item + 1
    return call


def unpack(call: int) -> Iterator[int]:
    """The items of a call, the best first."""
    while call:
        yield (call & (1 << ITEM_BITS) - 1) - 1
        call >>= ITEM_BITS


def best_of(call: int) -> int:
    """The best item of a call."""
    return (call & (1 << ITEM_BITS) - 1) - 1


def in_suit(hand: int, suit: int) -> int:
    """The ranks that are held in a suit, as bits."""
    return hand >> 8 * suit & SUIT_MASK


# --- points


@cache
def _point_calls(suits: int) -> tuple[int, ...]:
    return tuple(pack(suit) for suit in SUITS if suits >> suit & 1)


def point_calls(hand: int) -> tuple[int, ...]:
    """All suits held: a point has no least number of cards."""
    clubs, diamonds, hearts, spades = hand & 255, hand & 255 << 8, hand & 255 << 16, hand >> 24
    return _point_calls((clubs > 0) | (diamonds > 0) << 1 | (hearts > 0) << 2 | (spades > 0) << 3)


def point_keys(hand: int) -> list[int]:
    """The key of each suit."""
    return [POINT_KEY[hand & 255], POINT_KEY[hand >> 8 & 255], POINT_KEY[hand >> 16 & 255], POINT_KEY[hand >> 24]]


# --- sequences


def _runs_in(suit: int, mask: int) -> tuple[int, ...]:
    found, length = [], 0
    for rank in RANKS:
        length = length + 1 if mask >> rank & 1 else 0
        if length > 2 and not mask >> rank + 1 & 1:
            found.append(SEQUENCE_PLACE[suit, rank, length])
    return tuple(found)


RUNS = tuple(tuple(_runs_in(suit, mask) for mask in range(256)) for suit in SUITS)
"""The runs in a suit, by the ranks held in it."""


def runs(hand: int) -> tuple[int, ...]:
    """All runs of a hand, suit by suit."""
    clubs, diamonds, hearts, spades = RUNS
    return clubs[hand & 255] + diamonds[hand >> 8 & 255] + hearts[hand >> 16 & 255] + spades[hand >> 24]


def _within(run: int) -> list[int]:
    """The sequences that may be called on a run: itself and every shorter part."""
    suit, top, length = SEQUENCES[run]
    return [
        SEQUENCE_PLACE[suit, high, number]
        for number in range(length, 2, -1)
        for high in range(top, top - length + number - 1, -1)
    ]


@lru_cache(maxsize=1 << 14)
def sequence_calls(runs: tuple[int, ...], sinking: bool) -> tuple[int, ...]:
    """All calls on these runs, those that are worth most first; without ``sinking`` only all of each run."""
    choices = [(*_within(run), NOTHING) if sinking else (run,) for run in runs]
    return _calls(choices, SEQUENCE_KEY, SEQUENCE_POINTS)


# --- sets


@cache
def _sets_of(fours: int, threes: int, lowest: int, sinking: bool) -> tuple[int, ...]:
    choices = []
    for rank in RANKS[: lowest - 1 : -1]:
        if fours >> rank & 1:
            shorter = (SET_PLACE[rank, 3], NOTHING) if sinking else ()
            choices.append((SET_PLACE[rank, 4], *shorter))
        elif threes >> rank & 1:
            choices.append((SET_PLACE[rank, 3], *((NOTHING,) if sinking else ())))
    return _calls(choices, SET_KEY, SET_POINTS)


def set_calls(hand: int, lowest: int, sinking: bool) -> tuple[int, ...]:
    """All calls on the sets of a hand of rank ``lowest`` or better, those that are worth most first."""
    clubs, diamonds, hearts, spades = hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24
    reds, blacks = diamonds & hearts, clubs & spades
    threes = reds & (clubs | spades) | blacks & (diamonds | hearts)
    return _sets_of(reds & blacks, threes, lowest, sinking)


def _calls(choices: Sequence[Sequence[int]], keys: Sequence[int], worths: Sequence[int]) -> tuple[int, ...]:
    """Every call that takes one of ``choices`` each; of equal best items any may be the one that is named."""
    calls: list[tuple[int, list[int], int]] = []
    for chosen in product(*choices):
        items = sorted(item for item in chosen if item != NOTHING)
        points = -sum(worths[item] for item in items)
        best = [item for item in items if keys[item] == keys[items[0]]]
        calls += [(points, items, pack(one, [item for item in items if item != one])) for one in best]
    return tuple(call for _, _, call in sorted(calls))


# --- comparing

KEYS: tuple[Callable[[int, int], int], ...] = (
    lambda hand, suit: POINT_KEY[in_suit(hand, suit)],
    lambda _, sequence: SEQUENCE_KEY[sequence],
    lambda _, place: SET_KEY[place],
)
"""By category: the key of an item that a hand holds."""


def call_key(category: int, hand: int, call: int) -> int:
    """The key of a call's best item; ``NOTHING`` for no call."""
    return KEYS[category](hand, best_of(call)) if call else NOTHING


def worth(category: int, hand: int, item: int) -> int:
    """The points for an item of a hand."""
    if category == POINT:
        return COUNT[in_suit(hand, item)]
    return (SEQUENCE_POINTS if category == SEQUENCE else SET_POINTS)[item]


def cards_in(category: int, hand: int, item: int) -> Sequence[int]:
    """The cards of a hand that make up an item."""
    if category == POINT:
        return IN_SUIT[item][in_suit(hand, item)]
    if category == SEQUENCE:
        suit, top, length = SEQUENCES[item]
        return range(8 * suit + top + 1 - length, 8 * suit + top + 1)
    return [card for card in cards_of(hand) if card & 7 == SETS[item][0]]


def cards_of(hand: int) -> tuple[int, ...]:
    """The cards of a hand in the order of the pack."""
    clubs, diamonds, hearts, spades = IN_SUIT
    return clubs[hand & 255] + diamonds[hand >> 8 & 255] + hearts[hand >> 16 & 255] + spades[hand >> 24]


IN_SUIT = tuple(
    tuple(tuple(8 * suit + rank for rank in RANKS if mask >> rank & 1) for mask in range(256)) for suit in SUITS
)
"""The cards of a suit, by the ranks held in it."""


def hand_of(cards: Sequence[int]) -> int:
    """A hand from its cards."""
    hand = 0
    for card in cards:
        hand |= BIT[card]
    return hand


def is_white(hand: int, suit: int) -> bool:
    """Does the hand hold the ten of a suit, but neither its king nor its queen nor its jack?"""
    return in_suit(hand, suit) & 0b1111000 == 0b0001000


COURTS = hand_of([card for card, text in enumerate(PACK.cards) if text[0] in "KQJ"])

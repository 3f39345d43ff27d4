"""Tricks: who wins one, which cards may follow, who draws.

``Tricks`` holds tables for a pack, an order of ranks and a trump suit. Inside, a trick is the list of
its cards in the order played. A card beats the best so far if it is a stronger one of the same suit,
or the first trump; of two equal cards the first wins. As the best card of a trick is always a trump
or of the suit led, comparing each card with the best so far is enough.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .cards import Pack

Beats = tuple[tuple[bool, ...], ...]
"""``beats[best][card]``: does ``card`` beat ``best``?"""


@dataclass(frozen=True, slots=True)
class Tricks:
    """``suit`` of each card, index of the ``trump`` suit (``None``: no trumps), who ``beats`` whom."""

    suit: tuple[int, ...]
    trump: int | None
    beats: Beats

    def winner(self, trick: Sequence[int]) -> int:
        """Index of the card that wins (or is winning) a trick of one card or more."""
        best = 0
        for index, card in enumerate(trick):
            if self.beats[trick[best]][card]:
                best = index
        return best

    def holds(self, hand: Sequence[int], suit: int | None) -> list[int]:
        """The cards of ``hand`` of one suit."""
        return [card for card in hand if self.suit[card] == suit]


@lru_cache(maxsize=64)
def tricks(pack: Pack, trump: int | None, order: str | None = None) -> Tricks:
    """The tables for ``pack`` with ``trump`` (index of a suit), ranks in ``order`` (weakest first) if given."""
    suit, strength = pack.suit, pack.strength(order)

    def beats(best: int, card: int) -> bool:
        if suit[card] == suit[best]:
            return strength[card] > strength[best]
        return suit[card] == trump

    size = range(len(pack.cards))
    return Tricks(suit, trump, tuple(tuple(beats(best, card) for card in size) for best in size))


FollowRule = Callable[[Tricks, Sequence[int], Sequence[int]], Sequence[int]]
"""(tables, hand, cards of the trick so far) → the cards of the hand that may be played."""


def follow(tables: Tricks, hand: Sequence[int], trick: Sequence[int]) -> Sequence[int]:
    """A card of the suit led if one is held, else any."""
    return (trick and tables.holds(hand, tables.suit[trick[0]])) or hand


def follow_or_trump(tables: Tricks, hand: Sequence[int], trick: Sequence[int]) -> Sequence[int]:
    """A card of the suit led if one is held, else a trump if one is held, else any."""
    if not trick:
        return hand
    return tables.holds(hand, tables.suit[trick[0]]) or tables.holds(hand, tables.trump) or hand


def follow_and_win(tables: Tricks, hand: Sequence[int], trick: Sequence[int]) -> Sequence[int]:
    """As :func:`follow_or_trump`, and of the suit led one that beats the best card if one is held."""
    legal = follow_or_trump(tables, hand, trick)
    if not trick or tables.suit[legal[0]] != tables.suit[trick[0]]:
        return legal
    best = tables.beats[trick[tables.winner(trick)]]
    return [card for card in legal if best[card]] or legal


def breach(tables: Tricks, hand: Sequence[int], trick: Sequence[int], card: int) -> str:
    """The code of the duty that ``card``, held but not legal, neglects."""
    led = tables.suit[trick[0]]
    if tables.suit[card] == led:
        return "move/must-beat"
    return "move/must-follow-suit" if tables.holds(hand, led) else "move/must-trump"


@lru_cache(maxsize=16)
def rounds(seats: int) -> tuple[tuple[int, ...], ...]:
    """For each seat, all seats in order of play from that one on."""
    return tuple(tuple((first + step) % seats for step in range(seats)) for first in range(seats))


def deal_round_robin(deck: Sequence[int], order: Sequence[int], size: int) -> list[list[int]]:
    """Hands by seat: ``size`` cards to each seat of ``order``, one at a time from the front of the deck."""
    seats = len(order)
    hands: list[list[int]] = [[]] * seats
    for place, seat in enumerate(order):
        hands[seat] = list(deck[place : seats * size : seats])
    return hands


def draw_one_each(hands: Sequence[list[int]], order: Sequence[int], stock: Sequence[int], at: int) -> int:
    """Each seat of ``order`` takes a card from ``stock[at:]``; where the stock goes on from there."""
    for seat in order:
        hands[seat].append(stock[at])
        at += 1
    return at

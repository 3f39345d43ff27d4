"""Piquet: what a seat has been told of the other hand, read from its view.

From calls, replies and claims follow cards that the other player certainly holds (or held, before he played them),
and wishes: a sequence, a set or a point of which only the size is known, so that the suit or the cards are open.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .holdings import (
    COUNT,
    PIPS,
    POINT,
    SEQUENCE,
    SEQUENCE_PLACE,
    SEQUENCES,
    SET,
    SET_PLACE,
    SETS,
    best_of,
    hand_of,
    in_suit,
    pack,
    unpack,
)  # fmt: skip
from .setup import PACK
from .words import NAMES

View = Mapping[str, Any]


@dataclass(slots=True)
class Told:
    """What is known of the cards that the other player holds after the exchange.

    ``sure`` is a set of cards. ``point``: number of cards, pips or 0, suit or -1. ``run``: top rank, length, suit or
    -1. ``some``: rank and number of a set whose cards are open.
    """

    sure: int = 0
    point: tuple[int, int, int] | None = None
    run: tuple[int, int, int] | None = None
    some: tuple[int, int] | None = None
    trio: list[int] = field(default_factory=list)
    """Cards that were shown with a trio."""


def item_of(category: int, text: str) -> int:
    """The place of an item that is written in full: ``S``, ``AS 4`` or ``K 3``."""
    if category == POINT:
        return PACK.suits.index(text)
    first, number = text.split(" ")
    if category == SET:
        return SET_PLACE[PACK.ranks.index(first), int(number)]
    card = PACK.number[first]
    return SEQUENCE_PLACE[card // 8, card % 8, int(number)]


def call_of(category: int, items: list[str]) -> int:
    """A call from its items."""
    best, *extras = (item_of(category, text) for text in items)
    return pack(best, extras)


def own_calls(view: View) -> dict[int, int]:
    """The calls that the seat itself has made, by category."""
    found = {}
    for action in view["own_calls"]:
        _, name, items = action.split(" ", 2)
        category = NAMES.index(name)
        found[category] = call_of(category, items.split(" + "))
    return found


def told(view: View, seat: int, declarer: int) -> Told:
    """What the seat has been told of the other player's cards."""
    known, other = Told(), 1 - seat
    for category, name in enumerate(NAMES):
        declared = view["declared"][name]
        if declared.get("seat") == other:
            _scored(known, category, declared)
        elif declarer == other and declared.get("call", "pass") != "pass":
            _called(known, category, declared)
        elif declarer == seat and declared.get("reply") == "equal":
            _equalled(known, category, own_calls(view)[category], view, seat)
    return known


def _scored(known: Told, category: int, declared: View) -> None:
    """What scored was shown: a point by its suit and number, sequences and sets by their cards."""
    call = call_of(category, declared["scored"])
    if category == POINT:
        pips = declared.get("pips", 0) if declared.get("reply") == "good" else 0
        known.point = declared["number"], pips, best_of(call)
    elif category == SEQUENCE:
        for item in unpack(call):
            known.sure |= run_cards(*SEQUENCES[item])
    else:
        known.trio = [PACK.number[card] for card in declared.get("cards", ())]
        known.sure |= hand_of(known.trio)
        for rank, number in (SETS[item] for item in unpack(call)):
            known.sure |= rank_cards(rank) if number == 4 else 0


def _called(known: Told, category: int, declared: View) -> None:
    """A call that did not score tells its size; an equal one its suit as well."""
    suit = PACK.suits.index(declared["suit"]) if "suit" in declared else -1
    if category == POINT:
        known.point = int(declared["call"]), declared.get("pips", 0), suit
        return
    rank, number = declared["call"].split(" ")
    if category == SEQUENCE:
        known.run = PACK.ranks.index(rank), int(number), suit
    else:
        known.some = PACK.ranks.index(rank), int(number)


def _equalled(known: Told, category: int, call: int, view: View, seat: int) -> None:
    """Who replied that he holds the same does so: as many pips in another suit, or a sequence like it."""
    if category == POINT:
        played = [trick["cards"][trick["leader"] != seat] for trick in view["tricks"]]
        if view["leader"] == seat:
            played += view["trick"]
        held = hand_of([PACK.number[card] for card in (*view["hand"], *played)])
        suit = in_suit(held, best_of(call))
        known.point = COUNT[suit], PIPS[suit], -1
    elif category == SEQUENCE:
        _, top, length = SEQUENCES[best_of(call)]
        known.run = top, length, -1


def run_cards(suit: int, top: int, length: int) -> int:
    """The cards of a sequence."""
    return hand_of(range(8 * suit + top + 1 - length, 8 * suit + top + 1))


def rank_cards(rank: int) -> int:
    """The four cards of a rank."""
    return hand_of([8 * suit + rank for suit in range(4)])

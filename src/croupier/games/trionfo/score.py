"""Trionfo: what tricks, special trumps and bids are worth, and the lines of the score.

Without announcing a trick counts at once. With announcing the tricks of a smazzata are booked when it is over,
together with what the bid brings or costs; special trumps count at once either way.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from croupier.games.kernel import Score

from .setup import Setup

if TYPE_CHECKING:
    from .deal import TrionfoDeal

PENALTY = 2
"""Points lost for each trick that a failed bid is away from what was won."""


def settlement(setup: Setup, bid: int, won: int, got: int) -> tuple[int, str, int]:
    """What a smazzata brings to a seat that bid ``bid``, won ``won`` tricks and ``got`` points of special trumps.

    The tricks that count, the kind of the bid's line, and that line's points.
    """
    if won == bid:
        return won, "bid-exact", won + (got if setup.double else 0)
    failed = won < bid or setup.deviation
    counted = won if setup.keep or not failed else 0
    return counted, "bid-short" if won < bid else "bid-over", -PENALTY * abs(bid - won) if failed else 0


def lines(deal: "TrionfoDeal") -> list[Score]:
    """The lines of the score in order, those of 0 points left out."""
    return [score for score in _lines(deal) if score.points]


def _lines(deal: "TrionfoDeal") -> Iterator[Score]:
    setup, past = deal.setup, iter(deal.past)
    for bids, won, got in deal.settled:
        for _ in range(sum(won)):
            leader, winner, ply, cards = next(past)
            yield from _trick(deal, leader, winner, ply, cards)
        if setup.announce:
            yield from _settled(deal, bids, won, got, ply)
    for leader, winner, ply, cards in past:
        yield from _trick(deal, leader, winner, ply, cards)
    if setup.played:
        yield from _specials(deal, deal.leader, deal.ply - 1, deal.trick)


def _trick(deal: "TrionfoDeal", leader: int, winner: int, ply: int, cards: list[int]) -> Iterator[Score]:
    if deal.setup.played:
        yield from _specials(deal, leader, ply, cards)
    if not deal.setup.announce:
        yield Score(winner, "trick", 1, ply, "trionfo#trick")
    if not deal.setup.played:
        for card in cards:
            yield Score(winner, "special", deal.values[card], ply, "trionfo#special")


def _specials(deal: "TrionfoDeal", leader: int, last: int, cards: list[int]) -> Iterator[Score]:
    """Special trumps that pay who plays them, each at its own ply; ``last`` is that of the last card."""
    first = last + 1 - len(cards)
    for place, (seat, card) in enumerate(zip(deal.setup.turns[leader], cards, strict=False)):
        yield Score(seat, "special", deal.values[card], first + place, "trionfo#special")


def _settled(deal: "TrionfoDeal", bids: list[int], won: list[int], got: list[int], ply: int) -> Iterator[Score]:
    for seat in deal.setup.turns[deal.setup.after[deal.dealer]]:
        counted, kind, points = settlement(deal.setup, bids[seat], won[seat], got[seat])
        for _ in range(counted):
            yield Score(seat, "trick", 1, ply, "trionfo#trick")
        yield Score(seat, kind, points, ply, RULES[kind])


RULES = {"bid-exact": "trionfo#bid-exact", "bid-short": "trionfo#bid-short", "bid-over": "trionfo#bid-over"}

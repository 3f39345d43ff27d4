"""Playing a deal of bezique on, fast: the greedy bot's estimate on sets of cards, blurred by chance."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from croupier.games.bezique.actions import EXCHANGE, PASS, SEVEN
from croupier.games.bezique.deal import BeziqueDeal
from croupier.games.bezique.melds import KINDS, MELD, MELDS, ROYAL
from croupier.games.bezique.setup import BIT, CARDS, PACK
from croupier.games.kernel import Deal
from croupier.sdk.bots import bezique as greedy
from croupier.sdk.bots.bezique import (
    BRISQUE,
    HOLDS,
    LONG,
    POINTS,
    STRENGTH,
    TRUMP,
    TRUMP_HOLDS,
)
from croupier.sdk.turn import Turn

from .promises import Part, Promises
from .style import Style

SPREAD = 500.0
"""About all points of a deal."""
BLUR = 6.0
"""Points."""
DOUBT = 2.0
"""Greedy is good at melds: what differs from it must be clearly better."""
HORIZON = 3
"""Tricks that a playout goes on for while there is a stock: after more of them luck with the cards hides all else."""
NEAR = 4
"""With no more than that many cards in the stock it goes on to the end."""
PLAYS = 5
"""Plays that are worth thinking about."""
ALIKE = 3
"""Melds of one kind that are worth thinking about."""

MELD_WORTH = {move: POINTS[KINDS[meld.kind]] for move, meld in MELD.items()}
ROYALS = {move for move, meld in MELD.items() if meld.kind == ROYAL}
RANK, SUIT = tuple(text[0] for text in PACK.cards), PACK.suit


class Tables(NamedTuple):
    """With a trump suit: promises by kind; by card the price beside them, the chance to hold when led, its points."""

    promises: Sequence[Promises]
    price: Sequence[float]
    holds: Sequence[float]
    own: Sequence[int]


@lru_cache(maxsize=4)
def tables(trump: int) -> Tables:
    """The tables for a trump suit."""
    price, holds = [], []
    for suit, strength in zip(SUIT, PACK.strength(), strict=True):
        price.append(STRENGTH * strength + (TRUMP if suit == trump else 0))
        holds.append((TRUMP_HOLDS if suit == trump else HOLDS)[strength])
    own = [BRISQUE if rank in "AT" else 0 for rank in RANK]
    return Tables([Promises(kind, trump) for kind in range(len(KINDS))], price, holds, own)


def candidates(turn: Turn) -> Sequence[str]:
    """The plays that greedy likes best; or its meld, then others, but of each kind only some: copies hardly matter."""
    if turn.legal[0].startswith("play "):
        seen = greedy.read(turn.view, turn.seat)
        return sorted(turn.legal, key=lambda action: -greedy.estimate(seen, action[5:]))[:PLAYS]
    kinds: Counter[str] = Counter()
    chosen = [greedy.choose(turn)]
    for action in turn.legal:
        verb, _, rest = action.partition(" ")
        kind = rest.partition(" ")[0] if verb in ("meld", "announce") else action
        kinds[kind] += 1
        if kinds[kind] <= ALIKE and action != chosen[0]:
            chosen.append(action)
    return chosen


def play_on(deal: Deal, chance: Random) -> None:
    """Play a few tricks on; the deal to its end where it is near."""
    assert isinstance(deal, BeziqueDeal)
    table, goal, gone = tables(deal.trump.suit), len(deal.past) + HORIZON, played(deal)
    if len(deal.stock) - deal.drawn <= NEAR:
        goal = len(deal.setup.pack)
    while deal.to_act is not None and (len(deal.past) < goal or deal.phase == "meld"):
        moves = deal.moves()
        move = moves[0]
        if len(moves) > 1:
            move = declare(deal, moves) if deal.phase == "meld" else card(deal, moves, table, gone, chance)
        if move < CARDS:
            gone |= BIT[move]
        deal.push(move)


def played(deal: BeziqueDeal) -> int:
    """The set of cards that were played."""
    gone = 0
    for _, cards in deal.past:
        for number in cards:
            gone |= BIT[number]
    for number in deal.trick:
        gone |= BIT[number]
    return gone


def judge(deal: Deal, side: int) -> float:
    """How far a side is ahead where a playout stops: points, brisques, and what the hands promise."""
    assert isinstance(deal, BeziqueDeal)
    ahead = [deal.totals[seat] + BRISQUE * deal.brisques[seat] for seat in (0, 1)]
    stock = len(deal.stock) - deal.drawn
    if stock and deal.to_act is not None:
        table, gone, time = tables(deal.trump.suit), played(deal), min(1.0, stock / LONG)
        for seat in (0, 1):
            parts = promises(deal, deal.hands[seat], table, gone)
            ahead[seat] += int(time * sum([part.whole for part in parts]))
    elif deal.to_act is None:
        ahead = deal.totals
    return ahead[side] - ahead[1 - side]


def declare(deal: BeziqueDeal, moves: Sequence[int]) -> int:
    """The meld with the most points, a royal marriage before its sequence while there is time for both."""
    early = len(deal.stock) - deal.drawn >= LONG // 2
    best, choice = 0, PASS
    for move in moves:
        if move in MELDS:
            worth = POINTS["sequence"] + 1 if early and move in ROYALS else MELD_WORTH[move]
        elif move in (SEVEN, EXCHANGE):
            worth = POINTS["seven"] + (move == EXCHANGE)
        else:
            worth = 1 if move < SEVEN else 0
        if worth > best:
            best, choice = worth, move
    return choice


def card(deal: BeziqueDeal, moves: Sequence[int], table: Tables, gone: int, chance: Random) -> int:
    """The card with the best estimate for the seat that is to act; ``gone`` were played before."""
    _, price, holds, own = table
    stock = len(deal.stock) - deal.drawn
    adds, ready = promised(deal, moves, table, gone, stock) if stock else ({}, 0)
    random, trick = chance.random, deal.trick
    beaten = deal.beats[trick[0]] if trick else None
    pot = ready + (own[trick[0]] if trick else 0)
    best, choice = -1e9, -1
    for move in moves:
        ours = holds[move] if beaten is None else beaten[move]
        estimate = ours * (pot + 2 * own[move]) - own[move] - price[move] + BLUR * random()
        if move in adds:
            estimate -= adds[move]
        if estimate > best:
            best, choice = estimate, move
    return choice


def promises(deal: BeziqueDeal, hand: Sequence[int], table: Tables, gone: int) -> list[Part]:
    """What a hand promises in each kind of meld."""
    held = 0
    for number in hand:
        held |= BIT[number]
    coming = ~(held | gone)
    return [
        kind[held & usable, coming & usable & kind.mask]
        for kind, usable in zip(table.promises, deal.usable, strict=True)
    ]


def promised(
    deal: BeziqueDeal, hand: Sequence[int], table: Tables, gone: int, stock: int
) -> tuple[Mapping[int, float], int]:
    """What each card of a hand adds to its promise, and the points of the best meld that is complete."""
    time = stock / LONG if stock < LONG else 1.0
    adds: dict[int, float] = {}
    ready = 0
    for part in promises(deal, hand, table, gone):
        if part.ready > ready:
            ready = part.ready
        for number, more in part.adds:
            adds[number] = adds.get(number, 0.0) + time * more
    return adds, ready


STYLE = Style(play_on, candidates, judge, SPREAD, DOUBT)

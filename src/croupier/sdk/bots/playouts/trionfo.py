"""Playing a deal of trionfo on, fast: the estimate of the greedy bot with fixed chances, blurred.

The chances are those of a hand of seven in the beginning, when everybody holds about a sixth of the hidden cards.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from croupier.games.kernel import Deal
from croupier.games.trionfo.actions import BID
from croupier.games.trionfo.deal import TrionfoDeal
from croupier.games.trionfo.setup import PACK, Setup
from croupier.sdk.bots.trionfo import HEDGE, KEEP, LONG
from croupier.sdk.bots.trionfo import choose as greedy
from croupier.sdk.turn import Turn

from .style import Style

SHARE = 0.16
"""The part of the hidden cards that an opponent holds."""
SPREAD = 25.0
"""About all points of a deal."""
BLUR = 0.6
"""Points."""
RANKS = len(PACK.ranks)


class Chances(NamedTuple):
    """By card: the chance that it holds against 0, 1, 2 … opponents, and that it takes a trick at some time."""

    holds: tuple[tuple[float, ...], ...]
    promise: tuple[float, ...]


@lru_cache(maxsize=32)
def chances(players: int, trump: int) -> Chances:
    """The tables for a number of players and a trump suit."""
    holds, promise = [], []
    cut = (1 - SHARE) ** (RANKS - 2) * (1 - (1 - SHARE) ** (RANKS - 2))
    for suit, strength in zip(PACK.suit, PACK.strength(), strict=True):
        once = (1 - SHARE) ** (RANKS - 1 - strength) * (1 if suit == trump else 1 - cut)
        holds.append(tuple(once**opponents for opponents in range(players)))
        led = once ** (players - 1)
        promise.append(led + (1 - led) * LONG if suit == trump else led)
    return Chances(tuple(holds), tuple(promise))


def candidates(turn: Turn) -> Sequence[str]:
    """All plays; a bid is greedy's, as what a bid is worth depends too much on how the hand is played."""
    return [greedy(turn)] if turn.view["phase"] == "announce" else turn.legal


def play_on(deal: Deal, chance: Random) -> None:
    """Play the deal to its end."""
    assert isinstance(deal, TrionfoDeal)
    table = chances(deal.setup.players, deal.trump)
    while deal.to_act is not None:
        if deal.phase == "announce":
            deal.push(bid(deal, table))
            continue
        moves = deal.moves()
        deal.push(moves[0] if len(moves) == 1 else card(deal, moves, table, chance))


def bid(deal: TrionfoDeal, table: Chances) -> int:
    """The legal bid that is nearest to what the hand promises."""
    seat = deal.to_act or 0
    wanted = BID + int(sum([table.promise[held] for held in deal.hands[seat]]) + HEDGE)
    return min(deal.moves(), key=lambda move: abs(move - wanted))


def card(deal: TrionfoDeal, moves: Sequence[int], table: Chances, chance: Random) -> int:
    """The card with the best estimate for the seat that is to act."""
    trick, values, random = deal.trick, deal.values, chance.random
    holds, promise = table
    beaten = deal.beats[deal.best] if trick else None
    later = deal.setup.players - 1 - len(trick)
    worth = trick_worth(deal, deal.setup) if deal.bids else 1.0
    pot = worth + deal.pot
    best, choice = -1e9, -1
    for move in moves:
        own = values[move]
        estimate = BLUR * random() - KEEP * worth * promise[move] - own
        if beaten is None or beaten[move]:
            estimate += holds[move][later] * (pot + own + own)
        if estimate > best:
            best, choice = estimate, move
    return choice


def trick_worth(deal: TrionfoDeal, setup: Setup) -> float:
    """Points that one more trick brings to the seat that is to act, after what it has bid."""
    seat = deal.to_act or 0
    won, wanted = deal.tricks[seat] - deal.before[0][seat], deal.bids[seat]
    if won < wanted:
        return 3.0
    over = -1.0 if setup.deviation else 1.0
    return over - won if won == wanted else over


STYLE = Style(play_on, candidates, spread=SPREAD)

"""Playing a deal of briscola on, fast: the card with the best estimate, blurred by chance.

The estimate is that of the greedy bot: the points that are won or lost at once, less the price of parting with the
card. The blur keeps playouts apart; without any they would all repeat the same mistakes.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from croupier.games.briscola.deal import BriscolaDeal
from croupier.games.briscola.setup import PACK, SEVEN_HIGH
from croupier.games.kernel import Deal
from croupier.sdk.bots.briscola import LED_HOLDS, PARTNER_SAVES, STRENGTH_PRICE, TRUMP_HOLDS, TRUMP_PRICE, WORTH
from croupier.sdk.turn import Turn

from .style import Style

SPREAD = 120.0
"""All points of a deal."""
BLUR = 12.0
"""Points; found by playing against greedy with other values."""
SEVEN = PACK.number["7C"]


class Prices(NamedTuple):
    """By card: what it costs to part with it, and the chance that it holds against one opponent who plays later."""

    price: tuple[float, ...]
    holds: tuple[float, ...]


@lru_cache(maxsize=8)
def prices(trump: int, order: str) -> Prices:
    """The tables for a trump suit and an order of the ranks, weakest first."""
    price, holds = [], []
    for suit, strength in zip(PACK.suit, PACK.strength(order), strict=True):
        trumps = TRUMP_PRICE + WORTH[strength] if suit == trump else 0.0
        price.append(trumps + STRENGTH_PRICE * strength)
        holds.append(TRUMP_HOLDS + (1 - TRUMP_HOLDS) * strength / 9 if suit == trump else LED_HOLDS)
    return Prices(tuple(price), tuple(holds))


def candidates(turn: Turn) -> Sequence[str]:
    """All but talk: nobody who plays a deal on listens to it."""
    return [action for action in turn.legal if not action.startswith("say ")]


def play_on(deal: Deal, chance: Random) -> None:
    """Play the deal to its end."""
    assert isinstance(deal, BriscolaDeal)
    seven_high = deal.setup.values[SEVEN] > 0
    table = prices(deal.trump, SEVEN_HIGH if seven_high else PACK.ranks)
    while deal.to_act is not None:
        hand = deal.hands[deal.to_act]
        deal.push(hand[0] if len(hand) == 1 else card(deal, hand, table, chance))


def card(deal: BriscolaDeal, hand: list[int], table: Prices, chance: Random) -> int:
    """The card with the best estimate for the seat that is to act."""
    values, trick, (price, holds) = deal.setup.values, deal.trick, table
    beaten = deal.beats[deal.best] if trick else None
    pot = sum([values[other] for other in trick])
    opponents, lost = odds_after(deal.setup.players, len(trick))
    kept = 0.0
    if trick and deal.setup.side[deal.winning] == deal.setup.side[deal.to_act or 0]:
        kept = holds[deal.best] ** opponents
    best, choice = -1e9, -1
    for number in hand:
        chance_ours = holds[number] ** opponents if beaten is None or beaten[number] else kept
        chance_ours = 1 - (1 - chance_ours) * lost
        estimate = (pot + values[number]) * (2 * chance_ours - 1) - price[number] + chance.random() * BLUR
        if estimate > best:
            best, choice = estimate, number
    return choice


@lru_cache(maxsize=32)
def odds_after(players: int, played: int) -> tuple[int, float]:
    """Opponents who play later in the trick, and the chance that no partner who does saves a lost trick."""
    after = players - 1 - played
    opponents = after if players < 4 else (after + 1) // 2
    return opponents, (1 - PARTNER_SAVES) ** (after - opponents)


STYLE = Style(play_on, candidates, spread=SPREAD)

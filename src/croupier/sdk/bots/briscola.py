"""Greedy briscola: weigh each card by the points that it wins or loses at once, and by what it is worth to keep.

For a card, with ``pot`` the points on the table and its own: ``pot`` times the chance that our side takes the
trick, less ``pot`` times the chance that it does not, less the price of parting with the card. The chances are
rules of thumb, found by playing a few thousand deals against itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.sdk.turn import Turn

THREE_HIGH = "24567JQK3A"
SEVEN_HIGH = "23456JQK7A"
"""Ranks, weakest first, after the option ``three_seven``."""
WORTH = (0, 0, 0, 0, 0, 2, 3, 4, 10, 11)
"""Points by place in that order."""

LED_HOLDS = 0.45
"""Chance that a plain card survives one opponent who plays after it."""
TRUMP_HOLDS = 0.75
"""The same for the lowest trump; it grows to 1 for the ace."""
PARTNER_SAVES = 0.45
"""Chance that a partner who plays later wins a trick that is being lost."""
TRUMP_PRICE = 8.0
STRENGTH_PRICE = 0.25


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick as the seat to act sees it: ``best`` is the place in ``cards`` of the card that wins so far."""

    cards: list[str]
    trump: str
    order: str
    ours: bool
    """The winning card so far is our side's."""
    best: str | None
    opponents_after: int
    partners_after: int


def choose(turn: Turn) -> str:
    """The best play by the estimate; the first of equals. Talk and swaps are left alone."""
    view, options = turn.view, turn.table.options
    trick = read(view, turn.seat, options)
    plays = [action for action in turn.legal if action.startswith("play ")]
    return max(plays, key=lambda action: estimate(trick, action[5:7]))


def read(view: Mapping[str, Any], seat: int, options: Mapping[str, bool | int | str]) -> Trick:
    """The trick from the view of a seat."""
    players, cards, leader = int(options["players"]), list(view["trick"]), view["leader"]
    order = SEVEN_HIGH if options.get("three_seven") == "seven-high" else THREE_HIGH
    teams = players if players < 4 else 2
    best, owner = None, seat
    for place, card in enumerate(cards):
        if best is None or beats(card, best, view["trump"], order):
            best, owner = card, (leader + place) % players
    later = [(seat + step) % players for step in range(1, players - len(cards))]
    partners_after = sum(other % teams == seat % teams for other in later)
    ours = owner % teams == seat % teams
    return Trick(cards, view["trump"], order, ours, best, len(later) - partners_after, partners_after)


def beats(card: str, best: str, trump: str, order: str) -> bool:
    """Whether ``card``, played later, takes the trick from ``best``."""
    if card[1] == best[1]:
        return order.index(card[0]) > order.index(best[0])
    return card[1] == trump


def estimate(trick: Trick, card: str) -> float:
    """Points that playing ``card`` is worth to our side, roughly."""
    strength = trick.order.index(card[0])
    pot = WORTH[strength] + sum(WORTH[trick.order.index(other[0])] for other in trick.cards)
    chance = our_chance(trick, card)
    return pot * (2 * chance - 1) - price(card, trick, strength)


def our_chance(trick: Trick, card: str) -> float:
    """The chance that our side takes the trick if we play ``card``."""
    leads = trick.best is None or beats(card, trick.best, trick.trump, trick.order)
    best = card if leads or trick.best is None else trick.best
    if not leads and not trick.ours:
        return 1 - (1 - PARTNER_SAVES) ** trick.partners_after
    strength = trick.order.index(best[0])
    alone = TRUMP_HOLDS + (1 - TRUMP_HOLDS) * strength / 9 if best[1] == trick.trump else LED_HOLDS
    holds = alone**trick.opponents_after
    return 1 - (1 - holds) * (1 - PARTNER_SAVES) ** trick.partners_after


def price(card: str, trick: Trick, strength: int) -> float:
    """What it costs not to have the card later: trumps win tricks, high ones also save their own points."""
    if card[1] == trick.trump:
        return TRUMP_PRICE + WORTH[strength] + STRENGTH_PRICE * strength
    return STRENGTH_PRICE * strength

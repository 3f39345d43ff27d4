"""Greedy trionfo: weigh each card by the chance that it takes the trick, by what the trick brings, and by what the card
could take later.

The chances follow from counting: a card that the seat does not see is in an opponent's hand in proportion to how many
cards he holds. Where tricks were announced, one that is still missing is worth more, and one too many may be worth
less than nothing. Nothing is remembered.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.sdk.turn import Turn

RANKS = "23456789TJQKA"
SPECIALS = {"A": 5, "J": 4, "Q": 3}
KEEP = 0.9
"""The part of a card's later chance that is given up by playing it now."""
LONG = 0.6
"""Tricks that a trump brings beside what it wins as the highest one: by cutting in."""
HEDGE = 0.35
"""Added to the expected tricks before they are cut down to a whole number: too few cost more than too many."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the seat to act sees. ``later``: for each opponent who plays after it, the part of the hidden cards that he
    holds; ``others``: the same for all opponents. ``worth``: points for a trick more.
    """

    hand: list[str]
    trick: list[str]
    trump: str
    best: str | None
    later: list[float]
    others: list[float]
    worth: float


def choose(turn: Turn) -> str:
    """The play with the best estimate, the first of equals; or the bid that is nearest to what the hand promises."""
    seen = read(turn.view, turn.seat, turn.table.options)
    if turn.view["phase"] == "announce":
        wanted = int(sum(promise(seen, card) for card in seen.hand) + HEDGE)
        return min(turn.legal, key=lambda action: abs(int(action[4:]) - wanted))
    return max(turn.legal, key=lambda action: estimate(seen, action[5:]))


def read(view: Mapping[str, Any], seat: int, options: Mapping[str, bool | int | str]) -> Seen:
    """The situation from the view of a seat."""
    hand, trick, cards, trump = list(view["hand"]), list(view["trick"]), view["cards"], view["trump"]
    players = len(cards)
    hidden = max(1, len(RANKS) * 4 - len(hand) - len(trick))
    best = None
    for card in trick:
        if best is None or beats(card, best, trump):
            best = card
    others = [(seat + step) % players for step in range(1, players)]
    later = others[: players - 1 - len(trick)]
    shares = {other: cards[other] / hidden for other in others}
    worth = trick_worth(view, seat, options)
    return Seen(hand, trick, trump, best, [shares[other] for other in later], [*shares.values()], worth)


def trick_worth(view: Mapping[str, Any], seat: int, options: Mapping[str, bool | int | str]) -> float:
    """Points that one more trick brings to a seat: 1, but for what was announced."""
    bid = view["bids"][seat] if view["bids"] else None
    if bid is None:
        return 1.0
    won = view["won"][seat]
    if won < bid:
        return 3.0
    over = -1.0 if options["bid_penalty"] == "deviation" else 1.0
    return over - won if won == bid else over


def beats(card: str, best: str, trump: str) -> bool:
    """Whether ``card``, played later, takes the trick from ``best``."""
    if card[1] == best[1]:
        return RANKS.index(card[0]) > RANKS.index(best[0])
    return card[1] == trump


def estimate(seen: Seen, card: str) -> float:
    """Points that playing ``card`` is worth, roughly."""
    own = special(card, seen.trump)
    pot = seen.worth + sum(special(other, seen.trump) for other in seen.trick) + own
    wins = seen.best is None or beats(card, seen.best, seen.trump)
    chance = holds(seen, card, seen.later) if wins else 0.0
    return chance * pot - (1 - chance) * own - KEEP * seen.worth * promise(seen, card)


def special(card: str, trump: str) -> int:
    """The points of a special trump, for any other card 0."""
    return SPECIALS.get(card[0], 0) if card[1] == trump else 0


def promise(seen: Seen, card: str) -> float:
    """The chance that a card takes a trick at some time."""
    led = holds(seen, card, seen.others)
    return led + (1 - led) * LONG if card[1] == seen.trump else led


def holds(seen: Seen, card: str, opponents: list[float]) -> float:
    """The chance that no opponent beats a card that wins so far: by a higher one, or by a trump if void."""
    known = [*seen.hand, *seen.trick]
    place = RANKS.index(card[0])
    higher = sum(rank + card[1] not in known for rank in RANKS[place + 1 :])
    of_suit = len(RANKS) - sum(other[1] == card[1] for other in known)
    trumps = 0 if card[1] == seen.trump else len(RANKS) - sum(other[1] == seen.trump for other in known)
    chance = 1.0
    for share in opponents:
        miss = max(0.0, 1 - share)
        cut = miss**of_suit * (1 - miss**trumps)
        chance *= miss**higher * (1 - cut)
    return chance

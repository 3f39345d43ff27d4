"""Greedy bezique: win tricks that bring aces, tens or a meld, and part with the cards that promise the fewest melds.

What a hand promises is the points of every meld that it holds parts of, times the chance that it will be made: a rule
of thumb for how many of its cards are there. The price of playing a card is what the hand promises less without it.
Nothing is remembered.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.sdk.turn import Turn

RANKS = "789JQKTA"
SUITS = "CDHS"
FOURS = {"A": ("aces", 100), "K": ("kings", 80), "Q": ("queens", 60), "J": ("jacks", 40)}
POINTS = {
    "marriage": 20, "royal": 40, "sequence": 250, "bezique": 40, "double": 500,
    **dict(FOURS.values()), "seven": 10,
}  # fmt: skip
SWALLOWED = {"royal": "sequence", "marriage": "sequence", "bezique": "double"}
"""Cards that were in the higher meld do not go into the lower one."""

OF_TWO = (0.0, 0.2, 0.9)
OF_FOUR = (0.0, 0.03, 0.1, 0.3, 0.9)
OF_FIVE = (0.0, 0.01, 0.04, 0.12, 0.3, 0.9)
"""The chance that a meld is made, by how many of its cards are held."""
LONG = 24
"""Cards in the stock from which on a meld has all the time it needs."""
BRISQUE = 10
STRENGTH = 0.4
"""What a step of rank is worth by itself, and more for a trump."""
TRUMP = 5.0
HOLDS = (0.15, 0.15, 0.15, 0.2, 0.25, 0.35, 0.4, 0.55)
TRUMP_HOLDS = (0.5, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9, 1.0)
"""The chance that a card that is led takes the trick, by rank."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the seat to act sees: all its cards without their copies, and by kind of meld those that were used."""

    cards: list[str]
    led: str | None
    trump: str
    stock: int
    used: Mapping[str, Sequence[str]]
    held: list[str]
    """The same cards as the server writes them."""


def choose(turn: Turn) -> str:
    """A meld where one can be made, else the play with the best estimate; the first of equals."""
    seen = read(turn.view, turn.seat)
    if turn.view["phase"] == "meld":
        return declare(turn.legal, seen)
    return max(turn.legal, key=lambda action: estimate(seen, action[5:]))


def read(view: Mapping[str, Any], seat: int) -> Seen:
    """The situation from the view of a seat."""
    held = [*view["hand"], *view["table"][str(seat)]]
    led = view["trick"][0][:2] if view["trick"] else None
    return Seen([card[:2] for card in held], led, view["trump"], view["stock"], view["used"], held)


def declare(legal: Sequence[str], seen: Seen) -> str:
    """The meld with the most points, a royal marriage before its sequence while there is time for both."""

    def worth(action: str) -> float:
        verb, _, rest = action.partition(" ")
        if verb == "pass":
            return 0
        if verb == "announce":
            return 1
        if verb == "seven":
            return POINTS["seven"] + (rest == "exchange")
        kind = rest.partition(" ")[0]
        early = kind == "royal" and seen.stock >= LONG // 2
        return POINTS["sequence"] + 1 if early else POINTS[kind]

    return max(legal, key=worth)


def estimate(seen: Seen, text: str) -> float:
    """Points that playing a card is worth, roughly."""
    card = text[:2]
    rest = [other for other in seen.held if other != text]
    own = brisque(card)
    chance = wins(seen, card)
    gain = own + brisque(seen.led or "") + best_meld(seen, rest)
    return chance * gain - (1 - chance) * own - price(seen, card, rest)


def brisque(card: str) -> int:
    """The points of an ace or a ten, for any other card 0."""
    return BRISQUE if card[:1] in ("A", "T") else 0


def wins(seen: Seen, card: str) -> float:
    """The chance that a card takes the trick."""
    if seen.led is None:
        return (TRUMP_HOLDS if card[1] == seen.trump else HOLDS)[RANKS.index(card[0])]
    if card[1] == seen.led[1]:
        return float(RANKS.index(card[0]) > RANKS.index(seen.led[0]))
    return float(card[1] == seen.trump)


def price(seen: Seen, card: str, rest: Sequence[str]) -> float:
    """What the seat gives up with a card: strength, and what its hand promises."""
    strength = STRENGTH * RANKS.index(card[0]) + (TRUMP if card[1] == seen.trump else 0)
    return strength + promise(seen, seen.held) - promise(seen, rest)


def promise(seen: Seen, held: Collection[str]) -> float:
    """The points of the melds that the cards may come to."""
    if not seen.stock:
        return 0.0
    time = min(1.0, seen.stock / LONG)
    return time * sum(POINTS[kind] * chance for kind, chance in chances(seen, held))


def best_meld(seen: Seen, held: Collection[str]) -> float:
    """The most points that a complete meld would bring after a trick that is won."""
    if not seen.stock:
        return 0.0
    return max((POINTS[kind] for kind, chance in chances(seen, held) if chance >= OF_TWO[2]), default=0)


def chances(seen: Seen, held: Collection[str]) -> list[tuple[str, float]]:
    """Every kind of meld that cards are there for, with the chance that it is made."""
    found = []
    for suit in SUITS:
        kind = "royal" if suit == seen.trump else "marriage"
        have = usable(seen, held, kind)
        found.append((kind, OF_TWO[("K" + suit in have) + ("Q" + suit in have)]))
    sequence = {card for card in usable(seen, held, "sequence") if card[1] == seen.trump and card[0] in "ATKQJ"}
    found.append(("sequence", OF_FIVE[len(sequence)]))
    pair = usable(seen, held, "bezique")
    found.append(("bezique", OF_TWO[("QS" in pair) + ("JD" in pair)]))
    four = usable(seen, held, "double")
    found.append(("double", OF_FOUR[min(2, four.count("QS")) + min(2, four.count("JD"))]))
    for rank, (kind, _) in FOURS.items():
        found.append((kind, OF_FOUR[min(4, sum(card[0] == rank for card in usable(seen, held, kind)))]))
    found.append(("seven", OF_TWO[2] * ("7" + seen.trump in usable(seen, held, "seven"))))
    return found


def usable(seen: Seen, held: Collection[str], kind: str) -> list[str]:
    """The cards that may still be used in a kind of meld, without their copies."""
    used = {*seen.used.get(kind, ()), *seen.used.get(SWALLOWED.get(kind, ""), ())}
    return [card[:2] for card in held if card not in used]

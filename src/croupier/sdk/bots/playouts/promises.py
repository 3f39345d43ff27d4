"""What a hand of bezique promises in melds, on sets of cards.

What it promises in a kind of meld depends only on its cards that may be used in it, and on those that may still
come. So for each such pair of sets it is worked out once what every card adds, and looked up from then on.
"""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.games.bezique.melds import BEZIQUE, DOUBLE, KINDS, MARRIAGE, ROYAL, SEQUENCE
from croupier.games.bezique.setup import BIT, PACK
from croupier.sdk.bots.bezique import OF_FIVE, OF_FOUR, OF_TWO, POINTS


class Part(NamedTuple):
    """What a set of cards promises in one kind, what each card adds, and the points if the meld is complete."""

    whole: float
    adds: Sequence[tuple[int, float]]
    ready: int


def ways(kind: int, trump: int) -> list[list[int]]:
    """Every way to make a meld of a kind, as the sets of cards of which it takes one each; empty for the fours."""
    plain = [suit for suit in PACK.suits if suit != PACK.suits[trump]]
    suit = PACK.suits[trump]
    texts = {
        MARRIAGE: [["K" + other, "Q" + other] for other in plain],
        ROYAL: [["K" + suit, "Q" + suit]],
        SEQUENCE: [[rank + suit for rank in "ATKQJ"]],
        BEZIQUE: [["QS", "JD"]],
        DOUBLE: [["QS1", "QS2", "JD1", "JD2"]],
    }
    return [[cards_like(text) for text in way] for way in texts.get(kind, [])]


def cards_like(text: str) -> int:
    """The set of cards whose text begins so."""
    return sum(BIT[number] for number, card in enumerate(PACK.cards) if card.startswith(text))


class Promises(dict[tuple[int, int], Part]):
    """The promises of one kind, by the cards held and those that may still come; worked out when first asked for."""

    def __init__(self, kind: int, trump: int) -> None:
        super().__init__()
        self.points = POINTS[KINDS[kind]]
        self.ways = ways(kind, trump)
        self.mask = sum(cards for way in self.ways for cards in way) or cards_like(KINDS[kind][0].upper())
        size = len(self.ways[0]) if self.ways else 4
        self.chances = {2: OF_TWO, 4: OF_FOUR, 5: OF_FIVE}[size]

    def __missing__(self, key: tuple[int, int]) -> Part:
        held, coming = key
        whole = self.worth(held, coming)
        cards = [card for card in range(len(BIT)) if held & BIT[card]]
        adds = [(card, whole - self.worth(held & ~BIT[card], coming)) for card in cards]
        complete = whole >= self.chances[-1] * self.points
        part = Part(whole, [(card, more) for card, more in adds if more > 0], self.points if complete else 0)
        self[key] = part
        return part

    def worth(self, held: int, coming: int) -> float:
        """The points of the melds times the chance that they are made; none if a card is missing that cannot come."""
        if not self.ways:
            have, more = held.bit_count(), (coming & ~held).bit_count()
            return self.points * (self.chances[4] if have > 3 else self.chances[have] * min(1.0, more / (8 - have)))
        return self.points * sum(self._chance(way, held, coming) for way in self.ways)

    def _chance(self, way: Sequence[int], held: int, coming: int) -> float:
        have, open_ways = 0, 1.0
        for cards in way:
            if cards & held:
                have += 1
            else:
                open_ways *= (cards & coming).bit_count() / cards.bit_count()
        return self.chances[have] * open_ways

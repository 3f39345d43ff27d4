"""Piquet: the deals that a seat cannot tell from the real one.

Known are the seat's own cards and discards, all tricks, the cards of the talon that it has seen, and what was
declared (:mod:`.told`). Where only the size of a declaration is known, the cards for it are drawn first; then all other
hidden cards are shared out between the other hand, its discards and the talon. Who did not follow suit has none of it.
Worlds are offered for the exchange and for the play.
"""

from collections.abc import Sequence

from croupier.games.kernel import Chance
from croupier.games.worlds import share_out

from .deal import PiquetDeal
from .holdings import (
    BIT,
    COUNT,
    PIPS,
    POINT,
    SEQUENCE,
    SEQUENCE_PLACE,
    SET,
    SET_PLACE,
    SUITS,
    cards_of,
    hand_of,
    in_suit,
    pack,
)  # fmt: skip
from .known import hand, known_deal, known_talon, void_of
from .setup import CARDS, TALON, Setup
from .told import View, rank_cards, run_cards, told

ALL = (1 << CARDS) - 1
TRIES = 100
"""Draws for what was declared; if none goes together with all the rest, the last wishes are let go."""


class PiquetWorlds:
    """What a seat knows: a deal with all that is certain, and the hidden cards."""

    def __init__(self, setup: Setup, seat: int, view: View, heard: Sequence[View]) -> None:
        self.setup, self.seat, self.other = setup, seat, 1 - seat
        self.base = base = known_deal(setup, seat, view, heard)
        self.told = told(view, seat, base.declarer)
        self.talon = known_talon(view)
        self.played = base.held[self.other]
        elder, taken = base.elder, [max(number, 0) for number in base.taken]
        first = taken[elder] if self.other != elder else 0
        self.drawn = range(first, first + taken[self.other])
        self.left = range(taken[0] + taken[1], TALON)
        known = self.played | hand_of([card for card in self.talon if card >= 0])
        self.hidden = ALL & ~(known | base.held[seat] | base.discards[seat])
        self.sure = self.told.sure | hand_of([self.talon[at] for at in self.drawn if self.talon[at] >= 0]) | self.played
        self.size = base.hands[self.other].bit_count()
        self.void = void_of(view, self.other) & ~self.played
        self.white = [suit for who, suit in base.white if who == self.other and suit >= 0]
        self.opened = hand(view.get("blanche_hands", {}).get(str(self.other), ()))

    def __call__(self, chance: Chance) -> PiquetDeal:
        for attempt in range(TRIES):
            wished = self._wishes(chance) if attempt < TRIES - 1 else (self.sure, 0, {})
            if wished is None:
                continue
            deal = self._fill(chance, *wished)
            if deal is not None:
                return deal
        raise AssertionError("the seat has heard what cannot be")

    # --- what was declared

    def _wishes(self, chance: Chance) -> tuple[int, int, dict[int, int]] | None:
        """Cards that the other player holds, cards that he does not, and his calls of which only the size is known."""
        held, calls = self.sure, dict[int, int]()
        may = (self.hidden | self.sure) & ~self.void
        if self.told.run is not None:
            top, length, known = self.told.run
            runs = [suit for suit in SUITS if known in (-1, suit) and not run_cards(suit, top, length) & ~may]
            if not runs:
                return None
            suit = runs[chance.randrange(len(runs))]
            held |= run_cards(suit, top, length)
            calls[SEQUENCE] = pack(SEQUENCE_PLACE[suit, top, length])
        if self.told.some is not None:
            rank, number = self.told.some
            cards = list(cards_of(rank_cards(rank) & may))
            chance.shuffle(cards)
            held |= hand_of(cards[:number])
            calls[SET] = pack(SET_PLACE[rank, number])
        return self._point(chance, held, may, calls)

    def _point(
        self, chance: Chance, held: int, may: int, calls: dict[int, int]
    ) -> tuple[int, int, dict[int, int]] | None:
        """The same with the suit of the point, every way to hold it as likely as the others."""
        if self.told.point is None:
            return held, 0, calls
        number, pips, known = self.told.point
        ways = [
            (suit, mask)
            for suit in SUITS
            if known in (-1, suit)
            for mask in range(256)
            if COUNT[mask] == number
            and pips in (0, PIPS[mask])
            and not mask & ~in_suit(may, suit)
            and not in_suit(held, suit) & ~mask
        ]
        if not ways:
            return None
        suit, mask = ways[chance.randrange(len(ways))]
        calls[POINT] = pack(suit)
        return held | mask << 8 * suit, (255 & ~mask) << 8 * suit, calls

    # --- the other cards

    def _fill(self, chance: Chance, held: int, barred: int, calls: dict[int, int]) -> PiquetDeal | None:
        """Share out what is still hidden; ``None`` if that cannot be done."""
        certain, barred = held & ~self.played, barred | self.void
        number, out = max(self.base.taken[self.other], 0), 0
        if self.opened:
            out = self._discarded(chance, certain, barred, number)
            certain |= self.opened & self.hidden & ~out
        unseen = [at for at in self.left if self.talon[at] < 0]
        sizes = [self.size - certain.bit_count(), number - out.bit_count(), len(unseen)]
        if min(sizes) < 0 or certain & barred:
            return None
        courts, tens = (sum(cards << 8 * suit for suit in self.white) for cards in (0b1110000, 0b1000))
        places = ALL & ~barred, ALL & ~courts, ALL & ~tens
        pool = cards_of(self.hidden & ~certain & ~out)
        parts = share_out(chance, pool, sizes, lambda place, card: bool(places[place] & BIT[card]))
        if parts is None or len(pool) != sum(sizes):
            return None
        talon = self.talon.copy()
        for at, card in zip(unseen, parts[2], strict=True):
            talon[at] = card
        return self._deal(chance, certain | hand_of(parts[0]), out | hand_of(parts[1]), talon, calls)

    def _discarded(self, chance: Chance, certain: int, barred: int, number: int) -> int:
        """Discards out of a dealt hand that lies open; what he cannot hold any more is among them."""
        cards = list(cards_of(self.opened & self.hidden & ~certain))
        chance.shuffle(cards)
        cards.sort(key=lambda card: not barred & BIT[card])
        return hand_of(cards[:number])

    def _deal(self, chance: Chance, cards: int, out: int, talon: list[int], calls: dict[int, int]) -> PiquetDeal:
        deal, other = self.base.copy(), self.other
        deal.hands[other], deal.held[other], deal.discards[other] = cards, cards | self.played, out
        drawn = list(cards_of(deal.held[other] & ~hand_of([card for card in talon if card >= 0]) & ~self.opened))
        chance.shuffle(drawn)
        drawn.sort(key=lambda card: card // 8 in self.white and 4 <= card % 8 <= 6)
        for at in self.drawn:
            if talon[at] < 0:
                talon[at] = drawn.pop()
        deal.talon = tuple(talon)
        dealt = self.opened or (deal.held[other] & ~hand_of([talon[at] for at in self.drawn])) | out
        deal.dealt = (dealt, deal.dealt[1]) if other == 0 else (deal.dealt[0], dealt)
        for category, call in calls.items():
            if deal.calls[category] < 0:
                deal.calls[category] = call
        return deal

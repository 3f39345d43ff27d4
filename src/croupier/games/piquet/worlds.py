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
    CATEGORIES,
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
from .kinds import RULES, THIRTY, TRICK
from .setup import CARDS, ELDERS_TALON, PACK, TALON, Setup
from .told import View, call_of, own_calls, rank_cards, run_cards, told
from .words import NAMES, TEXTS

NUMBER = PACK.number
ALL = (1 << CARDS) - 1
TRIES = 30
"""Draws for what was declared; if none goes together with all the rest, the last wishes are let go."""


def hand(texts: Sequence[str]) -> int:
    """A hand from the texts of its cards."""
    return hand_of([NUMBER[text] for text in texts])


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


def void_of(view: View, other: int) -> int:
    """The cards of all suits that the other player did not follow."""
    cards = 0
    for trick in view["tricks"]:
        led, followed = (NUMBER[card] for card in trick["cards"])
        if trick["leader"] != other and led // 8 != followed // 8:
            cards |= 255 << 8 * (led // 8)
    return cards


def known_talon(view: View) -> list[int]:
    """The talon as far as the seat has seen it, -1 for a hidden card; its own cards of it are in its hand."""
    talon = [-1] * TALON
    taken = [number or 0 for number in view["exchanged"]]
    elder = view["elder"]
    if "untaken" in view:
        talon[taken[elder] : ELDERS_TALON] = [NUMBER[card] for card in view["untaken"]]
    if "left" in view:
        talon[TALON - len(view["left"]) :] = [NUMBER[card] for card in view["left"]]
    return talon


def known_deal(setup: Setup, seat: int, view: View, heard: Sequence[View]) -> PiquetDeal:
    """A deal with everything that is certain; of the other hand only the number of cards, and what was played."""
    trio = view["declared"]["set"].get("cards", ())
    first = [NUMBER[card] for card in trio]
    deal = PiquetDeal(setup, view["dealer"], [*first, *(card for card in range(CARDS) if card not in first)])
    other = 1 - seat
    deal.phase, deal.to_act = view["phase"], seat
    deal.hands[seat], deal.hands[other] = hand(view["hand"]), (1 << view["cards"][other]) - 1
    deal.taken = [-1 if number is None else number for number in view["exchanged"]]
    deal.discards[seat] = hand(view["discards"])
    lay_tricks(deal, seat, view)
    opened = view.get("blanche_hands", {})
    own = hand(opened.get(str(seat), ())) or deal.held[seat]
    deal.dealt = (own, 0) if seat == 0 else (0, own)
    suits = [PACK.suits.index(white["suit"]) if "suit" in white else -1 for white in view["blanche"]]
    deal.white = tuple((white["seat"], suit) for white, suit in zip(view["blanche"], suits, strict=True))
    lay_declarations(deal, seat, view)
    lay_score(deal, view, heard)
    return deal


def lay_tricks(deal: PiquetDeal, seat: int, view: View) -> None:
    """The tricks, the card on the table, and what each has played so far."""
    deal.held = [deal.hands[seat], 0] if seat == 0 else [0, deal.hands[seat]]
    for trick in view["tricks"]:
        leader, winner = trick["leader"], trick["winner"]
        led, followed = (NUMBER[card] for card in trick["cards"])
        deal.tricks.append((leader, led, followed, winner))
        deal.held[leader] |= BIT[led]
        deal.held[1 - leader] |= BIT[followed]
    deal.won = list(view["taken"])
    if view["trick"]:
        deal.led = NUMBER[view["trick"][0]]
        deal.held[view["leader"]] |= BIT[deal.led]


def lay_declarations(deal: PiquetDeal, seat: int, view: View) -> None:
    """Calls, replies and claims; a call of the other player that did not score stays open."""
    mine, declarer = own_calls(view), deal.declarer
    for category in CATEGORIES:
        declared = view["declared"][NAMES[category]]
        if declared.get("call") == "pass":
            deal.calls[category] = 0
        elif declarer == seat:
            deal.calls[category] = mine.get(category, -1)
        elif declared.get("seat") == declarer:
            deal.calls[category] = call_of(category, declared["scored"])
        if "reply" in declared:
            deal.replies[category] = TEXTS.index(declared["reply"])
        if declared.get("claim") == "pass":
            deal.claims[category] = 0
        elif declared.get("seat") == 1 - declarer:
            deal.claims[category] = call_of(category, declared["scored"])
        if deal.phase.endswith(NAMES[category] + "-call"):
            deal.category = category
    deal.asked = "pips" in view["declared"]["point"]
    if deal.phase == "lead1" and deal.setup.after_lead:
        deal.open = tuple(
            category
            for category in CATEGORIES
            if not deal.calls[category] or deal.replies[category] == TEXTS.index("not-good")
        )
    if deal.phase == "play" and deal.setup.look == "shared" and deal.left:
        deal.looked = int("left" in view)


def lay_score(deal: PiquetDeal, view: View, heard: Sequence[View]) -> None:
    """The score, and whether the bonus can still be won. Who has not heard all of it knows the sums."""
    deal.totals = list(view["points"])
    deal.log = [
        (fact["seat"], RULES.index(fact["rule"]), fact["points"], 0) for fact in heard if fact["kind"] == "score"
    ]
    sums = [sum(points for seat, _, points, _ in deal.log if seat == who) for who in (0, 1)]
    if sums != deal.totals:
        deal.log = [(who, TRICK, points, 0) for who, points in enumerate(deal.totals) if points]
    bonus = any(kind >= THIRTY for _, kind, _, _ in deal.log)
    deal.race = not bonus and (bool(deal.open) or not all(deal.totals))

"""Bezique: the deals that a seat cannot tell from the real one.

Known are the seat's own cards, what lies on the table, all that was played, the turn-up, and cards in the other hand
that all have seen. The rest is shared out between the other hand and the stock; once the stock is empty, whoever has
heard everything knows the other hand. Tricks that the seat did not hear of are made up from what is left over.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.kernel import Chance
from croupier.games.worlds import played, untaken

from .deal import BeziqueDeal
from .melds import FIND, HIGHER, KINDS, MELD, mask_of, use_up
from .setup import BIT, BRISQUE, HAND, PACK, Setup

View = Mapping[str, Any]
NUMBER = PACK.number


def number(text: str) -> int:
    """The number of a card of one pack or of two."""
    return NUMBER[text if len(text) == 3 else text + "1"]


class BeziqueWorlds:
    """What a seat knows: a deal with all that is certain, and the ``pool`` of cards whose place is hidden.

    ``hidden`` of them are in the other hand, so many in the ``stock``, others in tricks that were ``unheard`` of;
    ``strays`` are the cards that must be in those: heard being played, or the turn-up where it is nowhere else.
    """

    def __init__(self, setup: Setup, seat: int, view: View, heard: Sequence[View]) -> None:
        facts = [_with_copies(fact) for fact in heard]
        self.base = base = known_deal(setup, seat, view, facts)
        self.other = 1 - seat
        self.unheard = [place for place, (_, cards) in enumerate(base.past) if not cards]
        self.open = cards_of(view["table"][str(self.other)]) + cards_of(view["shown"][str(self.other)])
        last = base.stock[-1:] if view["stock"] else ()
        certain = {*base.hands[seat], *self.open, *base.trick, *last} | played(facts, NUMBER)
        turn_up = set[int]() if view["stock"] else {number(view["turn_up"])} - certain
        self.strays = sorted(untaken(facts, NUMBER) - {*base.trick} | turn_up)
        self.pool = sorted(setup.pack - certain - turn_up)
        self.hidden = view["cards"][self.other] - len(self.open)
        self.stock = max(0, view["stock"] - 1)

    def __call__(self, chance: Chance) -> BeziqueDeal:
        pool = self.pool.copy()
        chance.shuffle(pool)
        hidden, stock = self.hidden, self.stock
        deal = self.base.copy()
        deal.hands[self.other] = pool[:hidden] + self.open
        if deal.drawn < len(deal.stock):
            deal.stock = (*deal.stock[: deal.drawn], *pool[hidden : hidden + stock], deal.stock[-1])
        pool += self.strays
        for place in self.unheard:
            winner, _ = deal.past[place]
            cards = [pool.pop(), pool.pop()]
            deal.past[place] = winner, cards
            deal.brisques[winner] += sum(BRISQUE[card] for card in cards)
        return deal


def cards_of(texts: Sequence[str]) -> list[int]:
    """The numbers of cards."""
    return [number(text) for text in texts]


def _with_copies(fact: View) -> View:
    """A fact with its cards as those of two packs."""
    full = dict(fact)
    if "card" in fact:
        full["card"] = PACK.cards[number(fact["card"])]
    if "cards" in fact and fact["kind"] != "deal":
        full["cards"] = PACK.texts(cards_of(fact["cards"]))
    return full


def known_deal(setup: Setup, seat: int, view: View, heard: Sequence[View]) -> BeziqueDeal:
    """A deal with everything that is certain; stock and the other hand have the right sizes only."""
    turn_up = number(view["turn_up"])
    rest = sorted(setup.pack - {turn_up})
    deal = BeziqueDeal(setup, view["dealer"], [*rest[: 2 * HAND], turn_up, *rest[2 * HAND :]])
    deal.lines, deal.totals = [], list(view["points"])
    deal.phase, deal.to_act, deal.leader = view["phase"], seat, view["leader"]
    deal.drawn = len(deal.stock) - view["stock"]
    deal.trick = cards_of(view["trick"])
    deal.table = [mask_of(cards_of(view["table"][str(who)])) for who in (0, 1)]
    deal.hands = [[0] * size for size in view["cards"]]
    deal.hands[seat] = cards_of(view["hand"]) + cards_of(view["table"][str(seat)])
    seen = [cards_of(view["shown"][str(who)]) for who in (0, 1)]
    deal.seen = BIT[turn_up] | deal.table[0] | deal.table[1] | mask_of([*seen[0], *seen[1]])
    lay_past(deal, view, heard)
    lay_melds(deal, view, heard)
    deal.ply = 2 * len(deal.past) + len(deal.trick)
    return deal


def lay_past(deal: BeziqueDeal, view: View, heard: Sequence[View]) -> None:
    """The past tricks; one that was not heard is empty, and won so that the numbers are right."""
    tricks = {fact["trick"] - 1: (fact["winner"], cards_of(fact["cards"])) for fact in heard if fact["kind"] == "trick"}
    won = [winner for winner, _ in tricks.values()]
    owed = [who for who in (0, 1) for _ in range(view["taken"][who] - won.count(who))]
    for place in range(sum(view["taken"])):
        winner, cards = tricks[place] if place in tricks else (owed.pop(), [])
        deal.past.append((winner, cards))
        deal.brisques[winner] += sum(BRISQUE[card] for card in cards)


def lay_melds(deal: BeziqueDeal, view: View, heard: Sequence[View]) -> None:
    """What was melded, shown and announced, and so what may still be."""
    for fact in heard:
        if fact["kind"] == "meld":
            deal.made.append(FIND[KINDS.index(fact["meld"]), mask_of(cards_of(fact["cards"]))])
        elif fact["kind"] == "seven":
            deal.sevens &= ~BIT[number(fact["card"])]
            deal.taken = number(fact["took"]) if "took" in fact else -1
    for made in deal.made:
        use_up(deal.usable, MELD[made], deal.setup.literal)
    for kind, texts in view["used"].items():
        _use(deal, kind, mask_of(cards_of(texts)))
    deal.melded, deal.shown_seven = view["melded"], view["seven_shown"]
    if not deal.shown_seven:
        deal.taken = -1
    said = ((it["seat"], FIND[KINDS.index(it["meld"]), mask_of(cards_of(it["cards"]))]) for it in view["announced"])
    deal.announced = tuple(said)


def _use(deal: BeziqueDeal, kind: str, cards: int) -> None:
    """Cards that were used, for whoever missed the meld."""
    if kind == "seven":
        deal.sevens &= ~cards
        return
    deal.usable[KINDS.index(kind)] &= ~cards
    for lower, higher in HIGHER.items():
        if KINDS[higher] == kind and not deal.setup.literal:
            deal.usable[lower] &= ~cards

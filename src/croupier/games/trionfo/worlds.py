"""Trionfo: the deals that a seat cannot tell from the real one.

Known are the seat's own cards, all that were played, and where the turn-up is. Who did not follow suit has none of
it, nor a trump where he had to play one, until he gets new cards. The other cards are shared out at random. Tricks
that the seat did not hear of are made up from what is left over, and so are bids that are still secret.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.kernel import Chance
from croupier.games.tricks import follow_or_trump
from croupier.games.worlds import played, share_out, untaken, voids

from .deal import NOBODY, TrionfoDeal
from .setup import PACK, Setup

View = Mapping[str, Any]
NUMBER, SUIT = PACK.number, PACK.suit


class TrionfoWorlds:
    """What a seat knows: a deal with all that is certain, and the ``pool`` of cards whose place is hidden.

    These go, by ``sizes``, to the other ``seats``, into the stock, among the dead cards and into tricks ``unheard`` of;
    ``strays`` are the cards that must be in those.
    """

    def __init__(self, setup: Setup, seat: int, view: View, heard: Sequence[View]) -> None:
        self.base = known_deal(setup, seat, view, heard)
        self.seats = [other for other in range(setup.players) if other != seat]
        self.unheard = [place for place, (_, _, _, cards) in enumerate(self.base.past) if not cards]
        self.bidders = silent_bidders(setup, view) if setup.secret else []
        shown = {int(who): [NUMBER[card] for card in cards] for who, cards in view["shown"].items()}
        self.shown = [shown.get(other, []) for other in self.seats]
        self.last = (self.base.turn_up,) if self.base.turn_up != NOBODY and view["stock"] else ()
        certain = {NUMBER[card] for card in view["hand"]} | played(heard, NUMBER) | {*self.base.trick, *self.last}
        self.strays = strays(self.base, view, heard)
        certain.update(self.strays)
        self.pool = sorted(setup.pack - certain - {card for cards in self.shown for card in cards})
        hands = [view["cards"][other] - len(cards) for other, cards in zip(self.seats, self.shown, strict=True)]
        unheard = setup.players * len(self.unheard) - len(self.strays)
        self.sizes = [*hands, view["stock"] - len(self.last), view["dead"], unheard]
        self.barred = barred(setup, self.base.trump, heard)

    def __call__(self, chance: Chance) -> TrionfoDeal:
        held = share_out(chance, self.pool, self.sizes, self._fits)
        assert held is not None, "the seat has heard what cannot be"
        deal = self.base.copy()
        for seat, shown, cards in zip(self.seats, self.shown, held, strict=False):
            deal.hands[seat] = cards + shown
        stock, dead, unheard = held[len(self.seats) :]
        unheard += self.strays
        deal.stock, deal.dead = (*deal.stock[: deal.drawn], *stock, *self.last), tuple(dead)
        for place in self.unheard:
            leader, winner, ply, _ = deal.past[place]
            deal.past[place] = (leader, winner, ply, [unheard.pop() for _ in deal.hands])
        for seat in self.bidders:
            deal.bids[seat] = chance.randrange(len(deal.hands[seat]) + 1)
        return deal

    def _fits(self, place: int, card: int) -> bool:
        return place >= len(self.seats) or SUIT[card] not in self.barred[self.seats[place]]


def barred(setup: Setup, trump: int, heard: Sequence[View]) -> list[set[int]]:
    """By seat the suits of which it has no card."""
    suits: list[set[int]] = [set() for _ in range(setup.players)]
    for seat, suit, card in voids(heard, NUMBER, SUIT, ("deal", "draw")):
        suits[seat].add(suit)
        if setup.rule is follow_or_trump and SUIT[card] != trump:
            suits[seat].add(trump)
    return suits


def silent_bidders(setup: Setup, view: View) -> list[int]:
    """The seats that have bid in secret, before the one that is to act."""
    if view["phase"] != "announce":
        return []
    order = setup.turns[setup.after[view["dealer"]]]
    return list(order[: order.index(view["to_act"])])


def strays(deal: TrionfoDeal, view: View, heard: Sequence[View]) -> list[int]:
    """Cards of tricks that were not heard of: heard being played, or the turn-up where it is nowhere else."""
    turn_up = set[int]() if view["stock"] or view["shown"] else {deal.turn_up} - {NOBODY} - played(heard, NUMBER)
    return sorted((untaken(heard, NUMBER) | turn_up) - {*deal.trick})


def known_deal(setup: Setup, seat: int, view: View, heard: Sequence[View]) -> TrionfoDeal:
    """A deal with everything that is certain; stock and hands of others have the right sizes only."""
    deal = TrionfoDeal(setup, view["dealer"], sorted(setup.pack))
    deal.trump = PACK.suits.index(view["trump"])
    deal.tables, deal.values = setup.tables[deal.trump], setup.values[deal.trump]
    deal.beats = deal.tables.beats
    deal.turn_up = NUMBER[view["turn_up"]] if view["turn_up"] else NOBODY
    deal.phase, deal.to_act, deal.leader = view["phase"], seat, view["leader"]
    deal.drawn = len(deal.stock) - view["stock"]
    deal.hands = [[0] * size for size in view["cards"]]
    deal.hands[seat] = [NUMBER[card] for card in view["hand"]]
    lay_trick(deal, [NUMBER[card] for card in view["trick"]])
    lay_past(deal, view, heard)
    deal.tricks, deal.specials, deal.booked = list(view["tricks"]), list(view["specials"]), list(view["points"])
    begun = [total - won for total, won in zip(view["tricks"], view["won"], strict=True)]
    deal.before = (
        begun,
        [total - got for total, got in zip(view["specials"], taken_since(deal, sum(begun)), strict=True)],
    )
    settled = [(fact["bids"], fact["won"]) for fact in heard if fact["kind"] == "settle"]
    nothing = [0] * setup.players
    deal.settled = [(nothing, nothing, nothing)] * (view["smazzata"] - 1 - len(settled))
    deal.settled += [(bids, won, nothing) for bids, won in settled]
    deal.bids = [NOBODY if bid is None else bid for bid in view["bids"]]
    deal.ply = len(deal.past) * setup.players + len(deal.trick)
    return deal


def lay_trick(deal: TrionfoDeal, cards: Sequence[int]) -> None:
    """Put the cards of the trick in play on the table."""
    deal.trick, deal.pot, deal.winning = list(cards), 0, deal.leader
    for place, card in enumerate(cards):
        if not place or deal.beats[deal.best][card]:
            deal.best, deal.winning = card, deal.setup.turns[deal.leader][place]
        if not deal.setup.played:
            deal.pot += deal.values[card]


def lay_past(deal: TrionfoDeal, view: View, heard: Sequence[View]) -> None:
    """The past tricks; one that was not heard is empty."""
    players = deal.setup.players
    tricks = {fact["trick"] - 1: fact for fact in heard if fact["kind"] == "trick"}
    for place in range(view["trick_number"] - 1):
        fact = tricks.get(place, {"winner": 0, "cards": ()})
        cards, winner = [NUMBER[card] for card in fact["cards"]], fact["winner"]
        first = deal.tables.winner(cards) if cards else 0
        deal.past.append(((winner - first) % players, winner, (place + 1) * players - 1, cards))


def taken_since(deal: TrionfoDeal, tricks: int) -> list[int]:
    """Points of special trumps by seat, after the first so many tricks of the deal."""
    setup, got = deal.setup, [0] * deal.setup.players
    for leader, winner, _, cards in deal.past[tricks:]:
        for seat, card in zip(setup.turns[leader], cards, strict=False):
            got[seat if setup.played else winner] += deal.values[card]
    if setup.played:
        for seat, card in zip(setup.turns[deal.leader], deal.trick, strict=False):
            got[seat] += deal.values[card]
    return got

"""Briscola: the deals that a seat cannot tell from the real one.

Known are the seat's own cards, what lies on the table or was played, the turn-up, and every hand or card that the
rules opened to the seat. All other cards are somewhere in the other hands or in the stock, as there is no duty
that a play could show. Tricks that the seat did not hear of are made up from cards that are left over.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.kernel import Chance

from .deal import MOVES, BriscolaDeal
from .setup import HAND, PACK, Setup

View = Mapping[str, Any]
Heard = Mapping[int, tuple[int, list[int]]]
"""Winner and cards of each trick that the seat heard of, by its place from 0 on."""
NUMBER = PACK.number


class BriscolaWorlds:
    """What a seat knows: a deal with all that is certain, and the ``pool`` of cards whose place is hidden."""

    def __init__(self, setup: Setup, seat: int, view: View, heard: Sequence[View]) -> None:
        self.known = known_hands(setup, seat, view)
        tricks = heard_tricks(heard)
        self.missing = missing_tricks(setup, view, tricks)
        self.base = known_deal(setup, seat, view, tricks)
        trick = set(self.base.trick)
        turn_up = {self.base.stock[-1]} if view["stock"] else set[int]()
        gone = {card for _, cards in tricks.values() for card in cards} | numbers(view.get("pile", ()))
        held = {card for hand in self.known for card in hand}
        self.pool = sorted(setup.pack - held - trick - turn_up - gone)
        self.gone = sorted(numbers(view.get("pile", ())) - {card for _, cards in tricks.values() for card in cards})

    def __call__(self, chance: Chance) -> BriscolaDeal:
        pool = self.pool.copy()
        chance.shuffle(pool)
        deal = self.base.copy()
        for seat, hand in enumerate(self.known):
            short = len(deal.hands[seat]) - len(hand)
            deal.hands[seat] = hand + [pool.pop() for _ in range(short)]
        stock = len(deal.stock) - deal.drawn - 1
        if stock > 0:
            deal.stock = (*deal.stock[: deal.drawn], *(pool.pop() for _ in range(stock)), deal.stock[-1])
        if self.missing:
            self._make_up(deal, pool)
        return deal

    def _make_up(self, deal: BriscolaDeal, pool: list[int]) -> None:
        """Put the cards that are left over into the tricks that nobody told the seat of."""
        setup, cards = deal.setup, [*pool, *self.gone]
        for place, winner in self.missing:
            trick = [cards.pop() for _ in range(setup.players)]
            value = sum(setup.values[card] for card in trick)
            deal.past[place] = (winner, deal.past[place][1], value, trick)
            deal.taken[setup.side[winner]] += value


def numbers(cards: Sequence[str]) -> set[int]:
    """The numbers of cards."""
    return {NUMBER[card] for card in cards}


def heard_tricks(heard: Sequence[View]) -> Heard:
    """The tricks among the facts that the seat heard."""
    tricks = (fact for fact in heard if fact["kind"] == "trick")
    return {fact["trick"] - 1: (fact["winner"], [NUMBER[card] for card in fact["cards"]]) for fact in tricks}


def known_hands(setup: Setup, seat: int, view: View) -> list[list[int]]:
    """The cards that the seat knows to be in each hand."""
    open_hands = {**view["shown"], **view.get("hands", {}), str(seat): view["hand"]}
    return [[NUMBER[card] for card in open_hands.get(str(other), ())] for other in range(setup.players)]


def missing_tricks(setup: Setup, view: View, tricks: Heard) -> list[tuple[int, int]]:
    """Place and winner of each past trick that was not heard: a seat of a side that took more than was heard of."""
    lost = [place for place in range(view["trick_number"] - 1) if place not in tricks]
    heard = [setup.side[winner] for winner, _ in tricks.values()]
    owed = [seats[0] for side, seats in enumerate(setup.sides) for _ in range(view["taken"][side] - heard.count(side))]
    return list(zip(lost, owed, strict=True))


def known_deal(setup: Setup, seat: int, view: View, tricks: Heard) -> BriscolaDeal:
    """A deal with everything that is certain; hands and stock have the right sizes only."""
    turn_up, at = NUMBER[view["turn_up"]], HAND * setup.players
    rest = sorted(setup.pack - {turn_up})
    deal = BriscolaDeal(setup, view["dealer"], [*rest[:at], turn_up, *rest[at:]])
    deal.phase, deal.to_act, deal.drawn = view["phase"], seat, len(deal.stock) - view["stock"]
    deal.hands = [[0] * size for size in view["cards"]]
    leader = deal.winning = view["leader"]
    for place, text in enumerate(view["trick"]):
        card = NUMBER[text]
        if not deal.trick or deal.beats[deal.best][card]:
            deal.best, deal.winning = card, setup.turns[leader][place]
        deal.trick.append(card)
    past = view["trick_number"] - 1
    deal.past = [_trick(setup, place, *tricks.get(place, (0, []))) for place in range(past)]
    deal.ply = past * setup.players + len(deal.trick)
    deal.won = list(view["taken"])
    for winner, _, value, _ in deal.past:
        deal.taken[setup.side[winner]] += value
    deal.said = tuple((said["seat"], MOVES["say " + said["code"]]) for said in view["said"])
    deal.open_cards = tuple((int(who), NUMBER[card]) for who, cards in view["shown"].items() for card in cards)
    return deal


def _trick(setup: Setup, place: int, winner: int, cards: list[int]) -> tuple[int, int, int, list[int]]:
    value = sum(setup.values[card] for card in cards)
    return winner, (place + 1) * setup.players - 1, value, cards

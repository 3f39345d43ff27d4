"""Trionfo: one deal, that is the whole pack, in one smazzata after another.

Seven cards each; the next one is turned up, names the trump suit and is dealt last. Everybody may have to
announce how many tricks it will win. The seat after the dealer leads; who can follow suit has to, and else any
card may be played. The highest trump takes the trick, else the highest card of the suit led, and its winner
leads next. When all hands are empty, the next smazzata is dealt from the stock, until the stock is empty too.
"""

from collections.abc import Sequence
from typing import Any

from croupier.games.kernel import Audience, Deal, Fact, Illegal, Score
from croupier.games.tricks import breach, deal_round_robin, draw_one_each

from . import score, show
from .actions import BID, TEXTS, read
from .setup import HAND, PACK, Setup

NOBODY = -1
"""A bid that was not made; a turn-up that there is not."""

Breach = tuple[str, str] | tuple[()]
"""Code and reason of a rule that an action breaks; empty if it breaks none."""


class TrionfoDeal(Deal):
    """The state of a deal.

    ``hands`` by seat, each in the order in which the cards came; ``stock`` in the order of dealing, of which
    ``drawn`` cards are gone; ``dead`` cards that nobody gets; ``trick`` from the ``leader`` on, with its ``best``
    card so far and the seat that is ``winning``, and in ``pot`` the points of its special trumps; ``past`` tricks
    as (leader, winner, ply of the last card, cards). By seat: ``tricks`` won, ``specials`` in points and all
    points ``booked``. ``bids`` of this smazzata; ``settled`` smazzate as (bids, tricks, points of specials), and
    ``before`` this one the tricks and specials of all those.
    """

    __slots__ = (
        "beats", "before", "best", "bids", "booked", "dead", "dealer", "drawn", "hands", "leader", "past", "phase",
        "ply", "pot", "settled", "setup", "specials", "stock", "tables", "to_act", "trick", "tricks", "trump",
        "turn_up", "values", "winning",
    )  # fmt: skip

    to_act: int | None

    def __init__(self, setup: Setup, dealer: int, deck: Sequence[int], first_ply: int = 0, number: int = 1) -> None:
        dealt, used, seats = HAND * setup.players, setup.used, setup.players
        self.setup, self.dealer, self.ply = setup, dealer, first_ply
        self.leader = self.winning = setup.after[dealer]
        self.stock, self.dead, self.drawn = tuple(deck[dealt:used]), tuple(deck[used:]), 0
        self.turn_up = NOBODY
        if setup.trump == "turn-up":
            self._turn_up(deck, dealt)
        else:
            self.trump = (number - 1) % 4 if setup.trump == "rotate" else PACK.suits.index(setup.trump)
        self.tables, self.values = setup.tables[self.trump], setup.values[self.trump]
        self.beats = self.tables.beats
        self.trick: list[int] = []
        self.best, self.pot = NOBODY, 0
        self.past: list[tuple[int, int, int, list[int]]] = []
        self.tricks, self.specials, self.booked = [0] * seats, [0] * seats, [0] * seats
        self.settled: list[tuple[list[int], list[int], list[int]]] = []
        self._begin(deal_round_robin(deck, setup.turns[self.leader], HAND))

    def _turn_up(self, deck: Sequence[int], dealt: int) -> None:
        """The card after the first hands goes under the stock; where there is none, it is the dealer's last card."""
        if self.stock:
            self.turn_up = self.stock[0]
            self.stock = (*self.stock[1:], self.turn_up)
        else:
            self.turn_up = deck[dealt - 1]
        self.trump = PACK.suit[self.turn_up]

    # --- the course of the play

    def push(self, move: int) -> None:
        seat = self.to_act
        assert seat is not None, "the deal is over"
        self.ply += 1
        if move >= BID:
            self._bid(seat, move - BID)
            return
        self.hands[seat].remove(move)
        trick, value = self.trick, self.values[move]
        if not trick or self.beats[self.best][move]:
            self.best, self.winning = move, seat
        trick.append(move)
        if value:
            self._special(seat, value)
        if len(trick) < self.setup.players:
            self.to_act = self.setup.after[seat]
        else:
            self._take(trick)

    def _special(self, seat: int, value: int) -> None:
        """A special trump pays who plays it, or waits for who takes the trick."""
        if self.setup.played:
            self.specials[seat] += value
            self.booked[seat] += value
        else:
            self.pot += value

    def _take(self, trick: list[int]) -> None:
        """The trick is full: its winner takes it and leads, after drawing or after the next smazzata is dealt."""
        setup, winner = self.setup, self.winning
        self.past.append((self.leader, winner, self.ply - 1, trick))
        self.trick, self.to_act, self.leader = [], winner, winner
        self.tricks[winner] += 1
        if not setup.announce:
            self.booked[winner] += 1
        if self.pot:
            self.specials[winner] += self.pot
            self.booked[winner] += self.pot
            self.pot = 0
        if setup.draw and self.drawn < len(self.stock):
            self.drawn = draw_one_each(self.hands, setup.turns[winner], self.stock, self.drawn)
        elif not self.hands[winner]:
            self._settle()

    def _settle(self) -> None:
        """All hands are empty: bids are settled, and the next smazzata is dealt, or the deal is over."""
        setup = self.setup
        tricks, specials = self.before
        won = [now - then for now, then in zip(self.tricks, tricks, strict=True)]
        got = [now - then for now, then in zip(self.specials, specials, strict=True)]
        self.settled.append((self.bids, won, got))
        if setup.announce:
            for seat, bid in enumerate(self.bids):
                counted, _, points = score.settlement(setup, bid, won[seat], got[seat])
                self.booked[seat] += counted + points
        if len(self.settled) == len(setup.hands):
            self.phase, self.to_act = "score", None
            return
        first, size, start = setup.after[self.dealer], setup.hands[len(self.settled)], self.drawn
        if setup.eldest_leads:
            self.leader = first
        self.drawn = start + size * setup.players
        self._begin(deal_round_robin(self.stock[start : self.drawn], setup.turns[first], size))

    def _begin(self, hands: list[list[int]]) -> None:
        """A smazzata begins with new hands: with bids from the seat after the dealer on, or with the first trick."""
        self.hands = hands
        self.before = self.tricks.copy(), self.specials.copy()
        if self.setup.announce:
            self.bids = [NOBODY] * self.setup.players
            self.phase, self.to_act = "announce", self.setup.after[self.dealer]
        else:
            self.bids = []
            self.phase, self.to_act = "play", self.leader

    def _bid(self, seat: int, number: int) -> None:
        self.bids[seat] = number
        if seat == self.dealer:
            self.phase, self.to_act = "play", self.leader
        else:
            self.to_act = self.setup.after[seat]

    def copy(self) -> "TrionfoDeal":
        twin = object.__new__(TrionfoDeal)
        twin.setup, twin.dealer, twin.ply, twin.phase = self.setup, self.dealer, self.ply, self.phase
        twin.hands = [hand.copy() for hand in self.hands]
        twin.stock, twin.dead, twin.drawn, twin.turn_up = self.stock, self.dead, self.drawn, self.turn_up
        twin.trump, twin.tables, twin.values, twin.beats = self.trump, self.tables, self.values, self.beats
        twin.trick, twin.best, twin.winning, twin.pot = self.trick.copy(), self.best, self.winning, self.pot
        twin.leader, twin.to_act, twin.past, twin.bids = self.leader, self.to_act, self.past.copy(), self.bids.copy()
        twin.tricks, twin.specials, twin.booked = self.tricks.copy(), self.specials.copy(), self.booked.copy()
        twin.settled, twin.before = self.settled.copy(), self.before
        return twin

    # --- what is legal

    def moves(self) -> Sequence[int]:
        seat = self.to_act
        if seat is None:
            return ()
        if self.phase == "play":
            return self.setup.rule(self.tables, self.hands[seat], self.trick)
        bids = range(BID, BID + len(self.hands[seat]) + 1)
        hooked = self._hooked(seat)
        return bids if hooked is None else [move for move in bids if move != BID + hooked]

    def _hooked(self, seat: int) -> int | None:
        """The bid that would make all bids come out even, where the last one may not."""
        if not self.setup.hook or seat != self.dealer:
            return None
        number = len(self.hands[seat]) - sum(bid for bid in self.bids if bid != NOBODY)
        return number if number >= 0 else None

    def check(self, seat: int, action: str) -> int:
        if self.to_act is None:
            raise Illegal("move/game-over", "the deal is over")
        move = read(action)
        if move >= BID and self.phase != "announce":
            raise Illegal("move/wrong-phase", "it is not the time for bids")
        if move < BID and self.phase != "play":
            raise Illegal("move/wrong-phase", "bids come first")
        if seat != self.to_act:
            raise Illegal("move/not-your-turn", f"seat {self.to_act} is to act")
        breach = self._bid_breach(seat, move - BID) if move >= BID else self._play_breach(seat, move)
        if breach:
            raise Illegal(*breach)
        return move

    def _bid_breach(self, seat: int, number: int) -> Breach:
        size = len(self.hands[seat])
        if number > size:
            return "move/bid-range", f"a bid is a number from 0 to {size}"
        if number == self._hooked(seat):
            return "move/bid-hook", f"the bids may not add up to {size}"
        return ()

    def _play_breach(self, seat: int, card: int) -> Breach:
        hand = self.hands[seat]
        if card not in hand:
            return "move/card-not-held", f"{PACK.cards[card]} is not in your hand"
        if card in self.moves():
            return ()
        code = breach(self.tables, hand, self.trick, card)
        suit = self.trump if code == "move/must-trump" else PACK.suit[self.trick[0]]
        return code, f"you hold {PACK.suits[suit]}"

    def legal(self) -> list[str]:
        return [TEXTS[move] for move in self.moves()]

    # --- the score

    @property
    def scores(self) -> list[Score]:
        return score.lines(self)

    def points(self) -> list[int]:
        return self.booked.copy()

    # --- who learns what

    def opening(self) -> list[Fact]:
        return show.opening(self)

    def apply(self, seat: int, action: str) -> list[Fact]:
        move = self.check(seat, action)
        tricks, settled, drawn = len(self.past), len(self.settled), self.drawn
        self.push(move)
        if move >= BID:
            return show.after_bid(self, seat, move)
        facts = [Fact("play", {"seat": seat, "card": PACK.cards[move]})]
        if len(self.past) > tricks:
            facts.append(show.trick(self))
        if len(self.settled) > settled:
            return facts + show.after_smazzata(self)
        return facts if self.drawn == drawn else [*facts, show.draw(self, drawn)]

    def shown(self, action: str) -> str:
        return "bid" if self.setup.secret and action.startswith("bid") else action

    def view(self, audience: Audience) -> dict[str, Any]:
        return show.view(self, audience)

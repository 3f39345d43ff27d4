"""Bezique: the course of a deal, in numbers.

Eight cards each, the next one is turned up and names the trump suit. The non-dealer leads. As long as there is a
stock any card may be played to a trick; who wins one may meld, then both draw, the winner first, and the turn-up
is the last card drawn. The last eight tricks are played out with the duty of the option ``phase2``. The better
card takes a trick, and of two equal ones the first.
"""

from collections.abc import Sequence
from typing import Self

from croupier.games.tricks import draw_one_each

from . import declare
from .melds import MELD, trump_of
from .setup import BIT, BRISQUE, CARDS, HAND, MELDED, PACK, WON, Setup

NEVER = 1 << 40
"""More points than anybody can have."""

TURNS = ((0, 1), (1, 0))


class Course:
    """The state of a deal. Sets of cards are numbers with a bit for each.

    ``hands`` by seat, what lies on the table included; ``table``, the sets of what lies there; ``stock`` in the
    order of drawing, the turn-up last, of which ``drawn`` cards are gone; ``past`` tricks as (winner, cards in
    order), ``leader`` of the one in play. ``usable``: by kind of meld the cards that may still be used in it;
    ``sevens`` of trump that may still be shown, and those ``paying`` when they are played; ``made``: the melds so
    far; ``announced`` ones that stand, as (seat, meld); ``seen``: cards that all saw in somebody's possession. In
    a phase of melds: whether one was ``melded``, a seven was ``shown_seven``, which card was ``taken`` for it (or -1).
    ``lines`` of the score as (seat, kind, points, ply), ``totals`` of them, ``goal``: totals that end the deal.
    """

    __slots__ = (
        "announced", "beats", "brisques", "dealer", "drawn", "goal", "hands", "leader", "lines", "made", "melded",
        "past", "paying", "phase", "ply", "seen", "setup", "sevens", "shown_seven", "stock", "table", "taken", "to_act",
        "totals", "trick", "trump", "usable",
    )  # fmt: skip

    to_act: int | None

    def __init__(
        self, setup: Setup, dealer: int, deck: Sequence[int], first_ply: int = 0, points: Sequence[int] = ()
    ) -> None:
        self.setup, self.dealer, self.ply = setup, dealer, first_ply
        elder = [*deck[0:3], *deck[6:8], *deck[10:13]]
        younger = [*deck[3:6], *deck[8:10], *deck[13:16]]
        self.hands = [elder, younger] if dealer else [younger, elder]
        turn_up = deck[2 * HAND]
        self.stock, self.drawn = (*deck[2 * HAND + 1 :], turn_up), 0
        self.trump = trump_of(PACK.suit[turn_up], setup.packs)
        self.beats = self.trump.tables.beats
        self.trick: list[int] = []
        self.past: list[tuple[int, list[int]]] = []
        self.phase = "lead"
        self.leader = self.to_act = 1 - dealer
        self.table, self.seen, self.sevens = [0, 0], BIT[turn_up], self.trump.sevens
        self.paying = self.sevens if setup.seven_played_scores else 0
        self.usable = [melds.cards for melds in self.trump.within]
        self.made: list[int] = []
        self.announced: tuple[tuple[int, int], ...] = ()
        self.melded = self.shown_seven = False
        self.taken = -1
        self.lines: list[tuple[int, str, int, int]] = []
        self.totals, self.brisques = [0, 0], [0, 0]
        before = points or (0, 0)
        self.goal = tuple(setup.goal - had if setup.goal else NEVER for had in before)
        if BIT[turn_up] & self.sevens:
            self.score(dealer, "turned-seven", MELDED, first_ply)

    # --- the course of the play

    def push(self, move: int) -> None:
        """Perform a legal move."""
        seat = self.to_act
        assert seat is not None, "the deal is over"
        self.ply += 1
        if move >= CARDS:
            declare.perform(self, seat, move)
            return
        hand = self.hands[seat]
        hand.remove(move)
        if self.table[seat]:
            self._take_from_table(seat, move)
        trick = self.trick
        trick.append(move)
        if self.paying and BIT[move] & self.paying and self.score(seat, "seven", MELDED):
            return
        if self.phase == "lead":
            self.phase, self.to_act = "follow", 1 - seat
            return
        led = trick[0]
        winner = seat if self.beats[led][move] else 1 - seat
        self.past.append((winner, trick))
        self.brisques[winner] += BRISQUE[led] + BRISQUE[move]
        self.trick = []
        self.leader = self.to_act = winner
        left = len(self.stock) - self.drawn
        if left:
            self._after_trick(winner, left)
        elif hand:
            self.phase = "lead"
        else:
            self._finish(winner)

    def _take_from_table(self, seat: int, card: int) -> None:
        """A card was played that may have lain on the table: what was announced with it lapses."""
        bit = BIT[card]
        if not self.table[seat] & bit:
            return
        self.table[seat] ^= bit
        if self.announced:
            self.announced = tuple(said for said in self.announced if not MELD[said[1]].mask & bit)

    def _after_trick(self, winner: int, left: int) -> None:
        """There is a stock: the winner may meld."""
        if left == 2:
            if self.setup.stock_bonus and self.score(winner, "last-trick", WON):
                return
            if not self.setup.meld_last:
                self.draw(winner)
                return
        self.phase = "meld"
        self.melded = self.shown_seven = False
        self.taken = -1

    def draw(self, winner: int) -> None:
        """Both draw, the winner of the trick first. With the last cards the melds go back to the hands."""
        stock = self.stock
        self.drawn = draw_one_each(self.hands, TURNS[winner], stock, self.drawn)
        self.phase = "lead"
        if self.drawn == len(stock):
            self.table, self.announced = [0, 0], ()

    def _finish(self, winner: int) -> None:
        """The last trick is played: its bonus, then the brisques, those of the non-dealer first."""
        if not self.setup.stock_bonus and self.score(winner, "last-trick", WON):
            return
        for seat in (1 - self.dealer, self.dealer):
            number = self.brisques[seat]
            counts = number and number >= self.setup.brisque_min
            if counts and self.score(seat, "brisques", number * self.setup.brisque_value):
                return
        self.phase, self.to_act = "score", None

    def score(self, seat: int, kind: str, points: int, ply: int | None = None) -> bool:
        """Write a line; does it end the deal at once?"""
        self.lines.append((seat, kind, points, self.ply - 1 if ply is None else ply))
        self.totals[seat] += points
        if self.totals[seat] < self.goal[seat]:
            return False
        self.phase, self.to_act = "score", None
        return True

    def moves(self) -> Sequence[int]:
        """As :meth:`croupier.games.kernel.Deal.moves`."""
        seat, phase = self.to_act, self.phase
        if seat is None:
            return ()
        if phase == "meld":
            return declare.moves(self, seat)
        hand = self.hands[seat]
        if phase == "lead" or self.drawn < len(self.stock):
            return hand
        return self.setup.duty(self.trump.tables, hand, self.trick)

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.setup, twin.dealer, twin.ply, twin.phase = self.setup, self.dealer, self.ply, self.phase
        twin.to_act, twin.leader, twin.trump, twin.beats = self.to_act, self.leader, self.trump, self.beats
        twin.hands = [hand.copy() for hand in self.hands]
        twin.stock, twin.drawn, twin.trick, twin.past = self.stock, self.drawn, self.trick.copy(), self.past.copy()
        twin.table, twin.seen, twin.sevens = self.table.copy(), self.seen, self.sevens
        twin.usable, twin.made, twin.announced = self.usable.copy(), self.made.copy(), self.announced
        twin.melded, twin.shown_seven, twin.taken = self.melded, self.shown_seven, self.taken
        twin.lines, twin.totals, twin.brisques = self.lines.copy(), self.totals.copy(), self.brisques.copy()
        twin.paying, twin.goal = self.paying, self.goal
        return twin

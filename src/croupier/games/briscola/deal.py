"""Briscola: one deal.

Three cards each, the next one is turned up and names the trump suit. The seat after the dealer leads.
Any card may be played at any time. The highest trump takes the trick, else the highest card of the suit
led. The winner draws first, then the others in turn; the turn-up is the last card drawn. The winner leads
to the next trick. When all cards are played, the side with more than half of the 120 points has won.
"""

from collections.abc import Sequence
from typing import Any

from croupier.games.hints import did_you_mean, quote
from croupier.games.kernel import Audience, Deal, Fact, Illegal, Malformed, Score
from croupier.games.matches import ranking
from croupier.games.tricks import deal_round_robin, draw_one_each

from . import show
from .setup import ENOUGH, HAND, PACK, TALK, Setup

CARDS = len(PACK.cards)
SAY = range(CARDS, CARDS + len(TALK))
SWAP = SAY.stop
"""Moves are numbers: a card to play, a code to say, or the swap."""

TEXTS = (*(f"play {card}" for card in PACK.cards), *(f"say {code}" for code in TALK), "swap")
MOVES = {text: move for move, text in enumerate(TEXTS)}

Breach = tuple[str, str] | tuple[()]
"""Code and reason of a rule that an action breaks; empty if it breaks none."""


class BriscolaDeal(Deal):
    """The state of a deal.

    ``hands`` by seat, each in the order in which the cards came; ``trick`` from the leader on, with its
    ``best`` card so far and the seat that is ``winning``; ``past`` tricks as (winner, ply of the last card,
    value, cards), of which each side has ``won`` some and ``taken`` their points; ``stock`` in the order of
    drawing, the turn-up last, of which ``drawn`` cards are gone; ``open_cards`` that all saw being taken into
    a hand, as (seat, card); ``said`` in this trick, as (seat, move).
    """

    __slots__ = (
        "beats", "best", "dealer", "drawn", "hands", "open_cards", "past", "phase", "ply", "said", "setup", "stock",
        "taken", "to_act", "trick", "trump", "winning", "won",
    )  # fmt: skip

    to_act: int | None

    def __init__(self, setup: Setup, dealer: int, deck: Sequence[int], first_ply: int = 0) -> None:
        first, dealt = setup.after[dealer], HAND * setup.players
        self.setup, self.dealer, self.ply = setup, dealer, first_ply
        self.hands = deal_round_robin(deck, setup.turns[first], HAND)
        self.stock = (*deck[dealt + 1 :], deck[dealt])
        self.drawn = 0
        self.trump = PACK.suit[deck[dealt]]
        self.beats = setup.beats[self.trump]
        self.trick: list[int] = []
        self.best = -1
        self.to_act = self.winning = first
        self.past: list[tuple[int, int, int, list[int]]] = []
        self.taken, self.won = [0] * len(setup.sides), [0] * len(setup.sides)
        self.open_cards: tuple[tuple[int, int], ...] = ()
        self.said: tuple[tuple[int, int], ...] = ()
        self.phase = "play"

    # --- the course of the play

    def push(self, move: int) -> None:
        seat = self.to_act
        assert seat is not None, "the deal is over"
        if move >= CARDS:
            self._speak_or_swap(seat, move)
            return
        self.ply += 1
        self.hands[seat].remove(move)
        trick, setup = self.trick, self.setup
        if not trick or self.beats[self.best][move]:
            self.best, self.winning = move, seat
        trick.append(move)
        if len(trick) < setup.players:
            self.to_act = setup.after[seat]
        else:
            self._take(trick, setup)

    def _take(self, trick: list[int], setup: Setup) -> None:
        """The trick is full: its winner takes it, all draw if there is a stock, the winner leads."""
        values, winner, value = setup.values, self.winning, 0
        for card in trick:
            value += values[card]
        self.past.append((winner, self.ply - 1, value, trick))
        side = setup.side[winner]
        self.taken[side] += value
        self.won[side] += 1
        self.trick, self.to_act = [], winner
        if self.said:
            self.said = ()
        if self.drawn < len(self.stock):
            self.drawn = draw_one_each(self.hands, setup.turns[winner], self.stock, self.drawn)
            if self.drawn == len(self.stock):
                self.phase = "endgame"
                self.open_cards += ((setup.turns[winner][-1], self.stock[-1]),)
        if not self.hands[winner] or (setup.stop and max(self.taken) >= ENOUGH):
            self.phase, self.to_act = "score", None

    def _speak_or_swap(self, seat: int, move: int) -> None:
        self.ply += 1
        if move != SWAP:
            self.said += ((seat, move),)
            return
        low, turn_up, hand = self.setup.low[self.trump], self.stock[-1], self.hands[seat]
        hand[hand.index(low)] = turn_up
        self.stock = (*self.stock[:-1], low)
        self.open_cards += ((seat, turn_up),)

    def moves(self) -> Sequence[int]:
        seat = self.to_act
        if seat is None:
            return ()
        if self.setup.plain:
            return self.hands[seat]
        extra = [*SAY] if not self._talk_breach(seat) else []
        return [*self.hands[seat], *extra, *([SWAP] if not self._swap_breach(seat) else [])]

    def copy(self) -> "BriscolaDeal":
        twin = object.__new__(BriscolaDeal)
        twin.setup, twin.dealer, twin.ply, twin.phase = self.setup, self.dealer, self.ply, self.phase
        twin.hands = [hand.copy() for hand in self.hands]
        twin.stock, twin.drawn, twin.trump, twin.beats = self.stock, self.drawn, self.trump, self.beats
        twin.trick, twin.best, twin.winning, twin.to_act = self.trick.copy(), self.best, self.winning, self.to_act
        twin.past, twin.taken, twin.won = self.past.copy(), self.taken.copy(), self.won.copy()
        twin.open_cards, twin.said = self.open_cards, self.said
        return twin

    # --- what is legal

    def check(self, seat: int, action: str) -> int:
        if self.to_act is None:
            raise Illegal("move/game-over", "the deal is over")
        move = MOVES.get(action)
        if move is None:
            raise unreadable(action)
        if seat != self.to_act:
            raise Illegal("move/not-your-turn", f"seat {self.to_act} is to act")
        if move >= CARDS:
            breach = self._swap_breach(seat) if move == SWAP else self._talk_breach(seat)
            if breach:
                raise Illegal(*breach)
        elif move not in self.hands[seat]:
            raise Illegal("move/card-not-held", f"{PACK.cards[move]} is not in your hand")
        return move

    def _talk_breach(self, seat: int) -> Breach:
        if not self.setup.talk:
            return "move/talk-not-allowed", "there is no talk in this game"
        if not self.past:
            return "move/talk-first-trick", "the first trick is played in silence"
        if self.said and self.said[-1][0] == seat:
            return "move/talk-limit", "you have spoken in this trick"
        return ()

    def _swap_breach(self, seat: int) -> Breach:
        if not self.setup.low:
            return "move/swap-not-allowed", "the turn-up is not swapped in this game"
        if self.drawn == len(self.stock):
            return "move/swap-too-late", "the turn-up has been drawn"
        low = self.setup.low[self.trump]
        if low not in self.hands[seat]:
            return "move/swap-card-not-held", "the low trump is not in your hand"
        if not self.won[self.setup.side[seat]]:
            return "move/swap-not-allowed", "your side has not taken a trick yet"
        if not self.beats[low][self.stock[-1]]:
            return "move/swap-not-allowed", "the turn-up is not higher than your card"
        return ()

    def legal(self) -> list[str]:
        return [TEXTS[move] for move in self.moves()]

    # --- the score

    @property
    def scores(self) -> list[Score]:
        lines = [
            Score(winner, "trick-points", value, ply, "briscola#trick-points")
            for winner, ply, value, _ in self.past
            if value
        ]
        if self.to_act is None and self.places().count(1) == 1:
            seat = self.setup.sides[self.places().index(1)][0]
            lines.append(Score(seat, "deal-won", 1, self.ply - 1, "briscola#deal-won"))
        return lines

    def points(self) -> list[int]:
        return self.taken.copy()

    def places(self) -> tuple[int, ...]:
        """The places of the sides in this deal; a tie is broken only where the last trick decides."""
        none_won = self.setup.sixty_one and max(self.taken) < ENOUGH
        places = (1,) * len(self.taken) if none_won else ranking(self.taken)
        last = self.setup.side[self.past[-1][0]] if self.past else -1
        if self.setup.last_trick_wins and places.count(1) > 1 and last >= 0 and places[last] == 1:
            return tuple(1 if side == last else max(2, place) for side, place in enumerate(places))
        return places

    # --- who learns what

    def opening(self) -> list[Fact]:
        return show.opening(self)

    def apply(self, seat: int, action: str) -> list[Fact]:
        move = self.check(seat, action)
        if move == SWAP:
            took, turn_up = PACK.cards[self.stock[-1]], PACK.cards[self.setup.low[self.trump]]
            fact = Fact("swap", {"seat": seat, "took": took, "turn_up": turn_up})
        elif move >= CARDS:
            fact = Fact("say", {"seat": seat, "code": TALK[move - CARDS]})
        else:
            fact = Fact("play", {"seat": seat, "card": PACK.cards[move]})
        trick, drawn = self.trick, self.drawn
        self.push(move)
        return [fact] if self.trick is trick else [fact, *show.after_trick(self, drawn)]

    def view(self, audience: Audience) -> dict[str, Any]:
        return show.view(self, audience)


def unreadable(action: str) -> Malformed:
    """Why ``action`` is none of briscola's actions."""
    verb, _, rest = action.partition(" ")
    if verb not in ("play", "say", "swap"):
        hint = did_you_mean(verb, ("play", "say", "swap"))
        return Malformed("malformed/unknown-action", f"no action {quote(action)}{hint}")
    if verb == "swap" or not rest or " " in rest:
        form = {"play": "play KD", "say": "say have-ace", "swap": "swap"}[verb]
        return Malformed("malformed/unknown-action", f"{quote(action)} is not of the form {form!r}")
    if verb == "say":
        return Malformed("malformed/unknown-talk-code", f"no code {quote(rest)}{did_you_mean(rest, TALK)}")
    return Malformed("malformed/malformed-card", f"{quote(rest)} is no card{did_you_mean(rest, PACK.cards)}")

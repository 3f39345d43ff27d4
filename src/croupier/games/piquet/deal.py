"""Piquet: one deal.

Twelve cards each and eight left: five for elder hand, who leads, and three for younger hand, who dealt. A
carte blanche is claimed; elder exchanges up to five cards, younger up to what is left. Then point, sequence
and set are called and compared, each scoring for the one who holds the better. Then twelve tricks are played:
suit must be followed, the higher card of the suit led wins. Who reaches 30 points before the other has one
gets a bonus.
"""

from collections.abc import Callable, Sequence
from typing import Any

from croupier.games.kernel import Audience, Deal, Fact, Form, Score

from . import offers, rulings, show
from .holdings import BIT, CATEGORIES, IN_SUIT, POINT, cards_of, hand_of, unpack, worth
from .kinds import CAPOT, DECLARED, KINDS, LEAD, MAJORITY, PIQUE, REPIQUE, RULES, THIRTY, TRICK, WHITE, Line
from .setup import BEATS, CARDS, ELDERS_TALON, ENOUGH, MOST_TRICKS, TALON, TRICKS, Setup
from .words import ASK, BLANCHE, CLAIM, EQUAL, EXCHANGE, GOOD, LOOK, NAMES, PASS, SHIFT, WHITE_HAND, text

ELDER_DEALT = tuple(place for place in range(24) if place % 4 < 2)
YOUNGER_DEALT = tuple(place for place in range(24) if place % 4 > 1)
"""Places in the deck of the cards that are dealt to each, two at a time, elder first."""

CALLING, REPLYING, CLAIMING = (tuple(f"{name}-{step}" for name in NAMES) for step in ("call", "reply", "claim"))
"""Phases by category."""


class PiquetDeal(Deal):
    """The state of a deal. Hands are integers with a bit for each card, see :mod:`.holdings`.

    ``deck``: all cards as they were dealt, the ``talon`` last. By seat: ``hands`` now, as they were ``dealt``, and
    as they were ``held`` after the exchange; ``discards``; cards ``taken`` from the talon, -1 before; tricks
    ``won``; ``totals`` of the score. ``white``: claims of carte blanche as (seat, suit or -1). By category: ``calls``
    of the first declarer, ``replies``, ``claims`` of the other, -1 for none yet and 0 for a pass; ``open`` are the
    categories in which a claim is still to come. ``asked`` for the pips; ``looked`` at the cards left, -1 for not
    yet. ``log`` is the score; there is a ``race`` for the bonus while it can still be won. ``led``: the card on the
    table, -1 for none; ``tricks`` as (leader, card led, card that followed, winner). ``declared`` is what all may see
    of the declarations, kept for views until there is another one.
    """

    __slots__ = (
        "asked", "calls", "category", "claims", "dealer", "dealt", "deck", "declared", "discards", "elder", "hands",
        "held", "led", "log", "looked", "open", "phase", "ply", "race", "replies", "setup", "taken", "talon", "to_act",
        "totals", "tricks", "white", "won",
    )  # fmt: skip

    to_act: int | None

    def __init__(self, setup: Setup, dealer: int, deck: Sequence[int], first_ply: int = 0) -> None:
        self.setup, self.dealer, self.elder, self.ply = setup, dealer, 1 - dealer, first_ply
        elders, youngers = (hand_of([deck[place] for place in places]) for places in (ELDER_DEALT, YOUNGER_DEALT))
        self.dealt = (elders, youngers) if dealer else (youngers, elders)
        self.hands, self.held = list(self.dealt), list(self.dealt)
        self.deck, self.talon = deck, tuple(deck[-TALON:])
        self.taken, self.discards = [-1, -1], [0, 0]
        self.white: tuple[tuple[int, int], ...] = ()
        self.category, self.asked, self.looked = POINT, False, -1
        self.calls, self.replies, self.claims = [-1, -1, -1], [-1, -1, -1], [-1, -1, -1]
        self.open: tuple[int, ...] = ()
        self.log: list[Line] = []
        self.totals, self.race = [0, 0], True
        self.declared: dict[str, dict[str, Any]] | None = None
        self.led = -1
        self.tricks: list[tuple[int, int, int, int]] = []
        self.won = [0, 0]
        self.to_act = self.elder
        self.phase = "blanche-elder" if setup.suit_ten or setup.no_court else "exchange-elder"

    @property
    def declarer(self) -> int:
        """The seat that calls first in each category; the other one replies."""
        return self.dealer if self.setup.dealer_first else self.elder

    @property
    def left(self) -> int:
        """Cards of the talon that nobody has taken."""
        return TALON - max(self.taken[0], 0) - max(self.taken[1], 0)

    def push(self, move: int) -> None:
        if move < CARDS:
            self._play(move)
        else:
            self.declared = None
            STEPS[self.phase](self, move)
        self.ply += 1

    # --- before the play

    def _blanche(self, move: int) -> None:
        seat, setup = self._actor(), self.setup
        if move != PASS:
            self.white += ((seat, -1 if move == WHITE_HAND else move - BLANCHE),)
            self._score(seat, WHITE, 10)
            if setup.suit_ten and setup.per_suit:
                return
        if seat == self.elder:
            self.phase, self.to_act = "blanche-younger", self.dealer
        else:
            self.phase, self.to_act = "exchange-elder", self.elder

    def _exchange(self, move: int) -> None:
        seat, chosen = self._actor(), move >> SHIFT
        hand = self.hands[seat]
        out = hand_of([card for place, card in enumerate(cards_of(hand)) if chosen >> place & 1])
        first, number = TALON - self.left, chosen.bit_count()
        self.taken[seat], self.discards[seat] = number, out
        self.hands[seat] = self.held[seat] = hand ^ out | hand_of(self.talon[first : first + number])
        if seat == self.elder:
            self.phase, self.to_act = "exchange-younger", self.dealer
        else:
            self._open_category(POINT)

    def _open_category(self, category: int) -> None:
        if category == len(CATEGORIES):
            self.phase, self.to_act = "lead1", self.elder
        else:
            self.category, self.phase, self.to_act = category, CALLING[category], self.declarer

    def _call(self, move: int) -> None:
        category = self.category
        call = self.calls[category] = 0 if move == PASS else move >> SHIFT
        if call:
            self.phase, self.to_act = REPLYING[category], 1 - self.declarer
        else:
            self._leave_to_the_other(category)

    def _leave_to_the_other(self, category: int) -> None:
        """The first declarer scores nothing here: the other one may claim, now or after the first lead."""
        self.open += (category,)
        if self.setup.after_lead:
            self._open_category(category + 1)
        else:
            self.phase, self.to_act = CLAIMING[category], 1 - self.declarer

    def _reply(self, move: int) -> None:
        if move == ASK:
            self.asked = True
            return
        category = self.category
        self.replies[category] = move
        if move == GOOD:
            self._declare(self.declarer, category, self.calls[category])
        if move in (GOOD, EQUAL):
            self._open_category(category + 1)
        else:
            self._leave_to_the_other(category)

    def _claim(self, move: int) -> None:
        category, claim = self.category, 0 if move == PASS else move >> SHIFT
        self.open, self.claims[category] = (), claim
        self._declare(1 - self.declarer, category, claim)
        self._open_category(category + 1)

    def _after_lead(self, move: int) -> None:
        """Younger claims what is open, then looks at the cards that are left, or does not."""
        if self.open:
            claim = 0 if move == PASS else move >> SHIFT
            category = (move & (1 << SHIFT) - 1) - CLAIM if claim else self.open[0]
            self.claims[category] = claim
            self._declare(self.dealer, category, claim)
            self.open = tuple(other for other in self.open if other != category)
            if self.race and not self.open:
                self._settle_race()
        else:
            self.looked = int(move == LOOK)
        self.phase = "younger-claims" if self.open or self.may_look else "play"

    @property
    def may_look(self) -> bool:
        """Is younger to say whether he looks at the cards that are left, once he has claimed?"""
        return self.setup.look == "shared" and self.looked < 0 and self.left > 0

    def _declare(self, seat: int, category: int, call: int) -> None:
        for item in unpack(call):
            self._score(seat, DECLARED + category, worth(category, self.held[seat], item))

    # --- the play

    def _play(self, card: int) -> None:
        seat, led = self._actor(), self.led
        self.hands[seat] ^= BIT[card]
        if led < 0:
            self._lead(seat, card)
        else:
            self._follow(seat, card, led)

    def _lead(self, seat: int, card: int) -> None:
        setup = self.setup
        points = (setup.last_lead if len(self.tricks) == TRICKS - 1 else setup.lead)[card]
        self.led, self.to_act = card, 1 - seat
        if points:
            self._score(seat, LEAD, points)
        if self.phase == "lead1":
            self.phase = "younger-claims" if self.open or self.may_look else "play"

    def _follow(self, seat: int, card: int, led: int) -> None:
        leader = 1 - seat
        winner = seat if BEATS[led][card] else leader
        self.tricks.append((leader, led, card, winner))
        self.won[winner] += 1
        self.led, self.to_act = -1, winner
        last = len(self.tricks) == TRICKS
        points = self.setup.trick[last][winner == seat]
        if points:
            self._score(winner, TRICK, points)
        if last:
            self._end()

    def _end(self) -> None:
        """Who has more tricks scores for the cards, or for all twelve of them."""
        setup, won = self.setup, self.won
        if not setup.cards_count:
            self.race = False
        for seat in (self.elder, self.dealer):
            capot = won[seat] == TRICKS
            if capot:
                self._score(seat, CAPOT, 40)
            least = TRICKS // 2 if setup.cards_at_half else MOST_TRICKS
            if won[seat] >= least and (setup.capot_adds_cards or not capot):
                self._score(seat, MAJORITY, 10)
        self.phase, self.to_act = "score", None

    # --- the score

    def _score(self, seat: int, kind: int, points: int) -> None:
        self.log.append((seat, kind, points, self.ply))
        self.totals[seat] += points
        if self.race and not self.open:
            self.race = not self.totals[1 - seat]
            if self.race and self.totals[seat] >= ENOUGH:
                self._bonus(len(self.log), seat, kind)

    def _settle_race(self) -> None:
        """All claims are made: walk through the score by category, then by time, with two running sums.

        Only needed where younger's declarations score after the first lead; else time goes by category too.
        """
        sums, order = [0, 0], sorted(range(len(self.log)), key=lambda place: min(self.log[place][1], LEAD))
        for place in order:
            seat, kind, points, _ = self.log[place]
            sums[seat] += points
            self.race = not (sums[0] and sums[1])
            if not self.race:
                return
            if sums[seat] >= ENOUGH:
                self._bonus(place + 1, seat, kind)
                return

    def _bonus(self, place: int, seat: int, kind: int) -> None:
        """The one bonus of a deal, as a line behind the one that brought it."""
        bonus, points = (THIRTY, 30) if not self.setup.pique else (REPIQUE, 60) if kind < LEAD else (PIQUE, 30)
        self.log.insert(place, (seat, bonus, points, self.log[place - 1][3]))
        self.totals[seat] += points
        self.race = False

    @property
    def scores(self) -> list[Score]:
        return [Score(seat, KINDS[kind], points, ply, RULES[kind]) for seat, kind, points, ply in self.log]

    def points(self) -> list[int]:
        return self.totals.copy()

    # --- what is legal

    def _actor(self) -> int:
        seat = self.to_act
        assert seat is not None, "the deal is over"
        return seat

    def moves(self) -> Sequence[int]:
        seat = self.to_act
        if seat is None:
            return ()
        if self.phase == "play" or self.phase == "lead1":
            hand, led = self.hands[seat], self.led
            suit = led >> 3
            following = hand >> 8 * suit & 255 if led >= 0 else 0
            return IN_SUIT[suit][following] if following else cards_of(hand)
        return offers.moves(self)

    def legal(self) -> list[str]:
        return [text(move) for move in self.moves() if move & (1 << SHIFT) - 1 != EXCHANGE]

    def form(self) -> Form | None:
        return offers.form(self)

    def auto(self) -> str | None:
        move = offers.engine(self)
        return None if move < 0 else text(move)

    def check(self, seat: int, action: str) -> int:
        return rulings.check(self, seat, action)

    def full(self, action: str) -> str:
        seat = self._actor()
        return text(self.check(seat, action), cards_of(self.hands[seat]))

    def copy(self) -> "PiquetDeal":
        twin = object.__new__(PiquetDeal)
        twin.setup, twin.dealer, twin.elder, twin.ply = self.setup, self.dealer, self.elder, self.ply
        twin.phase, twin.to_act, twin.category = self.phase, self.to_act, self.category
        twin.dealt, twin.deck, twin.talon = self.dealt, self.deck, self.talon
        twin.white, twin.open, twin.declared = self.white, self.open, self.declared
        twin.hands, twin.held, twin.discards = self.hands.copy(), self.held.copy(), self.discards.copy()
        twin.calls, twin.replies, twin.claims = self.calls.copy(), self.replies.copy(), self.claims.copy()
        twin.taken, twin.won, twin.totals = self.taken.copy(), self.won.copy(), self.totals.copy()
        twin.log, twin.tricks = self.log.copy(), self.tricks.copy()
        twin.asked, twin.looked, twin.race, twin.led = self.asked, self.looked, self.race, self.led
        return twin

    # --- who learns what

    def opening(self) -> list[Fact]:
        return show.opening(self)

    def apply(self, seat: int, action: str) -> list[Fact]:
        move = self.check(seat, action)
        before = self.log.copy()
        self.push(move)
        return show.happened(self, seat, move, before)

    def shown(self, action: str) -> str:
        return show.shown(self, action)

    def view(self, audience: Audience) -> dict[str, Any]:
        return show.view(self, audience)


STEPS: dict[str, Callable[[PiquetDeal, int], None]] = {
    "blanche-elder": PiquetDeal._blanche,
    "blanche-younger": PiquetDeal._blanche,
    "exchange-elder": PiquetDeal._exchange,
    "exchange-younger": PiquetDeal._exchange,
    **dict.fromkeys(CALLING, PiquetDeal._call),
    **dict.fromkeys(REPLYING, PiquetDeal._reply),
    **dict.fromkeys(CLAIMING, PiquetDeal._claim),
    "younger-claims": PiquetDeal._after_lead,
}
"""What a move that plays no card does, by phase."""

assert ELDERS_TALON < TALON

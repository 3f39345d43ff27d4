"""Piquet again, slowly and in plain words, to check the kernel against. It shares no code with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from games.piquet_cards import PIPS, SUITS, high, run_of, sequences, sets

CATEGORIES = ["point", "sequence", "set"]

Key = tuple[int, ...]


@dataclass
class Event:
    """Points, by time. ``kind`` as in the rules."""

    seat: int
    kind: str
    points: int
    ply: int


@dataclass
class Table:
    """A deal in progress: everything is texts. ``phase``, ``turn`` and :meth:`legal` say what is to be done."""

    options: Mapping[str, Any]
    dealer: int
    deck: list[str]
    hands: list[set[str]] = field(default_factory=list)
    phase: str = ""
    turn: int | None = None
    events: list[Event] = field(default_factory=list)
    ply: int = 0

    def __post_init__(self) -> None:
        self.elder, self.younger = 1 - self.dealer, self.dealer
        cards, self.hands = list(self.deck), [set(), set()]
        for _ in range(6):
            for seat in (self.elder, self.younger):
                self.hands[seat] |= {cards.pop(0), cards.pop(0)}
        self.talon = cards
        self.original = [set(hand) for hand in self.hands]
        self.full = [set(hand) for hand in self.hands]
        self.discarded: list[set[str]] = [set(), set()]
        self.exchanged: list[int | None] = [None, None]
        self.white: list[tuple[int, str]] = []
        self.called: dict[str, str] = {}
        self.replied: dict[str, str] = {}
        self.pending: list[str] = []
        self.asked = False
        self.bonus: tuple[int, str, int, int] | None = None
        self.first = self.dealer if self.options["first_declarer"] == "dealer" else self.elder
        self.second = 1 - self.first
        self.lead: str | None = None
        self.tricks: list[int] = []
        self.looked: str | None = None
        self.go("exchange-elder" if self.options["carte_blanche"] == "off" else "blanche-elder", self.elder)

    def go(self, phase: str, turn: int | None) -> None:
        self.phase, self.turn = phase, turn

    # --- what holds

    def legal(self) -> set[str]:
        """What may be done, in the form of :func:`normal`."""
        if self.turn is None:
            return set()
        engine = self.engine()
        return {engine} if engine else self.choices()

    def choices(self) -> set[str]:
        assert self.turn is not None
        step = self.phase.rpartition("-")[2]
        if self.phase.startswith("blanche"):
            return {*self.blanches(self.turn), "pass"}
        if self.phase.startswith("exchange"):
            least, most = self.limits()
            cards = sorted(self.hands[self.turn])
            discards = (some for number in range(least, most + 1) for some in combinations(cards, number))
            return {" ".join(["exchange", *some]) for some in discards}
        if step == "call":
            calls = set(self.calls(self.first, self.category))
            return {f"call {self.category} {call}" for call in calls} | self.may_sink(calls)
        if step == "reply":
            return self.replies()
        if step == "claim":
            claims = set(self.claims(self.category))
            texts = {f"claim {self.category} {claim}" for claim in claims}
            return texts | (self.may_sink(claims) if self.called[self.category] == "pass" else set())
        if step == "claims":
            return self.claims_after_lead() if self.pending else {"look", "no-look"}
        hand = self.hands[self.turn]
        suited = {card for card in hand if self.lead and card[1] == self.lead[1]}
        return {f"play {card}" for card in suited or hand}

    def limits(self) -> tuple[int, int]:
        """The least and the most cards of an exchange."""
        return int(self.options["min_exchange"]), 5 if self.phase == "exchange-elder" else len(self.talon)

    def may_sink(self, held: set[str]) -> set[str]:
        return {"pass"} if self.options["sinking"] or not held else set()

    def claims_after_lead(self) -> set[str]:
        texts = {f"claim {category} {claim}" for category in self.pending for claim in self.claims(category)}
        return texts | self.may_sink(set(self.claims(self.pending[0])))

    @property
    def category(self) -> str:
        return self.phase.partition("-")[0]

    def engine(self) -> str:
        """What is done without asking."""
        assert self.turn is not None
        if self.phase.startswith("blanche") and not self.blanches(self.turn):
            return "pass"
        if self.phase == "younger-claims" and self.pending and not list(self.claims(self.pending[0])):
            return "pass"
        return ""

    def blanches(self, seat: int) -> set[str]:
        hand = self.original[seat]
        if self.options["carte_blanche"] == "no-court":
            return set() if any(card[0] in "KQJ" for card in hand) else {"blanche"}
        return {
            f"blanche {suit}"
            for suit in SUITS
            if f"T{suit}" in hand and not {f"K{suit}", f"Q{suit}", f"J{suit}"} & hand and (seat, suit) not in self.white
        }

    def key(self, seat: int, category: str, item: str) -> Key:
        """What is larger is better."""
        if category == "point":
            cards = [card for card in self.full[seat] if card[1] == item]
            return len(cards), sum(PIPS[card[0]] for card in cards)
        top, number = item.split(" ")
        return int(number), high(top[0])

    def items(self, seat: int, category: str) -> list[str]:
        """All that a seat may truly name."""
        hand = self.full[seat]
        if category == "point":
            return sorted({card[1] for card in hand})
        return sequences(hand) if category == "sequence" else sets(hand, self.set_ranks)

    @property
    def set_ranks(self) -> str:
        return "AKQJT" if self.options["set_min_rank"] == "T" else "AKQJ"

    def calls(self, seat: int, category: str) -> Iterator[str]:
        """Best first, extras sorted by their text; without sinking only what cannot be bettered."""
        items = self.items(seat, category)
        found: dict[str, tuple[Key, int]] = {}
        for number in range(1, 2 if category == "point" else 5):
            for chosen in combinations(items, number):
                if self.distinct(seat, category, chosen):
                    keys = [self.key(seat, category, item) for item in chosen]
                    for best in chosen:
                        if self.key(seat, category, best) == max(keys):
                            call = " + ".join([best, *sorted(item for item in chosen if item != best)])
                            found[call] = max(keys), self.worth(seat, category, chosen)
        if self.options["sinking"]:
            yield from found
        else:
            yield from (call for call, value in found.items() if value == max(found.values()))

    def distinct(self, seat: int, category: str, chosen: tuple[str, ...]) -> bool:
        if category == "sequence":
            ranges = [run_of(self.full[seat], item) for item in chosen]
        else:
            ranges = [item[0] for item in chosen]
        return len(set(ranges)) == len(chosen)

    def worth(self, seat: int, category: str, chosen: tuple[str, ...]) -> int:
        return sum(self.value(seat, category, item) for item in chosen)

    def value(self, seat: int, category: str, item: str) -> int:
        if category == "point":
            return self.key(seat, category, item)[0]
        number = int(item.split(" ")[1])
        if category == "set":
            return 14 if number == 4 else 3
        return {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}[number]

    def claims(self, category: str) -> Iterator[str]:
        call = self.called[category]
        for claim in self.calls(self.second, category):
            best = claim.split(" + ")[0]
            if call == "pass" or self.key(self.second, category, best) > self.called_key(category):
                yield claim

    def called_key(self, category: str) -> Key:
        return self.key(self.first, category, self.called[category].split(" + ")[0])

    def replies(self) -> set[str]:
        found = self.answers(self.asked and self.category == "point")
        if self.category == "point" and not self.asked:
            length = self.called_key("point")[0]
            holds = any(self.key(self.second, "point", suit)[0] == length for suit in self.items(self.second, "point"))
            if holds and self.answers(True):
                found.add("ask")
        return found

    def answers(self, asked: bool) -> set[str]:
        key = self.called_key(self.category)
        own = [self.key(self.second, self.category, item) for item in self.items(self.second, self.category)]
        best = max(own, default=(0,))
        better = [other for other in own if other > key and (not asked or other[0] == key[0])]
        found = ({"not-good"} if better else set()) | ({"equal"} if best == key else set())
        return found | ({"good"} if self.options["sinking"] or best < key else set())

    # --- what is done

    def do(self, action: str) -> None:
        verb, *words = action.split(" ")
        seat = self.turn
        assert seat is not None
        getattr(self, "do_" + verb.replace("-", "_"), self.do_reply)(seat, action, words)
        self.ply += 1

    def add(self, seat: int, kind: str, points: int) -> None:
        if points:
            self.events.append(Event(seat, kind, points, self.ply))
        if not self.pending and not self.bonus:
            self.bonus = self.walk()

    def do_blanche(self, seat: int, action: str, words: list[str]) -> None:
        self.white.append((seat, words[0] if words else ""))
        self.add(seat, "carte-blanche", 10)
        if not words or self.options["carte_blanche_limit"] == "once":
            self.after_blanche()

    def after_blanche(self) -> None:
        if self.phase == "blanche-elder":
            self.go("blanche-younger", self.younger)
        else:
            self.go("exchange-elder", self.elder)

    def do_exchange(self, seat: int, action: str, words: list[str]) -> None:
        self.hands[seat] -= set(words)
        self.discarded[seat] = set(words)
        for _ in words:
            self.hands[seat].add(self.talon.pop(0))
        self.full[seat] = set(self.hands[seat])
        self.exchanged[seat] = len(words)
        if seat == self.elder:
            self.go("exchange-younger", self.younger)
        else:
            self.go("point-call", self.first)

    def next_category(self) -> None:
        place = CATEGORIES.index(self.category) + 1
        if place < 3:
            self.go(f"{CATEGORIES[place]}-call", self.first)
        else:
            self.go("lead1", self.elder)

    def leave_open(self) -> None:
        if self.options["second_scores"] == "after-lead":
            self.pending.append(self.category)
            self.next_category()
        else:
            self.go(f"{self.category}-claim", self.second)

    def do_pass(self, seat: int, action: str, words: list[str]) -> None:
        if self.phase.startswith("blanche"):
            self.after_blanche()
        elif self.phase.endswith("call"):
            self.called[self.category] = "pass"
            self.leave_open()
        elif self.phase.endswith("claim"):
            self.next_category()
        else:
            self.close(self.pending[0])

    def close(self, category: str) -> None:
        self.pending.remove(category)
        self.add(0, "", 0)
        self.look_or_play()

    def look_or_play(self) -> None:
        look = self.options["younger_look"] == "shared" and self.talon and self.looked is None
        self.go("younger-claims" if self.pending or look else "play", self.younger)

    def do_call(self, seat: int, action: str, words: list[str]) -> None:
        self.called[self.category] = action.split(" ", 2)[2]
        self.go(f"{self.category}-reply", self.second)

    def do_ask(self, seat: int, action: str, words: list[str]) -> None:
        self.asked = True

    def do_reply(self, seat: int, action: str, words: list[str]) -> None:
        self.replied[self.category] = action
        if action == "good":
            self.declare(self.first, self.category, self.called[self.category])
        if action == "not-good":
            self.leave_open()
        else:
            self.next_category()

    def declare(self, seat: int, category: str, call: str) -> None:
        for item in call.split(" + "):
            self.add(seat, category, self.value(seat, category, item))

    def do_claim(self, seat: int, action: str, words: list[str]) -> None:
        category, call = words[0], action.split(" ", 2)[2]
        self.declare(seat, category, call)
        if self.phase == "younger-claims":
            self.close(category)
        else:
            self.next_category()

    def do_look(self, seat: int, action: str, words: list[str]) -> None:
        self.looked = action
        self.go("play", self.younger)

    do_no_look = do_look

    def do_play(self, seat: int, action: str, words: list[str]) -> None:
        card = words[0]
        self.hands[seat].remove(card)
        last, additive = len(self.tricks) == 11, self.options["play_points"] == "additive"
        if self.lead is None:
            self.lead = card
            low = self.options["lead_from_ten"] and card[0] in "987"
            self.add(seat, "lead", 0 if low else 2 if last and additive else 1)
            self.go(self.phase, 1 - seat)
            if len(self.tricks) == 0:
                self.look_or_play()
            return
        took = card[1] == self.lead[1] and high(card[0]) > high(self.lead[0])
        winner = seat if took else 1 - seat
        self.lead = None
        self.tricks.append(winner)
        if additive:
            self.add(winner, "trick", 2 if last else 1)
        else:
            self.add(winner, "trick", (2 if last else 1) if took else (1 if last else 0))
        self.go("play", winner)
        if last:
            self.finish()

    def finish(self) -> None:
        self.go("score", None)
        for seat in (self.elder, self.younger):
            won = self.tricks.count(seat)
            if won == 12:
                self.add(seat, "capot", 40)
                self.add(seat, "cards", 10 if self.options["capot_adds_cards"] else 0)
            elif won > 6 or (won == 6 and self.options["cards_at_half"] == "both"):
                self.add(seat, "cards", 10)

    # --- the score

    def walk(self) -> tuple[int, str, int, int] | None:
        """The bonus: seat, kind, points, ply."""
        order = {"carte-blanche": 0, "point": 1, "sequence": 2, "set": 3}
        counted = ("cards", "capot") if not self.options["cards_count_for_pique"] else ()
        events = [event for event in self.events if event.kind not in counted]
        sums = [0, 0]
        for event in sorted(events, key=lambda event: order.get(event.kind, 4)):
            sums[event.seat] += event.points
            if sums[event.seat] >= 30 and not sums[1 - event.seat]:
                if self.options["thirty_bonus"] == "single30":
                    return event.seat, "thirty", 30, event.ply
                in_hand = event.kind in order
                return event.seat, "repique" if in_hand else "pique", 60 if in_hand else 30, event.ply
        return None

    def lines(self) -> list[tuple[int, str, int, int]]:
        """All lines of the score, the bonus among them, in no order that matters."""
        lines = [(event.seat, event.kind, event.points, event.ply) for event in self.events]
        return [*lines, self.bonus] if self.bonus else lines

    def side_points(self) -> list[int]:
        return [sum(line[2] for line in self.lines() if line[0] == seat) for seat in range(2)]

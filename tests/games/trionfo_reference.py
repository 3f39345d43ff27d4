"""Trionfo again, slowly and in plain words, to check the kernel against. It shares no code with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ORDER = "AKQJT98765432"
SPECIAL = {"A": 5, "J": 4, "Q": 3}


def pack(options: Mapping[str, Any]) -> list[str]:
    """The pack for a set of options, suit by suit from the lowest card."""
    cards = [rank + suit for suit in "CDHS" for rank in reversed(ORDER)]
    if options["leftover"] == "strip":
        for two in ("2C", "2D", "2H", "2S")[: 52 % options["players"]]:
            cards.remove(two)
    return cards


@dataclass
class Table:
    """A deal in progress: everything is a list of card texts."""

    options: Mapping[str, Any]
    dealer: int
    deck: list[str]
    number: int = 1
    hands: list[list[str]] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    trick: list[tuple[int, str]] = field(default_factory=list)
    piles: list[list[str]] = field(default_factory=list)
    bids: dict[int, int] = field(default_factory=dict)
    won: list[int] = field(default_factory=list)
    log: list[tuple[int, str, int, int]] = field(default_factory=list)
    turn_up: str | None = None
    turn: int | None = 0
    leader: int = 0
    ply: int = 0
    tricks: int = 0
    smazzata_began: int = 0
    phase: str = "play"

    def __post_init__(self) -> None:
        n = self.seats
        cards = list(self.deck)
        surplus = len(cards) % n
        if surplus:
            self.dead = cards[-surplus:]
            cards = cards[:-surplus]
        self.piles = [[] for _ in range(n)]
        self.leader = self.eldest
        self.stock = cards
        last = cards[7 * n - 1]
        self.give(7)
        if self.options["trump"] == "turn-up":
            if self.stock:
                self.turn_up = self.stock.pop(0)
                self.stock.append(self.turn_up)
            else:
                self.turn_up = last
            self.trump = self.turn_up[1]
        elif self.options["trump"] == "rotate":
            self.trump = "CDHS"[(self.number - 1) % 4]
        else:
            self.trump = self.options["trump"]
        self.begin()

    @property
    def seats(self) -> int:
        return int(self.options["players"])

    @property
    def eldest(self) -> int:
        return (self.dealer + 1) % self.seats

    def order(self, first: int) -> list[int]:
        return [(first + step) % self.seats for step in range(self.seats)]

    def give(self, each: int) -> None:
        self.hands = [[] for _ in range(self.seats)]
        for _ in range(each):
            for seat in self.order(self.eldest):
                self.hands[seat].append(self.stock.pop(0))

    def begin(self) -> None:
        self.won = [0] * self.seats
        self.bids = {}
        self.smazzata_began = len(self.log)
        self.phase = "announce" if self.options["announce"] else "play"
        self.turn = self.eldest if self.options["announce"] else self.leader

    def points(self) -> list[int]:
        return [sum(points for who, _, points, _ in self.log if who == seat) for seat in range(self.seats)]

    def side_points(self) -> list[int]:
        return self.points()

    def legal(self) -> set[str]:
        if self.turn is None:
            return set()
        hand = self.hands[self.turn]
        if self.phase == "announce":
            numbers = set(range(len(hand) + 1))
            if self.options["hook"] and len(self.bids) == self.seats - 1:
                numbers.discard(len(hand) - sum(self.bids.values()))
            return {f"bid {number}" for number in numbers}
        cards = hand
        if self.trick:
            led = self.trick[0][1][1]
            if any(card[1] == led for card in hand):
                cards = [card for card in hand if card[1] == led]
            elif self.options["must_trump"] and any(card[1] == self.trump for card in hand):
                cards = [card for card in hand if card[1] == self.trump]
        return {f"play {card}" for card in cards}

    def do(self, action: str) -> None:
        assert self.turn is not None
        verb, what = action.split(" ")
        if verb == "bid":
            self.bids[self.turn] = int(what)
            left = [seat for seat in self.order(self.eldest) if seat not in self.bids]
            self.turn = left[0] if left else self.leader
            self.phase = "announce" if left else "play"
        else:
            self.hands[self.turn].remove(what)
            self.trick.append((self.turn, what))
            if self.options["specials"] == "played":
                self.special(self.turn, what)
            self.turn = (self.turn + 1) % self.seats
            if len(self.trick) == self.seats:
                self.resolve()
        self.ply += 1

    def note(self, seat: int, kind: str, points: int) -> None:
        if points:
            self.log.append((seat, kind, points, self.ply))

    def special(self, seat: int, card: str) -> None:
        if card[1] == self.trump and card[0] in SPECIAL:
            self.note(seat, "special", SPECIAL[card[0]])

    def resolve(self) -> None:
        trumps = [(seat, card) for seat, card in self.trick if card[1] == self.trump]
        led = [(seat, card) for seat, card in self.trick if card[1] == self.trick[0][1][1]]
        winner = min(trumps or led, key=lambda played: ORDER.index(played[1][0]))[0]
        cards = [card for _, card in self.trick]
        self.trick = []
        self.tricks += 1
        self.won[winner] += 1
        self.piles[winner] += cards
        self.turn = self.leader = winner
        if not self.options["announce"]:
            self.note(winner, "trick", 1)
        if self.options["specials"] == "captured":
            for card in cards:
                self.special(winner, card)
        if self.options["refill"] == "draw" and self.stock:
            for seat in self.order(winner):
                self.hands[seat].append(self.stock.pop(0))
        if not any(self.hands):
            self.settle()

    def settle(self) -> None:
        if self.options["announce"]:
            specials = [
                sum(
                    points
                    for who, kind, points, _ in self.log[self.smazzata_began :]
                    if (who, kind) == (seat, "special")
                )
                for seat in range(self.seats)
            ]
            for seat in self.order(self.eldest):
                self.settle_bid(seat, self.bids[seat], self.won[seat], specials[seat])
        if self.options["refill"] != "redeal" or not self.stock:
            self.turn, self.phase = None, "score"
            return
        self.give(min(7, len(self.stock) // self.seats))
        if self.options["redeal_leader"] == "eldest":
            self.leader = self.eldest
        self.begin()

    def settle_bid(self, seat: int, b: int, w: int, specials: int) -> None:
        if self.options["bid_penalty"] == "deviation":
            failed = w != b
        else:
            failed = w < b
        if not failed or self.options["bid_failed_keeps_tricks"]:
            for _ in range(w):
                self.note(seat, "trick", 1)
        if w == b:
            self.note(seat, "bid-exact", w + (specials if self.options["double_specials"] else 0))
        elif failed:
            self.note(seat, "bid-short" if w < b else "bid-over", -2 * abs(b - w))


def result(options: Mapping[str, Any], tables: list[Table]) -> tuple[list[int], list[int]] | None:
    """Points and places after these deals, ``None`` if another one has to be played."""
    seats = range(options["players"])
    points = [sum(table.points()[seat] for table in tables) for seat in seats]
    if len(tables) < (options["length_n"] if options["length"] == "games" else 1):
        return None
    if options["tie"] == "playoff" and points.count(max(points)) > 1:
        return None
    second = [0 for _ in seats]
    if options["tie"] == "more-tricks":
        second = [sum(len(table.piles[seat]) for table in tables) for seat in seats]
    if options["tie"] == "specials":
        second = [
            sum(worth for table in tables for who, kind, worth, _ in table.log if (who, kind) == (seat, "special"))
            for seat in seats
        ]
    ranked = sorted(((points[seat], second[seat]) for seat in seats), reverse=True)
    return points, [1 + ranked.index((points[seat], second[seat])) for seat in seats]

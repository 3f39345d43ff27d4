"""Briscola again, slowly and in plain words, to check the kernel against. It shares no code with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

RANKS = {"three-high": "A3KQJ76542", "seven-high": "A7KQJ65432"}
VALUES = {
    "three-high": {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2},
    "seven-high": {"A": 11, "7": 10, "K": 4, "Q": 3, "J": 2},
}
LOW = {"seven": "7", "two": "2", "off": "no card of "}
CODES = [
    "trump-please", "points-please", "low-please", "take-it", "leave-it",
    "have-ace", "have-three", "have-king", "have-trump", "no-trump",
]  # fmt: skip


@dataclass
class Table:
    """A deal in progress: everything is a list of card texts."""

    options: Mapping[str, Any]
    dealer: int
    deck: list[str]
    hands: list[list[str]] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    trick: list[tuple[int, str]] = field(default_factory=list)
    piles: list[list[str]] = field(default_factory=list)
    turn: int | None = 0
    tricks: int = 0
    spoke: bool = False

    def __post_init__(self) -> None:
        n = self.seats
        self.piles = [[] for _ in range(n)]
        self.hands = [[] for _ in range(n)]
        cards = list(self.deck)
        for _ in range(3):
            for step in range(1, n + 1):
                self.hands[(self.dealer + step) % n].append(cards.pop(0))
        turn_up = cards.pop(0)
        self.stock = [*cards, turn_up]
        self.trump = turn_up[1]
        self.turn = (self.dealer + 1) % n

    @property
    def seats(self) -> int:
        return int(str(self.options["players"]))

    @property
    def teams(self) -> int:
        return self.seats if self.seats < 4 else 2

    def side_points(self) -> list[int]:
        values = VALUES[str(self.options["three_seven"])]
        return [
            sum(values.get(card[0], 0) for seat in range(side, self.seats, self.teams) for card in self.piles[seat])
            for side in range(self.teams)
        ]

    def tricks_of_side(self, seat: int) -> int:
        return sum(len(self.piles[s]) for s in range(seat % self.teams, self.seats, self.teams)) // self.seats

    def stronger(self, one: str, other: str) -> bool:
        order = RANKS[str(self.options["three_seven"])]
        return order.index(one[0]) < order.index(other[0])

    def legal(self) -> set[str]:
        if self.turn is None:
            return set()
        actions = {f"play {card}" for card in self.hands[self.turn]}
        if self.seats >= 4 and self.options["table_talk"] == "public" and self.tricks >= 1 and not self.spoke:
            actions |= {f"say {code}" for code in CODES}
        low = f"{LOW[str(self.options['turnup_swap'])]}{self.trump}"
        may = self.stock and low in self.hands[self.turn] and self.tricks_of_side(self.turn)
        if may and self.stronger(self.stock[-1], low):
            actions.add("swap")
        return actions

    def do(self, action: str) -> None:
        assert self.turn is not None
        verb, _, what = action.partition(" ")
        hand = self.hands[self.turn]
        if verb == "say":
            self.spoke = True
        elif verb == "swap":
            low = LOW[str(self.options["turnup_swap"])] + self.trump
            hand.remove(low)
            hand.append(self.stock[-1])
            self.stock[-1] = low
        else:
            hand.remove(what)
            self.trick.append((self.turn, what))
            self.spoke = False
            self.turn = (self.turn + 1) % self.seats
            if len(self.trick) == self.seats:
                self.resolve()

    def resolve(self) -> None:
        trumps = [(s, c) for s, c in self.trick if c[1] == self.trump]
        led = self.trick[0][1][1]
        able = trumps or [(s, c) for s, c in self.trick if c[1] == led]
        winner = next(s for s, c in able if not any(self.stronger(other, c) for _, other in able))
        self.piles[winner] += [card for _, card in self.trick]
        self.trick = []
        self.tricks += 1
        self.turn = winner
        if self.stock:
            for step in range(self.seats):
                self.hands[(winner + step) % self.seats].append(self.stock.pop(0))
        enough = self.options["stop_at_61"] and max(self.side_points()) >= 61
        if enough or not any(self.hands):
            self.turn = None

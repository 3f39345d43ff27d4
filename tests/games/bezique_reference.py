"""Bezique again, slowly and in plain words, to check the kernel against. It shares no code with it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

STRONG = "AT" + "KQJ987"
VALUE = {
    "marriage": 20, "royal": 40, "sequence": 250, "bezique": 40, "double": 500,
    "jacks": 40, "queens": 60, "kings": 80, "aces": 100,
}  # fmt: skip
CLASS = {
    "marriage": "M", "royal": "M", "sequence": "M", "bezique": "B", "double": "B",
    "jacks": "J", "queens": "Q", "kings": "K", "aces": "A",
}  # fmt: skip


def kind_of(cards: Sequence[str], trump: str) -> str | None:
    """The meld that cards make up, whatever their order."""
    ranks = "".join(sorted(card[0] for card in cards))
    suits = {card[1] for card in cards}
    names = sorted(card[:2] for card in cards)
    if ranks == "KQ" and len(suits) == 1:
        return "royal" if suits == {trump} else "marriage"
    if ranks == "AJKQT" and suits == {trump}:
        return "sequence"
    if names == ["JD", "QS"]:
        return "bezique"
    if names == ["JD", "JD", "QS", "QS"]:
        return "double"
    return {"JJJJ": "jacks", "QQQQ": "queens", "KKKK": "kings", "AAAA": "aces"}.get(ranks)


def written(kind: str, cards: Iterable[str]) -> str:
    """A meld as the log has it: fours by copy and suit, all others from the highest card, queens before jacks."""
    if CLASS[kind] in "JQKA":
        order = sorted(cards, key=lambda card: (card[2:], "CDHS".index(card[1])))
    else:
        order = sorted(cards, key=lambda card: (STRONG.index(card[0]), card[2:]))
    return " ".join([kind, *order])


@dataclass
class Table:
    """A deal in progress: everything is a list of card texts."""

    options: Mapping[str, Any]
    dealer: int
    deck: list[str]
    before: tuple[int, int] = (0, 0)
    hands: list[list[str]] = field(default_factory=lambda: [[], []])
    open: list[list[str]] = field(default_factory=lambda: [[], []])
    stock: list[str] = field(default_factory=list)
    trick: list[str] = field(default_factory=list)
    piles: list[list[str]] = field(default_factory=lambda: [[], []])
    used: dict[str, list[str]] = field(default_factory=dict)
    announced: list[tuple[int, str]] = field(default_factory=list)
    score: list[tuple[int, str, int]] = field(default_factory=list)
    turn: int | None = None
    melding: bool = False
    melded: bool = False
    shown: bool = False
    taken: str = ""

    def __post_init__(self) -> None:
        cards = list(self.deck)
        for number in (3, 2, 3):
            for seat in (1 - self.dealer, self.dealer):
                self.hands[seat] += [cards.pop(0) for _ in range(number)]
        turn_up = cards.pop(0)
        self.trump = turn_up[1]
        self.stock = [*cards, turn_up]
        self.turn = 1 - self.dealer
        if turn_up[0] == "7":
            self.count(self.dealer, "turned-seven", 10)

    # --- points

    def points(self, seat: int) -> int:
        return sum(points for who, _, points in self.score if who == seat)

    def side_points(self) -> list[int]:
        return [self.points(0), self.points(1)]

    def count(self, seat: int, kind: str, points: int) -> None:
        if points == 0 or self.turn is None:
            return
        self.score.append((seat, kind, points))
        reached = self.before[seat] + self.points(seat) >= self.options["target"]
        if self.options["target_check"] == "immediate" and reached:
            self.turn = None

    # --- what may be done

    def held(self, seat: int) -> list[str]:
        return self.hands[seat] + self.open[seat]

    def legal(self) -> set[str]:
        if self.turn is None:
            return set()
        if not self.melding:
            return {f"play {card}" for card in self.plays()}
        return {"pass", *self.sevens(), *self.melds(), *self.announcements()}

    def plays(self) -> list[str]:
        assert self.turn is not None
        held = self.held(self.turn)
        if not self.trick or self.stock:
            return held
        led = self.trick[0]
        same = [card for card in held if card[1] == led[1]]
        higher = [card for card in same if STRONG.index(card[0]) < STRONG.index(led[0])]
        trumps = [card for card in held if card[1] == self.trump]
        if self.options["phase2"] == "follow":
            return same or held
        return higher or same or trumps or held

    def reuse_allows(self, kind: str, cards: Sequence[str]) -> bool:
        if any(kind in self.used.get(card, []) for card in cards):
            return False
        if self.options["meld_reuse"] == "row-literal":
            return True
        if kind in ("royal", "marriage") and any("sequence" in self.used.get(card, []) for card in cards):
            return False
        if kind == "bezique" and any("double" in self.used.get(card, []) for card in cards):
            return False
        return any(all(CLASS[past] != CLASS[kind] for past in self.kinds(card)) for card in cards)

    def kinds(self, card: str) -> list[str]:
        return [kind for kind in self.used.get(card, []) if kind != "seven"]

    def possible(self, cards: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        for size in (2, 4, 5):
            for chosen in combinations(cards, size):
                kind = kind_of(chosen, self.trump)
                if kind and self.reuse_allows(kind, chosen):
                    yield kind, chosen

    def melds(self) -> set[str]:
        assert self.turn is not None
        if self.melded:
            return set()
        found = set()
        for kind, cards in self.possible(self.held(self.turn)):
            text = written(kind, cards)
            fresh = any(card in self.hands[self.turn] for card in cards)
            if self.options["fresh_card"] and not fresh and (self.turn, text) not in self.announced:
                continue
            if self.taken not in cards:
                found.add("meld " + text)
        return found

    def announcements(self) -> set[str]:
        assert self.turn is not None
        if not self.melded:
            return set()
        texts = {written(kind, cards) for kind, cards in self.possible(self.open[self.turn])}
        return {"announce " + text for text in texts if (self.turn, text) not in self.announced}

    def unshown(self) -> list[str]:
        assert self.turn is not None
        sevens = [card for card in self.held(self.turn) if card[:2] == "7" + self.trump]
        return sorted(card for card in sevens if "seven" not in self.used.get(card, []))

    def sevens(self) -> set[str]:
        if not self.unshown() or self.shown or (self.melded and self.options["seven_slot"] == "uses-meld"):
            return set()
        exchange = self.options["seven_exchange"] and self.stock[-1][0] != "7"
        return {"seven", "seven exchange"} if exchange else {"seven"}

    # --- what is done

    def do(self, action: str) -> None:
        assert self.turn is not None
        seat = self.turn
        verb, _, rest = action.partition(" ")
        if verb == "play":
            self.play(seat, rest)
        elif verb == "pass":
            self.draw(seat)
        else:
            {"meld": self.meld, "seven": self.seven, "announce": self.announce}[verb](seat, rest)
            ends = self.legal() == {"pass"} if self.melded else self.options["seven_slot"] == "uses-meld"
            if self.turn is not None and ends:
                self.draw(seat)

    def play(self, seat: int, card: str) -> None:
        place = self.hands if card in self.hands[seat] else self.open
        place[seat].remove(card)
        self.announced = [(who, text) for who, text in self.announced if card not in text.split()]
        self.trick.append(card)
        if self.options["seven_played_scores"] and card[:2] == "7" + self.trump:
            self.count(seat, "seven", 10)
        if self.turn is None:
            return
        self.turn = 1 - seat
        if len(self.trick) == 2:
            self.resolve(1 - seat, seat)

    def resolve(self, leader: int, follower: int) -> None:
        first, second = self.trick
        if first[1] == second[1]:
            winner = follower if STRONG.index(second[0]) < STRONG.index(first[0]) else leader
        else:
            winner = follower if second[1] == self.trump else leader
        self.piles[winner] += self.trick
        self.trick, self.turn = [], winner
        last_of_stock = len(self.stock) == 2
        if last_of_stock and self.options["last_trick_bonus"] == "stock":
            self.count(winner, "last-trick", 10)
        if self.turn is None:
            return
        if self.stock and last_of_stock and not self.options["meld_last_stock_trick"]:
            self.draw(winner)
        elif self.stock:
            self.melding, self.melded, self.shown, self.taken = True, False, False, ""
        elif not self.held(0) and not self.held(1):
            self.finish(winner)

    def finish(self, winner: int) -> None:
        if self.options["last_trick_bonus"] == "final":
            self.count(winner, "last-trick", 10)
        for seat in (1 - self.dealer, self.dealer):
            number = len([card for card in self.piles[seat] if card[0] in "AT"])
            if number >= self.options["brisque_min"]:
                self.count(seat, "brisques", 10 * number)
        self.turn = None

    def draw(self, winner: int) -> None:
        self.melding = False
        for seat in (winner, 1 - winner):
            self.hands[seat].append(self.stock.pop(0))
        if not self.stock:
            self.announced = []
            for seat in (0, 1):
                self.hands[seat] += self.open[seat]
                self.open[seat] = []

    def lay_open(self, seat: int, cards: Iterable[str], kind: str) -> None:
        for card in cards:
            self.used.setdefault(card, []).append(kind)
            if card in self.hands[seat]:
                self.hands[seat].remove(card)
                self.open[seat].append(card)

    def meld(self, seat: int, text: str) -> None:
        kind, *cards = text.split()
        self.melded = True
        self.lay_open(seat, cards, kind)
        self.announced = [item for item in self.announced if item != (seat, text)]
        self.count(seat, kind, VALUE[kind])

    def seven(self, seat: int, exchange: str) -> None:
        seven = self.unshown()[0]
        self.shown = True
        self.lay_open(seat, [seven], "seven")
        if exchange:
            self.taken = self.stock[-1]
            self.open[seat].remove(seven)
            self.stock[-1] = seven
            self.hands[seat].append(self.taken)
        self.count(seat, "seven", 10)

    def announce(self, seat: int, text: str) -> None:
        self.announced.append((seat, text))

"""A base for small games: whose actions are a fixed list of texts, and that need not be fast.

``SmallDeal`` reads actions, names what is wrong with them and copies itself; ``SmallGame`` knows the two seats that
play each for themselves a single deal. A game overrides what differs. A larger game builds on ``setups``.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from . import matches, options
from .cards import Pack
from .hints import did_you_mean, quote
from .kernel import Deal, Fact, Game, Illegal, Malformed, Match, Option, Options, OptionValue, Score

RULESETS: dict[str, Options] = {"house": {}}


def _copied(value: object) -> object:
    """Lists, sets and dictionaries anew, at any depth; everything else cannot change and is shared."""
    if isinstance(value, list):
        return [_copied(below) for below in value]
    if isinstance(value, dict):
        return {key: _copied(below) for key, below in value.items()}
    return value.copy() if isinstance(value, set) else value


class SmallDeal(Deal):
    """A deal that counts ``ply`` and keeps the ``lines`` of its score; an action's number is its place in ``texts``.

    Its state is made of numbers, texts and tuples, and of lists, sets and dictionaries of these.
    """

    texts: ClassVar[tuple[str, ...]]
    """Every action that there is, legal or not."""

    def __init__(self, seats: int, first: int, first_ply: int) -> None:
        """``seats`` at the table, of which ``first`` is asked first; ``first_ply`` as :meth:`Game.deal` says."""
        self.number_of_seats = seats
        self.to_act: int | None = first
        self.phase = "play"
        self.ply = first_ply
        self.lines: list[Score] = []

    @abstractmethod
    def perform(self, seat: int, move: int) -> list[Fact]:
        """Take a legal action and go on: who is asked next, what is scored; what followed from it."""

    def breach(self, seat: int, move: int) -> tuple[str, str]:
        """Code and reason for a ``move`` that is not legal: by default a card that is not held."""
        return "move/card-not-held", f"{self.texts[move].split(' ')[-1]} is not in your hand"

    def check(self, seat: int, action: str) -> int:
        if self.to_act is None:
            raise Illegal("move/game-over", "the deal is over")
        if action not in self.texts:
            raise self._unreadable(action)
        if seat != self.to_act:
            raise Illegal("move/not-your-turn", f"seat {self.to_act} is to act")
        move = self.texts.index(action)
        if move not in self.moves():
            raise Illegal(*self.breach(seat, move))
        return move

    def _unreadable(self, action: str) -> Malformed:
        verb, _, rest = action.partition(" ")
        if verb == "play" and rest and " " not in rest:
            cards = [text.removeprefix("play ") for text in self.texts if text.startswith("play ")]
            return Malformed("malformed/malformed-card", f"{quote(rest)} is no card{did_you_mean(rest, cards)}")
        return Malformed("malformed/unknown-action", f"no action {quote(action)}{did_you_mean(action, self.texts)}")

    def apply(self, seat: int, action: str) -> list[Fact]:
        move = self.check(seat, action)
        self.ply += 1
        return self.perform(seat, move)

    def push(self, move: int) -> None:
        assert self.to_act is not None, "the deal is over"
        self.ply += 1
        self.perform(self.to_act, move)

    def legal(self) -> list[str]:
        return [self.texts[move] for move in self.moves()]

    def copy(self) -> "SmallDeal":
        twin = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(twin, name, _copied(value))
        return twin

    @property
    def scores(self) -> list[Score]:
        return self.lines.copy()

    def points(self) -> list[int]:
        return [sum(line.points for line in self.lines if line.seat == seat) for seat in range(self.number_of_seats)]


class SmallGame(Game):
    """A game of two seats, each for itself, in one deal, without options. A subclass names itself and its ``cards``."""

    rules = 1
    options: tuple[Option, ...] = ()
    rulesets = RULESETS
    cards: Pack

    @abstractmethod
    def begin(self, options: Options, dealer: int, deck: Sequence[int], first_ply: int) -> Deal:
        """Deal the cards, given by their numbers in ``cards``."""

    def resolve(self, ruleset: str, given: Options) -> dict[str, OptionValue]:
        return options.resolve(self.options, self.rulesets, ruleset, given)

    def seats(self, options: Options) -> int:
        return int(options.get("players", 2))

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return tuple((seat,) for seat in range(self.seats(options)))

    def pack(self, options: Options) -> tuple[str, ...]:
        return self.cards.cards

    def deal(
        self,
        options: Options,
        dealer: int,
        deck: Sequence[str],
        first_ply: int = 0,
        number: int = 1,
        points: Sequence[int] = (),
    ) -> Deal:
        if not 0 <= dealer < self.seats(options):
            raise ValueError(f"no seat {dealer} to deal")
        expected = frozenset(map(self.cards.read, self.pack(options)))
        return self.begin(options, dealer, self.cards.read_deck(deck, expected), first_ply)

    def match(self, options: Options) -> Match:
        return matches.Single(self.seats(options), len(self.sides(options)))

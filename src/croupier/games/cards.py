"""Packs, and cards as text and as small integers.

A card's number follows the order in which its pack is shuffled: copy by copy, suit by suit, ranks
from the weakest to the strongest. So with ``n`` ranks, ``number % n`` is the strength of a card in
the usual order, and ``number // n % 4`` its suit.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from .hints import did_you_mean, quote
from .kernel import Malformed


@dataclass(frozen=True)
class Pack:
    """A pack: ``suits`` in order, ``ranks`` weakest first; with two ``copies`` texts end in 1 or 2."""

    name: str
    suits: str
    ranks: str
    copies: int = 1

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The text of every card, by number."""
        endings = [""] if self.copies == 1 else [str(copy + 1) for copy in range(self.copies)]
        return tuple(rank + suit + end for end in endings for suit in self.suits for rank in self.ranks)

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of every card, by text."""
        return {text: number for number, text in enumerate(self.cards)}

    @cached_property
    def suit(self) -> tuple[int, ...]:
        """The suit of every card as an index into ``suits``, by number."""
        return tuple(number // len(self.ranks) % len(self.suits) for number in range(len(self.cards)))

    def strength(self, order: str | None = None) -> tuple[int, ...]:
        """The strength of every card within its suit, by number; ``order`` is another order of the ranks."""
        return tuple((order or self.ranks).index(text[0]) for text in self.cards)

    def values(self, by_rank: dict[str, int]) -> tuple[int, ...]:
        """The value of every card in points, by number; ranks not named are worth 0."""
        return tuple(by_rank.get(text[0], 0) for text in self.cards)

    def read(self, text: str) -> int:
        """The number of a card. Raises :class:`Malformed` if there is no such card in the whole pack."""
        number = self.number.get(text)
        if number is None:
            hint = did_you_mean(text, self.cards)
            raise Malformed("malformed/malformed-card", f"{quote(text)} is no card of {self.name}{hint}")
        return number

    def texts(self, numbers: Iterable[int]) -> list[str]:
        """The texts of cards."""
        cards = self.cards
        return [cards[number] for number in numbers]

    def read_deck(self, deck: Sequence[str], expected: frozenset[int]) -> tuple[int, ...]:
        """The numbers of a deck in its order. Raises ``ValueError`` unless it holds exactly ``expected``."""
        try:
            numbers = tuple(map(self.number.__getitem__, deck))
        except KeyError as missing:
            raise ValueError(f"{missing} is no card of {self.name}") from None
        if len(numbers) != len(expected) or expected != set(numbers):
            raise ValueError(f"the deck is not the pack of {len(expected)} cards")
        return numbers

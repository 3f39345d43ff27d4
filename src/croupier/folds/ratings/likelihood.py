"""Results as the terms of a likelihood: exact sums, so that the order in which they came makes no difference.

Plackett–Luce: the first place is won against all sides, the second against all but the first, and so on, each with
odds in proportion to strength. With two sides that is Bradley–Terry. A shared place counts as every order of those who
share it in equal parts; for two that is half a win each.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb

Side = tuple[str, ...]
"""Entrants who play together; their strengths add up."""


Number = int | Fraction
"""Exact; whole as long as no place is shared, which is quicker."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game: its sides and their places (1 1 3)."""

    sides: tuple[Side, ...]
    places: tuple[int, ...]


@dataclass(slots=True)
class Terms:
    """The sums that are all a fit needs, however many games there were.

    The log-likelihood is ``gains`` times strengths, less weights times the logarithm of each ``choice``'s sum.

    ``met``: all pairs of opponents; ``record``: games, games in which it was ahead of all others, games in which it was
    behind all others, by entrant.
    """

    gains: dict[str, Number] = field(default_factory=dict)
    choices: dict[tuple[Side, ...], Number] = field(default_factory=dict)
    met: set[frozenset[str]] = field(default_factory=set)
    record: dict[str, tuple[int, int, int]] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        """Count a game in."""
        sides = [tuple(sorted(side)) for side in outcome.sides]
        for place in sorted(set(outcome.places)):
            shared = [side for side, found in zip(sides, outcome.places, strict=True) if found == place]
            behind = [side for side, found in zip(sides, outcome.places, strict=True) if found > place]
            self._stage(shared, behind)
        self._note(sides, outcome.places)

    def _stage(self, shared: Sequence[Side], behind: Sequence[Side]) -> None:
        """One place: each of ``shared`` is chosen in turn, before all that is ``behind``, in every order equally."""
        for side in shared:
            self._gain(side, 1)
        for chosen in range(len(shared)):
            weight = Fraction(1, comb(len(shared), chosen)) if chosen else 1
            for left in combinations(shared, len(shared) - chosen):
                self._choice([*left, *behind], weight)

    def _choice(self, sides: Sequence[Side], weight: Number) -> None:
        if len(sides) == 1:
            self._gain(sides[0], -weight)
            return
        key = tuple(sorted(sides))
        self.choices[key] = self.choices.get(key, 0) + weight

    def _gain(self, side: Side, weight: Number) -> None:
        for name in side:
            self.gains[name] = self.gains.get(name, 0) + weight

    def _note(self, sides: Sequence[Side], places: Sequence[int]) -> None:
        for index, (side, place) in enumerate(zip(sides, places, strict=True)):
            alone = places.count(place) == 1
            first, last = alone and place == min(places), alone and place == max(places)
            for name in side:
                games, won, lost = self.record.get(name, (0, 0, 0))
                self.record[name] = games + 1, won + first, lost + last
            for other in sides[index + 1 :]:
                self.met.update(frozenset((one, two)) for one in side for two in other)


def terms_of(outcomes: Iterable[Outcome]) -> Terms:
    """The terms of all games."""
    terms = Terms()
    for outcome in outcomes:
        terms.add(outcome)
    return terms

"""Ratings as they stand in a log and are shown: whole numbers, the likeliest strongest first, with notes.

A rating is rounded to whole points, halves to the even number, its margin up to whole points; a likelihood, which is
shown and stands in no log, to thousandths.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_HALF_EVEN

from croupier.contracts.ratings import Rating, RatingNote

from .fit import DIGITS, NORMAL_95, POINT, Fit, fit
from .likelihood import Outcome, Terms, terms_of

MEAN = 1500
"""The rating of the mean of the field."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The table, best first. ``superiority``: thousandths by row and column, that the row is the stronger.

    ``groups``: entrants who never met anybody of another group, directly or over others; one group is the usual case.
    """

    rows: tuple[Rating, ...]
    superiority: tuple[tuple[int, ...], ...]
    groups: tuple[tuple[str, ...], ...]


def ratings(outcomes: Iterable[Outcome], entrants: Sequence[str]) -> Ratings:
    """Rate ``entrants`` by all ``outcomes``, in whatever order they come."""
    return rated(terms_of(outcomes), entrants)


def rated(terms: Terms, entrants: Sequence[str]) -> Ratings:
    """The same from terms that were gathered before."""
    found = fit(terms, entrants)
    groups = connected(terms, entrants)
    rows = {name: _row(found, index, terms, groups) for index, name in enumerate(found.entrants)}
    order = sorted(rows, key=lambda name: (-rows[name].rating, rows[name].margin, name))
    place = {name: index for index, name in enumerate(found.entrants)}
    matrix = tuple(tuple(round(1000 * found.superiority(place[one], place[two])) for two in order) for one in order)
    return Ratings(tuple(rows[name] for name in order), matrix, groups)


def connected(terms: Terms, entrants: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Groups of entrants that are joined by games, largest first."""
    joined = {name: {name} for name in entrants}
    for one, two in sorted(tuple(sorted(pair)) for pair in terms.met):
        if joined[one] is not joined[two]:
            joined[one] |= joined[two]
            for name in joined[two]:
                joined[name] = joined[one]
    groups = {tuple(sorted(group)) for group in joined.values()}
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))


def _row(found: Fit, index: int, terms: Terms, groups: Sequence[Sequence[str]]) -> Rating:
    name = found.entrants[index]
    games, won, lost = terms.record.get(name, (0, 0, 0))
    above = DIGITS.multiply(POINT, found.strengths[index]).to_integral_value(ROUND_HALF_EVEN)
    width = DIGITS.multiply(NORMAL_95, POINT)
    margin = DIGITS.multiply(width, found.deviation(index)).to_integral_value(ROUND_CEILING)
    number = next(number for number, group in enumerate(groups, 1) if name in group)
    return Rating(
        entrant=name, rating=MEAN + int(above), margin=int(margin), games=games,
        notes=list(_notes(games, won, lost)) or None, group=number if len(groups) > 1 else None,
    )  # fmt: skip


def _notes(games: int, won: int, lost: int) -> Iterator[RatingNote]:
    if games < 2:
        yield "one-game" if games else "no-games"
    if games and won == games:
        yield "won-all"
    if games and lost == games:
        yield "lost-all"

"""Ratings as they are shown and stand in a log: whole numbers, the likeliest strongest first, with notes.

A rating is rounded to whole points, its margin up to whole points, a likelihood to thousandths; halves go to the even
number. The fit is precise to far less than a thousandth of a point.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from .fit import NORMAL_95, POINT, Fit, fit
from .likelihood import Outcome, Terms, terms_of

MEAN = 1500
"""The rating of the mean of the field."""


@dataclass(frozen=True, slots=True)
class Rating:
    """``rating`` plus or minus ``margin`` holds the strength with 95 %; ``notes`` say why it may be far off."""

    entrant: str
    rating: int
    margin: int
    games: int
    notes: tuple[str, ...] = ()


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
    margin = ceil(NORMAL_95 * POINT * found.deviation(index))
    rating = MEAN + round(POINT * found.strengths[index])
    return Rating(name, rating, margin, games, tuple(_notes(name, games, won, lost, groups)))


def _notes(name: str, games: int, won: int, lost: int, groups: Sequence[Sequence[str]]) -> Iterable[str]:
    if not games:
        yield "no games: the prior alone"
        return
    if games == 1:
        yield "one game only"
    if won == games:
        yield "won every game: no upper bound but the prior"
    if lost == games:
        yield "lost every game: no lower bound but the prior"
    if len(groups) > 1:
        mine = next(group for group in groups if name in group)
        yield f"met {len(mine) - 1} others only, directly or over others: not comparable beyond them but by the prior"

"""Results of a tournament's log as the ratings take them."""

from collections.abc import Iterable, Sequence

from croupier.contracts.events import Rating

from .ratings.likelihood import Outcome, Terms
from .ratings.table import rated
from .seating import Sides

MOST = 128
"""Entrants of whom a joint fit is made: its work grows with their third power, to a second or two for so many."""


def outcome(sides: Sides, seats: Sequence[str], places: Sequence[int]) -> Outcome:
    """A result that counts; ``seats`` are the entrants in seat order, ``places`` are by side."""
    return Outcome(tuple(tuple(seats[seat] for seat in members) for members in sides), tuple(places))


def count(terms: Terms, entrants: int, sides: Sides, seats: Sequence[str], places: Sequence[int]) -> None:
    """Count a result in, unless there are too many entrants to rate them."""
    if entrants <= MOST:
        terms.add(outcome(sides, seats, places))


def final(terms: Terms, entrants: Iterable[str]) -> list[Rating]:
    """The ratings that stand in the log, best first; none of more than :data:`MOST` entrants."""
    names = tuple(entrants)
    return list(rated(terms, names).rows) if len(names) <= MOST else []

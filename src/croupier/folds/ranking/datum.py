"""Duplicate boards: how much better an entrant did than the others who held the same seat of the same board."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction


def differences(games: Iterable[tuple[str, int, int]]) -> list[tuple[str, Fraction]]:
    """Difference to the datum of each entrant on one board.

    ``games``: entrant, seat and the game's own points, from every table that played the board. The datum of an
    entrant is the mean of the others in its seat; where there is no other, there is nothing to compare and the
    difference is 0. Over a seat the differences add up to 0.
    """
    by_seat: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for entrant, seat, points in games:
        by_seat[seat].append((entrant, points))
    return [one for seat in sorted(by_seat) for one in _seat(by_seat[seat])]


def _seat(found: list[tuple[str, int]]) -> list[tuple[str, Fraction]]:
    total, others = sum(points for _, points in found), len(found) - 1
    if not others:
        return [(entrant, Fraction(0)) for entrant, _ in found]
    return [(entrant, points - Fraction(total - points, others)) for entrant, points in found]

"""By how much comparing with others who held the same cards cuts the variance of a mean: duplicate boards."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from croupier.folds.ranking.datum import differences

from .variance import Saving, jackknifed

Held = tuple[str, int, int]
"""Entrant, seat, and the game's own points."""

Entry = tuple[str, float, float]
"""Entrant, points above the mean of the seat, and difference to the datum."""


class Spread:
    """How far points, and differences to the datum, lie about each entrant's own mean: sums that can be taken back."""

    def __init__(self) -> None:
        self._sums: defaultdict[str, list[float]] = defaultdict(lambda: [0.0] * 5)

    def add(self, entries: Iterable[Entry], sign: int = 1) -> None:
        """Count a board in, or with ``sign`` -1 out again."""
        for name, points, ahead in entries:
            sums = self._sums[name]
            for place, part in enumerate((1.0, points, points * points, ahead, ahead * ahead)):
                sums[place] += sign * part

    def factor(self) -> float:
        """The variance of points divided by that of differences. Raises ``ValueError`` where these do not vary."""
        plain = apart = 0.0
        for count, points, points2, ahead, ahead2 in self._sums.values():
            if count > 1:
                plain += points2 - points * points / count
                apart += ahead2 - ahead * ahead / count
        if plain <= 0 or apart <= 1e-12 * plain:
            raise ValueError("the differences do not vary")
        return plain / apart


def compared(boards: Sequence[Sequence[Held]]) -> Saving:
    """What comparing saved; ``boards``: who held what on each, at all tables.

    Points count from the mean of their seat. Whoever was alone in a seat of a board is left out. The factor is below 1
    where the cards matter less than the play of those who are compared with. Raises ``ValueError`` for fewer than three
    boards, or differences that do not vary.
    """
    held = [entries for entries in _entries(boards) if entries]
    if len(held) < 3:
        raise ValueError("three boards or more")
    spread = Spread()
    for entries in held:
        spread.add(entries)
    whole, left = spread.factor(), []
    for entries in held:
        spread.add(entries, -1)
        left.append(spread.factor())
        spread.add(entries)
    return jackknifed(whole, left)


def _entries(boards: Sequence[Sequence[Held]]) -> Iterable[list[Entry]]:
    sums: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    for board in boards:
        for _, seat, points in board:
            sums[seat][0] += 1
            sums[seat][1] += points
    for board in boards:
        seats = [seat for _, seat, _ in board]
        ahead = dict(differences(board))
        yield [
            (name, points - sums[seat][1] / sums[seat][0], float(ahead[name]))
            for name, seat, points in board
            if seats.count(seat) > 1
        ]

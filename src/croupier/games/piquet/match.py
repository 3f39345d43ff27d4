"""Piquet: games of several deals."""

from croupier.games.kernel import Deal, Result
from croupier.games.matches import Series, ranking

PARTIE, EXTRA = 6, 2
RUBICON = 100


def settlement(points: tuple[int, int]) -> int:
    """What a partie is worth to its winner: the difference and 100, or both sums and 100 below the Rubicon.

    The loser crosses the Rubicon with 100 points. A draw is worth nothing. (Portland Club laws.)
    """
    loser, winner = sorted(points)
    if loser == winner:
        return 0
    return winner - loser + 100 if loser >= RUBICON else winner + loser + 100


class Partie(Series):
    """Six deals, the sum decides; if it is equal two more are played, and then it may be a draw."""

    __slots__ = ("_played",)

    def __init__(self) -> None:
        super().__init__(seats=2, sides=2)
        self._played = 0

    def _count(self, deal: Deal) -> Result | None:
        self._points = [total + more for total, more in zip(self._points, deal.points(), strict=True)]
        self._played += 1
        equal = self._points[0] == self._points[1]
        if self._played < PARTIE or (self._played < PARTIE + EXTRA and (equal or self._played > PARTIE)):
            return None
        return self._settled()

    def _settled(self) -> Result:
        points = (self._points[0], self._points[1])
        rubicon = min(points) < RUBICON and points[0] != points[1]
        worth = f"settlement {settlement(points)}{', Rubicon' if rubicon else ''}"
        return Result(points, ranking(points), f"partie of {self._played} deals, {worth}")

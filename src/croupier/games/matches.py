"""The match layer: deals up to a result.

A game says of a finished deal what its places are, and whether it counts at all; the rest is here.
The last seat deals first, so that seat 0 leads; the deal moves on by one seat after a deal that counts.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence

from .kernel import Deal, Match, Result

Places = Callable[[Deal], Sequence[int]]
Counts = Callable[[Deal], bool]


def ranking(points: Sequence[int]) -> tuple[int, ...]:
    """Competition ranking: one more than the number of those with more points (50 50 20 → 1 1 3)."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def by_points(deal: Deal) -> Sequence[int]:
    """The places of a deal in which more points are better and nothing else matters."""
    return ranking(deal.points())


def always(_: Deal) -> bool:
    """Every deal counts."""
    return True


class Series(Match):
    """Deals one after another. ``counts`` tells a deal that stands from a null one, dealt anew."""

    __slots__ = ("_counts", "_dealer", "_points", "_result", "_seats")

    def __init__(self, seats: int, sides: int, counts: Counts = always) -> None:
        self._seats = seats
        self._dealer = seats - 1
        self._points = [0] * sides
        self._counts = counts
        self._result: Result | None = None

    def next_dealer(self) -> int | None:
        return self._dealer if self._result is None else None

    def record(self, deal: Deal) -> None:
        if deal.to_act is not None:
            raise ValueError("the deal is not over")
        if self._result is not None:
            raise ValueError("the game is decided")
        if self._counts(deal):
            self._dealer = (self._dealer + 1) % self._seats
            self._result = self._count(deal)

    def points(self) -> list[int]:
        return self._points.copy()

    def result(self) -> Result | None:
        return self._result

    @abstractmethod
    def _count(self, deal: Deal) -> Result | None:
        """Add a deal that counts; the result if that decides the game."""

    def _ranked(self, why: str) -> Result:
        return Result(tuple(self._points), ranking(self._points), why)


class Single(Series):
    """One deal: its points and its places are those of the game."""

    __slots__ = ("_places",)

    def __init__(self, seats: int, sides: int, places: Places = by_points, counts: Counts = always) -> None:
        super().__init__(seats, sides, counts)
        self._places = places

    def _count(self, deal: Deal) -> Result:
        self._points = deal.points()
        return Result(tuple(self._points), tuple(self._places(deal)), "one deal")


class Total(Series):
    """A fixed number of deals; the sum of their points decides."""

    __slots__ = ("_left", "_number")

    def __init__(self, seats: int, sides: int, deals: int, counts: Counts = always) -> None:
        super().__init__(seats, sides, counts)
        self._number = self._left = deals

    def _count(self, deal: Deal) -> Result | None:
        self._points = [total + more for total, more in zip(self._points, deal.points(), strict=True)]
        self._left -= 1
        return None if self._left else self._ranked(f"sum of {self._number} deals")


class FirstTo(Series):
    """The first side that has won ``wins`` deals. A deal with a shared first place is dealt anew."""

    __slots__ = ("_places", "_wins")

    def __init__(self, seats: int, sides: int, wins: int, places: Places = by_points) -> None:
        super().__init__(seats, sides, lambda deal: list(places(deal)).count(1) == 1)
        self._places = places
        self._wins = wins

    def _count(self, deal: Deal) -> Result | None:
        side = list(self._places(deal)).index(1)
        self._points[side] += 1
        return self._ranked(f"first to {self._wins} deals") if self._points[side] == self._wins else None


class ToTarget(Series):
    """Deals are added up until, at the end of one, somebody has ``target`` points and nobody else has as many."""

    __slots__ = ("_target",)

    def __init__(self, seats: int, sides: int, target: int, counts: Counts = always) -> None:
        super().__init__(seats, sides, counts)
        self._target = target

    def _count(self, deal: Deal) -> Result | None:
        self._points = [total + more for total, more in zip(self._points, deal.points(), strict=True)]
        most = max(self._points)
        decided = most >= self._target and self._points.count(most) == 1
        return self._ranked(f"first to {self._target} points") if decided else None

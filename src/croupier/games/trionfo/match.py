"""Trionfo: deals up to a result, and what parts those with equal points."""

from croupier.games.kernel import Deal, Result
from croupier.games.matches import Series, ranking

from .deal import TrionfoDeal
from .setup import Setup


class Games(Series):
    """A number of deals; the sum of their points decides.

    Who has equal points shares a place, unless the option ``tie`` looks at tricks or at the points of special
    trumps, summed over all deals; with ``playoff`` deals are added until one seat alone is first.
    """

    __slots__ = ("_left", "_setup", "_specials", "_tricks")

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup.players, setup.players)
        self._setup, self._left = setup, setup.number
        self._tricks, self._specials = [0] * setup.players, [0] * setup.players

    def _count(self, deal: Deal) -> Result | None:
        assert isinstance(deal, TrionfoDeal)
        self._left -= 1
        self._points = _sum(self._points, deal.points())
        self._tricks = _sum(self._tricks, deal.tricks)
        self._specials = _sum(self._specials, deal.specials)
        if self._left > 0:
            return None
        places = self._places()
        if self._setup.tie == "playoff" and places.count(1) > 1:
            return None
        return Result(tuple(self._points), places, self._why())

    def _places(self) -> tuple[int, ...]:
        second = {"more-tricks": self._tricks, "specials": self._specials}.get(self._setup.tie)
        if second is None:
            return ranking(self._points)
        # A place is less than 8, so it parts equal points and nothing else.
        return ranking([8 * points - place for points, place in zip(self._points, ranking(second), strict=True)])

    def _why(self) -> str:
        number = self._setup.number
        deals = "one deal" if number == 1 else f"sum of {number} deals"
        return f"{deals} and {-self._left} more to part a tie" if self._left else deals


def _sum(totals: list[int], more: list[int]) -> list[int]:
    return [total + new for total, new in zip(totals, more, strict=True)]

"""Bezique: one deal as the kernel offers it, text at the edge."""

from typing import Any

from croupier.games.kernel import Audience, Deal, Fact, Score

from . import judge, show
from .actions import texts
from .course import Course

RULES = {
    "turned-seven": "bezique#turned-seven",
    "seven": "bezique#seven",
    "last-trick": "bezique#last-trick",
    "brisques": "bezique#brisques",
    "marriage": "bezique#marriage",
    "royal": "bezique#royal",
    "sequence": "bezique#sequence",
    "bezique": "bezique#bezique",
    "double": "bezique#double",
    "jacks": "bezique#jacks",
    "queens": "bezique#queens",
    "kings": "bezique#kings",
    "aces": "bezique#aces",
}
"""The rule of every kind of score."""


class BeziqueDeal(Course, Deal):
    """A deal of bezique. :class:`Course` has the state and what a move does to it."""

    __slots__ = ()

    @property
    def scores(self) -> list[Score]:
        return [Score(seat, kind, points, ply, RULES[kind]) for seat, kind, points, ply in self.lines]

    def points(self) -> list[int]:
        return self.totals.copy()

    def opening(self) -> list[Fact]:
        return show.opening(self)

    def check(self, seat: int, action: str) -> int:
        return judge.check(self, seat, action)

    def full(self, action: str) -> str:
        assert self.to_act is not None
        return texts(self.setup.packs)[judge.check(self, self.to_act, action)]

    def legal(self) -> list[str]:
        text = texts(self.setup.packs)
        return [text[move] for move in self.moves()]

    def auto(self) -> str | None:
        """A pass, where after a trick nothing else is possible."""
        return "pass" if self.phase == "meld" and len(self.moves()) == 1 else None

    def apply(self, seat: int, action: str) -> list[Fact]:
        move = judge.check(self, seat, action)
        facts = [show.done(self, seat, move)]
        before = show.Before(len(self.past), len(self.lines), self.drawn)
        self.push(move)
        return [*facts, *show.followed(self, before)]

    def view(self, audience: Audience) -> dict[str, Any]:
        return show.view(self, audience)

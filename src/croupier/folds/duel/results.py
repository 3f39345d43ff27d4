"""The pairs of a duel as its games end: kept by the order of pairing, and the course that follows from them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.contracts.events import GameRecorded, RoundPaired
from croupier.contracts.specs import Duel
from croupier.folds.matchplay import COUNTED
from croupier.folds.seating import Sides

from .course import Halves, Progress, take, teams

OPEN, LOST = -1, -2
"""Of a game: it is not over; it counts nowhere."""


@dataclass(slots=True)
class Pair:
    """Half points of the first team in each of the two games."""

    halves: list[int] = field(default_factory=lambda: [OPEN, OPEN])

    @property
    def over(self) -> bool:
        """Both games are recorded."""
        return OPEN not in self.halves

    def counts(self) -> Halves | None:
        """The result, if both games count."""
        one, two = self.halves
        return None if LOST in self.halves else (one, two)


class Pairings:
    """All pairs of a duel so far."""

    def __init__(self, duel: Duel, entrants: Sequence[str], sides: Sides) -> None:
        self._duel = duel
        self._first = teams(entrants)[0][0]
        self._sides = sides
        self._of: dict[str, tuple[Pair, int]] = {}
        self._waiting: list[Pair] = []
        self._number = 0
        self._progress = Progress()

    def paired(self, event: RoundPaired) -> None:
        """A round begins: every pair's first game, then every pair's second."""
        pairs = [Pair() for _ in event.games[: len(event.games) // 2]]
        for index, game in enumerate(event.games):
            turn, place = divmod(index, len(pairs))
            self._of[game.id] = pairs[place], turn
        self._waiting += pairs

    def record(self, seats: Sequence[str], result: GameRecorded) -> None:
        """A game is over; ``seats``: entrants in seat order."""
        pair, turn = self._of.pop(result.id)
        pair.halves[turn] = halves_of(self._first, self._sides, seats, result)
        while self._waiting and self._waiting[0].over:
            self._number += 1
            self._progress = take(self._duel, self._progress, self._waiting.pop(0).counts(), self._number)

    def progress(self) -> Progress:
        """The course up to the first pair that is not over."""
        return self._progress


def side_of(entrant: str, sides: Sides, seats: Sequence[str]) -> int:
    """On which side an entrant sits; ``seats``: entrants in seat order."""
    return next(side for side, members in enumerate(sides) if seats.index(entrant) in members)


def halves_of(entrant: str, sides: Sides, seats: Sequence[str], result: GameRecorded) -> int:
    """Half points of the side of ``entrant``; ``LOST`` for a game that counts nowhere.

    A shared place is a half for each, also where both have failed.
    """
    if result.outcome not in COUNTED:
        return LOST
    mine = side_of(entrant, sides, seats)
    own, other = result.places[mine], result.places[1 - mine]
    return 1 if own == other else 2 if own < other else 0

"""The table of a tournament as a fold of its results.

The order in which results arrive makes no difference. Games that are void or no contest count nowhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from croupier.contracts.errors import Unreadable
from croupier.contracts.events import GameRecorded, PairedGame, Rating, RoundPaired, Standing
from croupier.contracts.specs import Award, EntrantSpec

from .formats.model import History
from .matchplay import COUNTED
from .rated import count, final
from .ratings.likelihood import Terms
from .seating import Sides


class OutOfBounds(Unreadable, ValueError):
    """Results that add up to more than a table can hold, as those of a forged log may."""


def line(entrant: str, **figures: Any) -> Standing:
    """A line of the table. Raises :class:`OutOfBounds` (``log/bounds``)."""
    try:
        return Standing(entrant=entrant, **figures)
    except ValidationError as error:
        key = str(error.errors(include_url=False, include_input=False)[0]["loc"][0])
        raise OutOfBounds("log/bounds", f"the {key} of {entrant} add up to more than a table can hold") from None


@dataclass(slots=True)
class Row:
    """What an entrant has so far. ``score`` and ``against`` are in the game's own points."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    score: int = 0
    against: int = 0


@dataclass(slots=True)
class Duel:
    """How one entrant did against another: a cell of the cross-table."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Explained:
    """A place in words: ``why`` is what put it behind the one above, ``figures`` how each number comes about."""

    place: int
    entrant: str
    why: str
    figures: dict[str, str]


class Table:
    """Rows by entrant, duels by pair of entrants, and ``terms``, the sums from which entrants are rated.

    Entrants of one side share its result; the first place alone wins, a shared first place is a draw,
    every other place a loss. In a duel the better place wins.
    """

    def __init__(self, entrants: Sequence[str], sides: Sides, award: Award) -> None:
        """``entrants`` in the order of the tournament's file; ``sides``: seats by side."""
        self.sides = sides
        self.award = award
        self.rows = {entrant: Row() for entrant in entrants}
        self.duels: dict[tuple[str, str], Duel] = {}
        self.terms = Terms()
        self._opponents = _opponents(sides)

    def record(self, seats: Sequence[str], result: GameRecorded) -> None:
        """Count a result; ``seats`` are the entrants of that game in seat order."""
        if result.outcome not in COUNTED:
            return
        count(self.terms, len(self.rows), self.sides, seats, result.places)
        total = sum(result.points)
        for side, members in enumerate(self.sides):
            for seat in members:
                self._count(self.rows[seats[seat]], result, side, total)
        for (side, seat), (other_side, other) in self._opponents:
            self._duel(seats[seat], seats[other], result.places[side], result.places[other_side])

    def paired(self, event: RoundPaired) -> None:
        """A round begins. A table by games alone need not know."""

    def withdrew(self, entrant: str, after: int) -> None:
        """An entrant leaves ``after`` a round was paired. A table by games alone need not know."""

    def entered(self, entrant: EntrantSpec) -> None:
        """Somebody enters the field: it has played nothing, and was away from all rounds so far."""
        self.rows[entrant.id] = Row()

    def returned(self, entrant: str) -> None:
        """An entrant that left takes part again. A table by games alone need not know."""

    def replayed(self, number: int, game: PairedGame) -> bool:
        """A game of round ``number`` is played anew that counted nowhere; whether the table goes on as it is."""
        return True

    def history(self) -> History:
        """What the next pairing may depend on: nothing, where rounds do not follow from results."""
        return History()

    def explained(self) -> list[Explained]:
        """Why each entrant stands where it does, from the top, to be checked by hand."""
        rows = self.standings()
        return [self._explained(row, rows[index - 1] if index else None) for index, row in enumerate(rows)]

    def _explained(self, row: Standing, above: Standing | None) -> Explained:
        made = (f"{self.award.win} for each of {row.won} won, {self.award.draw} for each of {row.drawn} drawn, "
                f"{self.award.loss} for each of {row.lost} lost")  # fmt: skip
        figures = {
            "points": f"{row.points} = {made}",
            "won": f"{row.won}",
            "difference": f"{row.score - row.against} = {row.score} less {row.against}",
        }
        why = ""
        if above is not None and above.place != row.place:
            pairs = ((row.points, above.points, "points"), (row.won, above.won, "won"))
            told = next(((name, mine, theirs) for mine, theirs, name in pairs if mine != theirs), None)
            name, mine, theirs = told or ("difference", row.score - row.against, above.score - above.against)
            why = f"{name}: {mine} to {theirs}"
        return Explained(row.place, row.entrant, why, figures)

    def ratings(self) -> list[Rating]:
        """How strong the entrants are by all results so far, best first; nothing where they are too many."""
        return final(self.terms, self.rows)

    def points(self, row: Row) -> int:
        """Points of the standings."""
        return row.won * self.award.win + row.drawn * self.award.draw + row.lost * self.award.loss

    def standings(self) -> list[Standing]:
        """The table from the top: points, then games won, then score less score against.

        Equals share a place and stand in the order of the tournament's file.
        """
        ranked = sorted(self.rows.items(), key=lambda item: self._rank(item[1]), reverse=True)
        better: dict[tuple[int, int, int], int] = {}
        for place, (_, row) in enumerate(ranked, 1):
            better.setdefault(self._rank(row), place)
        return [self._standing(better[self._rank(row)], entrant, row) for entrant, row in ranked]

    def _rank(self, row: Row) -> tuple[int, int, int]:
        return (self.points(row), row.won, row.score - row.against)

    def _standing(self, place: int, entrant: str, row: Row) -> Standing:
        return line(
            entrant, place=place, games=row.games, won=row.won, drawn=row.drawn, lost=row.lost,
            points=self.points(row), score=row.score, against=row.against,
        )  # fmt: skip

    def _count(self, row: Row, result: GameRecorded, side: int, total: int) -> None:
        place = result.places[side]
        row.games += 1
        row.score += result.points[side]
        row.against += total - result.points[side]
        if place > 1:
            row.lost += 1
        elif result.places.count(1) > 1:
            row.drawn += 1
        else:
            row.won += 1

    def _duel(self, mine: str, theirs: str, place: int, other: int) -> None:
        duel = self.duels.setdefault((mine, theirs), Duel())
        if place < other:
            duel.won += 1
        elif place == other:
            duel.drawn += 1
        else:
            duel.lost += 1


def _opponents(sides: Sides) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """(side, seat) of each pair of opponents, both ways."""
    placed = [(side, seat) for side, members in enumerate(sides) for seat in members]
    return [(mine, theirs) for mine in placed for theirs in placed if mine[0] != theirs[0]]

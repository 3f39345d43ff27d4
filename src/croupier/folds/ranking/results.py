"""What a table is computed from: results pair by pair, and rounds without a game.

Sums are kept, not games, so that a hundred thousand games need no more room than one for each pair.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from croupier.folds.formats.model import HALVES, Kind

TABLE = ""
"""Stands for the opponents at a table of more than two."""


@dataclass(frozen=True, slots=True)
class Points:
    """What a result is worth in the table.

    ``bye``: for being left over by the pairing; ``absence``: for not being there.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int = 2
    absence: int = 0

    def of(self, halves: int) -> int:
        """Points for a result in half points."""
        return (self.loss, self.draw, self.win)[halves]

    def without_game(self, kind: Kind) -> int:
        """Points for a round without an opponent."""
        if kind == "bye":
            return self.bye
        return self.absence if not HALVES[kind] else self.of(HALVES[kind])


@dataclass(slots=True)
class Cell:
    """How an entrant did against one other: games won, drawn, lost, and the game's own points.

    Games that were decided without play are counted apart: ``given`` won, ``failed`` lost.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    given: int = 0
    failed: int = 0
    score: int = 0
    against: int = 0

    @property
    def played(self) -> int:
        """Games that were played."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A round without play. ``other``: who had been paired; ``None`` where nobody was."""

    round: int
    kind: Kind
    other: str | None = None
    halves: int = 0

    @property
    def voluntary(self) -> bool:
        """It was the entrant's own doing: a requested bye, an absence, a game that it failed to play."""
        return self.kind in {"half", "absent"} or (self.other is not None and self.halves == 0)


@dataclass(slots=True)
class Line:
    """The sums of one entrant. ``there``: the last round in which it played or would have."""

    number: int
    rating: int | None = None
    cells: dict[str, Cell] = field(default_factory=dict)
    unplayed: list[Unplayed] = field(default_factory=list)
    there: int = 0
    forfeits: int = 0
    datum: Fraction = Fraction(0)


class Results:
    """All results so far.

    ``planned``: the plan fixed all pairings before play, as in a round robin; then games that were not played count as
    if they were (FIDE C.07, article 15).
    """

    def __init__(self, entrants: Sequence[str], points: Points | None = None, *, planned: bool = False) -> None:
        """``entrants`` in the order in which equals stand."""
        self.points = points or Points()
        self.planned = planned
        self.rounds = 0
        self.lines = {name: Line(number) for number, name in enumerate(entrants, 1)}
        self._scores: dict[str, int] = {}

    def enter(self, name: str, rating: int | None = None) -> None:
        """Somebody more, behind all others where they are equal."""
        self.lines[name] = Line(len(self.lines) + 1, rating)

    def game(
        self, number: int, seats: tuple[str, str], halves: tuple[int, int], *,
        score: tuple[int, int] = (0, 0), played: bool = True, forfeits: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Count a game of round ``number`` between two.

        ``score``: the game's own points. ``played``: ``False`` where it was decided without play. ``forfeits``: who
        lost by its own failure.
        """
        self.rounds = max(self.rounds, number)
        for seat, name in enumerate(seats):
            self._scores.pop(name, None)
            line, other = self.lines[name], seats[1 - seat]
            cell = line.cells.setdefault(other, Cell())
            cell.score += score[seat]
            cell.against += score[1 - seat]
            line.forfeits += name in forfeits or (not played and halves[seat] == 0)
            if played:
                _count(cell, halves[seat])
            else:
                line.unplayed.append(Unplayed(number, "free", other, halves[seat]))
                cell.given += halves[seat] == 2
                cell.failed += halves[seat] == 0
            if played or halves[seat]:
                line.there = max(line.there, number)

    def at_table(
        self, number: int, entrant: str, halves: int, score: tuple[int, int], *, forfeit: bool = False
    ) -> None:
        """Count a game at a table of more than two, for one of those who sat there: against the table as a whole."""
        self.rounds = max(self.rounds, number)
        self._scores.pop(entrant, None)
        line = self.lines[entrant]
        cell = line.cells.setdefault(TABLE, Cell())
        cell.score += score[0]
        cell.against += score[1]
        line.forfeits += forfeit
        line.there = max(line.there, number)
        _count(cell, halves)

    def out(self, number: int, entrant: str, kind: Kind) -> None:
        """Count a round in which an entrant had no opponent."""
        self.rounds = max(self.rounds, number)
        if kind == "free":
            return
        self._scores.pop(entrant, None)
        line = self.lines[entrant]
        line.unplayed.append(Unplayed(number, kind, None, HALVES[kind]))
        if kind in {"bye", "full"}:
            line.there = max(line.there, number)

    def datum(self, entrant: str, difference: Fraction) -> None:
        """Add a difference to the datum: see :func:`croupier.folds.ranking.datum.differences`."""
        self.lines[entrant].datum += difference

    def score(self, name: str) -> int:
        """Points of the table."""
        if name not in self._scores:
            self._scores[name] = self._score(self.lines[name])
        return self._scores[name]

    def _score(self, line: Line) -> int:
        points = self.points
        played = sum(
            points.win * cell.won + points.draw * cell.drawn + points.loss * cell.lost for cell in line.cells.values()
        )
        return played + sum(self.awarded(missed) for missed in line.unplayed)

    def awarded(self, missed: Unplayed) -> int:
        """Points that a round without play brought."""
        if missed.other is None:
            return self.points.without_game(missed.kind)
        return self.points.of(missed.halves) if missed.halves else self.points.absence

    def wins(self, name: str) -> int:
        """Games won, with and without play, and byes worth a win (FIDE C.07, article 7.1)."""
        line = self.lines[name]
        return sum(cell.won for cell in line.cells.values()) + sum(missed.halves == 2 for missed in line.unplayed)


def _count(cell: Cell, halves: int) -> None:
    if halves == 2:
        cell.won += 1
    elif halves == 1:
        cell.drawn += 1
    else:
        cell.lost += 1

"""Who did what against whom: a row an entrant, a column an opponent, cells ``12-7-1`` from the row's view."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.contracts.events import Standing

if TYPE_CHECKING:
    from rich.table import Table

WIDEST = 16
"""With more entrants than this the opponents' columns are left out: no terminal is that wide."""


@dataclass(slots=True)
class Against:
    """Games of one entrant against another: how often it came before, level with, or behind the other."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __str__(self) -> str:
        return f"{self.won}-{self.drawn}-{self.lost}"


@dataclass(slots=True)
class CrossTable:
    """Results between every two entrants, by their ids."""

    cells: dict[tuple[str, str], Against] = field(default_factory=dict)

    def add(self, seats: Sequence[str], sides: Sequence[Sequence[int]], places: Sequence[int]) -> None:
        """Count one game: entrants by seat, the seats of each side, the place of each side (1 is best).

        A game without places counts nowhere. Partners are not each other's opponents.
        """
        for mine, place in enumerate(places):
            for theirs, other in enumerate(places):
                if mine != theirs:
                    self._meet(seats, sides[mine], sides[theirs], other - place)

    def _meet(self, seats: Sequence[str], mine: Sequence[int], theirs: Sequence[int], ahead: int) -> None:
        for seat in mine:
            for other in theirs:
                cell = self.cells.setdefault((seats[seat], seats[other]), Against())
                cell.won += ahead > 0
                cell.drawn += ahead == 0
                cell.lost += ahead < 0

    def cell(self, entrant: str, opponent: str) -> Against | None:
        """How ``entrant`` did against ``opponent``; ``None`` if they did not meet."""
        return self.cells.get((entrant, opponent))


def as_json(table: CrossTable, standings: Sequence[Standing], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The standings with each entrant's name and results by opponent."""
    rows = []
    for row in standings:
        met = {theirs: cell for (mine, theirs), cell in table.cells.items() if mine == row.entrant}
        against = {theirs: {"won": c.won, "drawn": c.drawn, "lost": c.lost} for theirs, c in sorted(met.items())}
        rows.append({"name": names[row.entrant], **row.model_dump(exclude={"against"}), "score_against": row.against})
        rows[-1]["opponents"] = against
    return rows


def as_table(table: CrossTable, standings: Sequence[Standing], names: Mapping[str, str], title: str = "") -> "Table":
    """The cross-table in order of the standings; a column is numbered like its opponent's row."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    drawn = Table(title=Text(title) if title else None, title_justify="left", box=box.SIMPLE_HEAD)
    drawn.add_column("#", justify="right")
    drawn.add_column("entrant")
    opponents = [row.entrant for row in standings] if len(standings) <= WIDEST else []
    for number, _ in enumerate(opponents, 1):
        drawn.add_column(str(number), justify="center", no_wrap=True)
    for heading in ("games", "won", "drawn", "lost", "points", "score"):
        drawn.add_column(heading, justify="right", no_wrap=True)
    for row in standings:
        cells = [_cell(table, row.entrant, opponent) for opponent in opponents]
        tally = [str(n) for n in (row.games, row.won, row.drawn, row.lost, row.points)]
        drawn.add_row(str(row.place), Text(names[row.entrant]), *cells, *tally, f"{row.score}:{row.against}")
    return drawn


def _cell(table: CrossTable, entrant: str, opponent: str) -> str:
    if entrant == opponent:
        return "·"
    return str(table.cell(entrant, opponent) or "")

"""Who did what against whom: a row an entrant, a column an opponent, cells ``12-7-1`` from the row's view.

A cell is games won, drawn and lost. All numbers come from :class:`croupier.folds.standings.Table`.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.contracts.events import Standing
from croupier.folds.standings import Duel, Table

if TYPE_CHECKING:
    from rich.table import Table as Drawn

WIDEST = 16
"""With more entrants than this the opponents' columns are left out: no terminal is that wide."""


def as_json(table: Table, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The standings with each entrant's name and its results by opponent."""
    rows = []
    for standing in table.standings():
        duels = sorted((theirs, duel) for (mine, theirs), duel in table.duels.items() if mine == standing.entrant)
        opponents = {theirs: {"won": d.won, "drawn": d.drawn, "lost": d.lost} for theirs, d in duels}
        rows.append({"name": names[standing.entrant], **standing.model_dump(exclude_none=True), "opponents": opponents})
    return rows


def as_table(table: Table, names: Mapping[str, str], title: str = "") -> "Drawn":
    """The cross-table in order of the standings; a column is numbered like its opponent's row."""
    return draw(table.standings(), names, title, table.duels)


def draw(
    standings: Sequence[Standing], names: Mapping[str, str], title: str, duels: Mapping[tuple[str, str], Duel] | None
) -> "Drawn":
    """Standings as a table to print; with columns for the opponents where ``duels`` are known."""
    from rich import box
    from rich.table import Table as Drawn
    from rich.text import Text

    from croupier.audit.legible import printable

    opponents = [row.entrant for row in standings] if duels is not None and len(standings) <= WIDEST else []
    drawn = Drawn(title=Text(printable(title)) if title else None, title_justify="left", box=box.SIMPLE_HEAD)
    drawn.add_column("#", justify="right")
    drawn.add_column("entrant")
    for number, _ in enumerate(opponents, 1):
        drawn.add_column(str(number), justify="center", no_wrap=True)
    for heading in ("games", "won", "drawn", "lost", "points", "score"):
        drawn.add_column(heading, justify="right", no_wrap=True)
    told = any(row.why and not row.why.startswith("points: ") for row in standings)
    if told:
        drawn.add_column("why")
    for row in standings:
        cells = [cell(duels or {}, row.entrant, opponent) for opponent in opponents]
        tally = [str(number) for number in (row.games, row.won, row.drawn, row.lost, row.points)]
        why = [Text(printable(row.why or ""))] if told else []
        drawn.add_row(
            str(row.place), Text(printable(names[row.entrant])), *cells, *tally, f"{row.score}:{row.against}", *why
        )
    return drawn


def cell(duels: Mapping[tuple[str, str], Duel], entrant: str, opponent: str) -> str:
    """A cell of the cross-table."""
    if entrant == opponent:
        return "·"
    duel = duels.get((entrant, opponent))
    return f"{duel.won}-{duel.drawn}-{duel.lost}" if duel else ""

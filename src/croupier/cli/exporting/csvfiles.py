"""Tables as CSV after RFC 4180: standings, pairs, games, ratings."""

import csv
import io
from collections.abc import Iterable, Sequence

from croupier.cli.follow import Watched
from croupier.folds.ranked import Ranked
from croupier.folds.ranking.tiebreaks import DIRECT

Cell = str | int

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A name that begins so would be read as a formula by a spreadsheet; an apostrophe before it keeps it a text."""


def standings(watched: Watched) -> str:
    """The table, with a column for each tie-break (in thousandths) and with the ratings."""
    table, names = watched.state.table, watched.names
    rated = {row.entrant: row for row in table.ratings()}
    ties = [name for name in table.ties if name != DIRECT] if isinstance(table, Ranked) else []
    rows: list[list[Cell]] = []
    for row in table.standings():
        strength = rated.get(row.entrant)
        figures: list[Cell] = ["", ""] if strength is None else [strength.rating, strength.margin]
        told: list[Cell] = [*row.ties] if row.ties else [""] * len(ties)
        tally = [row.games, row.won, row.drawn, row.lost, row.points, row.score, row.against]
        rows.append([row.place, row.entrant, plain(names[row.entrant]), *tally, *told, *figures])
    head = ["place", "entrant", "name", "games", "won", "drawn", "lost", "points", "score", "against"]
    return written([*head, *ties, "rating", "margin"], rows)


def pairs(watched: Watched) -> str:
    """How everybody did against everybody, both ways, in the order of the table."""
    table = watched.state.table
    order = [row.entrant for row in table.standings()]
    rows: list[list[Cell]] = []
    for mine in order:
        for theirs in order:
            duel = table.duels.get((mine, theirs))
            if duel is not None:
                games = duel.won + duel.drawn + duel.lost
                rows.append([mine, theirs, games, duel.won, duel.drawn, duel.lost])
    return written(["entrant", "opponent", "games", "won", "drawn", "lost"], rows)


def games(watched: Watched) -> str:
    """All results that count, in the order of pairing. Lists inside a field are joined by a space."""
    rows: list[list[Cell]] = []
    for number, game, result in watched.state.books.results():
        points, places = (" ".join(map(str, figures)) for figures in (result.points, result.places))
        seats = " ".join(game.seats)
        rows.append([game.id, number, game.board, seats, result.outcome, result.why or "", points, places])
    return written(["game", "round", "board", "entrants", "outcome", "why", "points", "places"], rows)


def ratings(watched: Watched) -> str:
    """The ratings, best first; nothing but the heading where the entrants are too many."""
    names = watched.names
    rows: list[list[Cell]] = [
        [row.entrant, plain(names[row.entrant]), row.rating, row.margin, row.games, " ".join(row.notes or []),
         row.group or 1]
        for row in watched.state.table.ratings()
    ]  # fmt: skip
    return written(["entrant", "name", "rating", "margin", "games", "notes", "group"], rows)


def written(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The text of a file with these rows."""
    into = io.StringIO()
    writer = csv.writer(into, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return into.getvalue()


def plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name

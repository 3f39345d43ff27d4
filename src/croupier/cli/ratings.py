"""``croupier ratings``: how strong the entrants of a tournament are, and how sure that is."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.audit.files import Files
    from croupier.contracts.ratings import Rating, RatingNote
    from croupier.folds.books import Books
    from croupier.folds.ratings.likelihood import Outcome
    from croupier.folds.ratings.table import Ratings

WIDEST = 16
"""With more entrants than this the likelihoods are left out of the tables; ``--json`` has them."""

WORDS: Mapping["RatingNote", str] = {
    "no-games": "no games: the prior alone",
    "one-game": "one game only",
    "won-all": "won every game: no upper bound but the prior",
    "lost-all": "lost every game: no lower bound but the prior",
}
"""Notes of a rating in words."""


def ratings(
    tournament: Annotated[
        str, typer.Argument(metavar="ID|BUNDLE", help="A tournament's id, or its bundle: a folder or a zip file.")
    ],
    runs: Annotated[Path, typer.Option(help="Where ids are looked for.")] = Path("runs"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Rate the entrants of a tournament by all results at once.

    With 95 % intervals, and how likely it is that one is stronger than another. The same results give the same table,
    in whatever order they came. Ratings decide no pairing and no place.
    """
    from croupier.cli.output import console, print_json
    from croupier.cli.standings import find

    told, names, mean = gathered(find(tournament, runs))
    if as_json:
        print_json(as_told(told, names, mean))
        return
    console().print(drawn(told, names, mean))
    if 1 < len(told.rows) <= WIDEST:
        console().print(likelihoods(told, names))


command = ratings


def gathered(files: "Files") -> tuple["Ratings", dict[str, str], dict[str, int]]:
    """Ratings, names and running figures (thousandths, where openskill is there) of a tournament's log.

    Raises ``BadConfig``: ``run/not-found`` where nothing has begun, ``usage/value`` for too many entrants;
    ``Unreadable`` for a broken file.
    """
    from croupier.audit.files import lines
    from croupier.cli.follow import Follower
    from croupier.cli.standings import LOG
    from croupier.contracts.errors import BadConfig
    from croupier.folds.rated import MOST
    from croupier.folds.ratings.running import running
    from croupier.folds.ratings.table import rated

    follower = Follower(files.place, files.place.resolve().stem)
    watched = follower.watched
    for stored in lines(files, LOG):
        if not stored.endswith(b"\n"):
            break  # it is being written
        follower.see([stored[:-1]])
    if not watched.opened:
        raise BadConfig("run/not-found", "the tournament has not begun", place=str(files.place))
    if len(watched.names) > MOST:
        raise BadConfig("usage/value", f"{len(watched.names)} entrants; a joint fit is made for {MOST} at most")
    entrants = list(watched.names)
    found = list(_counted(watched.state.books))
    figures = running(found, entrants) if find_spec("openskill") is not None else []
    table = watched.state.table
    return rated(table.terms, tuple(table.rows)), watched.names, {each.entrant: each.mean for each in figures}


def _counted(books: "Books") -> Iterator[tuple[tuple[int, str], "Outcome"]]:
    """The results that count, each with its key (round and id)."""
    from croupier.folds.matchplay import COUNTED
    from croupier.folds.rated import outcome

    for number, game, result in books.results():
        if result.outcome in COUNTED:
            yield (number, game.id), outcome(books.sides, game.seats, result.places)


def worded(row: "Rating", groups: Sequence[Sequence[str]]) -> str:
    """The notes of a rating in words; ``groups``: of entrants that never met."""
    words = [WORDS[note] for note in row.notes or []]
    if row.group is not None and row.games:
        met = len(groups[row.group - 1]) - 1
        words.append(f"met {met} others only, directly or over others: not comparable beyond them but by the prior")
    return "; ".join(words)


def as_told(told: "Ratings", names: Mapping[str, str], mean: Mapping[str, int]) -> dict[str, Any]:
    """The ratings as JSON: rows as they stand in a log, best first, with names; the likelihoods in the same order.

    Those are in thousandths, that the row is stronger than the column.
    """
    rows = [
        {**row.model_dump(exclude_none=True), "name": names[row.entrant]}
        | ({"running": mean[row.entrant]} if mean else {})
        for row in told.rows
    ]
    return {"ratings": rows, "superiority": [list(row) for row in told.superiority], "groups": list(told.groups)}


def drawn(told: "Ratings", names: Mapping[str, str], mean: Mapping[str, int]) -> "Table":
    """The ratings as a table to print."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from croupier.audit.legible import printable

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("entrant")
    for heading in ("rating", "95 %", "games", *(["running"] if mean else [])):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("")
    for row in told.rows:
        running = [f"{mean[row.entrant] / 1000:.1f}"] if mean else []
        shown = (str(row.rating), f"± {row.margin}", str(row.games), *running)
        table.add_row(Text(printable(names[row.entrant])), *shown, worded(row, told.groups))
    return table


def likelihoods(told: "Ratings", names: Mapping[str, str]) -> "Table":
    """How likely it is, in percent, that the row is stronger than the column."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from croupier.audit.legible import printable

    table = Table(title="stronger than, in percent", title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column("")
    for number, _ in enumerate(told.rows, 1):
        table.add_column(str(number), justify="right")
    for index, row in enumerate(told.rows):
        cells = [
            "·" if index == column else f"{share / 10:.1f}" for column, share in enumerate(told.superiority[index])
        ]
        table.add_row(Text(printable(f"{index + 1} {names[row.entrant]}")), *cells)
    return table

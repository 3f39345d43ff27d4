"""What the report of a tournament says: the table and why, who did what against whom, strength, failures, games."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from croupier.cli.bars import percent
from croupier.cli.crosstable import cell
from croupier.cli.duelresult import standing, text
from croupier.cli.follow import Watched
from croupier.cli.ratings import worded
from croupier.contracts import events as ev
from croupier.folds.rated import MOST
from croupier.folds.ratings.table import Ratings, rated

from .boards import duplicate, mirrored
from .document import Bar, Bars, Document, Grid, Listing, Part, Section, Text
from .games import NO_PAGES, Pages, disputes, failures, results
from .rounds import pairings

WIDEST = 24
"""With more entrants than this there is no cross-table, and no likelihoods."""


def document(watched: Watched, pages: Pages = NO_PAGES) -> Document:
    """The report of a tournament as far as it has been played, with links to ``pages`` of its games."""
    made = (
        _table(watched), _against(watched), _strength(watched), _duel(watched), _boards(watched),
        failures(watched, pages), _comings(watched), disputes(watched, pages), pairings(watched),
        results(watched, pages), _check(watched),
    )  # fmt: skip
    return Document(watched.spec.name, tuple(_lead(watched)), tuple(each for each in made if each.parts))


def _lead(watched: Watched) -> Iterator[str]:
    spec = watched.spec
    boards = f", {spec.boards} boards" if spec.boards else ""
    yield (f"{spec.game} ({spec.ruleset}), {spec.format.kind}{boards}: {len(watched.names)} entrants, "
           f"{watched.done} of {watched.total} games.")  # fmt: skip
    if watched.sealed:
        yield f"Played from {_time(watched.began)} to {_time(watched.ended)} (UTC)."
    else:
        yield "It is still being played: all of this is as it stood when the report was written."
    if spec.boards == "mirror":
        yield "Boards were played again with seats exchanged: the organiser says that no entrant remembers a game."


def _time(at: int) -> str:
    return datetime.fromtimestamp(at // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def standings(watched: Watched) -> Grid:
    """The table."""
    names, lost = watched.names, watched.failures.by
    rows = watched.state.table.standings()
    extra: list[tuple[str, Callable[[ev.Standing], str]]] = []
    if lost:
        extra.append(("failed", lambda row: str(lost[row.entrant])))
    if any(row.why for row in rows):
        extra.append(("why here", lambda row: row.why or ""))
    headings = ("#", "entrant", "games", "won", "drawn", "lost", "points", "score", "won, percent")
    filled = (
        (str(row.place), names[row.entrant], str(row.games), str(row.won), str(row.drawn), str(row.lost),
         str(row.points), f"{row.score}:{row.against}", percent(row), *(give(row) for _, give in extra))
        for row in rows
    )  # fmt: skip
    right = frozenset({0, *range(2, len(headings) + bool(lost))})
    return Grid("", (*headings, *(name for name, _ in extra)), tuple(filled), right)


def _table(watched: Watched) -> Section:
    lines = []
    for each in watched.state.table.explained():
        lines.append(f"{each.place}. {watched.names[each.entrant]}{f': {each.why}' if each.why else ''}")
        lines += [f"     {name}: {how}" for name, how in each.figures.items()]
    how = "How each place comes about, to be checked by hand"
    note = Text("The share of games won, a draw as half, with the half width of its 95 % interval.")
    return Section("Standings", (standings(watched), note, Listing(how, tuple(lines), folded=True)))


def _against(watched: Watched) -> Section:
    table, names = watched.state.table, watched.names
    order = [row.entrant for row in table.standings()]
    if not table.duels or len(order) > WIDEST:
        return Section("Cross-table", ())
    rows = (
        (str(number), names[mine], *(cell(table.duels, mine, theirs) for theirs in order))
        for number, mine in enumerate(order, 1)
    )
    grid = Grid(
        "Games won-drawn-lost, from the row's view.", ("#", "entrant", *(str(n) for n, _ in enumerate(order, 1))),
        tuple(rows), frozenset({0}),
    )  # fmt: skip
    return Section("Cross-table", (grid,))


def _strength(watched: Watched) -> Section:
    table, names = watched.state.table, watched.names
    if not watched.done or len(table.rows) > MOST:
        return Section("Ratings", ())
    found = rated(table.terms, tuple(table.rows))
    rows = tuple(
        (names[row.entrant], str(row.rating), f"± {row.margin}", str(row.games), worded(row, found.groups))
        for row in found.rows
    )
    bars = Bars(
        "Ratings with their 95 % intervals",
        tuple(Bar(names[row.entrant], row.rating, row.margin) for row in found.rows),
    )
    grid = Grid("", ("entrant", "rating", "95 %", "games", ""), rows, frozenset({1, 2, 3}))
    note = "By all results at once; 400 points are odds of ten to one, the mean of the field is 1500."
    return Section("Ratings", (Text(note), bars, grid, *_likelihoods(found, names)))


def _likelihoods(found: Ratings, names: Mapping[str, str]) -> Iterator[Grid]:
    if not 1 < len(found.rows) <= WIDEST:
        return
    rows = tuple(
        (f"{number} {names[row.entrant]}",
         *("·" if number == column else f"{share / 10:.1f}" for column, share in enumerate(line, 1)))
        for number, (row, line) in enumerate(zip(found.rows, found.superiority, strict=True), 1)
    )  # fmt: skip
    headings = ("", *(str(number) for number, _ in enumerate(found.rows, 1)))
    caption = "How likely it is, in percent, that the row is stronger than the column."
    yield Grid(caption, headings, rows, frozenset(range(1, len(headings))), folded=True)


def _duel(watched: Watched) -> Section:
    found = standing(watched)
    return Section("The duel", () if found is None else (Listing("", tuple(text(found).splitlines())),))


def _boards(watched: Watched) -> Section:
    parts = {"mirror": _mirrored, "duplicate": _duplicate}.get(watched.spec.boards or "")
    return Section("What boards saved", () if parts is None else tuple(parts(watched)))


def _mirrored(watched: Watched) -> Iterator[Part]:
    names = watched.names
    rows = tuple(
        (f"{names[one]} – {names[two]}", str(boards), told)
        for one, two, boards, told in mirrored(watched.state.books)
    )  # fmt: skip
    if rows:
        yield Text("So many games on fresh boards tell as much of two entrants' difference as one on a mirrored board.")
        yield Grid("", ("pair", "boards", "factor (95 %)"), rows, frozenset({1}))


def _duplicate(watched: Watched) -> Iterator[Part]:
    found = duplicate(watched.state.books)
    if found is not None:
        boards, factor = found
        yield Text(
            f"Compared with the others who held the same seat of a board ({boards} boards), one game tells as much of "
            f"an entrant as {factor} games on fresh boards (95 %)."
        )


def _comings(watched: Watched) -> Section:
    """Who was not there from the first round to the last, or was not the same."""
    life, names = watched.state.life, watched.names
    rows = [(names[who], f"came late, for round {number}") for who, number in life.first.items()]
    for who, number in life.withdrawn.items():
        how = "was disqualified" if who in life.disqualified else "withdrew"
        rows.append((names[who], f"{how} after round {number}" if number else f"{how} before the first round"))
    rows += [(names[who], "plays with another program than it began with") for who in life.programs]
    grid = Grid("", ("entrant", "what"), tuple(sorted(rows)))
    return Section("Comings and goings", (grid,) if rows else ())


def _check(watched: Watched) -> Section:
    name = watched.spec.id
    lines = (f"croupier audit {name}", f"croupier standings {name} --why", f"croupier ratings {name}")
    note = "Anybody who has the bundle can check all of this; give these in the folder that the bundle is in."
    return Section("Check it", (Text(note), Listing("", lines)))

"""What the report of a tournament says: the table and why, who did what against whom, strength, failures, games."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from croupier.cli.bars import percent
from croupier.cli.crosstable import cell
from croupier.cli.duelresult import standing, text
from croupier.cli.failures import Failed
from croupier.cli.follow import Watched
from croupier.cli.ratings import worded
from croupier.contracts import events as ev
from croupier.contracts.ids import round_of
from croupier.folds.docket import Dispute
from croupier.folds.rated import MOST
from croupier.folds.ratings.table import Ratings, rated

from .boards import duplicate, mirrored
from .document import Bar, Bars, Document, Grid, Listing, Part, Section, Text

WIDEST = 24
"""With more entrants than this there is no cross-table, and no likelihoods."""

LISTED = 500
"""Games that are listed; ``games.csv`` has all."""


def document(watched: Watched) -> Document:
    """The report of a tournament as far as it has been played."""
    made = (section(watched) for section in SECTIONS)
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


def _failures(watched: Watched) -> Section:
    failures, names = watched.failures, watched.names
    if not failures.kinds:
        return Section("Failures", (Text("Every game was played to its end."),))
    kinds = Grid(
        "", ("what", "games"), tuple((kind, str(n)) for kind, n in failures.kinds.most_common()), frozenset({1})
    )
    rows = tuple(_failed(watched, each) for each in failures.games[:LISTED])
    listed = Grid("Each of them", ("game", "round", "seats", "what", "failed", "to look at it"), rows, folded=True)
    lost = tuple((names[who], str(count)) for who, count in failures.by.most_common())
    by: tuple[Part, ...] = (Grid("Games lost by an entrant's own failure", ("entrant", "games"), lost, frozenset({1})),)
    return Section("Failures", (kinds, *(by if lost else ()), listed))


def _failed(watched: Watched, each: Failed) -> tuple[str, ...]:
    names = watched.names
    seats = " – ".join(names.get(who, who) for who in each.seats)
    lost = ", ".join(names.get(who, who) for who in each.lost)
    return (each.game, str(round_of(each.game)), seats, each.kind, lost, _replay(watched, each.game))


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


def _disputes(watched: Watched) -> Section:
    rows = tuple(_dispute(watched, each) for each in watched.state.docket.disputes.values())
    headings = ("dispute", "game", "by", "claim", "what was found", "ruling")
    return Section("Disputes", (Grid("", headings, rows),) if rows else ())


def _dispute(watched: Watched, each: Dispute) -> tuple[str, ...]:
    raised, examined, ruled = each.raised, each.examined, each.ruled
    who = "the organiser" if raised.entrant is None else watched.names.get(raised.entrant, raised.entrant)
    at = "" if raised.ply is None else f" at decision {raised.ply}"
    said = f": {raised.text}" if raised.text else ""
    found = "not examined yet" if examined is None else f"{examined.total} findings: {examined.why}"
    ruling = "open" if ruled is None else f"{ruled.ruling} by the {ruled.by}: {ruled.why}"
    return (each.id, each.game, who, f"{raised.claim}{at}{said}", found, ruling)


def _games(watched: Watched) -> Section:
    names = watched.names
    rows: list[tuple[str, ...]] = []
    for number, game, result in watched.state.books.results():
        if len(rows) == LISTED:
            break
        seats = " – ".join(names.get(who, who) for who in game.seats)
        points = ":".join(map(str, result.points))
        rows.append((game.id, str(number), seats, points, _how(result), _replay(watched, game.id)))
    left = watched.done - len(rows)
    more: tuple[Part, ...] = (Text(f"and {left} more, in games.csv"),) if left > 0 else ()
    headings = ("game", "round", "seats", "points", "result", "to look at it")
    return Section("Games", (Grid("All results", headings, tuple(rows), frozenset({1}), folded=True), *more))


def _how(result: ev.GameRecorded) -> str:
    return f"{result.outcome} ({result.why})" if result.why else result.outcome


def _replay(watched: Watched, game: str) -> str:
    return f"croupier replay {watched.spec.id}/{game}"


def _check(watched: Watched) -> Section:
    name = watched.spec.id
    lines = (f"croupier audit {name}", f"croupier standings {name} --why", f"croupier ratings {name}")
    note = "Anybody who has the bundle can check all of this; give these in the folder that the bundle is in."
    return Section("Check it", (Text(note), Listing("", lines)))


SECTIONS: tuple[Callable[[Watched], Section], ...] = (
    _table, _against, _strength, _duel, _boards, _failures, _comings, _disputes, _games, _check,
)  # fmt: skip

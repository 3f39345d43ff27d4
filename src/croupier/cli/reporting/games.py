"""What a report says of single games: those that failed, what was disputed, all results, and where to look at each."""

from collections.abc import Mapping, Sequence

from croupier.cli.failures import Failed
from croupier.cli.follow import Watched
from croupier.contracts import events as ev
from croupier.contracts.ids import round_of
from croupier.folds.docket import Dispute

from .document import Cell, Grid, Link, Part, Section, Text

LISTED = 500
"""Games that are listed, beside those that have a page; ``games.csv`` has all."""

Pages = Mapping[str, str]
"""Addresses of pages by game, as seen from the report."""

NO_PAGES: Pages = {}


def failures(watched: Watched, pages: Pages) -> Section:
    """Games that were not played to their end."""
    found, names = watched.failures, watched.names
    if not found.kinds:
        return Section("Failures", (Text("Every game was played to its end."),))
    kinds = Grid("", ("what", "games"), tuple((kind, str(n)) for kind, n in found.kinds.most_common()), frozenset({1}))
    shown = (each for number, each in enumerate(found.games) if number < LISTED or each.game in pages)
    rows = tuple(_failed(watched, each, pages) for each in shown)
    listed = Grid("Each of them", ("game", "round", "seats", "what", "failed", "to look at it"), rows, folded=True)
    lost = tuple((names[who], str(count)) for who, count in found.by.most_common())
    by: tuple[Part, ...] = (Grid("Games lost by an entrant's own failure", ("entrant", "games"), lost, frozenset({1})),)
    return Section("Failures", (kinds, *(by if lost else ()), listed))


def _failed(watched: Watched, each: Failed, pages: Pages) -> tuple[Cell, ...]:
    names = watched.names
    lost = ", ".join(names.get(who, who) for who in each.lost)
    seats = _seated(names, each.seats)
    return (each.game, str(round_of(each.game)), seats, each.kind, lost, _look(watched, each.game, pages))


def disputes(watched: Watched, pages: Pages) -> Section:
    """What was disputed, found and ruled."""
    rows = tuple(_dispute(watched, each, pages) for each in watched.state.docket.disputes.values())
    headings = ("dispute", "game", "by", "claim", "what was found", "ruling")
    return Section("Disputes", (Grid("", headings, rows),) if rows else ())


def _dispute(watched: Watched, each: Dispute, pages: Pages) -> tuple[Cell, ...]:
    page = pages.get(each.game)
    return (each.id, each.game if page is None else Link(each.game, page), *told(watched, each))


def told(watched: Watched, dispute: Dispute) -> tuple[str, str, str, str]:
    """Who disputed, the claim, what was found, and the ruling."""
    raised, examined, ruled = dispute.raised, dispute.examined, dispute.ruled
    who = "the organiser" if raised.entrant is None else watched.names.get(raised.entrant, raised.entrant)
    at = "" if raised.ply is None else f" at decision {raised.ply}"
    said = f": {raised.text}" if raised.text else ""
    found = "not examined yet" if examined is None else f"{examined.total} findings: {examined.why}"
    ruling = "open" if ruled is None else f"{ruled.ruling} by the {ruled.by}: {ruled.why}"
    return who, f"{raised.claim}{at}{said}", found, ruling


def results(watched: Watched, pages: Pages) -> Section:
    """All results that count."""
    names, count = watched.names, 0
    rows: list[tuple[Cell, ...]] = []
    for count, (number, game, result) in enumerate(watched.state.books.results(), 1):
        if count <= LISTED or game.id in pages:
            points = ":".join(map(str, result.points))
            seats, look = _seated(names, game.seats), _look(watched, game.id, pages)
            rows.append((game.id, str(number), seats, points, how(result), look))
    left = count - len(rows)
    more: tuple[Part, ...] = (Text(f"and {left} more, in games.csv"),) if left > 0 else ()
    headings = ("game", "round", "seats", "points", "result", "to look at it")
    listed = Grid("All results", headings, tuple(rows), frozenset({1}), folded=True)
    return Section("Games", (listed, *more, *_bound(watched, pages)))


def _bound(watched: Watched, pages: Pages) -> tuple[Part, ...]:
    if not pages or len(pages) >= watched.done:
        return ()
    note = f"{len(pages)} games have a page with all hands, those that were disputed or failed before the others."
    return (Text(f"{note} Any other is shown by its command."),)


def _seated(names: Mapping[str, str], seats: Sequence[str]) -> str:
    return " – ".join(names.get(who, who) for who in seats)


def how(result: ev.GameRecorded) -> str:
    """How a game ended."""
    return f"{result.outcome} ({result.why})" if result.why else result.outcome


def _look(watched: Watched, game: str, pages: Pages) -> Cell:
    page = pages.get(game)
    return f"croupier replay {watched.spec.id}/{game}" if page is None else Link(f"replay of {game}", page)

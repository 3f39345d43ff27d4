"""The tie-breaks by name, each with a text from which it can be checked by hand."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from croupier.contracts.errors import BadConfig, did_you_mean

from .opponents import Contribution, contributions, cut
from .results import Cell, Results


@dataclass(frozen=True, slots=True)
class Figure:
    """A tie-break of one entrant: more is better. ``text`` says how it comes about."""

    value: Fraction
    text: str


def forfeits(results: Results, name: str) -> Figure:
    """Games lost by an entrant's own failure, as a negative number: fewer is better."""
    count = results.lines[name].forfeits
    return Figure(Fraction(-count), f"{count} games lost by own failure")


def wins(results: Results, name: str) -> Figure:
    """Games won, with or without play (FIDE C.07, 7.1)."""
    count = results.wins(name)
    return Figure(Fraction(count), f"{count} games won")


def buchholz(results: Results, name: str) -> Figure:
    """Sum of the opponents' scores (8.1)."""
    return _sum(contributions(results, name), by_result=False)


def buchholz_cut(results: Results, name: str) -> Figure:
    """The same without the least (14.1)."""
    return _sum(cut(contributions(results, name), by_result=False), by_result=False)


def sonneborn_berger(results: Results, name: str) -> Figure:
    """Sum of the opponents' scores, each times the points scored against it (9.1), in points times points."""
    return _sum(contributions(results, name), by_result=True)


def sonneborn_berger_cut(results: Results, name: str) -> Figure:
    """The same without the least (14.1)."""
    return _sum(cut(contributions(results, name), by_result=True), by_result=True)


def difference(results: Results, name: str) -> Figure:
    """The game's own points, own less the opponents'."""
    score, against = _score(results, name)
    return Figure(Fraction(score - against), f"{score} less {against}")


def ratio(results: Results, name: str) -> Figure:
    """The game's own points as a share of all points in its games, which orders as own by others' does."""
    score, against = _score(results, name)
    share = Fraction(score, score + against) if score + against else Fraction(1, 2)
    return Figure(share, f"{score} of {score + against}")


def datum(results: Results, name: str) -> Figure:
    """Sum of the differences to the datum, of duplicate boards."""
    found = results.lines[name].datum
    return Figure(found, f"{thousandths(found) / 1000:+.3f} against the others in its seats")


def rating(results: Results, name: str) -> Figure:
    """What it was rated before; 0 for who had none."""
    found = results.lines[name].rating
    return Figure(Fraction(found or 0), f"rated {found}" if found is not None else "not rated")


FIGURES: dict[str, Callable[[Results, str], Figure]] = {
    "forfeits": forfeits,
    "wins": wins,
    "buchholz": buchholz,
    "buchholz-cut-1": buchholz_cut,
    "sonneborn-berger": sonneborn_berger,
    "sonneborn-berger-cut-1": sonneborn_berger_cut,
    "difference": difference,
    "ratio": ratio,
    "datum": datum,
    "rating": rating,
}
"""Tie-breaks that are a figure of an entrant alone; ``direct`` is one of a group."""

DIRECT = "direct"
NAMES = (DIRECT, *FIGURES)
SEPARATING = frozenset({"difference", "ratio", "datum"})
"""What somebody who fails in time could save by failing: forfeits count before these, named or not."""


def checked(order: Sequence[str]) -> tuple[str, ...]:
    """The list as it is applied, with forfeits before what failing in time could save.

    Raises :class:`BadConfig`: ``format/tie-break`` for a name that there is not or that stands twice.
    """
    for index, name in enumerate(order):
        if name not in NAMES:
            hint = did_you_mean(name, list(NAMES)) or f"there are {', '.join(NAMES)}"
            raise BadConfig("format/tie-break", f"no tie-break is called {name!r}", place="ties", hint=hint)
        if name in order[:index]:
            raise BadConfig("format/tie-break", f"{name!r} stands twice", place="ties")
    if "rating" in order[:-1]:
        raise BadConfig("format/tie-break", "'rating' can stand last only", place="ties")
    first = next((index for index, name in enumerate(order) if name in SEPARATING), None)
    if first is None or "forfeits" in order[:first]:
        return tuple(order)
    rest = [name for name in order[first:] if name != "forfeits"]
    return (*order[:first], "forfeits", *rest)


def encounters(results: Results, group: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Points that each of a group scored against the others of it, and how many more it could have scored at most.

    The second counts pairs that never met: each could still bring a win.
    """
    found = {}
    for name in group:
        cells = [results.lines[name].cells.get(other) for other in group if other != name]
        scored = sum(_encounter(results, cell) for cell in cells if cell is not None)
        open_pairs = sum(cell is None or not _met(results, cell) for cell in cells)
        found[name] = scored, open_pairs * results.points.win
    return found


def thousandths(value: Fraction) -> int:
    """A figure as it stands in a log, where there are no fractions: in thousandths, halves to the even one."""
    return round(value * 1000)


def _met(results: Results, cell: Cell) -> bool:
    return bool(cell.played or (results.planned and (cell.given or cell.failed)))


def _encounter(results: Results, cell: Cell) -> int:
    points = results.points
    scored = points.win * cell.won + points.draw * cell.drawn + points.loss * cell.lost
    if results.planned:
        scored += points.win * cell.given + points.absence * cell.failed
    return scored


def _sum(found: Sequence[Contribution], *, by_result: bool) -> Figure:
    values = [one.score * one.result if by_result else one.score for one in found]
    counted = Counter(
        f"{one.score}×{one.result} ({one.opponent})" if by_result else f"{one.score} ({one.opponent})" for one in found
    )
    parts = [f"{times} times {text}" if times > 1 else text for text, times in counted.items()]
    return Figure(Fraction(sum(values)), " + ".join(parts) or "no opponents")


def _score(results: Results, name: str) -> tuple[int, int]:
    cells = results.lines[name].cells.values()
    return sum(cell.score for cell in cells), sum(cell.against for cell in cells)

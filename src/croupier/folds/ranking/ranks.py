"""Places: by points, then by each tie-break in turn among those who are still equal."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .results import Results
from .tiebreaks import DIRECT, FIGURES, Figure, checked, encounters


@dataclass(slots=True)
class Rank:
    """A line of the table. ``figures``: every tie-break of the list, ``why``: what put it behind the one above."""

    place: int
    entrant: str
    points: int
    figures: dict[str, Figure] = field(default_factory=dict)
    why: str = ""


@dataclass(slots=True)
class _Group:
    """Entrants who are equal so far, and what told them from the group before."""

    names: list[str]
    why: str = ""


def ranking(results: Results, order: Sequence[str]) -> list[Rank]:
    """The table from the top. Equals share a place and stand in the order of the entrants.

    ``order``: names of tie-breaks. Raises :class:`BadConfig` (``format/tie-break``).
    """
    names = checked(order)
    scores = {name: results.score(name) for name in results.lines}
    groups = _split_by(list(results.lines), {name: Fraction(score) for name, score in scores.items()}, "", "points")
    figures: dict[str, dict[str, Figure]] = {name: {} for name in results.lines}
    for tie in names:
        groups = [part for group in groups for part in _split(results, group, tie, figures)]
    table: list[Rank] = []
    for group in groups:
        place = len(table) + 1
        table += [Rank(place, name, scores[name], figures[name], group.why) for name in group.names]
    return table


def _split(results: Results, group: _Group, tie: str, figures: dict[str, dict[str, Figure]]) -> list[_Group]:
    if tie == DIRECT:
        return _direct(results, group, figures)
    found = {name: FIGURES[tie](results, name) for name in group.names}
    for name, figure in found.items():
        figures[name][tie] = figure
    return _split_by(group.names, {name: figure.value for name, figure in found.items()}, group.why, tie)


def _split_by(names: Sequence[str], values: dict[str, Fraction], why: str, tie: str) -> list[_Group]:
    """Groups of equal values, best first. Only the first keeps what the whole group had been told by."""
    groups: list[_Group] = []
    before: Fraction | None = None
    for value in sorted(set(values.values()), reverse=True):
        told = why if before is None else f"{tie}: {shown(value)} to {shown(before)}"
        groups.append(_Group([name for name in names if values[name] == value], told))
        before = value
    return groups


def _direct(results: Results, group: _Group, figures: dict[str, dict[str, Figure]]) -> list[_Group]:
    """Direct encounter (FIDE C.07, article 6): by the points among the tied, again within those still tied.

    Where not all have met, whoever would be first whatever the missing games brought is first.
    """
    if len(group.names) < 2:
        return [group]
    found = encounters(results, group.names)
    for name, (points, open_points) in found.items():
        rest = f", {open_points} more not played for" if open_points else ""
        figures[name].setdefault(DIRECT, Figure(Fraction(points), f"{points} points among {len(found)} tied{rest}"))
    if not any(open_points for _, open_points in found.values()):
        scored = {name: Fraction(points) for name, (points, _) in found.items()}
        parts = _split_by(group.names, scored, group.why, DIRECT)
        if len(parts) == 1:
            return parts
        return [inner for part in parts for inner in _direct(results, part, figures)]
    return _sure_first(results, group, found, figures)


def _sure_first(
    results: Results, group: _Group, found: dict[str, tuple[int, int]], figures: dict[str, dict[str, Figure]]
) -> list[_Group]:
    for name, (points, _) in found.items():
        if all(points > other + more for rival, (other, more) in found.items() if rival != name):
            rest = _Group([other for other in group.names if other != name], f"{DIRECT}: {name} is first in any case")
            return [_Group([name], group.why), *_direct(results, rest, figures)]
    return [group]


def shown(value: Fraction) -> str:
    """A figure as people read it."""
    return str(value) if value.denominator == 1 else f"{float(value):.6g}"

"""An arena: whoever is free is paired again at once, with somebody whom it has met least and who has about its score.

Few numbers an entrant are kept, and one for each pair that has met: an arena of a hundred thousand games is no more
than one of a hundred. None of them depends on the order in which results arrive; who is free does.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from .checks import refuse
from .model import Form, Forms, Over, Pairing, Proposal, score_text


@dataclass(frozen=True, slots=True)
class Wait:
    """Nobody can be paired until a game is over."""

    why: str


@dataclass(frozen=True, slots=True)
class Now:
    """The moment at which somebody is paired.

    ``here``: who takes part, in the order of the field; ``busy``: who sits at a table or is to; ``room``: how many
    tables may be set; ``total``: after how many games in all no further one starts, ``None`` for no such end.
    """

    here: Sequence[str]
    busy: Collection[str]
    room: int
    total: int | None = None


def next_games(forms: Forms, now: Now, number: int) -> Proposal | Wait | Over:
    """Games for those who are free, as round ``number``.

    Whoever has played least comes first, then who was paired longest ago. Its opponent has played at most
    one game more than half of the field, if there is such a one who is free; it is not whom it met last, nor who met it
    last, while more than two take part.

    Raises :class:`BadConfig` (``format/unknown-entrant``) for somebody who is not in the field.
    """
    _check(forms, now)
    left = now.room if now.total is None else now.total - forms.begun
    if left <= 0 and now.total is not None:
        return Over(f"all {now.total} games are paired")
    if len(now.here) < 2:
        return Over("too few entrants are left for a table")
    free = [name for name in now.here if name not in now.busy]
    pairs = list(islice(_pairs(forms, free, now.here), max(0, min(left, now.room))))
    if not pairs:
        return Wait("nobody who is free may meet another who is free, or there is no room for a table")
    why = f"arena: {forms.begun} games were paired before; {len(free)} of {len(now.here)} are free"
    return Proposal(number, tuple(_pairing(forms, one, two, number) for one, two in pairs), (), why)


def _check(forms: Forms, now: Now) -> None:
    unknown = [name for name in (*now.here, *now.busy) if name not in forms.of]
    if unknown:
        raise refuse("unknown-entrant", "takes part and is not in the field", unknown[0])


def _pairs(forms: Forms, free: Sequence[str], here: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Who is next, with whom suits it best of those who are not ahead. Whoever finds nobody waits."""
    of, met, there = forms.of, forms.met, len(here)
    most = 1 + sorted(of[name].games for name in here)[(there - 1) // 2]
    queue = sorted(free, key=lambda name: _turn(of[name]))
    while len(queue) > 1:
        mine = queue.pop(0)
        others = [name for name in queue if there == 2 or (of[mine].last != name and of[name].last != mine)]
        if others:
            others = [name for name in others if of[name].games <= most] or others
            theirs = min(others, key=lambda name: _cost(of[mine], of[name], met.get(frozenset((mine, name)), 0)))
            queue.remove(theirs)
            yield mine, theirs


def _turn(form: Form) -> tuple[int, int, int]:
    return form.games, form.round, form.number


def _cost(mine: Form, theirs: Form, met: int) -> tuple[int, ...]:
    """How little an opponent suits, most important first: meetings, distance of scores, the same seat before."""
    return met, abs(mine.halves - theirs.halves), int(mine.seat == theirs.seat), *_turn(theirs)


def _pairing(forms: Forms, mine: str, theirs: str, number: int) -> Pairing:
    one, two = forms.of[mine], forms.of[theirs]
    seats, seating = _seats(mine, theirs, forms, number)
    met = forms.met.get(frozenset((mine, theirs)), 0)
    why = (f"{mine} is next with {one.games} games; met {theirs} {met} times, "
           f"{score_text(one.halves)} to {score_text(two.halves)}")  # fmt: skip
    return Pairing(seats, why, seating)


def _seats(mine: str, theirs: str, forms: Forms, number: int) -> tuple[tuple[str, str], str]:
    """Who sits first, and why: who has had the first seat less often, then who did not have it last."""
    one, two = forms.of[mine], forms.of[theirs]
    if one.lead != two.lead:
        first, second = (mine, theirs) if one.lead < two.lead else (theirs, mine)
        return (first, second), f"{first} has had the first seat less often"
    if one.seat != two.seat:
        first, second = (mine, theirs) if one.seat > two.seat else (theirs, mine)
        return (first, second), f"{first} did not have the first seat last"
    first, second = sorted((mine, theirs), key=lambda name: forms.of[name].number, reverse=number % 2 == 0)
    return (first, second), "both have had the same seats; by round and number"

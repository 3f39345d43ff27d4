"""An arena: whoever is free is paired again at once, with somebody of about the same score.

It ends after a number of games or at a moment; the moment and the time are data, so that a log can be followed again.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from . import matching
from .checks import check_field, check_history, refuse
from .model import History, Over, Pairing, Player, Proposal, Record, active, records, score_text


@dataclass(frozen=True, slots=True)
class Limits:
    """When no further game starts: after ``games`` in all, or at ``until`` (microseconds); at least one is set."""

    games: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """Nobody can be paired until a game is over."""

    why: str


def next_games(
    players: Sequence[Player], history: History, playing: Collection[tuple[str, str]], now: int, limits: Limits
) -> Proposal | Wait | Over:
    """Games for those who are free. A round of ``history`` is one batch of games that were paired together.

    ``playing``: pairs at the tables now. Nobody meets the same opponent twice in a row while somebody else takes
    part. Raises :class:`BadConfig` (family ``format``).
    """
    busy = _check(players, history, playing, limits)
    number = history.rounds + 1
    here = active(players, number)
    begun = len(history.meetings) + len(playing)
    if limits.until is not None and now >= limits.until:
        return Over("the time is up")
    if limits.games is not None and begun >= limits.games:
        return Over(f"all {limits.games} games are paired")
    if len(here) < 2:
        return Over("too few entrants are left for a table")
    free = [player.id for player in here if player.id not in busy]
    room = len(free) if limits.games is None else limits.games - begun
    pairs = _pairs(players, history, free, len(here))[:room]
    if not pairs:
        return Wait("nobody who is free may meet another who is free")
    return _propose(players, history, pairs, number)


def _check(
    players: Sequence[Player], history: History, playing: Collection[tuple[str, str]], limits: Limits
) -> set[str]:
    check_field(players)
    check_history(players, history)
    if limits.games is None and limits.until is None:
        raise refuse("spec", "an arena ends after a number of games or at a moment: neither is set", "format")
    busy = [name for pair in playing for name in pair]
    if len(set(busy)) < len(busy):
        raise refuse("twice", "an entrant sits at two tables")
    unknown = set(busy) - {player.id for player in players}
    if unknown:
        raise refuse("unknown-entrant", "plays and is not in the field", min(unknown))
    return set(busy)


def _pairs(players: Sequence[Player], history: History, free: Sequence[str], there: int) -> list[tuple[str, str]]:
    """Pairs of those who are free, best scores first; whoever is left over waits."""
    found = records(players, history)
    last = _last(history)
    ranked = sorted(free, key=lambda name: (-found[name].halves, found[name].number))
    counts: Counter[frozenset[str]] = Counter(frozenset(meeting.seats) for meeting in history.meetings)
    for name, other in last.items():
        counts[frozenset((name, other))] += len(history.meetings)  # again at once: worse than anything else
    for record in found.values():
        record.byes = record.walkovers = 0  # who waits loses nothing
    pairs = [pair for pair in matching.match(ranked, found, counts) if matching.BYE not in pair]
    return [pair for pair in pairs if there == 2 or (last.get(pair[0]) != pair[1] and last.get(pair[1]) != pair[0])]


def _last(history: History) -> dict[str, str]:
    """Whom each entrant met last."""
    last: dict[str, str] = {}
    for meeting in history.meetings:
        one, two = meeting.seats
        last[one], last[two] = two, one
    return last


def _propose(players: Sequence[Player], history: History, pairs: Sequence[tuple[str, str]], number: int) -> Proposal:
    found = records(players, history)
    tables = tuple(_pairing(one, two, found, number) for one, two in pairs)
    return Proposal(number, tables, (), f"arena: batch {number}, {len(history.meetings)} games are over")


def _pairing(one: str, two: str, found: dict[str, Record], number: int) -> Pairing:
    seats, why = matching.seats(one, two, found, number)
    scores = f"{score_text(found[one].halves)} against {score_text(found[two].halves)}"
    return Pairing(seats, f"both free: {scores}", why)

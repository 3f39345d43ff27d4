"""How often entrants failed in their last games, and who is disqualified for it: a function of the log.

It is looked at when a round closes, in the order of pairing, so that it makes no difference which game ended first.
What a ruling changes is counted by the results that count since.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import NamedTuple

from croupier.contracts import events as ev
from croupier.contracts.life import MOST_COUNTED
from croupier.contracts.specs import Disqualify

from .docket import Docket
from .life import Life
from .matchplay import COUNTED, failed
from .seating import Sides

OWN_CHOICE = "resigned"
"""Why a seat forfeits that has not failed: it gave up."""

NOBODYS = "no-contest"
"""The outcome of a game that every side has forfeited."""

PLAYED = COUNTED | {NOBODYS}
"""Outcomes of games that were played; one that the server spoiled is held against nobody."""

Played = Iterable[tuple[ev.PairedGame, ev.GameRecorded | None]]
"""The games of a round that count, in the order of pairing, with their results."""


class Seen(NamedTuple):
    """A game of an entrant's, by its place in the order of pairing, and whether the entrant failed in it."""

    round: int
    place: int
    game: str
    failed: bool


class Conduct:
    """The last games of every entrant, as many as the ``rule`` looks at; without one nobody is ever due.

    ``played`` gives the games of a round as they count now. What was counted is kept only as far as the rule looks
    back, so that all is counted anew where a round that had closed is another one since.
    """

    def __init__(self, rule: Disqualify | None, sides: Sides, played: Callable[[int], Played]) -> None:
        self._rule = rule
        self._sides = sides
        self._played = played
        self._closed: set[int] = set()
        self._forgiven: dict[str, int] = {}
        self._seen: dict[str, list[Seen]] = {}
        self._failing: set[str] = set()
        self._stale = False

    def close(self, number: int) -> None:
        """Round ``number`` is over, for the first time or again."""
        self._closed.add(number)
        if self._rule is not None and not self._stale:
            self._count(self._rule, number)

    def reopen(self, number: int) -> None:
        """A game of the round is played anew: none of it counts until it closes again."""
        self._stale = self._stale or number in self._closed
        self._closed.discard(number)

    def amend(self, number: int) -> None:
        """A result of the round is another one."""
        self._stale = self._stale or number in self._closed

    def forgive(self, entrant: str, until: int) -> None:
        """Nothing up to round ``until`` is held against the entrant any more."""
        self._forgiven[entrant] = until
        self._stale = True

    def due(self, field: Iterable[str], gone: Container[str]) -> ev.EntrantDisqualified | None:
        """The first of the ``field`` that has failed too often and is not ``gone`` already."""
        if self._rule is None:
            return None
        if self._stale:
            self._count_anew(self._rule)
        name = next((name for name in field if name in self._failing and name not in gone), None)
        if name is None:
            return None
        counted = [each.game for each in self._seen[name] if each.failed]
        return ev.EntrantDisqualified(
            entrant=name, failures=len(counted), games=len(self._seen[name]), counted=counted[-MOST_COUNTED:]
        )

    def _count_anew(self, rule: Disqualify) -> None:
        self._seen, self._failing, self._stale = {}, set(), False
        for number in sorted(self._closed):
            self._count(rule, number)

    def _count(self, rule: Disqualify, number: int) -> None:
        touched: set[str] = set()
        for place, (game, result) in enumerate(self._played(number)):
            if result is not None and result.outcome in PLAYED:
                at_fault = failing(game.seats, result, self._sides)
                for name in game.seats:
                    if number > self._forgiven.get(name, 0):
                        self._seen.setdefault(name, []).append(Seen(number, place, game.id, name in at_fault))
                        touched.add(name)
        for name in touched:
            seen = self._seen[name] = sorted(self._seen[name])[-rule.games :]
            often = sum(each.failed for each in seen) >= rule.failures
            (self._failing.add if often else self._failing.discard)(name)


def failing(seats: Sequence[str], result: ev.GameRecorded, sides: Sides) -> set[str]:
    """The entrants that failed in a game and have lost it by that.

    Who gave up did not fail, nor did who forfeits no more since a ruling.
    """
    lost = seats if result.outcome == NOBODYS else failed(seats, result, sides)
    told = {seats[failure.seat] for failure in result.failures or () if failure.why != OWN_CHOICE}
    return told.intersection(lost)


def overturned(life: Life, docket: Docket) -> list[str]:
    """Entrants that are disqualified by a game about which it was ruled since, and that may be brought back."""
    ruled = {each.game for each in docket.disputes.values() if each.ruled and each.ruled.ruling != "dismissed"}
    return [
        name for name, counted in life.disqualified.items() if ruled.intersection(counted) and life.can_return(name)
    ]

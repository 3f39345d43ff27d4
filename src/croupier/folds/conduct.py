"""How often entrants failed in their last games, and who is disqualified for it: a function of the log.

It is looked at when a round closes, in the order of pairing, so that it makes no difference which game ended first.
"""

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from croupier.contracts import events as ev
from croupier.contracts.life import MOST_COUNTED
from croupier.contracts.specs import Disqualify

OWN_CHOICE = "resigned"
"""Why a seat forfeits that has not failed: it gave up."""

PLAYED = frozenset({"won", "drawn", "forfeit", "no-contest"})
"""Outcomes of games that were played; one that the server spoiled is held against nobody."""


class Seen(NamedTuple):
    """A game of an entrant's, by its place in the order of pairing, and whether the entrant failed in it."""

    round: int
    place: int
    game: str
    failed: bool


class Conduct:
    """The last games of every entrant, as many as the ``rule`` looks at; without one nothing is closed nor due."""

    def __init__(self, rule: Disqualify | None) -> None:
        self.rule = rule
        self._seen: dict[str, list[Seen]] = {}
        self._failing: set[str] = set()

    def close(self, number: int, games: Iterable[tuple[ev.PairedGame, ev.GameRecorded | None]]) -> None:
        """Round ``number`` is over, for the first time or again: its games in the order of pairing, with results."""
        assert self.rule is not None
        for seen in self._seen.values():
            seen[:] = [each for each in seen if each.round != number]
        touched: set[str] = set()
        for place, (game, result) in enumerate(games):
            if result is not None and result.outcome in PLAYED:
                failed = failing(game.seats, result.failures)
                for name in game.seats:
                    self._seen.setdefault(name, []).append(Seen(number, place, game.id, name in failed))
                    touched.add(name)
        for name in touched:
            self._seen[name] = sorted(self._seen[name])[-self.rule.games :]
        most = self.rule.failures
        self._failing = {name for name, seen in self._seen.items() if sum(each.failed for each in seen) >= most}

    def due(self, field: Iterable[str], gone: Container[str]) -> ev.EntrantDisqualified | None:
        """The first of the ``field`` that has failed too often and is not ``gone`` already."""
        name = next((name for name in field if name in self._failing and name not in gone), None)
        if name is None:
            return None
        counted = [each.game for each in self._seen[name] if each.failed]
        return ev.EntrantDisqualified(
            entrant=name, failures=len(counted), games=len(self._seen[name]), counted=counted[-MOST_COUNTED:]
        )


def failing(seats: Sequence[str], failures: Sequence[ev.SeatFailure] | None) -> set[str]:
    """The entrants that failed in a game. Who gave up did not."""
    return {seats[failure.seat] for failure in failures or () if failure.why != OWN_CHOICE}

"""Games put together to matches, and what has been played as the rules of pairing take it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from croupier.contracts.events import GameRecorded, GameScored, RoundPaired
from croupier.contracts.specs import Award

from .formats.model import History, Meeting, Out

COUNTED = frozenset({"won", "drawn", "forfeit"})
"""Outcomes that count."""

FAILED = frozenset({"forfeit", "void", "no-contest"})
"""Outcomes of games that were not played to their end."""


@dataclass(slots=True)
class Match:
    """Two who meet in a round, as they sat in their first game. By entrant: points after the award, losses, score."""

    seats: tuple[str, str]
    left: int = 0
    counted: int = 0
    nobody: int = 0
    points: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    score: dict[str, int] = field(default_factory=dict)
    forfeits: list[str] = field(default_factory=list)

    def record(self, seats: Sequence[str], result: GameRecorded, award: Award) -> None:
        """Count one of its games."""
        self.left -= 1
        self.nobody += result.outcome == "no-contest"
        if result.outcome not in COUNTED:
            return
        self.counted += 1
        drawn = result.places.count(1) > 1
        for seat, name in enumerate(seats):
            won = result.places[seat] == 1
            gain = award.draw if won and drawn else award.win if won else award.loss
            self.points[name] = self.points.get(name, 0) + gain
            self.lost[name] = self.lost.get(name, 0) + (not won)
            self.score[name] = self.score.get(name, 0) + result.points[seat]
        self.forfeits += failed(seats, result)

    def meeting(self, number: int) -> Meeting:
        """The result: more points win.

        Where both lost every game, or both failed in all that were not voided, both have lost. A match of which every
        game was voided is drawn without play.
        """
        one, two = (self.points.get(name, 0) for name in self.seats)
        both_lost = self.counted and all(self.lost.get(name) == self.counted for name in self.seats)
        if both_lost or (self.nobody and not self.counted):
            return Meeting(number, self.seats, (0, 0), played=False)
        halves = (2, 0) if one > two else (0, 2) if two > one else (1, 1)
        return Meeting(number, self.seats, halves, played=self.counted > 0)


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that is over; ``outs`` are those who sat its round out, told with the last match of it."""

    round: int
    match: Match
    outs: Sequence[Out]


class Matches:
    """The matches of the rounds that are open, and the history of those that are over."""

    def __init__(self, entrants: Sequence[str], award: Award) -> None:
        self._entrants = tuple(entrants)
        self._award = award
        self._open: dict[int, dict[frozenset[str], Match]] = {}
        self._byes: dict[int, Collection[str]] = {}
        self._of: dict[str, tuple[int, frozenset[str]]] = {}
        self._meetings: list[Meeting] = []
        self._outs: list[Out] = []
        self._rounds = 0

    def enter(self, entrant: str) -> list[Out]:
        """Somebody enters; it was away from the rounds that are over."""
        self._entrants = (*self._entrants, entrant)
        outs = [Out(number, entrant, "absent") for number in range(1, self._rounds + 1) if number not in self._open]
        self._outs += outs
        return outs

    def paired(self, event: RoundPaired) -> None:
        """A round begins."""
        matches = self._open.setdefault(event.round, {})
        self._byes[event.round] = event.byes
        for game in event.games:
            pair = frozenset(game.seats)
            match = matches.setdefault(pair, Match((game.seats[0], game.seats[1])))
            match.left += 1
            self._of[game.id] = event.round, pair

    def record(self, seats: Sequence[str], result: GameRecorded) -> Ended | None:
        """Count a game; what is over by it, if its match is."""
        if result.id not in self._of:
            return None
        number, pair = self._of.pop(result.id)
        match = self._open[number][pair]
        match.record(seats, result, self._award)
        if match.left:
            return None
        return Ended(number, match, self._close(number))

    def _close(self, number: int) -> list[Out]:
        """Whoever sat a round out, once all its matches are over."""
        matches = self._open[number]
        if any(match.left for match in matches.values()):
            return []
        del self._open[number]
        there = {name for pair in matches for name in pair}
        byes = self._byes.pop(number)
        outs = [Out(number, name, "bye" if name in byes else "absent") for name in self._entrants if name not in there]
        self._meetings += [match.meeting(number) for match in matches.values()]
        self._outs += outs
        self._rounds = max(self._rounds, number)
        return outs

    def history(self) -> History:
        """All rounds that are over."""
        return History(self._rounds, tuple(self._meetings), tuple(self._outs))


def why(scored: GameScored) -> str | None:
    """What ended a game that was not played to its end."""
    return scored.why if scored.outcome in FAILED else None


def failed(seats: Sequence[str], result: GameRecorded, sides: Sequence[Sequence[int]] | None = None) -> list[str]:
    """Who lost a game by its own failure: whoever is last of a game that was forfeited."""
    if result.outcome != "forfeit":
        return []
    worst = max(result.places)
    members = sides or [(seat,) for seat in range(len(seats))]
    lost = (side for side, place in zip(members, result.places, strict=True) if place == worst > 1)
    return [seats[seat] for side in lost for seat in side]

"""Why rounds were paired as they were: the reasons that stand in a tournament's log, for people."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from croupier.contracts.events import Event, RoundPaired
from croupier.contracts.lines import read_trusted

if TYPE_CHECKING:
    from croupier.audit.course import Moment
    from croupier.audit.files import Files

KEPT = 4000
"""Reasons that are kept: one for each round, and those of its tables and byes. All rounds are counted."""


class Pairings:
    """The first rounds of a tournament, of their games those that have a reason, and how many rounds there were in all.

    A run looks on from its first game to its last, so games without a reason must not stay in memory.
    """

    def __init__(self) -> None:
        self.rounds: list[RoundPaired] = []
        self.count = 0
        self._room = KEPT

    def take(self, event: Event) -> None:
        """Look at a line of the log."""
        if not isinstance(event, RoundPaired):
            return
        self.count += 1
        games = [game for game in event.games if game.why]
        self._room -= 1 + len(games) + len(event.byes)
        if self._room >= 0:
            self.rounds.append(event.model_copy(update={"games": games}))


def told(event: RoundPaired, names: Mapping[str, str]) -> Iterator[str]:
    """The reasons of a round, line by line: its own, those of its tables, those of its byes."""
    yield f"round {event.round}{f': {event.why}' if event.why else ''}"
    for game in event.games:
        if game.why:
            yield f"  {' – '.join(names.get(who, who) for who in game.seats)}: {game.why}"
    whys = event.bye_whys or [""] * len(event.byes)
    for who, why in zip(event.byes, whys, strict=False):
        yield f"  bye for {names.get(who, who)}{f': {why}' if why else ''}"


def with_reasons(course: "Iterable[Moment]", files: "Files") -> "Iterator[Moment]":
    """The course of a tournament with the reasons of each round, which are read from its log beside it.

    Ends where the course does; raises as it does, which has read each line before.
    """
    rounds = _rounds(files)
    for moment in course:
        event = next(rounds, None) if moment.shown["kind"] == "paired" and moment.log.startswith("t/") else None
        yield moment if event is None else moment._replace(shown=_reasoned(moment.shown, event))


def _reasoned(shown: Mapping[str, Any], event: RoundPaired) -> dict[str, Any]:
    games = [
        {**told_of, **({"why": game.why} if game.why else {})}
        for told_of, game in zip(shown["games"], event.games, strict=True)
    ]
    whys = {} if event.bye_whys is None else {"bye_whys": list(event.bye_whys)}
    return {**shown, "games": games, "why": event.why, **whys}


def _rounds(files: "Files") -> Iterator[RoundPaired]:
    from croupier.audit.files import lines
    from croupier.cli.standings import LOG

    for stored in lines(files, LOG):
        if b'"round.paired"' in stored and stored.endswith(b"\n"):
            event = read_trusted(stored[:-1]).event
            if isinstance(event, RoundPaired):
                yield event

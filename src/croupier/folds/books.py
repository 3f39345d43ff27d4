"""What was paired and what counts, kept so small that the table can be made anew where a result is taken back.

A round whose games are all recorded is packed: about seventy bytes for a game of two seats, half of which is the hash
of its result's line. Whoever asks for the table after a change pays for it once: some forty microseconds of
processor time a game. A void game that is replayed, as it may be again and again, seldom costs that.
"""

import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import orjson

from croupier.contracts import events as ev
from croupier.contracts.ids import round_of
from croupier.contracts.specs import TournamentSpec

from .matchplay import COUNTED
from .ranked import table_of
from .seating import Sides
from .standings import Table

Note = Callable[[Table], None]
"""Something that a table is told which is neither a round nor a result: that somebody withdrew."""


class Entry(NamedTuple):
    """A game and its result, ``None`` until it is recorded."""

    game: ev.PairedGame
    result: ev.GameRecorded | None = None


class Chapter:
    """A round: its byes and, by id in the order of pairing, the games that count; ``left`` have no result yet."""

    __slots__ = ("_entries", "_packed", "byes", "left", "number")

    def __init__(self, event: ev.RoundPaired) -> None:
        self.number = event.round
        self.byes = tuple(event.byes)
        self.left = len(event.games)
        self._packed = b""
        self._entries: dict[str, Entry] | None = {game.id: Entry(game) for game in event.games}

    def entries(self) -> dict[str, Entry]:
        """The games; what is done to the answer changes the chapter if it is not packed."""
        return self._unpacked() if self._entries is None else self._entries

    def record(self, entry: Entry) -> None:
        """Write the result of a game, the first or another one."""
        entries = self.entries()
        self.left -= entries[entry.game.id].result is None
        entries[entry.game.id] = entry
        self._entries, self._packed = (entries, b"") if self.left else (None, _packed(entries))

    def replay(self, game: str, instead: ev.PairedGame) -> None:
        """``instead`` is played in the place of a game that has a result."""
        entries = ((instead.id, Entry(instead)) if key == game else (key, each) for key, each in self.entries().items())
        self._entries, self._packed = dict(entries), b""
        self.left += 1

    def paired(self, entries: dict[str, Entry]) -> ev.RoundPaired:
        """The round as a table is told of it, without its reasons; ``entries``: its games."""
        games = [entry.game for entry in entries.values()]
        return ev.RoundPaired.trusted(round=self.number, games=games, byes=list(self.byes), why="", bye_whys=None)

    def _unpacked(self) -> dict[str, Entry]:
        rows = orjson.loads(zlib.decompress(self._packed))
        return {row[0]: Entry(_game(*row[:3]), _result(row[0], *row[3:])) for row in rows}


class Books:
    """All rounds of a tournament, and its table. ``sides``: of the game, each with its seats."""

    def __init__(self, spec: TournamentSpec, sides: Sides) -> None:
        self.sides = sides
        self._spec = spec
        self._table: Table | None = table_of(spec, sides)
        self._course: list[Chapter | Note] = []
        self._chapters: dict[int, Chapter] = {}

    @property
    def table(self) -> Table:
        """The table of all that counts, made anew where something was taken back since."""
        if self._table is None:
            self._table = self._made()
        return self._table

    def note(self, note: Note) -> None:
        """Tell the table something, now and whenever it is made anew."""
        self._course.append(note)
        if self._table is not None:
            note(self._table)

    def heed(self, event: ev.Event, after: int) -> None:
        """Tell the table of somebody who enters, leaves or comes back; ``after``: the last round that was paired."""
        if isinstance(event, ev.EntrantWithdrawn | ev.EntrantDisqualified):
            self.note(lambda table: table.withdrew(event.entrant, after))
        elif isinstance(event, ev.EntrantEntered):
            self.note(lambda table: table.entered(event.entrant))
        elif isinstance(event, ev.EntrantReturned):
            self.note(lambda table: table.returned(event.entrant))

    def paired(self, event: ev.RoundPaired) -> None:
        """A round begins."""
        chapter = self._chapters[event.round] = Chapter(event)
        self._course.append(chapter)
        if self._table is not None:
            self._table.paired(event)

    def record(self, number: int, game: ev.PairedGame, result: ev.GameRecorded) -> None:
        """A game of round ``number`` has a result."""
        self._chapters[number].record(Entry(game, result))
        if self._table is not None:
            self._table.record(game.seats, result)

    def replay(self, game: str, instead: ev.PairedGame) -> None:
        """The result of ``game`` counts no more; ``instead`` is played in its place."""
        number = round_of(game)
        chapter = self._chapters[number]
        result = chapter.entries()[game].result
        chapter.replay(game, instead)
        counted = result is not None and result.outcome in COUNTED
        if self._table is not None and (counted or not self._table.replayed(number, instead)):
            self._table = None

    def amend(self, game: str, by: ev.Amended) -> None:
        """The result of ``game`` is another one."""
        chapter = self._chapters[round_of(game)]
        entry = chapter.entries()[game]
        assert entry.result is not None
        chapter.record(Entry(entry.game, amended(entry.result, by)))
        self._table = None

    def find(self, game: str) -> Entry | None:
        """A game that counts, recorded or not; ``None`` where there is none of this id, or it was replayed."""
        chapter = self._chapters.get(round_of(game))
        return None if chapter is None else chapter.entries().get(game)

    def of_round(self, game: str) -> list[str]:
        """The games that count of the round that the id of ``game`` names."""
        chapter = self._chapters.get(round_of(game))
        return [] if chapter is None else list(chapter.entries())

    def match(self, game: str) -> list[Entry]:
        """The games of the round of ``game`` between those who sit in it, in the order of pairing."""
        entries = self._chapters[round_of(game)].entries()
        who = set(entries[game].game.seats)
        return [entry for entry in entries.values() if set(entry.game.seats) == who]

    def round(self, number: int) -> list[Entry]:
        """The games of a round that count, in the order of pairing."""
        return list(self._chapters[number].entries().values())

    def results(self) -> Iterator[tuple[int, ev.PairedGame, ev.GameRecorded]]:
        """All results that are in the table, with their rounds, in the order of pairing."""
        for number, chapter in self._chapters.items():
            for game, result in chapter.entries().values():
                if result is not None:
                    yield number, game, result

    def _made(self) -> Table:
        table = table_of(self._spec, self.sides)
        for each in self._course:
            if not isinstance(each, Chapter):
                each(table)
                continue
            entries = each.entries()
            table.paired(each.paired(entries))
            for game, result in entries.values():
                if result is not None:
                    table.record(game.seats, result)
        return table


def amended(result: ev.GameRecorded, by: ev.Amended) -> ev.GameRecorded:
    """A result with what a ruling puts in its place."""
    told = {"points": by.points, "places": by.places, "outcome": by.outcome, "why": None}
    failed = {} if by.failures is None else {"failures": by.failures}
    return ev.GameRecorded.trusted(**result.__dict__ | told | failed)


def _packed(entries: dict[str, Entry]) -> bytes:
    return zlib.compress(orjson.dumps([_row(game, result) for game, result in entries.values()]))


def _row(game: ev.PairedGame, result: ev.GameRecorded | None) -> list[Any]:
    assert result is not None
    told = [result.points, result.places, result.outcome, result.lines, result.head]
    if result.why is None and result.failures is None:
        return [game.id, game.board, game.seats, *told]
    failures = None if result.failures is None else [failure.model_dump() for failure in result.failures]
    return [game.id, game.board, game.seats, *told, result.why, failures]


def _game(game: str, board: str, seats: list[str]) -> ev.PairedGame:
    return ev.PairedGame.model_construct(id=game, board=board, seats=seats)


def _result(
    game: str, points: list[int], places: list[int], outcome: ev.Outcome, lines: int, head: str, why: str | None = None,
    failures: list[dict[str, Any]] | None = None,
) -> ev.GameRecorded:  # fmt: skip
    failed = None if failures is None else [ev.SeatFailure(**failure) for failure in failures]
    return ev.GameRecorded.trusted(
        id=game, head=head, lines=lines, points=points, places=places, outcome=outcome, why=why, failures=failed
    )

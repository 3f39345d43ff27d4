"""A tournament's log in the archive, read as it grows: what is new in it, and where each of its rounds stands.

A few numbers a round are all that is held, so that any game can be told of without reading the whole file.
"""

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.ids import round_of
from croupier.contracts.lines import read_trusted
from croupier.runtime.skim import seq_of, type_of

from .views import GameRow, play_again, rows_of

OF_ROUNDS = {ev.RoundPaired.TYPE, ev.GameReplayed.TYPE, ev.RoundClosed.TYPE}
OF_GAMES = {ev.RoundPaired.TYPE, ev.GameReplayed.TYPE, ev.GameRecorded.TYPE}

CHUNK = 256 * 1024
"""Bytes that are read at once."""


@dataclass(frozen=True, slots=True)
class Span:
    """A closed round: its lines stand between these bytes of the file; ``games`` were paired in it."""

    start: int
    end: int
    games: int


class Record:
    """The file at ``path``, of which ``offset`` bytes and ``seq`` lines have been read. Methods block; one at a time
    may read on.

    ``closed``: the rounds that stand in these bytes from their pairing to their last closing, in order of closing.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.offset = 0
        self.seq = 0
        self.closed: dict[int, Span] = {}
        self._inode = path.stat().st_ino
        self._open: dict[int, Span] = {}

    def stands(self) -> bool:
        """Whether the file is still the one that was read."""
        try:
            stat = self.path.stat()
        except OSError:
            return False
        return stat.st_ino == self._inode and stat.st_size >= self.offset

    def read_on(self) -> list[bytes]:
        """The next lines, as many as come at once; none at the end. A line that has no end yet is left.

        Raises ``Unreadable`` (``log/not-json``) where the next line is none.
        """
        with self.path.open("rb") as file:
            file.seek(self.offset)
            data = file.read(CHUNK)
            if b"\n" not in data:
                data += file.readline()
        lines: list[bytes] = []
        for line in data.split(b"\n")[:-1]:
            if self._note(line):
                lines.append(line)
            elif lines:
                break
            else:
                raise Unreadable("log/not-json", "the archive holds what is no line", place=str(self.path))
        return lines

    def games(self, rounds: Collection[int]) -> dict[int, dict[str, GameRow]]:
        """The games of closed rounds, by round, with their results. Empty where the file is gone."""
        spans = [self.closed[number] for number in rounds]
        found: dict[int, dict[str, GameRow]] = {}
        try:
            for line in self._between(min(span.start for span in spans), max(span.end for span in spans)):
                _collect(found, rounds, line)
        except OSError:
            return {}
        return found

    def _note(self, line: bytes) -> bool:
        """Take a line into account; whether it is one."""
        end = self.offset + len(line) + 1
        try:
            seq = seq_of(line)
            kind = type_of(line)
        except Unreadable:
            return False
        if kind in OF_ROUNDS:
            self._note_round(read_trusted(line).event, end)
        self.offset, self.seq = end, seq
        return True

    def _note_round(self, event: ev.Event, end: int) -> None:
        """A round that was closed stays so until it is closed anew, with the games that were replayed."""
        if isinstance(event, ev.RoundPaired):
            self._open[event.round] = Span(self.offset, end, len(event.games))
        elif isinstance(event, ev.GameReplayed):
            number = round_of(event.id)
            span = self._open.get(number) or self.closed.get(number) or Span(self.offset, end, 0)
            self._open[number] = replace(span, games=span.games + 1)
        elif isinstance(event, ev.RoundClosed):
            self.closed[event.round] = replace(self._open.pop(event.round, Span(0, end, 0)), end=end)

    def _between(self, start: int, end: int) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            file.seek(start, os.SEEK_SET)
            for line in file:
                yield line[:-1]
                start += len(line)
                if start >= end:
                    return


def _collect(found: dict[int, dict[str, GameRow]], rounds: Collection[int], line: bytes) -> None:
    if type_of(line) not in OF_GAMES:
        return
    event = read_trusted(line).event
    if isinstance(event, ev.RoundPaired) and event.round in rounds:
        found[event.round] = rows_of(event.round, event.games)
    elif isinstance(event, ev.GameReplayed) and (rows := found.get(round_of(event.id))) is not None:
        play_again(rows, event.id, event.game)
    elif isinstance(event, ev.GameRecorded):
        for rows in found.values():
            if event.id in rows:
                rows[event.id].result = event

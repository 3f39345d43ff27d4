"""A tournament's log in the archive, read as it grows: what is new in it, and where each of its rounds stands.

A few numbers a round are all that is held, so that any game can be told of without reading the whole file.
"""

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import read_trusted
from croupier.runtime.skim import seq_of, type_of

from .views import GameRow, rows_of

CHUNK = 256 * 1024
"""Bytes that are read at once."""


@dataclass(frozen=True, slots=True)
class Span:
    """A closed round: its lines stand between these bytes of the file; ``games`` were paired in it."""

    start: int
    end: int
    games: int


class Record:
    """The file at ``path``, of which ``offset`` bytes have been read. Methods block; one at a time may read on.

    ``closed``: the rounds that stand in these bytes from their pairing to their closing, in order of closing.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.offset = 0
        self.closed: dict[int, Span] = {}
        self._inode = path.stat().st_ino
        self._open: dict[int, tuple[int, int]] = {}

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
            seq_of(line)
            kind = type_of(line)
        except Unreadable:
            return False
        if kind == ev.RoundPaired.TYPE:
            paired = read_trusted(line).event
            assert isinstance(paired, ev.RoundPaired)
            self._open[paired.round] = (self.offset, len(paired.games))
        elif kind == ev.RoundClosed.TYPE:
            closed = read_trusted(line).event
            assert isinstance(closed, ev.RoundClosed)
            start, games = self._open.pop(closed.round, (0, 0))
            self.closed[closed.round] = Span(start, end, games)
        self.offset = end
        return True

    def _between(self, start: int, end: int) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            file.seek(start, os.SEEK_SET)
            for line in file:
                yield line[:-1]
                start += len(line)
                if start >= end:
                    return


def _collect(found: dict[int, dict[str, GameRow]], rounds: Collection[int], line: bytes) -> None:
    kind = type_of(line)
    if kind not in {ev.RoundPaired.TYPE, ev.GameRecorded.TYPE}:
        return
    event = read_trusted(line).event
    if isinstance(event, ev.RoundPaired) and event.round in rounds:
        found[event.round] = rows_of(event.round, event.games)
    elif isinstance(event, ev.GameRecorded):
        for rows in found.values():
            if event.id in rows:
                rows[event.id].result = event

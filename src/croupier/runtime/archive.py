"""The archive of a tournament: a folder of plain files that is the tournament's bundle.

``<tournament>/tournament.jsonl`` grows with the tournament's log, ``games/<game>.jsonl`` appear whole. What a
call has written is on the disk when it returns, directories included. Everything here blocks: callers on an
event loop use a thread.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from croupier.contracts.canonical import digest
from croupier.contracts.errors import BadConfig, Unreadable
from croupier.contracts.events import GameRecorded, KeyNamed, SeedRevealed, TournamentSealed

from .skim import seq_of, type_of

TOURNAMENT, GAMES, MANIFEST, STANDINGS, STANDINGS_CSV, CSV = (
    "tournament.jsonl", "games", "manifest.json", "standings.json", "standings.csv", "games.csv",
)  # fmt: skip


def is_archived(root: Path, tournament: str) -> bool:
    """Whether anything of the tournament's log is in the archive under ``root``."""
    return (root / tournament / TOURNAMENT).is_file()


class Archive:
    """The folder of one tournament, open for writing.

    ``seq``, ``head``: number and hash of the last line of the tournament's log that is here; ``recorded``: how
    many results that log holds; ``games``: how many games' logs are here; ``sealed``: the log is complete.
    """

    def __init__(self, root: Path, tournament: str) -> None:
        """Open the archive of ``tournament`` under ``root``, making its folders where they are missing.

        A last line that a crash cut short is removed: it was never acknowledged to anybody.
        Raises ``BadConfig`` (``archive/unreadable``) for a file that is no log.
        """
        self.tournament = tournament
        self.folder = root / tournament
        self.seq = 0
        self.head = ""
        self.recorded = 0
        self.sealed = False
        self._keyed = False
        _make_folder(self.folder / GAMES)
        self._path = self.folder / TOURNAMENT
        self._mend()
        try:
            for line in self.lines():
                self._count(line)
        except Unreadable:
            raise BadConfig("archive/unreadable", f"line {self.seq + 1} is none", place=str(self._path)) from None
        self.games = sum(entry.name.endswith(".jsonl") for entry in os.scandir(self.folder / GAMES))
        if self.seq:
            self.head = digest(line)

    @property
    def complete(self) -> bool:
        """The tournament's log is here to its last line, and so is the log of every game that it records."""
        return self.sealed and self.games == self.recorded

    def lines(self) -> Iterator[bytes]:
        """The stored lines of the tournament's log, in order."""
        if self._path.exists():
            with self._path.open("rb") as file:
                for line in file:
                    yield line[:-1]

    def append(self, lines: Sequence[bytes]) -> None:
        """Write the lines that are not here yet to the tournament's log.

        Raises ``BadConfig`` (``archive/foreign``) if they do not go on where the archive ends.
        """
        fresh = [line for line in lines if seq_of(line) > self.seq]
        if not fresh:
            return
        if self.seq and b'"prev":"%s"' % self.head.encode() not in fresh[0]:
            raise self.foreign()
        with self._path.open("ab") as file:
            file.write(b"".join(line + b"\n" for line in fresh))
            _sync(file.fileno())
        if not self.seq:
            _sync_folder(self.folder)
        for line in fresh:
            self._count(line)
        self.head = digest(fresh[-1])

    def foreign(self) -> BadConfig:
        """The error for an archive that belongs to another tournament of the same id."""
        reason = f"it holds another log than the store, up to line {self.seq}"
        return BadConfig("archive/foreign", reason, place=str(self._path), hint="move the folder away")

    def write_games(self, logs: Mapping[str, Sequence[bytes]]) -> None:
        """Write the whole logs of games, by id. What was here under the same id is replaced."""
        folder = self.folder / GAMES
        drafts = {game: folder / f".{game}.draft" for game in logs}
        for game, lines in logs.items():
            drafts[game].write_bytes(b"".join(line + b"\n" for line in lines))
        # The first flush usually takes all the others along.
        for draft in drafts.values():
            _sync_file(draft)
        for game, draft in drafts.items():
            target = folder / f"{game}.jsonl"
            self.games += not target.exists()
            draft.replace(target)
        _sync_folder(folder)

    def game_lines(self, game: str) -> list[bytes]:
        """The stored lines of a game's log; empty if it is not here."""
        try:
            return (self.folder / GAMES / f"{game}.jsonl").read_bytes().splitlines()
        except FileNotFoundError:
            return []

    def replace(self, name: str, parts: Iterable[bytes]) -> None:
        """Write a file of the folder, wholly or not at all."""
        draft = self.folder / f".{name}.draft"
        with draft.open("wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            _sync(file.fileno())
        draft.replace(self.folder / name)
        _sync_folder(self.folder)

    def _count(self, line: bytes) -> None:
        self.seq = seq_of(line)
        kind = type_of(line)
        self.recorded += kind == GameRecorded.TYPE
        self._keyed = self._keyed or kind == KeyNamed.TYPE
        self.sealed = kind == TournamentSealed.TYPE or (kind == SeedRevealed.TYPE and not self._keyed)

    def _mend(self) -> None:
        if not self._path.exists():
            return
        content = self._path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            with self._path.open("r+b") as file:
                file.truncate(whole)
                _sync(file.fileno())


def _make_folder(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for parent in (folder.parent, folder.parent.parent):
        _sync_folder(parent)


def _sync(descriptor: int) -> None:
    os.fsync(descriptor)


def _sync_file(path: Path) -> None:
    with _opened(path) as descriptor:
        _sync(descriptor)


def _sync_folder(path: Path) -> None:
    """A name in a folder is on the disk only when the folder is."""
    with _opened(path) as descriptor:
        _sync(descriptor)


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)

"""Finished games and tournaments on disk: ``<folder>/<tournament>/tournament.jsonl`` and ``games/<game>.jsonl``.

Names from outside become paths only if they have the form of an id, which has neither dots nor slashes.
"""

import re
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from croupier.contracts.ids import tournament_of

from .record import Record
from .views import TournamentView

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,95}", re.ASCII)

State = tuple[int, int]
"""When a file was written, in nanoseconds, and its size."""

CACHED = 8
"""How many folded tournaments are held in memory."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is known of a tournament: the fold of its log, and the log in the archive, where there is one."""

    view: TournamentView
    record: Record | None


class Archive:
    """The archive under ``folder``; an absent one is empty."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._shelves: OrderedDict[tuple[str, State], Shelf] = OrderedDict()

    def tournaments(self) -> list[str]:
        """The ids of all tournaments that have a log here, sorted."""
        if self._folder is None or not self._folder.is_dir():
            return []
        names = (path.name for path in self._folder.iterdir() if (path / "tournament.jsonl").is_file())
        return sorted(name for name in names if _ID.fullmatch(name))

    def game_log(self, game: str) -> Path | None:
        """The file with the log of a game, if it is here."""
        tournament = tournament_of(game)
        return None if tournament is None else self._file(tournament, "games", game)

    def tournament(self, tournament: str) -> Shelf | None:
        """The fold of an archived tournament's log; ``None`` if it is not here.

        Raises ``Unreadable`` if a line of it is none.
        """
        path = self._file(tournament, "", "tournament")
        if path is None:
            return None
        key = (tournament, _state(path))
        shelf = self._shelves.pop(key, None) or _folded(tournament, Record(path))
        self._shelves[key] = shelf
        while len(self._shelves) > CACHED:
            self._shelves.popitem(last=False)
        return shelf

    def record(self, tournament: str) -> Record | None:
        """The log of a tournament, to be read as it grows; ``None`` if it is not here."""
        path = self._file(tournament, "", "tournament")
        return None if path is None else Record(path)

    def state(self, tournament: str) -> State | None:
        """What changes whenever the archived log of a tournament does; ``None`` if it is not here."""
        path = self._file(tournament, "", "tournament")
        return None if path is None else _state(path)

    def _file(self, tournament: str, kind: str, name: str) -> Path | None:
        if self._folder is None or not (_ID.fullmatch(tournament) and _ID.fullmatch(name)):
            return None
        path = self._folder / tournament / kind / f"{name}.jsonl"
        inside = path.resolve().is_relative_to(self._folder.resolve())
        return path if inside and path.is_file() else None


def _state(path: Path) -> State:
    stat = path.stat()
    return (stat.st_mtime_ns, stat.st_size)


def _folded(tournament: str, record: Record) -> Shelf:
    view = TournamentView(tournament)
    while lines := record.read_on():
        for line in lines:
            view.absorb(line)
        view.let_go(record.seq)
    return Shelf(view, record)

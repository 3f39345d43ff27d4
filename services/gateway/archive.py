"""Finished games and tournaments on disk: ``<folder>/<tournament>/tournament.jsonl`` and ``games/<game>.jsonl``.

Names from outside become paths only if they have the form of an id, which has neither dots nor slashes.
"""

import re
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

import orjson

from croupier.contracts.errors import Unreadable

from .tokens import tournament_of
from .views import TournamentView

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,95}", re.ASCII)

State = tuple[int, int]
"""When a file was written, in nanoseconds, and its size."""

CACHED = 8
"""How many folded tournaments are held in memory."""


class Archive:
    """The archive under ``folder``; an absent one is empty."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._views: OrderedDict[tuple[str, State], TournamentView] = OrderedDict()

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

    def tournament(self, tournament: str) -> TournamentView | None:
        """The fold of an archived tournament's log; ``None`` if it is not here.

        Raises ``Unreadable`` if a line of it is none.
        """
        path = self._file(tournament, "", "tournament")
        if path is None:
            return None
        key = (tournament, _state(path))
        view = self._views.pop(key, None)
        if view is None:
            view = TournamentView(tournament)
            for line in _lines(path):
                view.absorb(line)
        self._views[key] = view
        while len(self._views) > CACHED:
            self._views.popitem(last=False)
        return view

    def state(self, tournament: str) -> State | None:
        """What changes whenever the archived log of a tournament does; ``None`` if it is not here."""
        path = self._file(tournament, "", "tournament")
        return None if path is None else _state(path)

    def with_archived(self, tournament: str, lines: list[bytes], after: int) -> list[bytes]:
        """The lines of a log past number ``after``, completed by those that have moved here, in order."""
        path = self._file(tournament, "", "tournament")
        if path is None:
            return lines
        merged = {_seq(line): line for line in [*_lines(path)[after:], *lines]}
        return [merged[seq] for seq in sorted(merged)]

    def _file(self, tournament: str, kind: str, name: str) -> Path | None:
        if self._folder is None or not (_ID.fullmatch(tournament) and _ID.fullmatch(name)):
            return None
        path = self._folder / tournament / kind / f"{name}.jsonl"
        inside = path.resolve().is_relative_to(self._folder.resolve())
        return path if inside and path.is_file() else None


def has_gap(lines: Sequence[bytes], after: int) -> bool:
    """Whether a line is missing between number ``after`` and the last of ``lines``, which are in order."""
    return bool(lines) and _seq(lines[-1]) != after + len(lines)


def _state(path: Path) -> State:
    stat = path.stat()
    return (stat.st_mtime_ns, stat.st_size)


def _lines(path: Path) -> list[bytes]:
    """Whole lines of a file; one that is still being written has no end yet and is left out."""
    data = path.read_bytes()
    return data.split(b"\n")[:-1]


def _seq(line: bytes) -> int:
    try:
        return int(orjson.loads(line)["seq"])
    except (ValueError, KeyError, TypeError):
        raise Unreadable("log/not-json", "the archive holds what is no line") from None

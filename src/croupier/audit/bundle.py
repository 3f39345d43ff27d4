"""A bundle on disk: where its parts are, and their lines one by one."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import orjson

from croupier.contracts.errors import Unreadable, did_you_mean
from croupier.contracts.events import SeedRevealed, TournamentOpened
from croupier.contracts.lines import read_line

LONGEST = 64 * 1024 * 1024
"""A line longer than this is none of ours, and reading it would only fill the memory."""

TAIL = 4096
"""The last line of a tournament's log is much shorter than this."""

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,95}")
MANIFEST, TOURNAMENT, GAMES = "manifest.json", "tournament.jsonl", "games"


@dataclass(frozen=True, slots=True)
class Bundle:
    """The folder of a tournament, ``runs/<id>``."""

    folder: Path
    manifest: dict[str, Any]

    @property
    def tournament(self) -> str:
        """The tournament's id."""
        return str(self.manifest["tournament"])

    @property
    def log(self) -> Path:
        """The tournament's log."""
        return self.folder / TOURNAMENT

    def game(self, game: str) -> Path:
        """The log of a game. ``game`` must have been checked to be an id."""
        return self.folder / GAMES / f"{game}.jsonl"

    def games(self) -> Iterator[str]:
        """The names of the files with games' logs, without their suffix, in no order."""
        folder = self.folder / GAMES
        if not folder.is_dir():
            return
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.name.startswith("."):
                    yield entry.name.removesuffix(".jsonl")


def open_bundle(folder: Path) -> Bundle:
    """The bundle in ``folder``. Raises :class:`Unreadable`, family ``bundle``, if it is none."""
    if not (folder / TOURNAMENT).is_file():
        inside = [path.parent.name for path in sorted(folder.glob(f"*/{TOURNAMENT}"))]
        hint = f"try one of: {', '.join(inside[:5])}" if inside else "a bundle has a tournament.jsonl"
        raise Unreadable("bundle/not-a-bundle", f"there is no {TOURNAMENT} in it", place=str(folder), hint=hint)
    return Bundle(folder, _manifest(folder))


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest: Any = orjson.loads((folder / MANIFEST).read_bytes())
    except OSError as error:
        hint = f"of a part of a bundle audit the log: {folder / GAMES}/….jsonl" if (folder / GAMES).is_dir() else ""
        raise Unreadable("bundle/manifest", str(error.strerror), place=str(folder / MANIFEST), hint=hint) from None
    except orjson.JSONDecodeError as error:
        raise Unreadable("bundle/manifest", f"not JSON: {error}", place=str(folder / MANIFEST)) from None
    version = manifest.get("bundle") if isinstance(manifest, dict) else None
    if type(version) is int and version != 1:
        reason = f"a bundle of version {version}; this program knows version 1"
        raise Unreadable("bundle/manifest", reason, place=str(folder / MANIFEST))
    if version != 1 or not isinstance(manifest.get("tournament"), str):
        reason = "it has not the fields of a manifest of version 1: bundle, tournament"
        raise Unreadable("bundle/manifest", reason, place=str(folder / MANIFEST))
    return cast(dict[str, Any], manifest)


def existing(path: Path) -> Path:
    """``path`` if there is something. Raises :class:`Unreadable`, ``bundle/not-found``, naming what is near."""
    if path.exists():
        return path
    around = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    hint = did_you_mean(path.name, around)
    raise Unreadable("bundle/not-found", "no such file or folder", place=str(path), hint=hint)


def find_log(name: str, runs: Path) -> Path:
    """The log of a game: a file, or the game's id in one of the bundles under ``runs``.

    Raises :class:`Unreadable`, ``bundle/not-found``.
    """
    path = Path(name)
    if path.is_dir():
        hint = f"its games are in {path / GAMES}" if (path / GAMES).is_dir() else ""
        raise Unreadable("bundle/not-a-log", "a folder, not the log of a game", place=name, hint=hint)
    if path.is_file() or path.name != name or not ID.fullmatch(name):
        return existing(path)
    found = sorted(runs.glob(f"*/{GAMES}/{name}.jsonl"))
    if found:
        return found[0]
    known = [path.stem for path in runs.glob(f"*/{GAMES}/*.jsonl")]
    hint = did_you_mean(name, known)
    raise Unreadable("bundle/not-found", f"neither a file nor a game under {runs}", place=name, hint=hint)


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a log with their newlines. Raises :class:`Unreadable` if the file cannot be read."""
    try:
        with path.open("rb") as file:
            while line := file.readline(LONGEST):
                yield line
    except OSError as error:
        raise Unreadable("bundle/not-found", str(error.strerror), place=str(path)) from None


def log_id(path: Path) -> str:
    """The id of the log in a file: a tournament's from its first line, a game's from the file's name.

    Raises :class:`Unreadable`, ``bundle/not-a-log``, if the first line is no line of a log.
    """
    first = next(lines_of(path), b"")
    try:
        event = read_line(first.removesuffix(b"\n")).event
    except Unreadable as error:
        if not first.startswith(b"{"):
            raise Unreadable("bundle/not-a-log", "the first line is no line of a log", place=str(path)) from error
        return f"t/{path.parent.name}" if path.name == TOURNAMENT else f"g/{path.stem}"
    return f"t/{event.spec.id}" if isinstance(event, TournamentOpened) else f"g/{path.stem}"


def seed_ahead(path: Path) -> bytes | None:
    """The seed that the end of a tournament's log reveals, or ``None``. It is not checked here."""
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - TAIL))
        tail = file.read().split(b"\n")
    for stored in reversed(tail):
        try:
            event = read_line(stored).event
        except Unreadable:
            continue
        return bytes.fromhex(event.seed) if isinstance(event, SeedRevealed) else None
    return None

"""A bundle: its manifest and its logs, wherever its files are."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import orjson

from croupier.audit import files as fs
from croupier.audit.files import Files
from croupier.contracts.errors import Unreadable
from croupier.contracts.events import SeedRevealed, TournamentOpened
from croupier.contracts.lines import read_line

TAIL = 8192
"""The last lines of a tournament's log, from the one with the seed on, are much shorter than this."""

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,95}")
MANIFEST, TOURNAMENT, GAMES = "manifest.json", "tournament.jsonl", "games"
SUFFIX = ".jsonl"


@dataclass(frozen=True, slots=True)
class Log:
    """A log among files: ``name`` is its place among them."""

    files: Files
    name: str

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return str(self.files.place / self.name)

    @property
    def stem(self) -> str:
        """The file's name without folder and suffix: of a game's log the game's id."""
        return self.name.rpartition("/")[2].removesuffix(SUFFIX)

    @property
    def in_bundle(self) -> bool:
        """Is this a game's log beside its tournament's?"""
        return self.name == f"{GAMES}/{self.stem}{SUFFIX}" and self.files.has(TOURNAMENT)

    def lines(self) -> Iterator[bytes]:
        """The stored lines with their newlines. Raises :class:`Unreadable` if they cannot be read."""
        return fs.lines(self.files, self.name)

    def id(self) -> str:
        """The id of the log: a tournament's from its first line, a game's from the name of the file.

        Raises :class:`Unreadable`, ``bundle/not-a-log``, if the first line is no line of a log.
        """
        first = next(self.lines(), b"")
        try:
            event = read_line(first.removesuffix(b"\n")).event
        except Unreadable as error:
            if not first.startswith(b"{"):
                raise Unreadable("bundle/not-a-log", "the first line is no line of a log", place=self.place) from error
            return f"t/{self.files.place.stem}" if self.name == TOURNAMENT else f"g/{self.stem}"
        return f"t/{event.spec.id}" if isinstance(event, TournamentOpened) else f"g/{self.stem}"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A tournament's bundle."""

    files: Files
    manifest: dict[str, Any]

    @property
    def tournament(self) -> str:
        """The tournament's id."""
        return str(self.manifest["tournament"])

    @property
    def log(self) -> Log:
        """The tournament's log."""
        return Log(self.files, TOURNAMENT)

    def game(self, game: str) -> Log:
        """The log of a game. ``game`` must have been checked to be an id."""
        return Log(self.files, game_file(game))

    def games(self) -> Iterator[str]:
        """The names of the files with games' logs, without their suffix, in no order."""
        return (name.removesuffix(SUFFIX) for name in self.files.under(GAMES))


def game_file(game: str) -> str:
    """The name of a game's file in a bundle."""
    return f"{GAMES}/{game}{SUFFIX}"


def open_bundle(files: Files) -> Bundle:
    """The bundle among ``files``. Raises :class:`Unreadable`, family ``bundle``, if there is none."""
    if not files.has(TOURNAMENT):
        place = files.place
        inside = [path.parent.name for path in sorted(place.glob(f"*/{TOURNAMENT}"))] if place.is_dir() else []
        hint = f"try one of: {', '.join(inside[:5])}" if inside else "a bundle has a tournament.jsonl"
        raise Unreadable("bundle/not-a-bundle", f"there is no {TOURNAMENT} in it", place=str(place), hint=hint)
    return Bundle(files, _manifest(files))


def _manifest(files: Files) -> dict[str, Any]:
    place = str(files.place / MANIFEST)
    if not files.has(MANIFEST):
        part = next(files.under(GAMES), "")
        hint = f"of a part of a bundle audit the log: {files.place / GAMES / part}" if part else ""
        raise Unreadable("bundle/manifest", "there is none", place=place, hint=hint)
    try:
        manifest: Any = orjson.loads(fs.content(files, MANIFEST))
    except orjson.JSONDecodeError as error:
        raise Unreadable("bundle/manifest", f"not JSON: {error}", place=place) from None
    version = manifest.get("bundle") if isinstance(manifest, dict) else None
    if type(version) is int and version != 1:
        reason = f"a bundle of version {version}; this program knows version 1"
        raise Unreadable("bundle/manifest", reason, place=place)
    if isinstance(version, bool) or version != 1 or not isinstance(manifest.get("tournament"), str):
        reason = "it has not the fields of a manifest of version 1: bundle, tournament"
        raise Unreadable("bundle/manifest", reason, place=place)
    return cast(dict[str, Any], manifest)


def seed_ahead(log: Log) -> bytes | None:
    """The seed that the end of a tournament's log reveals, or ``None``. It is not checked here."""
    for stored in reversed(fs.tail(log.files, log.name, TAIL).split(b"\n")):
        try:
            event = read_line(stored).event
        except Unreadable:
            continue
        if isinstance(event, SeedRevealed):
            return bytes.fromhex(event.seed)
    return None

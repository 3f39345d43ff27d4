"""A bundle, or one game of it, for somebody else: as one zip file, or as a folder.

From the same logs come the same bytes: names in a fixed order, nothing of this machine.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from croupier.audit import files as fs
from croupier.audit.bundle import GAMES, ID, MANIFEST, SUFFIX, TOURNAMENT, Bundle, Log, game_file
from croupier.audit.files import Files
from croupier.audit.places import find
from croupier.audit.zipwriter import ZipWriter
from croupier.contracts.errors import BadConfig, Unreadable

FILES = (MANIFEST, TOURNAMENT, "standings.json", "standings.csv", "games.csv")
"""What a bundle holds beside the games, in the order in which it is written. Nothing else is taken along."""

Members = Iterator[tuple[str, str]]
"""Names in the export, each with the name of the file it comes from."""


def export(source: Path, target: Path, force: bool = False) -> int:
    """Write the bundle or the log at ``source`` to ``target``: a zip file if it ends in ``.zip``, else a folder.

    Returns the number of files in it. Raises :class:`Unreadable`: ``bundle/not-found``,
    ``bundle/not-a-bundle``, ``bundle/manifest``, ``bundle/zip`` or ``bundle/not-a-log`` for a source that is none,
    ``bundle/exists`` where ``target`` would be overwritten, unless ``force``; and :class:`BadConfig`,
    ``config/unwritable``, where it cannot be written.
    """
    found = find(source)
    root, members = _log(found) if isinstance(found, Log) else _bundle(found)
    fresh = target.parent / f".{target.name}.{os.getpid()}"
    zipped = target.suffix == ".zip"
    try:
        _check_free(target, force)
        written = _zip(fresh, found.files, root, members) if zipped else _folder(fresh, found.files, members)
        fresh.replace(target)
    except OSError as error:
        raise BadConfig("config/unwritable", error.strerror or str(error), place=str(target)) from None
    finally:
        _remove(fresh)
    return written


def _bundle(bundle: Bundle) -> tuple[str, Members]:
    """The files of a bundle, below a folder with the tournament's id, in a fixed order."""
    files = bundle.files
    names = [name for name in FILES if files.has(name)]
    games = [game_file(game) for game in sorted(bundle.games()) if ID.fullmatch(game)]
    whole = (name for part in (names, games) for name in part if files.has(name))
    return f"{_id(bundle.tournament)}/", ((name, name) for name in whole)


def _log(log: Log) -> tuple[str, Members]:
    """A single log; a game in a bundle takes its tournament's log along, without which no deck can be checked."""
    name = log.id()
    if not log.in_bundle:
        return "", iter([(log.stem + SUFFIX, log.name)])
    root = Log(log.files, TOURNAMENT).id()[2:]
    inside = f"{GAMES}/{name[2:]}{SUFFIX}"
    return f"{root}/", iter([(TOURNAMENT, TOURNAMENT), (inside, log.name)])


def _check_free(target: Path, force: bool) -> None:
    """A file may be written over where ``force`` allows it; a folder, which may hold anything, never."""
    if target.is_dir() and next(target.iterdir(), None) is not None:
        raise Unreadable("bundle/exists", "the folder exists", place=str(target), hint="name one that does not")
    if target.is_file() and not force:
        raise Unreadable("bundle/exists", "the file exists", place=str(target), hint="--force writes over it")


def _id(tournament: str) -> str:
    """The id, if it is one: it becomes the name of a folder where somebody unpacks the file."""
    if ID.fullmatch(tournament):
        return tournament
    raise Unreadable("bundle/manifest", f"{tournament[:40]!r} is no id of a tournament", place=MANIFEST)


def _zip(target: Path, files: Files, root: str, members: Members) -> int:
    """How many files were written."""
    count = 0
    with target.open("wb") as file, ZipWriter(file) as archive:
        for name, source in members:
            archive.add(root + name, fs.chunks(files, source))
            count += 1
    return count


def _folder(target: Path, files: Files, members: Members) -> int:
    """Each file below ``target``; how many were written."""
    count = 0
    (target / GAMES).mkdir(parents=True)
    for name, source in members:
        count += 1
        with (target / name).open("wb") as into:
            for chunk in fs.chunks(files, source):
                into.write(chunk)
    return count


def _remove(path: Path) -> None:
    with suppress(OSError):  # where it could not even be made
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)

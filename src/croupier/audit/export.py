"""A bundle, or one game of it, as a zip file: from the same logs the same bytes, as long as zlib packs alike."""

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

from croupier.audit.bundle import GAMES, MANIFEST, TOURNAMENT, existing, log_id, open_bundle
from croupier.contracts.errors import Unreadable

FILES = (MANIFEST, TOURNAMENT, "standings.json", "games.csv")
"""What a bundle holds beside the games, in the order in which it is written. Nothing else is taken along."""

STAMP = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip file can name: when a file was made says nothing about a game."""


def export(source: Path, target: Path, force: bool = False) -> int:
    """Write the bundle in the folder ``source``, or the single log ``source``, to the zip file ``target``.

    Returns the number of files in it. Raises :class:`Unreadable`: ``bundle/not-found``,
    ``bundle/not-a-bundle``, ``bundle/manifest`` or ``bundle/not-a-log`` for a source that is none,
    ``bundle/exists`` where ``target`` would be overwritten, unless ``force``.
    """
    existing(source)
    members = list(_bundle(source) if source.is_dir() else _log(source))
    if target.exists() and not force:
        raise Unreadable("bundle/exists", "the file exists", place=str(target), hint="--force writes over it")
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        _write(fresh, members)
        fresh.replace(target)
    except OSError as error:
        raise Unreadable("bundle/not-found", str(error.strerror), place=str(error.filename or target)) from None
    finally:
        fresh.unlink(missing_ok=True)
    return len(members)


def _bundle(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of a bundle under one folder with the tournament's id, in a fixed order."""
    bundle = open_bundle(folder)
    root = bundle.tournament
    yield from ((f"{root}/{name}", folder / name) for name in FILES if (folder / name).is_file())
    for name in sorted(bundle.games()):
        path = bundle.game(name)
        if path.is_file() and not path.is_symlink():
            yield f"{root}/{GAMES}/{name}.jsonl", path


def _log(path: Path) -> Iterator[tuple[str, Path]]:
    """A single log; a game in a bundle takes its tournament's log along, without which no deck can be checked."""
    log = log_id(path)
    beside = path.parent.parent / TOURNAMENT
    if log.startswith("g/") and path.parent.name == GAMES and beside.is_file():
        root = log_id(beside)[2:]
        yield f"{root}/{TOURNAMENT}", beside
        yield f"{root}/{GAMES}/{path.name}", path
    else:
        yield path.name, path


def _write(target: Path, members: list[tuple[str, Path]]) -> None:
    """Names in the given order, one stamp for all, plain storage mode bits: nothing of this machine gets in."""
    with zipfile.ZipFile(target, "w") as archive:
        for name, path in members:
            entry = zipfile.ZipInfo(name, STAMP)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as into:
                while chunk := source.read(1 << 20):
                    into.write(chunk)

"""Files of a bundle by name, whether they lie in a folder or in one zip file."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, Protocol

from croupier.audit.zipreader import Damaged, ZipReader
from croupier.contracts.errors import Unreadable

LONGEST = 64 * 1024 * 1024
"""A line longer than this is none of ours, and reading it would only fill the memory."""

CHUNK = 1 << 20


class Files(Protocol):
    """Where files are looked up by their names inside a bundle, such as ``games/cup-r1-t1-1.jsonl``.

    What cannot be read raises :class:`Unreadable`, family ``bundle``.
    """

    @property
    def place(self) -> Path:
        """The folder or the zip file, for people."""

    def has(self, name: str) -> bool:
        """Is there a file of this name?"""

    def open(self, name: str) -> BinaryIO:
        """The file, from its beginning."""

    def under(self, folder: str) -> Iterator[str]:
        """Names of what lies directly in ``folder``, hidden ones left out, in no order."""


class Folder:
    """Files in a folder."""

    def __init__(self, place: Path) -> None:
        self._place = place

    @property
    def place(self) -> Path:
        return self._place

    def has(self, name: str) -> bool:
        path = self._place / name
        return path.is_file() and not path.is_symlink()

    def open(self, name: str) -> BinaryIO:
        path = self._place / name
        try:
            return path.open("rb")
        except OSError as error:
            raise Unreadable("bundle/not-found", str(error.strerror), place=str(path)) from None

    def under(self, folder: str) -> Iterator[str]:
        path = self._place / folder
        if path.is_dir():
            with os.scandir(path) as entries:
                yield from (entry.name for entry in entries if not entry.name.startswith("."))


class Zipped:
    """Files in a zip file, below ``root`` (empty, or a folder's name and a slash)."""

    def __init__(self, place: Path) -> None:
        """Raises :class:`Unreadable`: ``bundle/zip`` for a file that is damaged or ambiguous."""
        self._place = place
        self.root = _root(_archive(place))

    @property
    def place(self) -> Path:
        return self._place

    def has(self, name: str) -> bool:
        return self.root + name in _archive(self._place)

    def open(self, name: str) -> BinaryIO:
        try:
            return _archive(self._place).open(self.root + name)
        except KeyError:
            raise Unreadable("bundle/not-found", "no such file in it", place=str(self._place / name)) from None
        except Damaged as error:
            raise _broken(self._place / name, error) from None

    def under(self, folder: str) -> Iterator[str]:
        start = f"{self.root}{folder}/" if folder else self.root
        for name in _archive(self._place).names(start):
            rest = name[len(start) :]
            if rest and "/" not in rest and not rest.startswith("."):
                yield rest


def files_in(place: Path) -> Files:
    """The files in a folder or in a zip file. Raises :class:`Unreadable`, ``bundle/zip``."""
    return Zipped(place) if place.is_file() else Folder(place)


def is_zip(path: Path) -> bool:
    """Does a zip file begin here? One that is cut or damaged later does, too."""
    try:
        with path.open("rb") as file:
            return file.read(4) in (b"PK\x03\x04", b"PK\x05\x06")
    except OSError:
        return False


def lines(files: Files, name: str) -> Iterator[bytes]:
    """The lines of a file with their newlines. Raises :class:`Unreadable` if it cannot be read."""
    with _reading(files, name) as file:
        while line := file.readline(LONGEST):
            yield line


def chunks(files: Files, name: str) -> Iterator[bytes]:
    """The bytes of a file, a piece at a time. Raises :class:`Unreadable` if it cannot be read."""
    with _reading(files, name) as file:
        while chunk := file.read(CHUNK):
            yield chunk


def content(files: Files, name: str) -> bytes:
    """All bytes of a small file. Raises :class:`Unreadable` if it cannot be read."""
    with _reading(files, name) as file:
        return file.read(LONGEST)


def tail(files: Files, name: str, size: int) -> bytes:
    """The last ``size`` bytes of a file, or all of a shorter one."""
    with _reading(files, name) as file:
        if file.seekable():
            file.seek(max(0, file.seek(0, os.SEEK_END) - size))
            return file.read()
        kept = b""
        while chunk := file.read(CHUNK):
            kept = (kept + chunk)[-size:]
        return kept


@contextmanager
def _reading(files: Files, name: str) -> Iterator[BinaryIO]:
    with files.open(name) as file:
        try:
            yield file
        except OSError as error:
            raise Unreadable("bundle/not-found", str(error.strerror), place=str(files.place / name)) from None
        except Damaged as error:
            raise _broken(files.place / name, error) from None


def _broken(path: Path, error: Damaged) -> Unreadable:
    return Unreadable("bundle/zip", f"the zip file is damaged: {error}", place=str(path))


def _archive(place: Path) -> ZipReader:
    """The open zip file, opened anew when it is another one. It is kept, since it is asked for every game."""
    try:
        state = place.stat()
        return _opened(str(place), state.st_mtime_ns, state.st_size)
    except OSError as error:
        raise Unreadable("bundle/not-found", str(error.strerror), place=str(place)) from None
    except Damaged as error:
        raise _broken(place, error) from None


@lru_cache(maxsize=2)
def _opened(place: str, _time: int, _size: int) -> ZipReader:
    return ZipReader(Path(place))


def _root(archive: ZipReader) -> str:
    """The folder in which the bundle lies inside the zip file: where all is, or nowhere."""
    head, slash, _ = next(archive.names(), "").partition("/")
    first = head + slash
    inside = sum(1 for _ in archive.names(first)) if slash else 0
    return first if inside and inside == sum(1 for _ in archive.names()) else ""

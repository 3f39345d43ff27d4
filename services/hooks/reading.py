"""The lines of a tournament's log past a place: from the store and, where they have left it, from the archive."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from croupier.runtime.skim import seq_of

AT_ONCE = 500
"""Lines that are read from the archive together."""


def unbroken(lines: Sequence[bytes], place: int) -> list[bytes]:
    """Those of ``lines`` that follow line ``place`` without a gap: some have left the store for the archive.

    Raises ``Unreadable`` (``log/envelope``) for what is no line.
    """
    found: list[bytes] = []
    for line in lines:
        if seq_of(line) != place + len(found) + 1:
            break
        found.append(line)
    return found


class Shelf:
    """A tournament's log in the archive, read from front to back."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = 0

    def after(self, place: int) -> list[bytes]:
        """Some of the lines past ``place``, which only ever grows; none if they are not there. Blocks.

        Raises ``Unreadable`` (``log/envelope``) for what is no line.
        """
        found: list[bytes] = []
        try:
            with self._path.open("rb") as file:
                file.seek(self._offset)
                for line in _whole(file):
                    if seq_of(line) > place:
                        found.append(line)
                        if len(found) == AT_ONCE:
                            break
                    else:
                        self._offset += len(line) + 1
        except FileNotFoundError:
            return []
        return unbroken(found, place)


def _whole(file: BinaryIO) -> Iterator[bytes]:
    """Lines that have their end; one that is being written is left for the next time."""
    for line in file:
        if not line.endswith(b"\n"):
            return
        yield line[:-1]

"""Writes what a command came to into a file that it was given."""

from pathlib import Path

from croupier.cli.closed import Unwritten
from croupier.contracts.errors import BadConfig, Unavailable


def save(path: Path, text: str) -> None:
    """Write a file, in place of what was there.

    Raises ``BadConfig`` (``config/unwritable``) where there can be no such file; :class:`Unwritten`
    (``output/unwritable``) where it takes no more, as stdout does on a full disk.
    """
    try:
        out = path.open("w", encoding="utf-8")
    except OSError as error:
        raise BadConfig("config/unwritable", error.strerror or str(error), place=str(path)) from None
    try:
        with out:
            out.write(text)
    except OSError as error:
        raise Unwritten(Unavailable("output/unwritable", error.strerror or str(error), place=str(path))) from None

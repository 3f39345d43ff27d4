"""How far long work on many games is, on stderr: a line that is written over on a terminal, else one now and then."""

import os
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from croupier.audit.files import files_in, is_zip

QUIET = 1.0
"""Seconds before anything is said: what is quick needs no progress."""

EVERY = 0.25
EVERY_IN_A_FILE = 10.0


class Counter:
    """Call it with the number of games done. ``what``: is done with them."""

    def __init__(self, total: int, what: str = "audited") -> None:
        self._total = total
        self._what = what
        self._terminal = sys.stderr.isatty()
        self._next = time.monotonic() + QUIET
        self._shown = False

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (EVERY if self._terminal else EVERY_IN_A_FILE)
        self._shown = True
        text = f"{done} of {self._total} games {self._what}"
        sys.stderr.write(f"\r{text}" if self._terminal else f"{text}\n")
        sys.stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._shown and self._terminal:
            sys.stderr.write("\r\x1b[K")


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def games_in(path: Path) -> int:
    """How many games there may be in a folder or a zip file: the files that lie there."""
    if not path.is_dir() and not is_zip(path):
        return 1
    return sum(1 for _ in files_in(path).under("games"))

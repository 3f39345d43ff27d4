"""Where a command prints to may be closed, full, or without the letters that are to be shown.

Whoever reads it may stop reading: the command ends quietly, with no verdict. Other programs are ended by SIGPIPE there.
We are not, since a bot that hangs up must not end a gateway either, and libraries that print for us would make an exit
code of it that means something else. Where it cannot be written (a disk is full), one line says so, and the exit code
is none that a verdict has.
"""

import io
import os
import sys
from pathlib import Path
from typing import Any, TextIO

from croupier.contracts.errors import CroupierError, Unavailable

CODE = 141
"""What a shell reports of a program that SIGPIPE has ended: 128 + 13."""

UNWRITTEN = 74
"""The exit code where output cannot be written: ``EX_IOERR`` of sysexits.h."""


class Unwritten(SystemExit):
    """Output cannot be written, which no library takes for a failure of its own; ``error`` is to be told."""

    def __init__(self, error: CroupierError) -> None:
        super().__init__(UNWRITTEN)
        self.error = error


def end_with_the_reader() -> None:
    """From now on, letters that stdout or stderr cannot show become question marks.

    Writing to one that is closed raises ``SystemExit`` with ``CODE``, to one that takes nothing :class:`Unwritten`.
    """
    sys.stdout, sys.stderr = _ending(sys.stdout, "stdout"), _ending(sys.stderr, "stderr")


def _ending(stream: Any, name: str) -> TextIO:
    if stream is None:  # it was closed before we began
        return Path(os.devnull).open("w")
    return io.TextIOWrapper(
        io.BufferedWriter(_Pipe(stream.fileno(), name)),
        encoding=stream.encoding,
        errors="replace",
        line_buffering=stream.line_buffering or stream.write_through,  # the latter with PYTHONUNBUFFERED,
    )


class _Pipe(io.FileIO):
    """Ends the process where nothing can be written. What is still to be written then goes nowhere."""

    def __init__(self, descriptor: int, called: str) -> None:
        super().__init__(descriptor, "wb", closefd=False)
        self._called = called

    def write(self, data: Any, /) -> int:
        """As any file, and raises ``SystemExit`` with ``CODE``, or :class:`Unwritten`."""
        try:
            return super().write(data)
        except BrokenPipeError:
            self._go_nowhere()
            raise SystemExit(CODE) from None
        except OSError as error:
            self._go_nowhere()
            reason = error.strerror or str(error)
            raise Unwritten(Unavailable("output/unwritable", reason, place=self._called)) from None

    def _go_nowhere(self) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)

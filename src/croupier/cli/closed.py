"""Whoever reads what a command prints may stop reading: the command then ends quietly, with no verdict.

Other programs are ended by SIGPIPE there. We are not, since a bot that hangs up must not end a gateway either, and
libraries that print for us would make an exit code of it that means something else.
"""

import io
import os
import sys
from pathlib import Path
from typing import Any, TextIO

CODE = 141
"""What a shell reports of a program that SIGPIPE has ended: 128 + 13."""


def end_with_the_reader() -> None:
    """From now on, writing to a closed stdout or stderr raises ``SystemExit`` with ``CODE``."""
    sys.stdout, sys.stderr = _ending(sys.stdout), _ending(sys.stderr)


def _ending(stream: Any) -> TextIO:
    if stream is None:  # it was closed before we began
        return Path(os.devnull).open("w")
    return io.TextIOWrapper(
        io.BufferedWriter(_Pipe(stream.fileno(), "wb", closefd=False)),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering or stream.write_through,  # the latter with PYTHONUNBUFFERED,
    )


class _Pipe(io.FileIO):
    """Ends the process with its reader. What is still to be written then goes nowhere."""

    def write(self, data: Any, /) -> int:
        """As any file, and raises ``SystemExit`` with ``CODE``."""
        try:
            return super().write(data)
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            raise SystemExit(CODE) from None

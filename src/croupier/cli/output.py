"""What all commands share when they speak: errors, JSON, tables and colours.

Results go to stdout, everything else to stderr. rich honours ``NO_COLOR`` and writes no colours into
a file or a pipe.
"""

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from croupier.contracts.errors import CroupierError

if TYPE_CHECKING:
    from rich.console import Console


class Problems(CroupierError):
    """Several errors found in one go, each with its own code and place; ``code`` is the first one's."""

    def __init__(self, problems: Sequence[CroupierError]) -> None:
        first = problems[0]
        super().__init__(first.code, first.reason, place=first.place, hint=first.hint)
        self.problems = tuple(problems)


def print_error(error: CroupierError, *, as_json: bool) -> None:
    """One line an error on stderr, or ``{"errors": [...]}`` for programs."""
    problems = error.problems if isinstance(error, Problems) else (error,)
    if as_json:
        sys.stderr.write(json.dumps({"errors": [problem.as_dict() for problem in problems]}) + "\n")
    else:
        sys.stderr.writelines(f"error: {problem}\n" for problem in problems)


def print_json(value: Any) -> None:
    """``value`` as one line of JSON on stdout, at once."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def say(text: str) -> None:
    """A line for the reader on stderr, so that stdout holds results alone."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def console(*, stderr: bool = False) -> "Console":
    """Where tables go: as wide as the terminal, or as wide as they need to be in a file or a pipe."""
    from rich.console import Console

    made = Console(stderr=stderr, highlight=False)
    if not made.is_terminal:
        made.width = max(made.width, 200)
    return made

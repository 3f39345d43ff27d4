"""What all commands share when they speak: errors, JSON, tables and colours.

Results go to stdout, everything else to stderr. rich honours ``NO_COLOR`` and writes no colours into
a file or a pipe.
"""

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from croupier.contracts.errors import BadConfig, CroupierError

if TYPE_CHECKING:
    from rich.console import Console


class Problems(CroupierError):
    """Several errors found in one go, each with its own code and place; ``code`` is the first one's."""

    def __init__(self, problems: Sequence[CroupierError]) -> None:
        first = problems[0]
        super().__init__(first.code, first.reason, place=first.place, hint=first.hint)
        self.problems = tuple(problems)


class Detailed(BadConfig):
    """A wrong file or flag with more to show than a sentence: ``details`` are lines to print below it."""

    def __init__(self, code: str, reason: str, *, place: str = "", hint: str = "", details: str = "") -> None:
        super().__init__(code, reason, place=place, hint=hint)
        self.details = details

    def as_dict(self) -> dict[str, Any]:
        """As every error, with ``details``."""
        return {**super().as_dict(), "details": self.details}


def print_error(error: CroupierError, *, as_json: bool) -> None:
    """One line an error on stderr, or ``{"errors": [...]}`` for programs."""
    problems: Sequence[CroupierError] = getattr(error, "problems", (error,))
    if as_json:
        sys.stderr.write(json.dumps({"errors": [problem.as_dict() for problem in problems]}) + "\n")
    else:
        for problem in problems:
            sys.stderr.write(f"error: {problem}\n{getattr(problem, 'details', '')}")


def print_json(value: Any) -> None:
    """``value`` as one line of JSON on stdout, at once."""
    print_json_text(json.dumps(value, ensure_ascii=False) + "\n")


def print_json_text(text: str) -> None:
    """``text``, which is JSON, on stdout, at once. A letter that stdout cannot show is escaped: it means the same."""
    sys.stdout.write("".join(map(_shown, text)))
    sys.stdout.flush()


def _shown(letter: str) -> str:
    if letter.isascii():
        return letter
    try:
        letter.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(letter)[1:-1]
    return letter


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

"""``docs/cli.md`` from the help of every command: ``python -m croupier.cli.reference docs/cli.md`` writes it."""

import contextlib
import io
import os
import re
import sys
from pathlib import Path

from croupier.cli.main import COMMANDS, main

WIDTH = "100"

HEAD = """\
# The command line

This page is written from the help of the commands: `python -m croupier.cli.reference docs/cli.md`.

| code | meaning |
|---|---|
| 0 | all went well |
| 1 | the job failed, or a check found something |
| 2 | the input is wrong: a flag, a file, a value |
| 74 | the output cannot be written (`output/unwritable`: the disk is full, say): no verdict |
| 130 | interrupted with Ctrl-C; where work can go on later, the last line says how |
| 141 | whoever read the output has closed it (as `head -1` does), so nothing is said of what was asked |

Results go to stdout, everything else to stderr. An error is one line, `error: code: place: reason (hint)`; with
`--json` it is an object `{"errors": [...]}` on stderr. Codes are stable. Colours appear on a terminal only, and
not at all where `NO_COLOR` is set. Letters that the terminal's encoding does not have are shown as `?`, and escaped in
JSON; where it is ASCII alone, text that is neither JSON nor a table is UTF-8 all the same.
"""


def page() -> str:
    """The whole page as Markdown."""
    parts = [HEAD, _section("croupier", [])]
    for name in COMMANDS:
        parts.append(_section(f"croupier {name}", [name]))
        parts += [_section(f"croupier {name} {below}", [name, below], "###") for below in _commands_below(name)]
    return "\n".join(parts)


def help_of(arguments: list[str]) -> str:
    """What a command prints for ``--help``, without colours and at a fixed width."""
    before = {name: os.environ.get(name) for name in ("COLUMNS", "TERMINAL_WIDTH")}
    os.environ.update(COLUMNS=WIDTH, TERMINAL_WIDTH=WIDTH)
    try:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            main([*arguments, "--help"])
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
    return "\n".join(line.rstrip() for line in out.getvalue().strip().splitlines())


def _section(title: str, arguments: list[str], level: str = "##") -> str:
    return f"{level} `{title}`\n\n```text\n{help_of(arguments)}\n```\n"


def _commands_below(name: str) -> list[str]:
    _, found, below = help_of([name]).partition("Commands:\n")
    return re.findall(r"^  ([a-z-]+)", below, re.MULTILINE) if found else []


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page())

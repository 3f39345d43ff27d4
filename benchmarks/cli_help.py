"""How long the help takes: a person waits for it.

``python -m benchmarks.cli_help`` asks every command for its help, each time in a new process. Processor time
counts, not time on the wall, so others on the machine matter less; nothing in there waits. ``--write`` keeps
the result. Ends with 1 if a command is over the budget.
"""

import resource
import statistics
import subprocess
import sys
from pathlib import Path

from benchmarks.kernel import machine
from croupier.cli.main import COMMANDS

ROUNDS = 7
BUDGET = 300
"""Milliseconds for the help of any command."""

RESULT = Path(__file__).with_name("results") / "cli_help.md"


def milliseconds(arguments: list[str]) -> float:
    """Processor time of the command line with these arguments, Python's own start included: the median of some."""
    times = []
    for _ in range(ROUNDS):
        before = _used()
        subprocess.run([sys.executable, "-m", "croupier.cli.main", *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append(_used() - before)
    return statistics.median(times) * 1000


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def report(measured: dict[str, float]) -> str:
    """The result as Markdown."""
    verdict = "kept" if max(measured.values()) <= BUDGET else "MISSED"
    head = (
        f"Written by `python -m benchmarks.cli_help --write`. Medians of {ROUNDS} runs, processor time of the process."
    )
    rows = [f"| `{what}` | {taken:.0f} |" for what, taken in measured.items()]
    table = "\n".join(["| help of a command | ms |", "|---|---:|", *rows])
    return f"# The help\n\n{head}\n\n{machine()}\n\n{table}\n\nThe budget is {BUDGET} ms: {verdict}.\n"


def main() -> int:
    """Measure everything; the exit code."""
    measured = {"croupier --help": milliseconds(["--help"])}
    measured |= {f"croupier {name} --help": milliseconds([name, "--help"]) for name in COMMANDS}
    text = report(measured)
    print(text)
    if "--write" in sys.argv:
        RESULT.write_text(text)
    return 1 if max(measured.values()) > BUDGET else 0


if __name__ == "__main__":
    sys.exit(main())

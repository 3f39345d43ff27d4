"""How long the help takes: a person waits for it, and a shell completes with it.

    python -m benchmarks.cli_help

Prints the best of a few runs of each command (the others tell what else the machine did) and ends with 1
if one is over the budget.
"""

import subprocess
import sys
import time

from croupier.cli.main import COMMANDS

BUDGET = 0.3
"""Seconds for ``croupier --help`` and for the help of any command."""
RUNS = 7


def seconds(arguments: list[str]) -> float:
    """The best time of the command line with these arguments, in a process of its own."""
    command = [sys.executable, "-m", "croupier.cli.main", *arguments]
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - began)
    return min(times)


def main() -> int:
    """Measure everything; the exit code."""
    measured = {"croupier --help": seconds(["--help"])}
    measured |= {f"croupier {name} --help": seconds([name, "--help"]) for name in COMMANDS}
    for what, taken in measured.items():
        print(f"{what:32} {taken * 1000:5.0f} ms")
    slow = [what for what, taken in measured.items() if taken > BUDGET]
    if slow:
        print(f"over the budget of {BUDGET * 1000:.0f} ms: {', '.join(slow)}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())

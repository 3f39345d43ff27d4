"""All measurements that fit into a few minutes, one after the other, on this machine.

Each prints a ratio to something measured in the same run, or a figure that is only reported. Recorded results
with the machine they come from are in ``benchmarks/results``.
"""

import os
import platform
import subprocess
import sys

RUNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("kernel: random decisions against OpenSpiel", ("benchmarks.kernel",)),
    ("data path, 256 games in flight", ("benchmarks.data_path", "--games", "1500", "--rounds", "3")),
    ("data path, one game in flight", ("benchmarks.data_path", "--games", "150", "--inflight", "1", "--rounds", "5")),
    ("64 bots on WebSockets", ("benchmarks.sockets",)),
    ("audit", ("benchmarks.audit",)),
    ("help of the command line", ("benchmarks.cli_help",)),
)


def main() -> int:
    """Run them all; the number of those that failed."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores, load {load}", flush=True)
    failed = 0
    for title, (module, *arguments) in RUNS:
        print(f"\n== {title}", flush=True)
        failed += subprocess.run([sys.executable, "-m", module, *arguments], check=False).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())

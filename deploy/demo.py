"""The end of the demo of ``docker-compose.yml``: waits until the tournament is over and prints its table."""

import json
import os
import subprocess
import sys
import time

TOURNAMENT = "demo"
PATIENCE = 120
"""Seconds until the demo counts as stuck."""


def standings(*flags: str) -> "subprocess.CompletedProcess[str]":
    """What ``croupier standings`` says of the tournament."""
    command = ["croupier", "standings", TOURNAMENT, "--url", os.environ["CROUPIER_URL"], *flags]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def main() -> int:
    """0 after the table; 1 with the last answer when it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = standings("--json")
        if answer.returncode == 0 and json.loads(answer.stdout)["state"] == "finished":
            print(standings().stdout)
            return 0
        time.sleep(0.5)
    print(f"demo: no end after {PATIENCE} s; the last answer: {answer.stdout}{answer.stderr}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())

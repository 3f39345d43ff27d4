"""Outlives a supervisor that was killed, ends what it left running, and leaves.

``python -m croupier.runtime.guard MARKS`` waits on its standard input, whose other end the supervisor
holds: when that closes, every process of the file MARKS is killed. It works where the kernel cannot end a
child with its parent, and for what our children have started themselves.
"""

import sys
from pathlib import Path

from croupier.runtime.processes import kill_sessions, read_marks


def main() -> None:
    """Wait for the end of the supervisor, then kill all that it had marked."""
    sys.stdin.buffer.read()
    kill_sessions(read_marks(Path(sys.argv[1])))


if __name__ == "__main__":
    main()

"""Processes that we started: known again by id and start time, ended with all that they started.

A process id alone is used again by the system; together with the start time it names one process.
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Mark:
    """A process: its id, when it was started (as the system writes it), and what we call it."""

    pid: int
    started: str
    name: str = ""


def start_time(pid: int) -> str:
    """When process ``pid`` was started, in the system's own writing; the empty text if it is gone."""
    return _from_proc(pid) if Path("/proc/self/stat").exists() else _from_ps(pid)


def _from_proc(pid: int) -> str:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else f"{_boot()}:{fields[19]}"


def _from_ps(pid: int) -> str:
    asked = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return asked.stdout.strip()


@cache
def _boot() -> str:
    """What tells this start of the machine from others; Linux counts start times from there."""
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()[:8]


def is_alive(mark: Mark) -> bool:
    """Whether that very process still runs."""
    return bool(mark.started) and start_time(mark.pid) == mark.started


def signal_group(pid: int, number: int) -> None:
    """Send a signal to the session that process ``pid`` leads; nothing happens if it is gone."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def kill_all(marks: Iterable[Mark], patience: float = 5.0) -> list[Mark]:
    """SIGKILL every marked process that still runs, with its session; those that ran. Waits until they are gone."""
    running = [mark for mark in marks if is_alive(mark)]
    for mark in running:
        signal_group(mark.pid, signal.SIGKILL)
    deadline = time.monotonic() + patience
    while any(is_alive(mark) for mark in running) and time.monotonic() < deadline:
        time.sleep(0.01)
    return running


def kill_sessions(marks: Iterable[Mark]) -> None:
    """SIGKILL the sessions of processes that ended a moment ago, or still run.

    The system does not give an id to a new process while a session has it, so what is left of a session
    whose leader has just died is ours. Long afterwards only :func:`kill_all` may be trusted.
    """
    for mark in marks:
        if start_time(mark.pid) in ("", mark.started):
            signal_group(mark.pid, signal.SIGKILL)


def write_marks(path: Path, marks: Iterable[Mark]) -> None:
    """Put the list of ``marks`` into a file, wholly or not at all."""
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps([asdict(mark) for mark in marks]))
    fresh.replace(path)


def read_marks(path: Path) -> list[Mark]:
    """The list that :func:`write_marks` wrote; empty if there is none."""
    try:
        return [Mark(**entry) for entry in json.loads(path.read_text())]
    except (OSError, ValueError, TypeError):
        return []


def die_with_parent() -> Callable[[], None] | None:
    """What a child is to call between fork and exec so that the kernel kills it with us (Linux; else ``None``)."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()

    def before_exec() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return before_exec

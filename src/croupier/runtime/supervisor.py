"""Keeps processes running: starts them, starts them again when they die, ends them together.

A child leads a session of its own, so that Ctrl-C in a terminal reaches the supervisor alone and a child
is ended with all that it started. Nothing outlives a supervisor that is killed: on Linux the kernel ends
the children, and everywhere :mod:`croupier.runtime.guard` does.
"""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from croupier.runtime.processes import Mark, die_with_parent, signal_group, start_time, write_marks

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds before a child that died is started again: the first time, and at most."""

PAUSE_AFTER_SUCCESS = 1.0
"""Seconds before a child that ended without an error is started again: perhaps it knows that all is over."""

STEADY = 5.0
"""Seconds after which a child counts as well: its pauses and its restarts start afresh."""


FROM_OUTSIDE = (-signal.SIGKILL, -signal.SIGTERM)
"""Ends that are not the child's own doing."""


@dataclass(frozen=True, slots=True)
class Child:
    """A process to keep: what it runs, where its output goes, and how many quick deaths are forgiven.

    ``restarts``: how often it is started again after it ended by itself in less than ``STEADY``; ``None``: always.
    ``pause``: seconds before it is started again the first time.
    """

    name: str
    argv: Sequence[str]
    env: Mapping[str, str]
    log: Path
    restarts: int | None = None
    pause: float = FIRST_PAUSE


@dataclass(slots=True)
class Status:
    """What became of a child so far.

    ``code``: the last exit code, negative for a signal. ``failures``: how often in a row it ended by itself
    in less than ``STEADY``.
    """

    child: Child
    state: Literal["running", "waiting", "stopped", "left"] = "waiting"
    pid: int = 0
    starts: int = 0
    failures: int = 0
    code: int | None = None
    ending: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)


class Supervisor:
    """A group of children. ``marks`` is the file that names them for whoever has to clean up after us.

    ``notify`` is called with a status whenever a child was started, is started again, or is left alone for good.
    """

    def __init__(self, marks: Path, notify: Callable[[Status], None] = lambda status: None) -> None:
        self.children: dict[str, Status] = {}
        self._marks = marks
        self._notify = notify
        self._running: dict[int, Mark] = {}
        self._before_exec = die_with_parent()
        self._beside: list[asyncio.Task[None]] = []

    def start(self, child: Child) -> None:
        """Keep ``child`` running from now on. Raises ``ValueError`` for a name that is in use."""
        if child.name in self.children:
            raise ValueError(f"there is a child called {child.name!r}")
        status = self.children[child.name] = Status(child)
        status.task = asyncio.create_task(self._keep(status), name=f"keep {child.name}")

    def retire(self, name: str) -> None:
        """Let the named child, if there is one, run to its own end, and do not start it again."""
        if name in self.children:
            self.children[name].ending.set()

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do ``work`` in this process until all children are stopped."""
        self._beside.append(asyncio.create_task(work))

    async def stop(self, names: Iterable[str] | None = None, grace: float = 5.0) -> None:
        """End the named children (``None``: all): SIGTERM, and after ``grace`` seconds SIGKILL."""
        ending = [self.children[name] for name in tuple(self.children if names is None else names)]
        for status in ending:
            status.ending.set()
            _signal(status, signal.SIGTERM)
        tasks = [status.task for status in ending if status.task is not None]
        _, late = await asyncio.wait(tasks, timeout=grace) if tasks else (set(), set())
        if late:
            for status in ending:
                _signal(status, signal.SIGKILL)
            await asyncio.wait(late)
        for status in ending:
            self.children.pop(status.child.name, None)
        if names is None:
            for task in self._beside:
                task.cancel()

    async def _keep(self, status: Status) -> None:
        quick = 0
        while not status.ending.is_set():
            began = time.monotonic()
            await self._live(status)
            steady = time.monotonic() - began > STEADY
            quick = 0 if steady else quick + 1
            status.failures = 0 if steady else status.failures + (status.code not in FROM_OUTSIDE)
            if status.child.restarts is not None and status.failures > status.child.restarts:
                status.state = "left"
                self._notify(status)
                return
            pause = min(status.child.pause * 2 ** max(0, quick - 1), LONGEST_PAUSE)
            pause = max(pause, PAUSE_AFTER_SUCCESS) if status.code == 0 else pause
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await status.ending.wait()
            if not status.ending.is_set():
                self._notify(status)
        status.state = "stopped"

    async def _live(self, status: Status) -> None:
        """One life of a child, from its start to its end."""
        try:
            process = await self._spawn(status.child)
        except OSError as error:
            _note(status.child.log, f"cannot start {status.child.argv[0]}: {error.strerror}")
            status.code, status.state = 127, "waiting"
            return
        status.pid, status.state = process.pid, "running"
        status.starts += 1
        self._mark(process.pid, status.child.name)
        self._notify(status)
        if status.ending.is_set():
            _signal(status, signal.SIGTERM)
        try:
            status.code = await process.wait()
        finally:
            signal_group(process.pid, signal.SIGKILL)
            status.pid, status.state = 0, "waiting"
            self._unmark(process.pid)

    async def _spawn(self, child: Child) -> asyncio.subprocess.Process:
        log = os.open(child.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            return await asyncio.create_subprocess_exec(
                *child.argv,
                env=dict(child.env),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=self._before_exec,
            )
        finally:
            os.close(log)

    def _mark(self, pid: int, name: str) -> None:
        self._running[pid] = Mark(pid, start_time(pid), name)
        write_marks(self._marks, self._running.values())

    def _unmark(self, pid: int) -> None:
        self._running.pop(pid, None)
        write_marks(self._marks, self._running.values())


@contextlib.asynccontextmanager
async def supervisor(marks: Path, notify: Callable[[Status], None] = lambda status: None) -> AsyncIterator[Supervisor]:
    """A supervisor with its guard; on leaving, all children are ended."""
    guard = await _start_guard(marks)
    made = Supervisor(marks, notify)
    try:
        yield made
    finally:
        await made.stop()
        if guard.stdin is not None:
            guard.stdin.close()
        await guard.wait()


async def _start_guard(marks: Path) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "croupier.runtime.guard", str(marks)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )


def tail(log: Path, lines: int = 10) -> list[str]:
    """The last ``lines`` lines of a log, as text; empty if there is none."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - 65_536))
            return file.read().decode(errors="replace").splitlines()[-lines:]
    except OSError:
        return []


def _signal(status: Status, number: int) -> None:
    if status.pid:
        signal_group(status.pid, number)


def _note(log: Path, text: str) -> None:
    with log.open("a") as file:
        file.write(f"croupier: {text}\n")

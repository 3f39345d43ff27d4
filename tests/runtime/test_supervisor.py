"""Children are started again when they die, and none outlives its supervisor."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from croupier.runtime.processes import Mark, _from_ps, is_alive, kill_all, read_marks, start_time, write_marks
from croupier.runtime.supervisor import Child, Status, Supervisor, supervisor, tail

SLEEPER = (sys.executable, "-c", "import time; time.sleep(60)")


def child(tmp_path: Path, name: str, *argv: str, restarts: int | None = None) -> Child:
    return Child(name, argv or SLEEPER, os.environ, tmp_path / f"{name}.log", restarts)


def lives(status: Status, life: int) -> bool:
    return status.starts == life and status.pid > 0


async def until(holds: Callable[[], object], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        await asyncio.sleep(0.01)


async def test_a_killed_child_is_started_again_every_time(tmp_path: Path) -> None:
    async with supervisor(tmp_path / "marks.json") as group:
        group.start(child(tmp_path, "a"))
        status = group.children["a"]
        for life in range(1, 5):
            await until(partial(lives, status, life))
            os.kill(status.pid, signal.SIGKILL)
        await until(lambda: status.starts == 5 and status.pid)
        assert status.code == -signal.SIGKILL


async def test_a_child_that_keeps_exiting_is_left_alone_after_its_restarts(tmp_path: Path) -> None:
    seen = []
    async with supervisor(tmp_path / "marks.json", lambda status: seen.append(status.state)) as group:
        group.start(child(tmp_path, "bot", sys.executable, "-c", "print('no luck'); raise SystemExit(3)", restarts=2))
        status = group.children["bot"]
        await until(lambda: status.state == "left")
    assert (status.starts, status.code) == (3, 3)
    assert seen[-1] == "left"
    assert tail(tmp_path / "bot.log", 2) == ["no luck", "no luck"]


async def test_being_killed_from_outside_is_not_held_against_a_child(tmp_path: Path) -> None:
    async with supervisor(tmp_path / "marks.json") as group:
        group.start(child(tmp_path, "bot", restarts=0))
        status = group.children["bot"]
        await until(lambda: status.pid)
        os.kill(status.pid, signal.SIGKILL)
        await until(lambda: status.starts == 2 and status.pid)


async def test_a_command_that_does_not_exist_says_so_in_its_log(tmp_path: Path) -> None:
    async with supervisor(tmp_path / "marks.json") as group:
        group.start(child(tmp_path, "bot", "no-such-command-at-all", restarts=0))
        await until(lambda: group.children["bot"].state == "left")
    assert tail(tmp_path / "bot.log") == ["croupier: cannot start no-such-command-at-all: No such file or directory"]


async def test_stop_ends_a_child_that_ignores_the_polite_way(tmp_path: Path) -> None:
    stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"
    async with supervisor(tmp_path / "marks.json") as group:
        group.start(child(tmp_path, "deaf", sys.executable, "-c", stubborn))
        status = group.children["deaf"]
        await until(lambda: tail(tmp_path / "deaf.log") == ["deaf"])
        mark = Mark(status.pid, start_time(status.pid))
        await group.stop(["deaf"], grace=0.1)
        assert not is_alive(mark)
        assert "deaf" not in group.children


async def test_what_a_child_started_goes_with_it(tmp_path: Path) -> None:
    async with supervisor(tmp_path / "marks.json") as group:
        group.start(child(tmp_path, "sh", "sh", "-c", "sleep 60 & echo $!; wait"))
        await until(lambda: tail(tmp_path / "sh.log"))
        grandchild = int(tail(tmp_path / "sh.log")[0])
        mark = Mark(grandchild, start_time(grandchild))
        assert is_alive(mark)
    await until(lambda: not is_alive(mark))


async def test_two_children_cannot_share_a_name(tmp_path: Path) -> None:
    group = Supervisor(tmp_path / "marks.json")
    group.start(child(tmp_path, "a"))
    with pytest.raises(ValueError):
        group.start(child(tmp_path, "a"))
    await group.stop()


OWNER = """
import asyncio, os, sys
from pathlib import Path
from croupier.runtime.supervisor import Child, supervisor
async def main(folder):
    async with supervisor(folder / "marks.json") as group:
        for name in ("a", "b"):
            group.start(Child(name, ("sh", "-c", "sleep 60 & echo $!; wait"), os.environ, folder / f"{name}.log"))
        await asyncio.sleep(60)
asyncio.run(main(Path(sys.argv[1])))
"""


async def test_nothing_outlives_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    owner = await asyncio.create_subprocess_exec(sys.executable, "-c", OWNER, str(tmp_path))
    logs = [tmp_path / "a.log", tmp_path / "b.log"]
    await until(lambda: len(read_marks(tmp_path / "marks.json")) == 2 and all(tail(log) for log in logs))
    below = [int(tail(log)[0]) for log in logs]
    marks = read_marks(tmp_path / "marks.json") + [Mark(pid, start_time(pid)) for pid in below]
    assert all(is_alive(mark) for mark in marks)
    owner.kill()
    await owner.wait()
    await until(lambda: not any(is_alive(mark) for mark in marks))


def test_a_mark_names_one_process_and_not_whoever_has_its_id_later(tmp_path: Path) -> None:
    write_marks(tmp_path / "marks.json", [Mark(os.getpid(), "another time"), Mark(2**22 + 1, "never")])
    assert kill_all(read_marks(tmp_path / "marks.json")) == []
    assert is_alive(Mark(os.getpid(), start_time(os.getpid())))


def test_start_times_are_known_without_proc_too() -> None:
    """As on macOS: ps tells the same of a process each time, and nothing of one that is not there."""
    if shutil.which("ps") is None:
        pytest.skip("there is no ps here")
    assert _from_ps(os.getpid()) == _from_ps(os.getpid()) != ""
    assert _from_ps(2**22 + 1) == ""


def test_leftovers_of_a_killed_supervisor_are_ended_by_the_next(tmp_path: Path) -> None:
    left = subprocess.Popen(SLEEPER, start_new_session=True)
    write_marks(tmp_path / "marks.json", [Mark(left.pid, start_time(left.pid), "left")])
    assert [mark.name for mark in kill_all(read_marks(tmp_path / "marks.json"))] == ["left"]
    assert left.wait(5) == -signal.SIGKILL

"""`croupier run` as a user meets it: whole processes, a real store, real bots, and things that go wrong."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.files import files_in
from croupier.cli.exporting.formats import FORMATS
from croupier.cli.ratings import gathered
from croupier.cli.standings import read
from croupier.runtime.processes import Mark, is_alive, kill_all, read_marks

pytestmark = pytest.mark.timeout(120)

FILE = """\
{seed}
id = "cup"
name = "The Cup"
game = "briscola"
games = {games}
concurrency = 4
[[entrant]]
name = "Ada"
bot = "greedy"
[[entrant]]
name = "Bob"
bot = "random"
[[entrant]]
name = "Cleo"
{cleo}
"""
SEED = 'seed = "wednesday"'


class Run:
    """A run file in a folder of its own, and the processes of `croupier run` on it."""

    def __init__(self, folder: Path, games: int = 2, cleo: str = 'bot = "random"', seed: str = "") -> None:
        self.folder = folder
        self.file = folder / "cup.toml"
        self.file.write_text(FILE.format(games=games, cleo=cleo, seed=seed))
        self.bundle = folder / "runs" / "cup"
        self._started: list[subprocess.Popen[str]] = []

    def start(self, *flags: str) -> "subprocess.Popen[str]":
        """Begin, or go on."""
        command = [
            sys.executable,
            "-m",
            "croupier.cli.main",
            "run",
            str(self.file),
            "--runs",
            str(self.folder / "runs"),
        ]
        pipe = subprocess.PIPE
        process = subprocess.Popen([*command, *flags], stdout=pipe, stderr=pipe, text=True, cwd=self.folder)
        self._started.append(process)
        return process

    def finish(self, *flags: str) -> "subprocess.CompletedProcess[str]":
        """Run to the end; code and output."""
        process = self.start(*flags)
        out, err = process.communicate(timeout=100)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def marks(self) -> dict[str, Mark]:
        """The processes of the run by name."""
        return {mark.name: mark for mark in read_marks(self.bundle / ".work" / "processes.json")}

    def recorded(self) -> int:
        """Games that are over, by the archive."""
        return len(list((self.bundle / "games").glob("*.jsonl")))

    def clean_up(self) -> None:
        """End what a failed test left."""
        for process in self._started:
            if process.poll() is None:
                process.kill()
            process.communicate()
        kill_all(self.marks().values())


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    made: list[Run] = []

    def make_run(**how: Any) -> Run:
        made.append(Run(tmp_path, **how))
        return made[-1]

    yield make_run
    for run in made:
        run.clean_up()


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Run, "subprocess.CompletedProcess[str]"]]:
    """Twelve games with a fixed seed that nothing disturbed, and what the command said."""
    run = Run(tmp_path_factory.mktemp("calm"), games=4, seed=SEED)
    try:
        yield run, run.finish("--json-lines")
    finally:
        run.clean_up()


def until(holds: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def goes_on(run: Run, process: "subprocess.Popen[str]", before: int) -> bool:
    return run.recorded() > before or process.poll() is not None


def result(ran: "subprocess.CompletedProcess[str]") -> dict[str, Any]:
    assert ran.returncode == 0, ran.stderr
    told: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return told


def check(run: Run, told: dict[str, Any], games: int) -> None:
    """The tournament is whole: all games are counted and archived, nothing private is left, an audit agrees."""
    assert (told["state"], told["games"]) == ("finished", {"done": games, "total": games})
    assert sum(row["games"] for row in told["standings"]) == 2 * games
    assert run.recorded() == games
    assert sorted(path.name for path in (run.bundle / ".work").iterdir()) == ["lock", "logs"]
    audit = [sys.executable, "-m", "croupier.cli.main", "audit", str(run.bundle)]
    audited = subprocess.run(audit, capture_output=True, text=True, timeout=60, check=False)
    assert audited.returncode == 0, audited.stdout + audited.stderr
    report = (run.bundle / "report.html").read_text()
    assert report.endswith("</html>\n")
    pages = {f"replays/{path.name}" for path in (run.bundle / "replays").iterdir()}
    assert len(pages) == games
    assert set(re.findall('href="(.*?)"', report)) == pages
    finished = read(str(run.bundle), Path()).state.finished
    assert finished is not None
    assert list(gathered(files_in(run.bundle))[0].rows) == finished.ratings


def exports(run: Run) -> dict[str, str]:
    """All that can be made of a bundle, without the line of the report that holds times."""
    watched = read(str(run.bundle), Path())
    made = {name: form(watched) for name, form in FORMATS.items() if name != "trf"}
    report = (run.bundle / "report.md").read_text()
    return made | {"report": re.sub(r"Played from .*\n", "", report)}


def test_from_the_file_to_the_bundle(calm: tuple[Run, "subprocess.CompletedProcess[str]"]) -> None:
    run, ran = calm
    check(run, result(ran), 12)
    assert [line["type"] for line in map(json.loads, ran.stdout.splitlines())][-2:] == ["progress", "result"]


def test_a_tournament_that_has_ended_is_shown_at_once(calm: tuple[Run, "subprocess.CompletedProcess[str]"]) -> None:
    again = calm[0].finish()
    assert again.returncode == 0
    assert "The Cup: briscola, 12 of 12 games" in again.stdout
    assert "\x1b" not in again.stdout
    assert "this tournament has ended" in again.stderr


def test_a_run_that_was_killed_gives_the_same_tournament(
    make: Callable[..., Run], calm: tuple[Run, "subprocess.CompletedProcess[str]"]
) -> None:
    """All is killed in the middle of the play, and no process is left behind.

    Cards, seats and the chance of the bots follow from the seed; tokens and times do not.
    """
    run = make(games=4, seed=SEED)
    process = run.start("--quiet")
    until(lambda: run.recorded() >= 3)
    marks = run.marks()
    process.kill()
    process.wait()
    until(lambda: not any(is_alive(mark) for mark in marks.values()), 10)
    check(run, result(run.finish("--json")), 12)
    assert exports(run) == exports(calm[0])


def test_a_run_that_was_stopped_goes_on_with_the_same_command(
    make: Callable[..., Run], calm: tuple[Run, "subprocess.CompletedProcess[str]"]
) -> None:
    """Ctrl-C ends it in order, no process is left behind, and what follows is the same tournament."""
    run = make(games=4, seed=SEED)
    process = run.start("--quiet")
    until(lambda: run.recorded() >= 2 and "bot-ada" in run.marks())
    marks = run.marks()
    assert {"store", "dealer", "referee", "scoring", "director", "gateway", "bot-ada"} <= set(marks)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped; the same command goes on from here" in err
    assert not any(is_alive(mark) for mark in marks.values())
    check(run, result(run.finish("--json")), 12)
    assert exports(run) == exports(calm[0])


@pytest.mark.parametrize("seed", [1])
def test_any_process_may_be_killed_at_any_moment(make: Callable[..., Run], seed: int) -> None:
    """Services, store and bots are killed one after the other while they play; everything comes out whole."""
    run, chance = make(games=10), random.Random(seed)
    process = run.start("--json")
    until(lambda: run.recorded() >= 1)
    killed = 0
    while process.poll() is None and killed < 5:
        marks = run.marks()
        if marks:
            with suppress(ProcessLookupError):  # it may have been on its way out
                os.kill(marks[chance.choice(sorted(marks))].pid, signal.SIGKILL)
            killed += 1
        until(partial(goes_on, run, process, run.recorded()))
    out, err = process.communicate(timeout=100)
    check(run, result(subprocess.CompletedProcess([], process.returncode, out, err)), 30)
    assert killed >= 3


def test_a_bot_that_cannot_play_ends_the_run_with_its_last_words(make: Callable[..., Run]) -> None:
    run = make(cleo=f"command = \"{sys.executable} -c 'print(1/0)'\"")
    ran = run.finish()
    assert ran.returncode == 1
    assert "run/bot-failed" in ran.stderr
    assert ran.stderr.count("ZeroDivisionError") == 1


def test_a_bot_that_ends_without_a_word_is_told_what_it_lacks(make: Callable[..., Run]) -> None:
    """The usual reason: a program that defines a bot and never runs it."""
    ran = make(cleo=f"command = \"{sys.executable} -c 'pass'\"").finish()
    assert ran.returncode == 1
    assert "ended 6 times with exit code 0" in ran.stderr
    assert "a bot in Python ends with a call of run()" in ran.stderr


def test_a_changed_file_is_refused_while_the_tournament_is_on(make: Callable[..., Run]) -> None:
    run = make(cleo="remote = true")
    process = run.start()
    until(lambda: "gateway" in run.marks())
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    run.file.write_text(run.file.read_text().replace("games = 2", "games = 4"))
    ran = run.finish()
    assert ran.returncode == 2
    assert "config/changed" in ran.stderr
    assert "-games = 2\n+games = 4\n" in ran.stderr


def test_a_second_process_is_told_who_works_there(make: Callable[..., Run]) -> None:
    run = make(cleo="remote = true")
    first = run.start()
    until(lambda: "gateway" in run.marks())
    second = run.finish("--json")
    assert second.returncode == 2
    (error,) = json.loads(second.stderr)["errors"]
    assert (error["code"], error["reason"]) == ("config/busy", f"process {first.pid} works in this folder")

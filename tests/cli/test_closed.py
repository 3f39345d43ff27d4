"""Who reads the output has gone (``croupier audit … | head -1``): a command ends as other programs do there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from audit.making import make, spec_of
from audit.tampered import FRAUDS

GAME = "cup-r1-t1-1"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a sound bundle and a forged one."""
    folder = tmp_path_factory.mktemp("runs")
    make(spec_of()).write(folder / "cup")
    world = make(spec_of())
    FRAUDS["a-point-too-many"](world)
    world.seal()
    world.write(folder / "forged")
    return folder


def ended(runs: Path, words: str, **pipes: int) -> "subprocess.CompletedProcess[str]":
    """What became of a command in the folder of the bundles."""
    command = [sys.executable, "-m", "croupier.cli.main", *words.split()]
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **pipes}
    return subprocess.run(command, cwd=runs, text=True, check=False, timeout=50, **given)


def without_reader(runs: Path, words: str, stream: str = "stdout") -> "subprocess.CompletedProcess[str]":
    """The same, where nobody reads one of its streams from the first byte on."""
    read, write = os.pipe()
    os.close(read)
    try:
        return ended(runs, words, **{stream: write})
    finally:
        os.close(write)


@pytest.mark.parametrize(
    "words",
    [
        "--help", "audit --help", "--version", "games", "games --json", "rules piquet", "rules piquet --json",
        "standings cup", "standings cup --why", "standings cup --json", "ratings cup", "ratings cup --json",
        "audit cup", "audit cup --json", "audit forged", f"replay cup/{GAME}", f"replay cup/{GAME} --json",
        f"explain cup/{GAME} --ply 3", f"explain cup/{GAME}", f"prove game cup/{GAME}", "report cup", "run-schema",
        f"record cup/{GAME}",
    ],
)  # fmt: skip
def test_a_command_whose_reader_is_gone_ends_as_by_sigpipe(runs: Path, words: str) -> None:
    """Neither a traceback nor a code that means something else: an audit has found nothing yet, and says nothing."""
    gone = without_reader(runs, words)
    assert (gone.returncode, gone.stderr) == (141, "")


def test_an_error_that_nobody_reads_ends_in_the_same_way(runs: Path) -> None:
    gone = without_reader(runs, "standings nowhere", "stderr")
    assert (gone.returncode, gone.stdout) == (141, "")


@pytest.mark.parametrize(("words", "code"), [("audit cup", 0), ("audit forged", 1)])
def test_a_verdict_stands_where_there_is_no_stdout_at_all(runs: Path, words: str, code: int) -> None:
    shell = f"exec {sys.executable} -m croupier.cli.main {words} >&-"
    assert subprocess.run(["sh", "-c", shell], cwd=runs, check=False, timeout=50).returncode == code


@pytest.mark.parametrize(("words", "code"), [("audit cup", 0), ("audit forged", 1), ("games", 0)])
def test_a_pipe_that_is_read_to_its_end_changes_nothing(runs: Path, words: str, code: int) -> None:
    read = ended(runs, words)
    assert (read.returncode, read.stderr) == (code, "")
    assert read.stdout

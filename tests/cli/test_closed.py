"""Who reads the output has gone (``croupier audit … | head -1``): a command ends as other programs do there.

And output that cannot be written, or not in its letters.
"""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from audit.making import make, spec_of
from croupier.cli.output import print_json
from tampered import FRAUDS

GAME = "cup-r1-t1-1"
PROGRESS = re.compile(r"^\d+ of \d+ games audited\n", re.MULTILINE)
"""What an audit says on a slow machine of how far it is."""


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
    found = subprocess.run(command, cwd=runs, text=True, check=False, timeout=50, **given)
    if found.stderr:
        found.stderr = PROGRESS.sub("", found.stderr)
    return found


def without_reader(runs: Path, words: str, stream: str = "stdout") -> "subprocess.CompletedProcess[str]":
    """The same, where nobody reads one of its streams from the first byte on."""
    read, write = os.pipe()
    os.close(read)
    try:
        return ended(runs, words, **{stream: write})
    finally:
        os.close(write)


EVERY = pytest.mark.parametrize(
    "words",
    [
        "--help", "audit --help", "--version", "games", "games --json", "rules piquet", "rules piquet --json",
        "standings cup", "standings cup --why", "standings cup --json", "ratings cup", "ratings cup --json",
        "audit cup", "audit cup --json", "audit forged", f"replay cup/{GAME}", f"replay cup/{GAME} --json",
        f"explain cup/{GAME} --ply 3", f"explain cup/{GAME}", f"prove game cup/{GAME}", "report cup", "run-schema",
        f"record cup/{GAME}",
    ],
)  # fmt: skip


@EVERY
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


@pytest.fixture
def full() -> Iterator[int]:
    """What takes no byte, as a disk without space."""
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    descriptor = os.open("/dev/full", os.O_WRONLY)
    yield descriptor
    os.close(descriptor)


@EVERY
def test_output_that_cannot_be_written_is_one_error_and_no_verdict(runs: Path, full: int, words: str) -> None:
    failed = ended(runs, words, stdout=full)
    assert failed.returncode == 74
    (line,) = failed.stderr.splitlines()
    if "--json" in words:
        (error,) = json.loads(line)["errors"]
        assert (error["code"], error["place"]) == ("output/unwritable", "stdout")
    else:
        assert line == "error: output/unwritable: stdout: No space left on device"


def test_an_error_that_cannot_be_written_ends_in_the_same_way(runs: Path, full: int) -> None:
    failed = ended(runs, "standings nowhere", stderr=full)
    assert (failed.returncode, failed.stdout) == (74, "")


def narrow(runs: Path, words: str, encoding: str) -> "subprocess.CompletedProcess[bytes]":
    """What became of a command whose streams have only the letters of ``encoding``."""
    command = [sys.executable, "-m", "croupier.cli.main", *words.split()]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run(command, cwd=runs, env=environment, capture_output=True, check=False, timeout=50)


@pytest.mark.parametrize("words", ["games", "standings cup", "standings cup --why", "ratings cup", "standings nowhere"])
def test_letters_that_the_terminal_does_not_have_are_replaced(runs: Path, words: str) -> None:
    shown, whole = narrow(runs, words, "ascii"), narrow(runs, words, "utf-8")
    assert (shown.returncode, shown.stderr) == (whole.returncode, whole.stderr)
    assert shown.stdout.isascii()


@pytest.mark.parametrize("words", ["rules piquet", f"replay cup/{GAME}", "report cup"])
def test_text_is_replaced_in_an_encoding_with_more_than_ascii(runs: Path, words: str) -> None:
    """Click takes ASCII alone for a wrong setting, and writes UTF-8 there: so what goes into a file stays whole."""
    shown, whole = narrow(runs, words, "latin-1"), narrow(runs, words, "utf-8")
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert shown.stdout == whole.stdout.decode().encode("latin-1", "replace")
    assert narrow(runs, words, "ascii").stdout == whole.stdout


@pytest.mark.parametrize("words", ["rules piquet --json", "run-schema", f"prove game cup/{GAME}"])
def test_json_escapes_what_the_terminal_does_not_have(runs: Path, words: str) -> None:
    shown, whole = narrow(runs, words, "ascii"), narrow(runs, words, "utf-8")
    assert shown.stdout.isascii()
    assert json.loads(shown.stdout) == json.loads(whole.stdout)


def test_a_table_shows_a_question_mark_for_what_it_cannot_show(runs: Path) -> None:
    assert "·" in narrow(runs, "standings cup", "utf-8").stdout.decode()
    assert b" ? " in narrow(runs, "standings cup", "ascii").stdout


def test_a_locale_without_more_letters_than_ascii_is_no_traceback(runs: Path) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "PYTHONIO"))}
    environment = {**plain, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-m", "croupier.cli.main", "standings", "cup"]
    shown = subprocess.run(command, cwd=runs, env=environment, capture_output=True, check=False, timeout=50)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b" ? " in shown.stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_says_the_same_in_every_encoding(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter of Latin-1, one beyond it, one beyond 16 bits, and half a pair as names of files may hold it."""
    told = {"name": "Zoë Ł 🂡 \udcff"}
    into = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(into, encoding=encoding))
    print_json(told)
    assert json.loads(into.getvalue().decode(encoding)) == told


def test_lines_of_a_tournament_stay_json(tmp_path: Path) -> None:
    make(spec_of(name="Zoë 🂡")).write(tmp_path / "cup")
    shown = narrow(tmp_path, "export cup --format jsonl", "ascii")
    lines = [json.loads(line) for line in shown.stdout.splitlines()]
    assert "Zoë 🂡" in {line.get("name") for line in lines}

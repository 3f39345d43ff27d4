"""docs/add-a-game.md works: this test follows the page, in a copy of the repository, as a stranger would."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```([a-z]+) ?(\S*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "runs", "build", "dist", "node_modules", "highcard*")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what games and their tests need, with the files of the page in it."""
    root = tmp_path_factory.mktemp("stranger")
    for folder in ("src", "contracts", "services", "docs", "tests"):
        shutil.copytree(ROOT / folder, root / folder, symlinks=True, ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", root)
    for _, name, text in BLOCKS:
        if name and (root / name).exists():
            place = root / name
            place.write_text(place.read_text().replace("_MODULES = {\n", "_MODULES = {\n" + text))
        elif name:
            (root / name).write_text(text)
    return root


def run(root: Path, *command: str) -> str:
    """What a command of the page prints; it must succeed."""
    environment = os.environ | {"PYTHONPATH": str(root / "src")}
    done = subprocess.run(
        [sys.executable, *command], cwd=root, env=environment, capture_output=True, text=True, timeout=200, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.timeout(300)
def test_a_stranger_adds_a_game_by_following_the_page(copy: Path) -> None:
    """Every command succeeds; the last one runs the tests that the game inherits."""
    lines = [line for kind, _, text in BLOCKS if kind == "console" for line in text.splitlines()]
    told = [run(copy, *shlex.split(line.removeprefix("$ python "))) for line in lines]
    assert "0 games failed" in told[0]
    [passed] = re.findall(r"(\d+) passed", told[-1])
    assert int(passed) > 25
    counts = (copy / "tests/games/perft/highcard.txt").read_text()
    assert [line.split()[1] for line in counts.splitlines() if line[:1].isdigit()] == ["3", "9", "36", "36"]
    assert "to act: None" in (copy / "tests/games/golden/highcard.txt").read_text()


def test_the_code_of_the_page_keeps_the_style_of_the_house(copy: Path) -> None:
    """As everything here: laid out, and typed where it is part of the package."""
    files = [name for kind, name, text in BLOCKS if kind == "python" and '"""' in text]
    run(copy, "-m", "ruff", "check", "--isolated", "--select", "E,F,I,UP,B", "--line-length", "120", *files)
    run(copy, "-m", "ruff", "format", "--isolated", "--line-length", "120", "--check", *files)
    run(copy, "-m", "mypy", "--strict", "src/croupier/games/highcard.py")


def test_the_game_is_there_for_the_command_line(copy: Path) -> None:
    """Listed, and its page shown."""
    assert "highcard: 2 seats" in run(copy, "-m", "croupier.cli.main", "games", "highcard")
    assert "One point to the seat" in run(copy, "-m", "croupier.cli.main", "rules", "highcard#higher-card")

"""`croupier init`: a file that the check passes, from flags, from a terminal, or from nothing."""

import json
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from croupier import games
from croupier.cli.asking import _shape
from croupier.cli.main import main
from croupier.cli.runfile import load
from croupier.cli.runschema import NAME

OFFERED = [
    (game, players, kind)
    for game in games.names()
    for players in ([2, 3, 4] if any(option.name == "players" for option in games.get(game).options) else [None])
    for kind in _shape(games.get(game), "house", {} if players is None else {"players": players})[1]
]


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def here() -> list[str]:
    """The files in the folder."""
    return [path.name for path in Path().iterdir()]


@pytest.mark.parametrize(("game", "players", "kind"), OFFERED)
def test_what_is_written_passes_the_check_whatever_is_chosen(game: str, players: int | None, kind: str) -> None:
    options = [] if players is None else ["--option", f"players={players}"]
    assert main(["init", "x.toml", "--game", game, "--format", kind, *options]) == 0
    run = load(Path("x.toml"))
    assert (run.game, run.format.kind, run.options) == (game, kind, {} if players is None else {"players": players})
    assert main(["check", "x.toml"]) == 0


def test_every_flag_stands_in_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--name", 'Die "Große" \\ Runde', "--game", "briscola", "--games", "6", "--action", "500ms"]
    flags += ["--format", "swiss", "--rounds", "4", "--option", "tie=replay"]
    flags += ["--entrant", "Zoë=pimc --worlds 3", "--entrant", "B=remote", "--entrant", f"C={sys.executable} -c 'a b'"]
    assert main(["init", "x.toml", *flags]) == 0
    run = load(Path("x.toml"))
    assert (run.name, run.games, run.clock.action) == ('Die "Große" \\ Runde', 6, 500_000)
    assert (run.format.rounds, run.options) == (4, {"tie": "replay"})
    assert [(who.name, who.bot, who.worlds, who.remote) for who in run.entrant] == [
        ("Zoë", "pimc", 3, False), ("B", None, None, True), ("C", None, None, False),
    ]  # fmt: skip
    assert run.entrant[2].command == f"{sys.executable} -c 'a b'"
    assert "next: croupier check x.toml" in capsys.readouterr().err


def test_the_file_names_its_schema_which_lies_beside_it() -> None:
    assert main(["init"]) == 0
    text = Path("tournament.toml").read_text()
    assert text.startswith(f"#:schema ./{NAME}\n")
    assert json.loads(Path(NAME).read_text())["title"]
    assert "# length_n = 1  # the N of length (1 to 1000)\n" in text


def test_without_a_schema_there_is_one_file() -> None:
    assert main(["init", "x.toml", "--no-schema"]) == 0
    assert here() == ["x.toml"]
    assert "#:schema" not in Path("x.toml").read_text()


def test_a_file_that_exists_stays_unless_it_may_go(capsys: pytest.CaptureFixture[str]) -> None:
    Path("x.toml").write_text("mine")
    Path(NAME).write_text("mine too")
    assert main(["init", "x.toml"]) == 2
    assert "config/exists: x.toml" in capsys.readouterr().err
    assert Path("x.toml").read_text() == "mine"
    assert main(["init", "x.toml", "--force"]) == 0
    assert load(Path("x.toml")).name == "My tournament"
    assert Path(NAME).read_text() == "mine too"


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--game", "briscolla"], "option/unknown-game: croupier init --game: no game 'briscolla'"),
        (["--format", "swis"], "config/value: croupier init --format: there is no 'swis' (did you mean 'swiss'?)"),
        (["--format", "tables"], "config/value: croupier init --format: there is no 'tables'"),
        (["--ruleset", "hause"], "did you mean 'house'?"),
        (["--action", "soon"], "config/duration: croupier init --action: "),
        (["--option", "playrs=4"], "option/unknown: croupier init --option playrs: "),
        (["--option", "players"], "usage/value: croupier init --option: 'players' is not NAME=VALUE"),
        (["--entrant", "Ada"], "usage/value: croupier init --entrant: 'Ada' is not NAME=BOT"),
        (["--entrant", "Ada=gredy"], "did you mean 'greedy'?"),
        (["--entrant", "A=greedy", "--entrant", "a=random"], "config/duplicate: croupier init --entrant: "),
        (["--entrant", "A=greedy"], "croupier init --entrant: must have at least 2 items"),
    ],
)
def test_a_flag_that_makes_no_sense_is_named_and_nothing_is_written(
    flags: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init", "x.toml", *flags]) == 2
    assert said in capsys.readouterr().err
    assert here() == []


class Terminal:
    """`croupier init` at a terminal of its own."""

    def __init__(self, *flags: str) -> None:
        self.ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "croupier.cli.main", "init", *flags]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
        os.close(theirs)
        self.said = ""

    def answer(self, question: str, text: str) -> None:
        """Wait for a question and answer it."""
        self.wait(question)
        os.write(self.ours, f"{text}\n".encode())

    def wait(self, text: str) -> None:
        """Read until ``text`` has been said, past what was said before."""
        deadline = time.monotonic() + 50
        while text not in self.said:
            assert time.monotonic() < deadline, self.said
            self.said += os.read(self.ours, 4096).decode()
        self.said = self.said.partition(text)[2]

    def end(self) -> int:
        """The exit code."""
        code = self.process.wait(20)
        os.close(self.ours)
        return code


def test_on_a_terminal_it_asks_again_where_an_answer_makes_no_sense() -> None:
    terminal = Terminal("x.toml", "--games", "4")
    terminal.answer("called? [My tournament]", "Evening")
    terminal.answer("What is played?", "trionfoo")
    terminal.answer("did you mean 'trionfo'?", "trionfo")
    terminal.answer("By which rules?", "")
    terminal.answer("Who meets whom? round-robin, tables", "")
    terminal.answer("may a decision take", "2")
    terminal.answer("a number and one of us, ms, s, m, h", "2s")
    for number, name in enumerate(("", "Bea", "Bea", "Cleo", "Dan"), 1):
        terminal.answer("Who is entrant", name)
        if number == 3:
            terminal.wait("not the same twice")
        else:
            terminal.answer("play?", "gredy" if number == 1 else "random")
        if number == 1:
            terminal.answer("did you mean 'greedy'?", "greedy")
    terminal.answer("Nothing to end", "")
    terminal.wait("x.toml is written")
    assert terminal.end() == 0
    run = load(Path("x.toml"))
    assert (run.name, run.game, run.games, run.clock.action) == ("Evening", "trionfo", 4, 2_000_000)
    assert [(who.name, who.bot) for who in run.entrant] == [
        ("Ada", "greedy"), ("Bea", "random"), ("Cleo", "random"), ("Dan", "random"),
    ]  # fmt: skip


def test_ctrl_c_at_a_question_writes_nothing() -> None:
    terminal = Terminal("x.toml")
    terminal.answer("called?", "\x04")
    assert terminal.end() == 130
    assert here() == []

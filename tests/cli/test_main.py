"""The command line as a whole: exit codes, errors for people and for programs, help without colours."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier import __version__
from croupier.cli.main import COMMANDS, main
from croupier.cli.output import console
from croupier.cli.reference import help_of
from croupier.contracts.errors import CODES

BAD = 'game = "briscolla"\ngames = 2\n[[entrant]]\nname = "A"\nremote = true\n[[entrant]]\nname = "B"\nremote = true\n'


def croupier(*arguments: str, **env: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "croupier.cli.main", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=50, env={"PATH": "/usr/bin:/bin", **env}, check=False
    )


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"croupier {__version__}\n"


def test_help_names_every_command_with_one_line() -> None:
    text = help_of([])
    assert all(f"  {name} " in text and about in text for name, (_, about) in COMMANDS.items())


def test_help_imports_no_command() -> None:
    code = (
        "import sys; from croupier.cli.main import main; main(['--help']); "
        "print([m for m in sys.modules if m.startswith(('croupier.cli.', 'rich', 'pydantic', 'redis', 'fastapi'))])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=50, check=True)
    assert ran.stdout.splitlines()[-1] == "['croupier.cli.main']"


@pytest.mark.parametrize("arguments", [[], ["rum"], ["run"], ["run", "x.toml", "--nope"], ["serve", "nobody"]])
def test_wrong_usage_is_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rum"], "usage/command: croupier: no such command 'rum' (did you mean 'run'?)"),
        (["dead-letters", "lst"], "usage/command: croupier dead-letters: no such command 'lst' (did you mean 'list'?)"),
        (["run"], "usage/missing: croupier run FILE: must be given"),
        (["run", "x", "--prot", "1"], ("usage/option: croupier run: no such option: --prot"
                                      " (did you mean '--host' or '--port'?)")),
        (["run", "x", "--port", "a"], "usage/value: croupier run --port: must be a whole number"),
        (["run", "x", "--port", "65536"], "usage/value: croupier run --port: must be at most 65535"),
        (["run", "x", "y"], "usage/argument: croupier run: got unexpected extra argument(s) (y)"),
        (["serve", "refree"], ("usage/value: croupier serve NAME: 'refree' is not one of 'dealer', 'referee',"
                              " 'scoring', 'director', 'gateway', 'hooks' (did you mean 'referee'?)")),
    ],
)  # fmt: skip
def test_wrong_usage_has_a_code_a_place_and_a_hint(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err == f"error: {said}\n"
    assert said.split(":", maxsplit=1)[0] in CODES


def test_with_json_wrong_usage_is_an_object_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--json"]) == 2
    (error,) = json.loads(capsys.readouterr().err)["errors"]
    assert error == {"code": "usage/missing", "place": "croupier run FILE", "reason": "must be given"}


def test_an_error_is_a_line_with_code_place_reason_and_hint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.toml"
    file.write_text(BAD)
    assert main(["run", str(file)]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"error: option/unknown-game: {file}:1 game: no game")
    assert shown.err.count("\n") == 1
    assert not shown.out


def test_with_json_an_error_is_an_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.toml"
    file.write_text(BAD + "surname = 1\n" + "[clock]\naction = 3\n")
    assert main(["run", str(file), "--json"]) == 2
    errors = json.loads(capsys.readouterr().err)["errors"]
    assert {error["code"] for error in errors} == {"config/unknown-key", "config/duration", "option/unknown-game"}
    assert all(set(error) <= {"code", "reason", "place", "hint"} and error["code"] in CODES for error in errors)


def test_an_unknown_bot_gets_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "gredy"]) == 2
    assert "did you mean 'greedy'?" in capsys.readouterr().err


def test_a_bot_that_does_not_think_cannot_be_told_how_long(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "greedy", "--think", "50"]) == 2
    assert "config/value" in capsys.readouterr().err
    assert main(["bot", "pimc", "--worlds", "0"]) == 2


def test_no_traceback_and_no_colour_in_a_pipe() -> None:
    ran = croupier("standings", "nowhere", NO_COLOR="1")
    assert ran.returncode == 2
    assert ran.stderr == "error: run/not-found: runs/nowhere and nowhere: no tournament.jsonl in there\n"


def test_a_service_refuses_a_setting_that_does_not_exist() -> None:
    ran = croupier("serve", "referee", CROUPIER_REDIS_ULR="redis://localhost")
    assert ran.returncode == 2
    assert (
        ran.stderr
        == "error: config/unknown-key: CROUPIER_REDIS_ULR: no such setting (did you mean 'CROUPIER_REDIS_URL'?)\n"
    )


def test_a_service_without_a_store_leaves_with_an_error() -> None:
    key = {"CROUPIER_SIGNING_KEY": "ab" * 32}
    ran = croupier("serve", "referee", CROUPIER_REDIS_URL="unix:///nowhere/redis.sock", CROUPIER_REDIS_WAIT="0", **key)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith("error: store/unreachable: ")
    assert "Traceback" not in ran.stderr


def test_no_color_is_honoured_on_a_terminal_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert not console().no_color
    monkeypatch.setenv("NO_COLOR", "1")
    assert console().no_color

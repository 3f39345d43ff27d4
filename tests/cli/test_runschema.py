"""The JSON Schema of run files takes what `croupier check` takes, and refuses what one key alone shows to be wrong."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from croupier import games
from croupier.cli.main import main
from croupier.cli.runcheck import SECTIONS
from croupier.cli.runkeys import ABOUT
from croupier.cli.runschema import run_schema

ROOT = Path(__file__).parents[2]
SCHEMA = run_schema()
TWO = '[[entrant]]\nname = "Ada"\nbot = "greedy"\n[[entrant]]\nname = "Bob"\nremote = true\n'


def accepts(text: str) -> bool:
    return Draft7Validator(SCHEMA).is_valid(tomllib.loads(text))


def test_it_is_a_schema_and_its_defaults_are_values_that_it_takes() -> None:
    Draft7Validator.check_schema(SCHEMA)
    for section, keys in tables().items():
        for key, value in keys.items():
            if "default" in value:
                assert Draft7Validator(value).is_valid(value["default"]), f"{section}.{key}"


def tables() -> dict[str, dict[str, Any]]:
    """The keys of every section."""
    top = SCHEMA["properties"]
    inner = {key: value.get("items", value) for key, value in top.items()}
    return {"": top} | {key: inner[key]["properties"] for key in SECTIONS if key}


def test_it_has_every_key_and_each_has_a_line() -> None:
    """A new key wants a line in ``cli/runkeys.py``, and the documents made anew."""
    for section, keys in tables().items():
        assert set(keys) == set(SECTIONS[section].model_fields)
    told = {f"{section}.{key}".lstrip(".") for section, keys in tables().items() for key in keys}
    assert told == set(ABOUT)


@pytest.mark.parametrize("file", sorted((ROOT / "examples").glob("*.toml")), ids=lambda file: file.stem)
def test_every_example_passes(file: Path) -> None:
    assert accepts(file.read_text())


def test_the_example_of_the_page_passes() -> None:
    example = re.search(r"```toml\n(.*?)```", (ROOT / "docs/run-file.md").read_text(), re.DOTALL)
    assert example
    assert accepts(example[1])


@pytest.mark.parametrize(
    "more",
    [
        "gmaes = 3\n",
        "games = 0\n",
        'games = "2"\n',
        'ruleset = "hause"\n',
        'boards = "mirrored"\n',
        "[options]\nplayrs = 4\n",
        "[options]\nplayers = 5\n",
        "[clock]\naction = 5\n",
        '[clock]\naction = "5 seconds"\n',
        '[format]\nkind = "swis"\n',
        '[format]\nkind = "swiss"\n',
        '[format]\nkind = "swiss"\nrounds = 3\nlaps = 2\n',
        "[format]\nrounds = 3\n",
        '[format]\nkind = "duel"\nalpha = 0.7\n',
        '[[entrant]]\nname = "X"\n',
        '[[entrant]]\nname = "X"\nbot = "gredy"\n',
        '[[entrant]]\nname = "X"\nbot = "greedy"\ncommand = "x"\n',
        '[[entrant]]\nname = "X"\nremote = false\n',
    ],
)
def test_what_is_wrong_is_refused(more: str) -> None:
    assert not accepts(f'game = "briscola"\n{more}{TWO}')


@pytest.mark.parametrize(
    "more",
    [
        '[format]\nkind = "duel"\nalpha = 0.05\nfixed = true\n',
        "[format]\nlaps = 2\n",
        '[clock]\naction = "1.5s"\nbank = "2m"\n',
        "[options]\nplayers = 4\n",
        '[[entrant]]\nname = "X"\nbot = "pimc"\nthink = "5ms"\nremote = false\n',
    ],
)
def test_what_is_right_passes(more: str) -> None:
    assert accepts(f'game = "briscola"\n{more}{TWO}')


@pytest.mark.parametrize("name", games.names())
def test_each_option_of_a_game_is_taken_with_its_default(name: str) -> None:
    game = games.get(name)
    options = "".join(f"{option.name} = {json.dumps(option.default)}\n" for option in game.options)
    assert accepts(f'game = "{name}"\n[options]\n{options}{TWO}')


def test_the_command_prints_what_the_documents_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run-schema"]) == 0
    assert capsys.readouterr().out == (ROOT / "docs/api/run-file.schema.json").read_text()

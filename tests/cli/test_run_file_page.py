"""docs/run-file.md tells every key with its default, and its example is a valid file."""

import re
from pathlib import Path

import pytest

from croupier.cli.durations import parse_duration
from croupier.cli.runcheck import SECTIONS
from croupier.cli.runfile import load

PAGE = (Path(__file__).parents[2] / "docs" / "run-file.md").read_text()
TITLES = {
    "": "Keys at the top",
    "clock": "`[clock]`",
    "policy": "`[policy]`",
    "disqualify": "`[disqualify]`",
    "award": "`[award]`",
    "start": "`[start]`",
    "format": "`[format]`",
    "disputes": "`[disputes]`",
    "entrant": "`[[entrant]]`",
    "webhooks": "`[[webhooks]]`",
}


def rows(title: str) -> dict[str, str]:
    """The first table below a heading: default by key."""
    section = PAGE.split(f"## {title}\n")[1].split("\n## ")[0]
    table = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE)
    assert table
    cells = [re.findall(r"[^|]+", line) for line in table[0].splitlines()[2:]]
    return {row[0].strip().strip("`"): row[1].strip().strip("`").strip('"') for row in cells}


@pytest.mark.parametrize("section", SECTIONS)
def test_every_key_stands_in_its_table_with_its_default(section: str) -> None:
    fields = SECTIONS[section].model_fields
    told = rows(TITLES[section])
    assert set(told) == set(fields) - (set(SECTIONS) | {"options"} if not section else set())
    for key, default in told.items():
        value = fields[key].default
        if type(value) is int:
            assert value == (parse_duration(default) if default[-1].isalpha() else int(default)), key


def test_the_example_is_valid(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert example
    file = tmp_path / "tuesday-cup.toml"
    file.write_text(example[1])
    assert [who.id for who in load(file).entrant] == ["ada", "bob", "carla"]

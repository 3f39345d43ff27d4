"""A run file out of a few answers, with a line on every key and on every option that could be added."""

import json
import textwrap
from dataclasses import dataclass, field
from typing import Any

import tomlkit
from tomlkit.container import Container
from tomlkit.items import Table

from croupier.cli.duelbots import Contestant
from croupier.cli.plan import WITHOUT_GAMES
from croupier.cli.runfile import KINDS
from croupier.cli.runkeys import ABOUT
from croupier.cli.runschema import NAME
from croupier.games import get, names
from croupier.games.kernel import Option

HEAD = """\
# A tournament for: croupier run FILE. What is wrong with it says: croupier check FILE.
# Lines that begin with # and a key could be added. Every key is explained in docs/run-file.md.
"""
MORE = {
    "seed": "a text",
    "clock.bank": "5m",
    "clock.increment": "1s",
    "clock.start": "1m",
    "policy.strikes": 3,
    "policy.lag": "100ms",
}
"""Keys that could be added, with what might stand there."""

WIDTH = 110


@dataclass(frozen=True, slots=True)
class Answers:
    """What a fresh file is to say.

    ``games``: of each pairing, in an arena of all; ``rounds``: of a Swiss tournament; ``entrants``: names and how they
    play.
    """

    name: str
    game: str
    ruleset: str
    kind: str
    games: int
    rounds: int
    action: str
    entrants: list[tuple[str, Contestant]]
    options: dict[str, Any] = field(default_factory=dict)
    schema: bool = True


def text_of(given: Answers) -> str:
    """The text of the file. Its game exists."""
    document = tomlkit.document()
    _put(document, "name", given.name)
    _put(document, "game", given.game, f"{', '.join(sorted(names()))}; see: croupier games")
    _put(document, "ruleset", given.ruleset, ", ".join(get(given.game).rulesets))
    if given.kind not in WITHOUT_GAMES:
        _put(document, "games", given.games)
    _put(document, "concurrency", 16)
    _could(document, "seed")
    for section, table in (
        ("options", _options(given)),
        ("clock", _clock(given)),
        ("policy", _policy()),
        ("format", _format(given)),
    ):
        document.add(section, table if section == "format" else table.comment(ABOUT[section]))
    entrants = tomlkit.aot()
    for number, (name, who) in enumerate(given.entrants):
        entrant = tomlkit.table()
        if not number:
            entrant.add(tomlkit.comment(ABOUT["entrant"]))
        entrant.update({"name": name, **who.way})
        entrants.append(entrant)
    document.add("entrant", entrants)
    schema = f"#:schema ./{NAME}\n" if given.schema else ""
    return f"{schema}{HEAD}\n{tomlkit.dumps(document)}"


def _put(table: Container | Table, key: str, value: Any, more: str = "", section: str = "") -> None:
    """A key with its line above it."""
    about = ABOUT[f"{section}.{key}".lstrip(".")]
    for line in textwrap.wrap(f"{about}: {more}" if more else about, WIDTH):
        table.add(tomlkit.comment(line))
    table.add(key, value)


def _could(table: Container | Table, key: str, section: str = "") -> None:
    """A key that could be added."""
    name = f"{section}.{key}".lstrip(".")
    table.add(tomlkit.comment(f"{key} = {json.dumps(MORE[name])}  # {ABOUT[name]}"))


def _options(given: Answers) -> Table:
    """What is asked for, and every other option with its default."""
    table = tomlkit.table()
    options = get(given.game).options
    for option in options:
        if option.name in given.options:
            for line in textwrap.wrap(f"{option.about} ({_values(option)})", WIDTH):
                table.add(tomlkit.comment(line))
            table.add(option.name, given.options[option.name])
        else:
            default = json.dumps(option.default)
            table.add(tomlkit.comment(f"{option.name} = {default}  # {option.about} ({_values(option)})"))
    for name, value in given.options.items():
        if name not in table:  # it does not exist, which is told when the file is checked
            table.add(name, value)
    return table


def _values(option: Option) -> str:
    values = option.values
    if isinstance(values, range):
        return f"{values[0]} to {values[-1]}"
    return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)


def _clock(given: Answers) -> Table:
    table = tomlkit.table()
    _put(table, "action", given.action, section="clock")
    for key in ("bank", "increment", "start"):
        _could(table, key, "clock")
    return table


def _policy() -> Table:
    table = tomlkit.table()
    for key in ("strikes", "lag"):
        _could(table, key, "policy")
    return table


def _format(given: Answers) -> Table:
    table = tomlkit.table()
    _put(table, "kind", given.kind, ", ".join(KINDS), section="format")
    if given.kind == "swiss":
        _put(table, "rounds", given.rounds, section="format")
    if given.kind == "arena":
        _put(table, "total", given.games, section="format")
    return table

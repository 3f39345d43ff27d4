"""Checks of a run file, in three steps: it is TOML, it has the shape, the game can be played so.

The last step runs only on a file that has the shape, and the kernel of the game has the last word on options.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from croupier.cli.output import Problems
from croupier.cli.places import Path as KeyPath
from croupier.cli.places import dotted, line_of, places
from croupier.cli.runfile import (
    AwardSection,
    ClockSection,
    EntrantSection,
    PolicySection,
    RunFile,
    Section,
    slug,
)
from croupier.contracts.errors import BadConfig, CroupierError, did_you_mean

SECTIONS: dict[str, type[Section]] = {
    "": RunFile,
    "clock": ClockSection,
    "policy": PolicySection,
    "award": AwardSection,
    "entrant": EntrantSection,
}


class Source:
    """A file's text with the lines of its keys: makes problems that point into it."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self._lines = places(text)

    def problem(self, code: str, key: KeyPath, reason: str, hint: str = "") -> BadConfig:
        """A problem with ``key``, placed as ``FILE:line key``."""
        place = f"{self.path}:{line_of(key, self._lines)} {dotted(key)}".rstrip()
        return BadConfig(code, reason, place=place, hint=hint)


def check(path: Path) -> RunFile:
    """Read and check the run file at ``path``. Raises :class:`Problems` with everything that is wrong."""
    text = _read(path)
    values = _parse(path, text)
    source = Source(path, text)
    try:
        run = RunFile.model_validate({"id": slug(path.stem), **values})
    except ValidationError as error:
        raise Problems([_shape(source, values, found) for found in error.errors()]) from None
    problems = [*_entrants(source, run), *_game(source, run)]
    if problems:
        raise Problems(problems)
    return run


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise BadConfig("config/unreadable", error.strerror or str(error), place=str(path)) from None
    except UnicodeDecodeError as error:
        raise BadConfig("config/syntax", f"not UTF-8 at byte {error.start}", place=str(path)) from None


def _parse(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, _, at = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", at)
        number = line[1] if line else text.count("\n") + 1
        raise BadConfig("config/syntax", reason, place=f"{path}:{number}") from None


def _shape(source: Source, values: dict[str, Any], found: Any) -> BadConfig:
    path = tuple(part for part in found["loc"] if _names_a_key(part))
    kind = found["type"]
    if kind == "extra_forbidden":
        known = SECTIONS[str(path[0]) if len(path) > 1 else ""].model_fields
        return source.problem("config/unknown-key", path, "there is no such key", did_you_mean(str(path[-1]), [*known]))
    if kind == "missing":
        return source.problem("config/missing", path, "must be there")
    code = kind if kind.startswith("config/") else "config/type" if kind.endswith("_type") else "config/value"
    return source.problem(code, path, _plain(found))


def _names_a_key(part: Any) -> bool:
    """Pydantic also puts the tried member of a union into a place; no key of ours is called so."""
    return part not in ("bool", "int", "str") and not str(part).startswith(("constrained-", "function-"))


def _plain(found: Any) -> str:
    if found["type"] == "string_pattern_mismatch":
        return "lower-case letters, digits and hyphens, beginning with a letter or digit, not too long"
    reason = str(found["msg"])
    for ours, theirs in (("", "Input should be "), ("", "Value error, "), ("a table", "a valid dictionary")):
        reason = reason.replace(theirs, ours)
    return reason


def _entrants(source: Source, run: RunFile) -> Iterator[BadConfig]:
    seen: Counter[str] = Counter()
    for index, entrant in enumerate(run.entrant):
        seen[entrant.id] += 1
        if seen[entrant.id] > 1:
            reason = f"another entrant has the id {entrant.id!r}; give one of them an id of its own"
            yield source.problem("config/duplicate", ("entrant", index), reason)
        if entrant.bot is not None:
            yield from _bot(source, index, entrant.bot)


def _bot(source: Source, index: int, name: str) -> Iterator[BadConfig]:
    from croupier.cli.bots import bot_names

    known = bot_names()
    if name not in known:
        hint = did_you_mean(name, known) or f"there are {', '.join(known)}"
        yield source.problem("config/value", ("entrant", index, "bot"), f"no built-in bot is called {name!r}", hint)


def _game(source: Source, run: RunFile) -> Iterator[CroupierError]:
    from croupier import games
    from croupier.games.kernel import BadOptions

    try:
        game = games.get(run.game)
    except BadOptions as error:
        yield source.problem(error.code, ("game",), error.reason)
        return
    problems = list(_options(source, run, game))
    yield from problems
    if not problems:
        seats = game.seats(game.resolve(run.ruleset, run.options))
        if len(run.entrant) < seats:
            reason = f"{len(run.entrant)} entrants for a game of {seats} seats"
            yield source.problem("config/entrants", ("entrant",), reason)


def _options(source: Source, run: RunFile, game: Any) -> Iterator[BadConfig]:
    """Each option alone, so that all bad ones are named; then all together, for what does not go together."""
    from croupier.games.kernel import BadOptions

    try:
        game.resolve(run.ruleset, {})
    except BadOptions as error:
        yield source.problem(error.code, ("ruleset",), error.reason)
        return
    alone = [(key, _refusal(game, run.ruleset, {key: value})) for key, value in run.options.items()]
    bad = [(key, refused) for key, refused in alone if refused is not None and refused.code != "option/conflict"]
    for key, refused in bad:
        yield source.problem(refused.code, ("options", key), refused.reason)
    conflict = None if bad else _refusal(game, run.ruleset, run.options)
    if conflict is not None:
        yield source.problem(conflict.code, ("options",), conflict.reason)


def _refusal(game: Any, ruleset: str, options: dict[str, Any]) -> Any:
    from croupier.games.kernel import BadOptions

    try:
        game.resolve(ruleset, options)
    except BadOptions as error:
        return error
    return None

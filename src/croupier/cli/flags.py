"""Flags that stand for keys of a run file: options of a game, and problems told at the flag they come from."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from croupier.contracts.errors import BadConfig, CroupierError


def options_of(given: Sequence[str], place: str) -> dict[str, Any]:
    """``NAME=VALUE`` as options of a game: a flag, a number or a word. Raises :class:`BadConfig` (``usage/value``)."""
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadConfig("usage/value", f"{text!r} is not NAME=VALUE", place=place)
        found[name] = _value(value)
    return found


def _value(text: str) -> bool | int | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch("-?[0-9]{1,18}", text) else text


def at_flag(problem: CroupierError, command: str, flags: Mapping[str, str], entrants: str) -> BadConfig:
    """A problem of the run file that ``command`` made, at the flag that its key came from.

    ``flags``: by key; ``entrants``: what stands for those.
    """
    key = problem.place.partition(" ")[2]
    if key.startswith("options."):
        place = f"--option {key.removeprefix('options.')}"
    elif key.startswith("entrant"):
        place = entrants
    else:
        place = flags.get(key, key)
    return BadConfig(problem.code, problem.reason, place=f"{command} {place}".rstrip(), hint=problem.hint)

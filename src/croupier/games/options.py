"""Options of a game: from what somebody wrote to a full, valid record."""

from collections.abc import Iterable, Mapping
from typing import NoReturn

from .hints import did_you_mean, quote
from .kernel import BadOptions, Option, Options, OptionValue

WORDS = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def resolve(
    options: Iterable[Option], rulesets: Mapping[str, Options], ruleset: str, given: Options
) -> dict[str, OptionValue]:
    """All options in order: the defaults, what the ruleset changes, what is ``given``.

    Raises :class:`BadOptions`: ``option/unknown-ruleset``, ``option/unknown`` or ``option/value``.
    """
    known = {option.name: option for option in options}
    if ruleset not in rulesets:
        raise BadOptions(
            "option/unknown-ruleset", f"no ruleset {quote(str(ruleset))}{did_you_mean(str(ruleset), rulesets)}"
        )
    resolved = {name: option.default for name, option in known.items()} | dict(rulesets[ruleset])
    for name, value in given.items():
        if name not in known:
            raise BadOptions("option/unknown", f"no option {quote(str(name))}{did_you_mean(str(name), known)}")
        _check(known[name], value)
        resolved[name] = value
    return resolved


def conflict(reason: str) -> NoReturn:
    """Refuse options that do not go together. Raises :class:`BadOptions`, ``option/conflict``."""
    raise BadOptions("option/conflict", reason)


def _check(option: Option, value: OptionValue) -> None:
    """``True`` is not 1 here: a value has the very type of those that the option lists."""
    if any(type(value) is type(known) and value == known for known in option.values):
        return
    raise BadOptions("option/value", f"{option.name} = {_written(value)}: {_wanted(option)}{_hint(option, value)}")


def _written(value: OptionValue) -> str:
    return quote(value) if isinstance(value, str) else _plain(value)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)[:40]


def _wanted(option: Option) -> str:
    if isinstance(option.values, range):
        step = "" if option.values.step == 1 else f" in steps of {option.values.step}"
        return f"a whole number from {option.values[0]} to {option.values[-1]}{step}"
    return "one of " + ", ".join(_plain(value) for value in option.values)


def _hint(option: Option, value: OptionValue) -> str:
    if not isinstance(value, str):
        return ""
    if isinstance(option.default, bool):
        meant = WORDS.get(value.lower())
        return "" if meant is None else f", did you mean {_plain(meant)}?"
    if isinstance(option.default, int):
        return ", without quotes" if value.isdecimal() else ""
    return did_you_mean(value, [str(known) for known in option.values])

"""Wrong usage of the command line, as the library finds it, told like every other error of ours."""

import re
from typing import Any

from croupier.cli.wording import sentence
from croupier.contracts.errors import BadConfig, did_you_mean


def explain(found: Any) -> BadConfig | None:
    """The error of ours for a usage error of the library; ``None`` where it only shows the help.

    The kinds are told apart by their names: the library does not export them.
    """
    kind = type(found).__name__
    if kind == "NoArgsIsHelpError":
        return None
    if kind == "MissingParameter":
        return BadConfig("usage/missing", "must be given", place=_place(found))
    if kind == "BadParameter":
        return _value(found)
    if kind in ("NoSuchOption", "BadOptionUsage"):
        return _option(found)
    return _words(found)


def _option(found: Any) -> BadConfig:
    near = sorted(getattr(found, "possibilities", None) or ())
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else ""
    return BadConfig("usage/option", _lower(found.message), place=_place(found), hint=hint)


def _value(found: Any) -> BadConfig:
    reason = sentence(found.message).rstrip(".")
    return BadConfig("usage/value", reason, place=_place(found), hint=_nearest(reason))


def _nearest(reason: str) -> str:
    """A hint for a value that is none of those that the reason lists."""
    said, among, known = reason.partition(" is not one of ")
    return did_you_mean(said.strip("'"), re.findall(r"'([^']*)'", known)) if among else ""


def _words(found: Any) -> BadConfig:
    """A command that does not exist, or a word too many."""
    reason, _, hint = _lower(found.message).partition(" Did you mean ")
    code = "usage/command" if reason.startswith("no such command") else "usage/argument"
    return BadConfig(code, reason.rstrip("."), place=_place(found), hint=f"did you mean {hint}" if hint else "")


def _place(found: Any) -> str:
    """The command, and its option or argument if the error is about one."""
    path = found.ctx.command_path if found.ctx is not None else "croupier"
    param = getattr(found, "param", None)
    if param is None:
        return str(path)
    option = param.param_type_name == "option"
    return f"{path} {max(param.opts, key=len) if option else param.metavar or param.name.upper()}"


def _lower(reason: str) -> str:
    return (reason[:1].lower() + reason[1:]).rstrip(".")

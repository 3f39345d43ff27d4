"""Who takes part in a duel: a word on the command line becomes an entrant of a run file."""

import os
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any, NamedTuple

from croupier.cli.bots import bot_names
from croupier.cli.runfile import THINKERS
from croupier.contracts.errors import BadConfig, did_you_mean

REMOTE = "remote"

NUMBER = re.compile("[0-9]{1,9}")


class Contestant(NamedTuple):
    """``label``: what people read; ``way``: how it plays, as a run file says it."""

    label: str
    way: dict[str, Any]

    @property
    def ours(self) -> bool:
        """A built-in bot, of which we know that it remembers nothing."""
        return "bot" in self.way

    @property
    def remote(self) -> bool:
        """Somebody connects from elsewhere."""
        return "remote" in self.way


def contestant(text: str, place: str) -> Contestant:
    """The entrant that ``text`` names: a built-in bot, a file, a command, or ``remote``.

    Raises :class:`BadConfig` (``config/value``) for what is none of them.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadConfig("config/value", str(error).lower(), place=place) from None
    if not words:
        raise BadConfig("config/value", "no bot is named", place=place)
    if words == [REMOTE]:
        return Contestant(REMOTE, {"remote": True})
    if words[0] in bot_names():
        return Contestant(text, {"bot": words[0], **_thinking(words, place)})
    return Contestant(_label(words), {"command": shlex.join(_program(words, place))})


def _thinking(words: list[str], place: str) -> dict[str, Any]:
    """What follows the name of a built-in bot: ``--think MILLISECONDS`` or ``--worlds NUMBER``."""
    match words:
        case [_]:
            return {}
        case [name, "--think", number] if name in THINKERS and NUMBER.fullmatch(number):
            return {"think": f"{number}ms"}
        case [name, "--worlds", number] if name in THINKERS and NUMBER.fullmatch(number):
            return {"worlds": int(number)}
    takes = "--think MILLISECONDS or --worlds NUMBER" if words[0] in THINKERS else "nothing"
    raise BadConfig("config/value", f"after {words[0]} there can be {takes}", place=place)


def _program(words: list[str], place: str) -> list[str]:
    """A Python file is run by our own Python, another file must be a program."""
    first = Path(words[0])
    if first.suffix == ".py" and first.is_file():
        return ["python", *words]
    if first.is_file():
        if not os.access(first, os.X_OK):
            raise BadConfig("config/value", f"{first} is no program: it cannot be executed", place=place)
        return [str(first) if first.is_absolute() else os.path.join(".", first), *words[1:]]  # noqa: PTH118 - Path drops ./
    where = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    if shutil.which(words[0], path=where) is None:
        hint = did_you_mean(words[0], bot_names()) or f"built-in bots: {', '.join(bot_names())}"
        reason = f"no built-in bot, file or program is called {words[0]!r}"
        raise BadConfig("config/value", reason, place=place, hint=hint)
    return words


def _label(words: list[str]) -> str:
    """The file that a command is about, or its program."""
    files = [word for word in words if Path(word).suffix and Path(word).is_file()]
    return Path(files[0] if files else words[0]).stem

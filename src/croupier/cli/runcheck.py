"""Checks of a run file, in three steps: it is TOML, it has the shape, the game can be played so.

The last step looks at what can be read of a file without the shape too, so that all problems are told at once. The
kernel of the game has the last word on options.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from croupier.cli.output import Problems
from croupier.cli.places import Path as KeyPath
from croupier.cli.places import dotted, line_of, places
from croupier.cli.runfile import (
    AwardSection,
    ClockSection,
    DisputesSection,
    DisqualifySection,
    EntrantSection,
    FormatSection,
    PolicySection,
    RunFile,
    StartSection,
    slug,
)
from croupier.cli.salvage import salvaged
from croupier.cli.wording import sentence
from croupier.contracts.errors import BadConfig, did_you_mean
from croupier.runtime.hooks import Webhook, doubled

SECTIONS: dict[str, type[BaseModel]] = {
    "": RunFile,
    "clock": ClockSection,
    "policy": PolicySection,
    "disqualify": DisqualifySection,
    "award": AwardSection,
    "start": StartSection,
    "format": FormatSection,
    "disputes": DisputesSection,
    "entrant": EntrantSection,
    "webhooks": Webhook,
}


TOLD = "config/duplicate"
"""What is told of each entrant already, and not again of all together."""


class Source:
    """A file's text with the lines of its keys: makes problems that point into it."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self._lines = places(text)

    def problem(self, code: str, key: KeyPath, reason: str, hint: str = "") -> BadConfig:
        """A problem with ``key``, placed as ``FILE:line key``."""
        place = f"{self.path}:{line_of(key, self._lines)} {dotted(key)}".rstrip()
        return BadConfig(code, reason, place=place, hint=hint)

    def in_order(self, problems: Sequence[BadConfig]) -> list[BadConfig]:
        """``problems`` that were made here, by the lines that they point to."""
        start = len(f"{self.path}:")
        return sorted(problems, key=lambda problem: int(problem.place[start:].split(" ")[0]))


class Gist(NamedTuple):
    """What a game, its options and the bots are checked by; ``None`` and missing keys are what cannot be read."""

    game: str | None
    ruleset: str
    options: dict[str, Any]
    entrants: list[tuple[str | None, str | None]]
    """Id and built-in bot of each entrant."""
    unread: frozenset[str]
    """Options whose values are of no type that an option has."""


def check(path: Path) -> RunFile:
    """Read and check the run file at ``path``. Raises :class:`Problems` with everything that is wrong."""
    return checked(path, _read(path))


def checked(path: Path, text: str) -> RunFile:
    """Check the ``text`` of a run file; ``path`` is what problems call it. Raises :class:`Problems`."""
    values = _parse(path, text)
    source = Source(path, text)
    shape: list[BadConfig] = []
    run: RunFile | None
    try:
        run = RunFile.model_validate({"id": slug(path.stem), **values})
    except ValidationError as error:
        shape = list({_path(found): _shape(source, found) for found in error.errors()}.values())
        run = salvaged({"id": slug(path.stem), **values})
    gist = _gist(values)
    problems = [*shape, *_entrants(source, gist), *(game := list(_game(source, gist)))]
    if run is not None and not game:
        known = {problem.place for problem in problems}
        together = [found for found in _plan(source, run) if found.code != TOLD]
        problems += [found for found in (*together, *_webhooks(source, run)) if found.place not in known]
    if problems:
        raise Problems(source.in_order(problems))
    assert run is not None
    return run


def _plan(source: Source, run: RunFile) -> Iterator[BadConfig]:
    """Format, boards and tie-breaks go together, and with the game."""
    from croupier.cli.plan import WITHOUT_GAMES, made
    from croupier.folds.fresh import fresh_problems
    from croupier.folds.plans import plan_problems

    if run.boards == "mirror" and not run.no_memory:
        reason = "a mirrored board is seen twice: say no_memory = true if no entrant remembers one game in another"
        yield source.problem("config/missing", ("boards",), reason)
    if run.format.kind in WITHOUT_GAMES and "games" in run.model_fields_set:
        yield source.problem("config/value", ("games",), f"is not for {run.format.kind}: the format says how many")

    spec = made(run, dict.fromkeys((who.id for who in run.entrant), "0" * 64))
    for error in (*plan_problems(spec), *fresh_problems(spec)):
        yield _placed(source, error)


def check_moments(path: Path, run: RunFile, now: int) -> None:
    """A tournament that opens ``now``, in microseconds, can have somebody in it. Raises :class:`Problems`.

    One that was opened before may well have moments that are past, so reading a file does not ask for this.
    """
    from croupier.cli.plan import made
    from croupier.folds.fresh import fresh_problems

    spec = made(run, dict.fromkeys((who.id for who in run.entrant), "0" * 64))
    problems = fresh_problems(spec, now)
    if problems:
        source = Source(path, _read(path))
        raise Problems([_placed(source, error) for error in problems])


def _placed(source: Source, error: BadConfig) -> BadConfig:
    return source.problem(error.code, tuple((error.place or "format").split(".")), error.reason, error.hint)


def _webhooks(source: Source, run: RunFile) -> Iterator[BadConfig]:
    for number, name in doubled(run.webhooks):
        reason = f"another webhook is called {name!r}; give one of them a name of its own"
        yield source.problem("config/duplicate", ("webhooks", number), reason)


def _gist(values: dict[str, Any]) -> Gist:
    options, entrants = values.get("options"), values.get("entrant")
    known = options if isinstance(options, dict) else {}
    return Gist(
        _text(values.get("game")),
        _text(values.get("ruleset")) or "house",
        {key: value for key, value in known.items() if isinstance(value, (bool, int, str))},
        [_player(given) for given in entrants] if isinstance(entrants, list) else [],
        frozenset(key for key, value in known.items() if not isinstance(value, (bool, int, str))),
    )


def _player(given: Any) -> tuple[str | None, str | None]:
    if not isinstance(given, dict):
        return None, None
    return _text(given.get("id")) or slug(_text(given.get("name")) or "") or None, _text(given.get("bot"))


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


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


def _shape(source: Source, found: Any) -> BadConfig:
    path = _key(found)
    kind = found["type"]
    if kind == "extra_forbidden":
        known = SECTIONS[str(path[0]) if len(path) > 1 else ""].model_fields
        return source.problem("config/unknown-key", path, "there is no such key", did_you_mean(str(path[-1]), [*known]))
    if kind == "missing":
        return source.problem("config/missing", path, "must be there")
    code = kind if kind.startswith("config/") else "config/type" if kind.endswith("_type") else "config/value"
    return source.problem(code, path, _plain(found))


def _path(found: Any) -> KeyPath:
    """The key that a problem is with. Below an option Pydantic names the types that it tried, one problem each."""
    path = tuple(found["loc"])
    return path[:2] if path[0] == "options" else path


def _key(found: Any) -> KeyPath:
    """The same, down to the key where it is a section whose keys do not go together."""
    key = found.get("ctx", {}).get("key")
    return (*_path(found), key) if found["type"].startswith("config/") and isinstance(key, str) else _path(found)


def _plain(found: Any) -> str:
    if found["loc"][0] == "options" and len(found["loc"]) > 2:
        return "must be a flag, a number or a word" if found["loc"][2] != "[key]" else "is no name of an option"
    if found["type"] == "string_pattern_mismatch":
        return "must be lower-case letters, digits and hyphens, beginning with a letter or digit, not too long"
    return sentence(str(found["msg"]))


def _entrants(source: Source, gist: Gist) -> Iterator[BadConfig]:
    seen: Counter[str] = Counter()
    for index, (name, bot) in enumerate(gist.entrants):
        if name is not None:
            seen[name] += 1
            if seen[name] > 1:
                reason = f"another entrant has the id {name!r}; give one of them an id of its own"
                yield source.problem("config/duplicate", ("entrant", index), reason)
        if bot is not None:
            yield from _bot(source, index, bot)


def _bot(source: Source, index: int, name: str) -> Iterator[BadConfig]:
    from croupier.cli.bots import bot_names

    known = bot_names()
    if name not in known:
        hint = did_you_mean(name, known) or f"there are {', '.join(known)}"
        yield source.problem("config/value", ("entrant", index, "bot"), f"no built-in bot is called {name!r}", hint)


def _game(source: Source, gist: Gist) -> Iterator[BadConfig]:
    from croupier import games
    from croupier.games.kernel import BadOptions

    if gist.game is None:
        return
    try:
        game = games.get(gist.game)
    except BadOptions as error:
        yield source.problem(error.code, ("game",), error.reason)
        return
    problems = list(_options(source, gist, game))
    yield from problems
    if not problems and not gist.unread and gist.entrants:
        seats = game.seats(game.resolve(gist.ruleset, gist.options))
        if len(gist.entrants) < seats:
            reason = f"{len(gist.entrants)} entrants for a game of {seats} seats"
            yield source.problem("config/entrants", ("entrant",), reason)


def _options(source: Source, gist: Gist, game: Any) -> Iterator[BadConfig]:
    """Each option alone, so that all bad ones are named; then the good ones, for what does not go together."""
    from croupier.games.kernel import BadOptions

    try:
        game.resolve(gist.ruleset, {})
    except BadOptions as error:
        yield source.problem(error.code, ("ruleset",), error.reason)
        return
    alone = [(key, _refusal(game, gist.ruleset, {key: value})) for key, value in gist.options.items()]
    bad = [(key, refused) for key, refused in alone if refused is not None and refused.code != "option/conflict"]
    for key, refused in bad:
        yield source.problem(refused.code, ("options", key), refused.reason)
    wrong = {key for key, _ in bad} | gist.unread
    good = {key: value for key, value in gist.options.items() if key not in wrong}
    conflict = _conflict(game, gist.ruleset, good, wrong)
    if conflict is not None:
        yield source.problem(conflict.code, ("options",), conflict.reason)


def _conflict(game: Any, ruleset: str, good: dict[str, Any], wrong: Collection[str]) -> Any:
    """What does not go together of ``good``, whatever those that are ``wrong`` are meant to say.

    One of an unknown name may be meant for any option that is not among the good ones.
    """
    found = _refusal(game, ruleset, good)
    if found is None:
        return None
    names = {option.name for option in game.options}
    unsure = names.intersection(wrong) if names.issuperset(wrong) else names.difference(good)
    meant = ((option.name, value) for option in game.options if option.name in unsure for value in option.values)
    others = (_refusal(game, ruleset, {**good, name: value}) for name, value in meant)
    return found if all(other is not None and other.reason == found.reason for other in others) else None


def _refusal(game: Any, ruleset: str, options: dict[str, Any]) -> Any:
    from croupier.games.kernel import BadOptions

    try:
        game.resolve(ruleset, options)
    except BadOptions as error:
        return error
    return None

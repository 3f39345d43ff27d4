"""Random sets of options of a game, valid ones and others."""

import random
from typing import Any

from croupier.contracts.errors import CODES
from croupier.games.kernel import BadOptions, Game, Option, OptionValue

FEW = 4
"""Numbers of a long range that are tried: its first ones, and the last."""


def values(option: Option) -> list[OptionValue]:
    """The values of an option, of a long range of numbers only some: the first ones, the default and the last."""
    if isinstance(option.values, range) and len(option.values) > 2 * FEW:
        return sorted({*option.values[:FEW], int(option.default), option.values[-1]})
    return list(option.values)


def drawn(game: Game, rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A ruleset and random changes of it, from few to many; they may contradict each other."""
    share = rng.choice((0.0, 0.1, 0.3, 0.6))
    given = {option.name: rng.choice(values(option)) for option in game.options if rng.random() < share}
    return rng.choice(sorted(game.rulesets)), given


def resolved_or_refused(game: Game, ruleset: str, given: dict[str, Any]) -> dict[str, Any] | BadOptions:
    """What the game makes of them: all options, of which it makes the same again, or a declared refusal."""
    options = tried(game, ruleset, given)
    if isinstance(options, BadOptions):
        assert options.code in CODES, options.code
        assert options.code.startswith("option/")
        assert 0 < len(options.reason) < 300
        return options
    assert list(options) == [option.name for option in game.options]
    assert {name: options[name] for name in given} == given
    assert game.resolve("house", options) == options
    return options


def tried(game: Game, ruleset: str, given: dict[str, Any]) -> dict[str, Any] | BadOptions:
    """All options, or the refusal."""
    try:
        return game.resolve(ruleset, given)
    except BadOptions as error:
        return error


def valid(game: Game, rng: random.Random, fixed: dict[str, Any] | None = None) -> dict[str, Any]:
    """A random set of options that the game takes, with ``fixed`` values for some."""
    for _ in range(1000):
        ruleset, given = drawn(game, rng)
        options = resolved_or_refused(game, ruleset, given | (fixed or {}))
        if not isinstance(options, BadOptions):
            return options
    raise AssertionError(f"{game.name} takes no options with {fixed}")


def spoiled(game: Game, rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A ruleset and options of which one is unknown, of another type or out of range."""
    ruleset, given = drawn(game, rng)
    if not game.options:
        return rng.choice(((ruleset, {"player": 2}), ("hause", {})))
    option = rng.choice(game.options)
    junk: list[Any] = ["", "x" * 300, "\0", -1, 10**9, 1.5, None, [], {}, str(option.default), option.name]
    kind = rng.randrange(3)
    if kind == 0:
        return rng.choice(("", "hause", "HOUSE", "\0", "x" * 300)), given
    if kind == 1:
        return ruleset, given | {option.name[:-1] + rng.choice(("", "x-", "-n")): option.default}
    bad = [value for value in junk if not any(type(value) is type(own) and value == own for own in option.values)]
    return ruleset, given | {option.name: rng.choice(bad)}


def check_shape(game: Game, options: dict[str, Any]) -> None:
    """Seats, sides and pack of a set of options fit together; only ``players`` decides the seats."""
    seats, sides, pack = game.seats(options), game.sides(options), game.pack(options)
    assert sorted(seat for side in sides for seat in side) == list(range(seats))
    assert len(set(pack)) == len(pack)
    default = game.resolve("house", {})
    assert seats == options.get("players", game.seats(default))

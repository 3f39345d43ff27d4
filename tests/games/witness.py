"""Witnesses that an option is not ignored: the same deck and the same choices, and something differs.

For two values of an option a search looks for a set of the other options, a deck and choices under which the two
games differ in something that players meet: pack, seats, who is asked for what, what is legal, told, seen or scored,
or the result. A kernel that ignores the option has none.

``python -m tests.games.witness`` searches for all games anew and writes down what takes long.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from croupier import games
from croupier.games.kernel import BadOptions, Fact, Game, Option, OptionValue, Result
from games import optionsets, perft
from games.battery import Options, Position, choose, dealt, resolved

DEALS = 4
"""Deals of a game that are compared."""
KNOWN = Path(__file__).with_name("witnesses.txt")
LONG = 100
"""Tries from which on a witness is written down."""
PATIENCE = 250
"""Tries for a difference in play before a difference in what is refused will do."""

SAME = {("bezique", "brisque_min", 1)}
"""Values that mean the same as the default: who has no brisque gets nothing either way."""


def others(game: Game, option: Option) -> list[OptionValue]:
    """The values of an option that must make a difference to its default."""
    values = [value for value in optionsets.values(option) if value != option.default]
    return [value for value in values if (game.name, option.name, value) not in SAME]


def witness(game: Game, option: Option, one: OptionValue, other: OptionValue, tries: int = 3000) -> str | None:
    """What differs between two values of an option, and with which others; ``None`` if nothing was found.

    Some values only decide which others may stand beside them (``length = single`` beside 3 games): that one set of
    options is refused and the other is taken is a difference too, if the first tries bring no better one.
    """
    if there := _in_counted_positions(game, option, one, other):
        return there
    found, _ = search(game, option, one, other, chain(known(game, option, other), range(tries)))
    return found


def search(
    game: Game, option: Option, one: OptionValue, other: OptionValue, numbers: Iterable[int]
) -> tuple[str | None, int]:
    """The first difference among the tries of these numbers, and which of them brought it."""
    refused = ""
    for number in numbers:
        rng = random.Random(f"{game.name} {option.name} {one} {other} {number}")
        left, right = _pair(game, option, one, other, rng)
        if isinstance(left, BadOptions) or isinstance(right, BadOptions):
            refused = refused or ("" if type(left) is type(right) else f"a refusal: {left}, {right}")
        elif found := difference(game, left, right, rng.random()):
            return f"{found} with {changed(game, left)} and {changed(game, right)}", number
        if refused and number > PATIENCE:
            return refused, number
    return None, -1


def known(game: Game, option: Option, value: OptionValue) -> list[int]:
    """The try that found a witness when the file was written, for values that take long to search."""
    lines = KNOWN.read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if not line.startswith("#")]
    return [
        int(number) for name, rule, text, number in words if [name, rule, text] == [game.name, option.name, str(value)]
    ]


def _in_counted_positions(game: Game, option: Option, one: OptionValue, other: OptionValue) -> str:
    """A difference on the way to a position of ``perft``: there are positions to which hardly any random play leads."""
    for counted in perft.read(game.name):
        given = resolved(game, counted.options)
        pair = [optionsets.tried(game, "house", given | {option.name: value}) for value in (one, other)]
        tables = [
            dealt(game, options, counted.deck, game.seats(options) - 1)
            for options in pair
            if not isinstance(options, BadOptions) and set(game.pack(options)) == set(counted.deck)
        ]
        if len(tables) == 2 and (found := _along(tables[0], tables[1], counted.after)):
            return f"{found}: {counted.title}"
    return ""


def _along(here: Position, there: Position, actions: list[str]) -> str:
    """The first difference while both go the same way, as long as it is one; or nothing."""
    for action in actions:
        if found := _differs(here, there):
            return found
        if action not in here.deal.legal():
            return ""
        here.act(action)
        there.act(action)
    return _differs(here, there)


def changed(game: Game, options: Options) -> dict[str, Any]:
    """What differs from the defaults."""
    return {name: value for name, value in options.items() if value != game.resolve("house", {})[name]}


def _pair(
    game: Game, option: Option, one: OptionValue, other: OptionValue, rng: random.Random
) -> list[Options | BadOptions]:
    ruleset, given = optionsets.drawn(game, rng)
    return [optionsets.resolved_or_refused(game, ruleset, given | {option.name: value}) for value in (one, other)]


def difference(game: Game, left: Options, right: Options, seed: float) -> str:
    """Play a game twice with the same decks and choices, under other options: what differs first, or nothing."""
    rng = random.Random(seed)
    tables = game.seats(left), game.sides(left), game.pack(left)
    if tables != (game.seats(right), game.sides(right), game.pack(right)):
        return "the table"
    one, other, pack, ply = game.match(left), game.match(right), game.pack(left), 0
    for number in range(1, DEALS + 1):
        dealer = one.next_dealer()
        if dealer != other.next_dealer() or _told(one.result()) != _told(other.result()):
            return f"the match before deal {number}"
        if dealer is None:
            return ""
        deck = rng.sample(pack, len(pack))
        place = (number, tuple(one.points()), ply)
        here, there = dealt(game, left, deck, dealer, *place), dealt(game, right, deck, dealer, *place)
        if found := _in_deal(here, there, rng):
            return f"{found} of deal {number}"
        one.record(here.deal)
        other.record(there.deal)
        ply += len(here.actions)
    return ""


def _told(result: Result | None) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    return None if result is None else (result.points, result.places)


def _in_deal(here: Position, there: Position, rng: random.Random) -> str:
    """The first difference of two deals, or nothing."""
    if _seen(here, here.opening) != _seen(there, there.opening):
        return "the opening"
    while (found := _differs(here, there)) == "" and here.deal.to_act is not None:
        action = choose(here.deal, rng)
        if _seen(here, here.act(action)) != _seen(there, there.act(action)):
            return f"what {action!r} brings at ply {len(here.actions)}"
        if here.deal.shown(action) != there.deal.shown(action):
            return f"what {action!r} shows at ply {len(here.actions)}"
    return found


def _seen(position: Position, facts: list[Fact]) -> list[list[dict[str, Any]]]:
    return [[fact.seen_by(audience) for fact in facts] for audience in position.audiences]


def _differs(here: Position, there: Position) -> str:
    """In what two positions differ that came about in the same way."""
    one, other, ply = here.deal, there.deal, len(here.actions)
    if (one.to_act, one.phase) != (other.to_act, other.phase):
        return f"whose turn it is at ply {ply}"
    if (one.legal(), one.form(), one.auto()) != (other.legal(), other.form(), other.auto()):
        return f"what is legal at ply {ply}"
    if (one.points(), one.scores) != (other.points(), other.scores):
        return f"the score at ply {ply}"
    if any(one.view(audience) != other.view(audience) for audience in here.audiences):
        return f"what is seen at ply {ply}"
    return ""


def late(game: Game, option: Option, value: OptionValue) -> Iterator[str]:
    """A line of the file, if a witness against the default is found, and found late."""
    if not _in_counted_positions(game, option, option.default, value):
        found, number = search(game, option, option.default, value, range(20_000))
        print(game.name, option.name, value, number, found, flush=True)
        if number > LONG and "a refusal" not in (found or ""):
            yield f"{game.name} {option.name} {value} {number}"


def main() -> None:
    """Search a witness of every value of every option against the default, and write down those that take long."""
    lines = ["# Tries that found a witness late: game, option, value, number; by python -m tests.games.witness."]
    for game in map(games.get, games.names()):
        for option in game.options:
            for value in others(game, option):
                lines += late(game, option, value)
    KNOWN.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

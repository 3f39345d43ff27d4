"""Witnesses that an option is not ignored: the same deck and the same choices, and something differs.

For two values of an option a search looks for a set of the other options, a deck and choices under which the two
games differ in something that players meet: pack, seats, who is asked for what, what is legal, told, seen or scored,
or the result. A kernel that ignores the option has none.
"""

import random
from typing import Any

from croupier.games.kernel import BadOptions, Fact, Game, Option, OptionValue, Result
from games import optionsets
from games.battery import Options, Position, choose, dealt

DEALS = 4
"""Deals of a game that are compared."""
PATIENCE = 100
"""Tries for a difference in play before a difference in what is refused will do."""


def witness(game: Game, option: Option, one: OptionValue, other: OptionValue, tries: int = 3000) -> str | None:
    """What differs between two values of an option, and with which others; ``None`` if nothing was found.

    Some values only decide which others may stand beside them (``length = single`` beside 3 games): that one set of
    options is refused and the other is taken is a difference too, if the first tries bring no better one.
    """
    rng, refused = random.Random(f"{game.name} {option.name} {one} {other}"), ""
    for number in range(tries):
        left, right = _pair(game, option, one, other, rng)
        seed = rng.random()
        if isinstance(left, BadOptions) or isinstance(right, BadOptions):
            refused = refused or ("" if type(left) is type(right) else f"a refusal: {left}, {right}")
        elif found := difference(game, left, right, seed):
            return f"{found} with {changed(game, left)} and {changed(game, right)}, seed {seed}"
        if refused and number > PATIENCE:
            return refused
    return None


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

"""No option is ignored, whatever the game, and no set of options is taken that a game cannot be played with."""

import random

import pytest

from croupier import games
from croupier.games.kernel import BadOptions, Option, OptionValue
from games import optionsets
from games.witness import difference, others, witness

CHANGES = [
    pytest.param(name, option, value, id=f"{name}-{option.name}-{value}")
    for name in games.names()
    for option in games.get(name).options
    for value in others(games.get(name), option)
]


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("name", "option", "value"), CHANGES)
def test_every_value_of_an_option_makes_a_difference(name: str, option: Option, value: OptionValue) -> None:
    """Against the default: there is a deal in which players notice."""
    assert witness(games.get(name), option, option.default, value)


@pytest.mark.parametrize("name", games.names())
def test_the_same_options_make_no_difference(name: str) -> None:
    """Or every option would have a witness."""
    game, rng = games.get(name), random.Random(3)
    for _ in range(10):
        options = optionsets.valid(game, rng)
        assert difference(game, options, dict(options), rng.random()) == ""


@pytest.mark.parametrize("name", games.names())
def test_any_options_are_either_taken_whole_or_refused(name: str) -> None:
    """With a declared code; and what is taken makes a table."""
    game, rng = games.get(name), random.Random(7)
    for _ in range(300):
        spoiled = optionsets.resolved_or_refused(game, *optionsets.spoiled(game, rng))
        assert isinstance(spoiled, BadOptions)
        taken = optionsets.resolved_or_refused(game, *optionsets.drawn(game, rng))
        if not isinstance(taken, BadOptions):
            optionsets.check_shape(game, taken)


@pytest.mark.parametrize("name", games.names())
def test_every_ruleset_can_be_played_as_it_is(name: str) -> None:
    """And ``house`` is what the options say by default."""
    game = games.get(name)
    assert game.resolve("house", {}) == {option.name: option.default for option in game.options}
    for ruleset in game.rulesets:
        optionsets.check_shape(game, game.resolve(ruleset, {}))

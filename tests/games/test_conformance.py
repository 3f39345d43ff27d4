"""Every game against the battery."""

import random

import pytest

from croupier import games
from games.battery import Sample
from games.checks import CHECKS
from games.samples import SAMPLES
from games.worlds import check_hidden_cards_make_no_difference, check_suits_are_only_names

CASES = [
    pytest.param(sample, options, id=f"{name}-{number}")
    for name, sample in SAMPLES.items()
    for number, options in enumerate(sample.options)
]


def test_every_game_has_a_sample() -> None:
    """A game that is registered is tested."""
    assert set(games.names()) == set(SAMPLES)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize(("sample", "options"), CASES)
def test_the_game_keeps_what_every_game_keeps(sample: Sample, options: dict[str, object], check: object) -> None:
    """Conservation, legality, refusals, replay and copy, in random deals."""
    assert callable(check)
    for seed in range(6):
        check(sample, options, random.Random(seed))


@pytest.mark.parametrize(("sample", "options"), CASES)
def test_two_worlds_that_differ_in_hidden_cards_look_the_same(sample: Sample, options: dict[str, object]) -> None:
    """Nobody can tell from facts, views, legal actions or errors which of two hidden cards lies where."""
    compared = sum(check_hidden_cards_make_no_difference(sample, options, random.Random(seed)) for seed in range(25))
    assert compared >= 25


@pytest.mark.parametrize(("sample", "options"), CASES)
def test_suits_are_only_names(sample: Sample, options: dict[str, object]) -> None:
    """Under other names of the suits the same is legal, seen and scored."""
    assert sum(check_suits_are_only_names(sample, options, random.Random(seed)) for seed in range(4)) == 4

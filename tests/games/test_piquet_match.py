"""Piquet deals in sequence: who deals, how many there are, and what the result is."""

import random
from typing import Any

import pytest

from croupier.games.kernel import Match, Result
from croupier.games.piquet.deal import PiquetDeal
from croupier.games.piquet.match import settlement
from games.battery import resolved
from games.piquet_deals import ALL_CARDS, PIQUET, SAMPLE_DEAL, SAMPLE_HOUSE, deal, run


def match(**given: Any) -> Match:
    return PIQUET.match(resolved(PIQUET, given))


def scored(*points: int) -> PiquetDeal:
    """A deal that is over, with these points by seat."""
    table = run(deal(SAMPLE_DEAL), SAMPLE_HOUSE)
    table.totals = list(points)
    return table


def record(game: Match, *deals: tuple[int, int]) -> Result | None:
    """Count deals in sequence; the dealer alternates, the last seat first."""
    for number, points in enumerate(deals):
        assert game.next_dealer() == (number + 1) % 2
        assert game.result() is None
        game.record(scored(*points))
    return game.result()


def test_a_single_deal_decides() -> None:
    """The house's way: points and places of one deal."""
    assert record(match(), (35, 27)) == Result((35, 27), (1, 2), "one deal")
    game = match()
    drawn = record(game, (30, 30))
    assert drawn is not None
    assert drawn.outcome == "drawn"
    assert game.next_dealer() is None


def test_the_sum_of_an_even_number_of_deals_decides() -> None:
    """Two where nothing else is said."""
    assert record(match(length="deals"), (35, 27), (20, 41)) == Result((55, 68), (2, 1), "sum of 2 deals")
    four = match(length="deals", length_n=4)
    assert record(four, (10, 20), (10, 20), (10, 20)) is None
    assert four.points() == [30, 60]
    four.record(scored(40, 10))
    assert four.result() == Result((70, 70), (1, 1), "sum of 4 deals")


@pytest.mark.parametrize(
    ("points", "worth"),
    [((131, 113), 118), ((125, 81), 306), ((105, 101), 104), ((97, 89), 286), ((120, 99), 319), ((110, 110), 0)],
)
def test_a_partie_is_worth_the_difference_or_below_the_rubicon_the_sum(points: tuple[int, int], worth: int) -> None:
    """And a hundred, whoever of the two it is."""
    assert settlement(points) == settlement((points[1], points[0])) == worth


def test_a_partie_is_six_deals() -> None:
    """The points are the sums; the settlement stands beside them."""
    assert record(match(ruleset="classic"), *[(20, 15)] * 5) is None
    result = record(match(ruleset="classic"), *[(20, 15)] * 5, (31, 38))
    assert result == Result((131, 113), (1, 2), "partie of 6 deals, settlement 118")
    rubicon = record(match(ruleset="classic"), *[(15, 20)] * 5, (6, 25))
    assert rubicon == Result((81, 125), (2, 1), "partie of 6 deals, settlement 306, Rubicon")


def test_an_equal_partie_goes_on_for_two_deals_both_of_them_and_may_then_be_drawn() -> None:
    """The first of the two does not end it."""
    equal = [(20, 20)] * 6
    game = match(length="partie")
    assert record(game, *equal) is None
    game.record(scored(50, 10))
    assert game.result() is None
    game.record(scored(1, 10))
    assert game.result() == Result((171, 140), (1, 2), "partie of 8 deals, settlement 131")
    drawn = record(match(length="partie"), *equal, (30, 10), (10, 30))
    assert drawn == Result((160, 160), (1, 1), "partie of 8 deals, settlement 0")


def test_a_hundred_up_ends_at_the_end_of_a_deal() -> None:
    """Both may be above; if both have as many there is one more deal."""
    game = match(length="cent")
    assert record(game, (60, 50), (39, 20)) is None
    game.record(scored(10, 40))
    assert game.result() == Result((109, 110), (2, 1), "first to 100 points")
    game = match(length="cent", target=50)
    assert record(game, (50, 50)) is None
    game.record(scored(3, 1))
    assert game.result() == Result((53, 51), (1, 2), "first to 50 points")


def test_a_partie_of_random_deals_counts_plies_over_the_game() -> None:
    """A deal that begins at ply 100 names plies from there on."""
    rng = random.Random(6)
    table = deal(rng.sample(ALL_CARDS, 32), first_ply=100, ruleset="classic")
    while table.to_act is not None:
        table.push(rng.choice(table.moves()))
    assert {score.ply for score in table.scores} <= set(range(100, 160))
    assert table.scores[-1].ply == table.ply - 1

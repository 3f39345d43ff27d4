"""Deals of bezique in sequence: who deals, and what the result is."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.bezique.deal import BeziqueDeal
from croupier.games.kernel import Match, Result
from games.battery import CALM
from games.bezique_deals import BEZIQUE, find


def match(ruleset: str = "house", **given: Any) -> Match:
    return BEZIQUE.match(BEZIQUE.resolve(ruleset, given))


def over(*points: int) -> BeziqueDeal:
    """A deal that is over with these points."""
    deal = find(lambda _: True, packs=1)
    deal.totals = list(points)
    return deal


def test_a_single_deal_decides() -> None:
    """The last seat deals, so that seat 0 leads; more points win."""
    game = match()
    assert (game.next_dealer(), game.points(), game.result()) == (1, [0, 0], None)
    game.record(over(390, 950))
    assert game.result() == Result((390, 950), (2, 1), "one deal")
    assert game.next_dealer() is None


def test_equal_points_are_a_draw() -> None:
    """Both in first place."""
    game = match()
    game.record(over(200, 200))
    result = game.result()
    assert result is not None
    assert (result.places, result.outcome) == ((1, 1), "drawn")


def test_a_target_is_looked_at_when_a_deal_ends() -> None:
    """More points win if both have it; the dealer alternates."""
    game = match("classic")
    for points, dealer in (((600, 100), 0), ((300, 880), 1)):
        game.record(over(*points))
        assert (game.next_dealer(), game.result()) == (dealer, None)
    game.record(over(100, 120))
    assert game.result() == Result((1000, 1100), (2, 1), "first to 1000 points")


def test_exactly_the_target_is_enough() -> None:
    """Not more than it."""
    game = match(length="target", target=500)
    game.record(over(490, 0))
    assert game.result() is None
    game.record(over(10, 0))
    assert game.result() == Result((500, 0), (1, 2), "first to 500 points")


def test_equal_points_above_the_target_are_followed_by_one_more_deal_and_again() -> None:
    """Until somebody is ahead."""
    game = match(length="target", target=300)
    for _ in range(3):
        game.record(over(300, 300))
        assert game.result() is None
    game.record(over(0, 10))
    assert game.result() == Result((900, 910), (2, 1), "first to 300 points")


def test_deals_are_added_up() -> None:
    """An even number, so both deal as often."""
    game = match(length="deals", length_n=4)
    dealers = []
    for points in ((100, 0), (0, 50), (0, 50), (10, 10)):
        dealers.append(game.next_dealer())
        game.record(over(*points))
    assert dealers == [1, 0, 1, 0]
    result = game.result()
    assert result == Result((110, 110), (1, 1), "sum of 4 deals")


def test_a_deal_of_two_is_the_default_number() -> None:
    """Each deals once."""
    game = match(length="deals")
    game.record(over(10, 0))
    assert game.result() is None
    game.record(over(10, 0))
    assert game.result() is not None


def test_only_a_finished_deal_of_an_undecided_game_is_recorded() -> None:
    """Everything else is a mistake of the program."""
    options = BEZIQUE.resolve("house", {})
    game = match()
    with pytest.raises(ValueError, match="not over"):
        game.record(BEZIQUE.deal(options, 1, BEZIQUE.pack(options)))
    game.record(over(0, 0))
    with pytest.raises(ValueError, match="decided"):
        game.record(over(0, 0))


@CALM
@given(st.sampled_from(["deal-end", "immediate"]), st.integers(1, 60), st.booleans(), st.integers(0, 10**6))
def test_a_game_to_a_target_follows_from_its_deals(check: str, tens: int, sevens: bool, seed: int) -> None:
    """Play whole games at random: who reached it first wins at once, or more points win at the end of a deal."""
    target = 10 * tens
    given = {"length": "target", "target": target, "target_check": check, "seven_played_scores": sevens, "packs": 1}
    options = BEZIQUE.resolve("house", given)
    rng, game, pack, dealer = random.Random(seed), BEZIQUE.match(options), BEZIQUE.pack(options), 1
    sums = [0, 0]
    while game.result() is None:
        assert game.next_dealer() == dealer
        deal = BEZIQUE.deal(options, dealer, rng.sample(pack, len(pack)), points=game.points())
        while deal.to_act is not None:
            deal.push(rng.choice(deal.moves()))
        game.record(deal)
        running = sums.copy()
        for score in deal.scores:
            assert check == "deal-end" or max(running) < target, "a line after the end"
            running[score.seat] += score.points
        sums, dealer = running, 1 - dealer
        assert game.points() == sums
        decided = max(sums) >= target and sums[0] != sums[1]
        assert (game.result() is not None) == decided
        assert check == "deal-end" or min(sums) < target
    result = game.result()
    assert result is not None
    assert result.places == ((1, 2) if sums[0] > sums[1] else (2, 1))

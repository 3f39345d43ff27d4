"""Deals in sequence: who deals, which deals count, and what the result is."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.briscola.deal import BriscolaDeal
from croupier.games.kernel import Match, Result
from games.battery import CALM
from games.briscola_deals import BRISCOLA, deal, find


def match(**given: Any) -> Match:
    return BRISCOLA.match(BRISCOLA.resolve("house", given))


def drawn(**options: Any) -> BriscolaDeal:
    return find(lambda deal: deal.points() == [60, 60], 2, **options)


def won(side: int, **options: Any) -> BriscolaDeal:
    return find(lambda deal: deal.points()[side] > 60, 2, **options)


def test_a_single_deal_decides() -> None:
    """The last seat deals, so that seat 0 leads; points and places are those of the deal."""
    game, only = match(), won(1)
    assert (game.next_dealer(), game.points(), game.result()) == (1, [0, 0], None)
    game.record(only)
    assert game.result() == Result(tuple(only.points()), (2, 1), "one deal")
    assert game.next_dealer() is None
    assert game.points() == only.points()


def test_a_single_drawn_deal_is_a_drawn_game() -> None:
    """60 to 60, both in first place."""
    game = match()
    game.record(drawn())
    result = game.result()
    assert result == Result((60, 60), (1, 1), "one deal")
    assert result.outcome == "drawn"


def test_with_replay_a_drawn_deal_is_null_and_the_same_seat_deals_again() -> None:
    """The points of the game are those of the deal that counts."""
    game = match(tie="replay")
    game.record(drawn())
    assert (game.result(), game.next_dealer(), game.points()) == (None, 1, [0, 0])
    counting = won(0)
    game.record(counting)
    assert game.points() == counting.points()
    assert game.next_dealer() is None


def test_with_last_trick_a_drawn_deal_has_a_winner() -> None:
    """60 to 60 and yet a first and a second place."""
    game = match(tie="last-trick")
    game.record(drawn(tie="last-trick"))
    result = game.result()
    assert result is not None
    assert (result.points, sorted(result.places), result.outcome) == ((60, 60), [1, 2], "won")


def test_best_of_three_is_over_after_two_wins() -> None:
    """Points are deals won; the dealer moves on after each deal."""
    game = match(length="best-of", length_n=3)
    game.record(won(0))
    assert (game.points(), game.next_dealer(), game.result()) == ([1, 0], 0, None)
    game.record(won(0))
    assert game.result() == Result((2, 0), (1, 2), "first to 2 deals")


def test_best_of_three_goes_to_a_third_deal_if_need_be() -> None:
    """One all, then the third decides."""
    game = match(length="best-of", length_n=3)
    for side in (0, 1, 1):
        assert game.result() is None
        game.record(won(side))
    assert game.result() == Result((1, 2), (2, 1), "first to 2 deals")


@pytest.mark.parametrize("tie", ["draw", "replay"])
def test_in_best_of_a_drawn_deal_is_replayed_by_the_same_dealer(tie: str) -> None:
    """Whatever ``tie`` says, as somebody has to win."""
    game = match(length="best-of", length_n=1, tie=tie)
    game.record(drawn())
    assert (game.points(), game.next_dealer(), game.result()) == ([0, 0], 1, None)


def test_in_best_of_the_last_trick_may_win_a_deal() -> None:
    """With ``tie = last-trick`` no deal of two is drawn."""
    game = match(length="best-of", length_n=1, tie="last-trick")
    game.record(drawn(tie="last-trick"))
    result = game.result()
    assert result is not None
    assert sorted(result.points) == [0, 1]


def test_deals_are_summed() -> None:
    """Drawn deals count; the dealer moves on; equal sums are a draw."""
    game, first, second = match(length="deals", length_n=2), won(0), drawn()
    game.record(first)
    assert (game.points(), game.next_dealer()) == (first.points(), 0)
    game.record(second)
    assert game.points() == [first.points()[0] + 60, first.points()[1] + 60]
    result = game.result()
    assert result is not None
    assert (result.places, result.why) == ((1, 2), "sum of 2 deals")
    level = match(length="deals", length_n=2)
    level.record(drawn())
    level.record(drawn())
    assert level.result() == Result((120, 120), (1, 1), "sum of 2 deals")


def test_deals_with_replay_do_not_count_a_drawn_deal() -> None:
    """It is dealt anew and adds nothing."""
    game = match(length="deals", length_n=2, tie="replay")
    game.record(drawn())
    assert (game.points(), game.next_dealer(), game.result()) == ([0, 0], 1, None)


def test_three_players_share_places_by_competition_ranking() -> None:
    """Two tied in front are both first, the other is third: a draw."""
    tied = find(lambda deal: deal.points().count(max(deal.points())) == 2, 3)
    game = match(players=3)
    assert game.next_dealer() == 2
    game.record(tied)
    result = game.result()
    assert result is not None
    assert (sorted(result.places), result.outcome) == ([1, 1, 3], "drawn")


def test_teams_are_the_sides_of_the_result() -> None:
    """Four seats, two places; the last seat deals first."""
    game = match(players=4)
    assert game.next_dealer() == 3
    game.record(find(lambda deal: deal.points()[0] > 60, 4))
    result = game.result()
    assert result is not None
    assert result.places == (1, 2)


def test_only_a_finished_deal_of_an_undecided_game_is_recorded() -> None:
    """Everything else is a mistake of the program."""
    pack = BRISCOLA.pack(BRISCOLA.resolve("house", {}))
    game = match()
    with pytest.raises(ValueError, match="not over"):
        game.record(deal(2, list(pack)))
    game.record(won(0))
    with pytest.raises(ValueError, match="decided"):
        game.record(won(0))


def outcome(deal: BriscolaDeal) -> int | None:
    """The side that won a deal, or ``None`` for a draw: by the rules of the page, without the kernel's places."""
    best = max(deal.points())
    return deal.points().index(best) if deal.points().count(best) == 1 else None


@CALM
@given(
    st.sampled_from([2, 3, 4, 6]),
    st.sampled_from(["single", "best-of", "deals"]),
    st.integers(0, 3),
    st.sampled_from(["draw", "replay"]),
    st.integers(0, 10**6),
)
def test_any_match_follows_from_its_deals(players: int, length: str, half: int, tie: str, seed: int) -> None:
    """Play whole games at random and work out dealer, points and end by hand."""
    number = 1 if length == "single" else 2 * half + 1
    options = BRISCOLA.resolve("house", {"players": players, "length": length, "length_n": number, "tie": tie})
    rng, game, pack = random.Random(seed), BRISCOLA.match(options), BRISCOLA.pack(options)
    dealer, wins, sums, counted = players - 1, [0] * 3, [0] * 3, 0
    while game.result() is None:
        assert game.next_dealer() == dealer
        playing = BRISCOLA.deal(options, dealer, rng.sample(pack, len(pack)))
        while playing.to_act is not None:
            playing.push(rng.choice(playing.moves()))
        assert isinstance(playing, BriscolaDeal)
        game.record(playing)
        winner = outcome(playing)
        if winner is None and (tie == "replay" or length == "best-of"):
            continue
        dealer, counted = (dealer + 1) % players, counted + 1
        sums = [total + more for total, more in zip(sums, [*playing.points(), 0], strict=False)]
        if winner is not None:
            wins[winner] += 1
        decided = max(wins) == half + 1 if length == "best-of" else counted == number
        assert (game.result() is not None) == decided
    expected = wins if length == "best-of" else sums
    assert game.points() == expected[: len(game.points())]

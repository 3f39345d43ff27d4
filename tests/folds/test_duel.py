"""Duels: five results of a pair, tests that stop, errors as rare as promised, estimates less the luck."""

import random
from math import inf, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import games
from croupier.contracts.errors import BadConfig
from croupier.folds.duel.fixed import FixedTest, pairs_needed, verdict
from croupier.folds.duel.luck import DealLuck, adjusted, luck, luck_of_pairs, played_out
from croupier.folds.duel.pairs import SCORES, Pairs, elo, estimate, moments, pairs_of, saved, score_at
from croupier.folds.duel.sprt import Sprt, likeliest, ratio, state
from croupier.folds.duel.variance import saving
from croupier.games.kernel import Deal
from duels import chances, rates


def test_a_pair_is_one_of_five_results_and_remembers_how_it_came_to_one_point() -> None:
    pairs = pairs_of([(2, 2), (2, 0), (0, 2), (1, 1), (1, 0), (2, 1), (0, 0)])
    assert pairs.counts == (1, 1, 3, 1, 1)
    assert pairs.split == 2
    assert pairs.games == (2 + 1 + 2, 2 + 2, 2 + 1 + 2)


@pytest.mark.parametrize(
    ("score", "difference"), [(0.5, 0), (10 / 11, 400), (1 / 11, -400), (0.75, 190.848), (1, inf), (0, -inf)]
)
def test_a_score_and_its_difference_in_elo(score: float, difference: float) -> None:
    """Odds of ten to one are 400 points, odds of three to one 400 × log10(3)."""
    assert elo(score) == pytest.approx(difference, abs=1e-3)
    if 0 < score < 1:
        assert score_at(difference) == pytest.approx(score, abs=1e-6)


def test_pairs_that_share_their_luck_save_games() -> None:
    """Ten boards of which each seat wins both its games: as single games 20 coin tosses, as pairs no doubt at all.

    With one pair in ten won twice the variance of a pair's score is 0.09 / 4; that of a game 0.2475: (11 - 2) × 10.
    """
    assert saved(Pairs((0, 0, 10, 0, 0), split=10)) == 0
    assert saved(Pairs((0, 0, 9, 0, 1), split=9)) == 90


def test_an_estimate_of_equal_pairs_is_even_and_one_of_a_single_pair_knows_nothing() -> None:
    found = estimate(Pairs((10, 5, 30, 5, 10)))
    assert (found.score, found.superiority) == (0.5, 0.5)
    assert found.elo[0] == 0
    assert found.elo[1] == pytest.approx(-found.elo[2])
    assert estimate(Pairs((0, 0, 0, 0, 1))).low == 0


def test_the_interval_of_pairs_that_are_all_alike_follows_the_rule_of_three() -> None:
    assert estimate(Pairs((0, 0, 0, 0, 30))).low == pytest.approx(0.9)
    assert estimate(Pairs((0, 0, 0, 0, 3))).superiority < 0.9


def test_the_likeliest_distribution_with_a_mean_has_that_mean_and_is_the_data_where_it_fits() -> None:
    counts = [3.0, 5.0, 11.0, 6.0, 4.0]
    found = likeliest(counts, 0.6)
    assert sum(found) == pytest.approx(1)
    assert sum(share * score for share, score in zip(found, SCORES, strict=True)) == pytest.approx(0.6)
    own = sum(count * score for count, score in zip(counts, SCORES, strict=True)) / sum(counts)
    assert likeliest(counts, own) == pytest.approx([count / sum(counts) for count in counts])


def test_with_wins_and_losses_only_the_ratio_is_walds() -> None:
    """Two results leave no freedom: wins × log(p1 / p0) + losses × log(q1 / q0), but for a trace of the others."""
    test = Sprt(0, 50)
    below, above = score_at(0), score_at(50)
    right = 60 * log(above / below) + 40 * log((1 - above) / (1 - below))
    assert ratio(test, Pairs((40, 0, 0, 0, 60))) == pytest.approx(right, rel=0.05)


@given(st.lists(st.integers(0, 60), min_size=5, max_size=5), st.sampled_from([(0, 40), (-20, 20), (5, 150)]))
def test_the_ratio_is_what_the_page_for_auditors_says(counts: list[int], elos: tuple[int, int]) -> None:
    """docs/verify.md: the likeliest distributions, here found by Newton's method on the slope, in place of halving."""
    none, half, one, more, two = counts
    found = ratio(Sprt(*elos), Pairs((none, half, one, more, two)))
    if not sum(counts):
        assert found == 0
        return
    c = [count or 0.5 for count in counts]
    shares = []
    for wanted in elos:
        gaps = [score - 1 / (1 + 10 ** (-wanted / 400)) for score in (0, 0.25, 0.5, 0.75, 1)]
        t = 0.0
        for _ in range(200):
            slope = sum(n * gap / (1 + t * gap) for n, gap in zip(c, gaps, strict=True))
            step = slope / sum(n * (gap / (1 + t * gap)) ** 2 for n, gap in zip(c, gaps, strict=True))
            while not all(1 + (t + step) * gap > 0 for gap in gaps):
                step /= 2
            t += step
        weights = [n / (1 + t * gap) for n, gap in zip(c, gaps, strict=True)]
        shares.append([weight / sum(weights) for weight in weights])
    right = sum(n * log(one / zero) for n, zero, one in zip(c, *shares, strict=True))
    assert found == pytest.approx(right, abs=1e-6)


def test_the_bounds_are_walds_for_rates_that_are_a_fifth_smaller() -> None:
    """ln(0.96 / 0.04) is 3.178: what is estimated from few pairs must not cost the rates that were promised."""
    assert Sprt().bounds == (pytest.approx(-3.1781, abs=1e-4), pytest.approx(3.1781, abs=1e-4))


def test_a_test_stops_by_itself_with_a_verdict_or_at_its_last_pair() -> None:
    assert state(Sprt(0, 50), Pairs((0, 0, 20, 0, 60))).verdict == "better"
    assert state(Sprt(0, 50), Pairs((60, 0, 20, 0, 0))).verdict == "not better"
    going = state(Sprt(0, 50, most=9), Pairs((2, 0, 4, 0, 2)))
    assert (going.verdict, going.over) == ("open", False)
    assert state(Sprt(0, 50, most=8), Pairs((2, 0, 4, 0, 2))).over
    assert state(Sprt(), Pairs()).ratio == 0


def test_errors_are_as_rare_as_the_test_says() -> None:
    """Of 100 duels at each hypothesis; 5 are expected, and more than 11 come up less than once in a hundred times."""
    test = Sprt(0, 100)
    assert rates(test, 0, 100, seed=1).better <= 0.11
    assert rates(test, 100, 100, seed=2).not_better <= 0.11


def test_the_truth_of_a_simulated_duel_is_what_it_says() -> None:
    shares = chances(100)
    assert sum(share * score for share, score in zip(shares, SCORES, strict=True)) == pytest.approx(score_at(100))


@pytest.mark.parametrize(
    "fields", [{"elo0": 5, "elo1": 5}, {"alpha": 0}, {"beta": 0.5}, {"most": 0}], ids=["elo", "alpha", "beta", "most"]
)
def test_a_question_that_makes_no_sense_is_refused(fields: dict[str, float]) -> None:
    with pytest.raises(BadConfig) as error:
        Sprt(**fields)  # type: ignore[arg-type]
    assert error.value.code == "format/spec"


def test_with_a_fixed_number_the_verdict_comes_at_the_end() -> None:
    test = FixedTest(40)
    assert verdict(test, Pairs((1, 1, 10, 4, 10))) == "open"
    assert verdict(test, Pairs((2, 2, 20, 6, 10))) == "better"
    assert verdict(test, Pairs((8, 4, 16, 4, 8))) == "not better"
    with pytest.raises(BadConfig):
        verdict(test, Pairs((0, 0, 41, 0, 0)))


def test_the_pairs_that_a_fixed_test_needs() -> None:
    """((1.6449 + 1.6449) × 0.25 / (0.53589 − 0.5))²: 25 points, a pair's score deviating by a quarter."""
    assert pairs_needed(0, 25, 0.05, 0.05, 0.25) == 524 + 1


def test_a_fixed_test_that_is_sized_for_it_errs_no_oftener_than_it_may() -> None:
    deviation = moments([round(1000 * share) for share in chances(0)], SCORES)[1] ** 0.5
    test = FixedTest(pairs_needed(0, 60, 0.05, 0.05, deviation))
    chance = random.Random(4)
    found = {elo0: [verdict(test, drawn(test.pairs, elo0, chance)) for _ in range(300)] for elo0 in (0, 60)}
    assert found[0].count("better") <= 25
    assert found[60].count("not better") <= 27


@pytest.mark.parametrize("pairs", [2, 3, 5, 8])
def test_a_fixed_test_of_few_pairs_is_careful(pairs: int) -> None:
    """Of 500; 25 are expected at most, and more than 37 come up less than once in a hundred times."""
    chance = random.Random(10 + pairs)
    found = [verdict(FixedTest(pairs), drawn(pairs, 0, chance)) for _ in range(500)]
    assert found.count("better") <= 37


def drawn(number: int, difference: float, chance: random.Random) -> Pairs:
    counts = [0] * 5
    for result in chance.choices(range(5), chances(difference), k=number):
        counts[result] += 1
    return Pairs((counts[0], counts[1], counts[2], counts[3], counts[4]))


def test_luck_that_is_known_is_taken_off_without_bias() -> None:
    """Values are strength 3, luck twice the control and some noise; the control's mean over all boards is 1."""
    chance, means = random.Random(5), []
    for _ in range(200):
        lucks = [chance.gauss(1, 5) for _ in range(60)]
        values = [3 + 2 * (luck - 1) + chance.gauss(0, 2) for luck in lucks]
        found = adjusted(values, lucks, expected=1)
        assert found.factor > 4
        means.append(found.mean)
    assert sum(means) / 200 == pytest.approx(3, abs=0.08)
    assert found.slopes == pytest.approx((2, 2), abs=0.6)


def test_a_control_that_says_nothing_takes_nothing_off() -> None:
    found = adjusted([1.0, 2.0, 3.0, 4.0], [7.0] * 4, expected=7)
    assert (found.mean, found.error) == (found.plain, found.plain_error)
    with pytest.raises(ValueError, match="four games"):
        adjusted([1.0], [1.0])


def test_the_luck_of_a_pair_is_without_what_dealing_brings_however_many_deals_there_were() -> None:
    """Dealing is worth 4 of itself, and the luck of the cards adds up."""
    pairs = [
        [DealLuck(4 + 1, True), DealLuck(-4 + 2, False)],
        [DealLuck(4 - 1, True), DealLuck(-4 + 1, False), DealLuck(4 - 2, True), DealLuck(-4 - 3, False)],
    ]
    assert luck_of_pairs(pairs) == pytest.approx([3, -5])
    assert luck_of_pairs([[DealLuck(4 + 1, True)], [DealLuck(-4 + 1, False)]]) == pytest.approx([1, 1])
    assert luck_of_pairs([[], []]) == [0, 0]


def test_the_deal_played_out_by_one_rule_is_a_control_of_briscola() -> None:
    """Two who mostly take what they can, on 120 boards: what the rule brings explains part of what they got."""
    game = games.get("briscola")
    options = game.resolve("house", {})
    chance, values, lucks = random.Random(6), [], []
    for _ in range(120):
        deck = list(game.pack(options))
        chance.shuffle(deck)
        deal = game.deal(options, 1, deck)
        while deal.to_act is not None:
            moves = list(deal.moves())
            deal.push(best(deal, moves) if chance.random() < 0.9 else chance.choice(moves))
        values.append(luck(deal.points(), 0))
        lucks.append(luck(played_out(game, options, deck, 1), 0))
    assert adjusted(values, lucks).factor > 1.02
    again = played_out(game, options, deck, 1)
    assert again == played_out(game, options, deck, 1)
    assert sum(again) == 120


def best(deal: Deal, moves: list[int]) -> int:
    seat = deal.to_act
    assert seat is not None
    return max(moves, key=lambda move: luck(after(deal, move).points(), seat))


def after(deal: Deal, move: int) -> Deal:
    other = deal.copy()
    other.push(move)
    return other


def test_games_that_share_their_luck_save_as_much_as_they_share() -> None:
    """Half of the variance of a game is the board's, with the sign of the seat: then pairs have none of it, and the
    mean of a pair varies by a half of what it would: factor 2."""
    chance, pairs = random.Random(8), []
    for _ in range(2000):
        board = chance.gauss(0, 1)
        pairs.append((1 + board + chance.gauss(0, 1), 1 - board + chance.gauss(0, 1)))
    found = saving(pairs)
    assert found.low < 2 < found.high
    assert found.high - found.low < 0.4


def test_games_that_share_nothing_save_nothing() -> None:
    chance = random.Random(9)
    found = saving([(chance.gauss(0, 1), chance.gauss(0, 1)) for _ in range(500)])
    assert found.low < 1 < found.high
    with pytest.raises(ValueError, match="three boards"):
        saving([(1, 2), (2, 1)])
    with pytest.raises(ValueError, match="do not vary"):
        saving([(1, -1), (2, -2), (3, -3)])

"""Ratings: the same whatever the order, right beside another program's fit, finite and honest where little is known."""

import random
from decimal import ROUND_DOWN, localcontext
from fractions import Fraction
from math import exp, log

import pytest

from croupier.folds.ratings.fit import NORMAL_95, POINT, SPREAD, fit
from croupier.folds.ratings.likelihood import Outcome, terms_of
from croupier.folds.ratings.running import running
from croupier.folds.ratings.table import MEAN, ratings

SIX = "abcdef"

PAIRS = [
    "ce",
    "fe",
    "bd",
    "ab",
    "bd",
    "eb",
    "bd",
    "bd",
    "ba",
    "db",
    "ba",
    "bf",
    "eb",
    "bf",
    "bf",
    "dc",
    "bd",
    "ac",
    "ef",
    "cf",
    "cf",
    "bc",
    "bf",
    "ca",
    "ea",
    "dc",
    "ad",
    "eb",
    "ab",
    "cd",
    "ce",
    "ae",
    "cf",
    "ab",
    "ce",
    "fc",
    "ae",
    "cf",
    "ba",
    "cd",
    "fa",
    "ed",
    "ef",
    "dc",
    "ab",
    "af",
    "cb",
    "ef",
    "fd",
    "dc",
    "dc",
    "be",
    "fd",
    "cd",
    "fd",
    "da",
    "be",
    "dc",
    "cd",
    "ef",
]
"""Sixty games, the winner first."""

PAIRS_BY_CHOIX = [0.3440293, 0.43919874, 0.12843998, -0.41896911, 0.12579828, -0.61849719]
"""Strengths of a to f about their mean from choix 0.4.1, ``opt_pairwise`` with alpha = 1 / (2 SPREAD²)."""

ORDERS = [
    "bdca",
    "cbaf",
    "bced",
    "badf",
    "abfd",
    "bade",
    "bcfa",
    "ceda",
    "bacd",
    "abdc",
    "abcd",
    "cbea",
    "acbe",
    "badc",
    "aedb",
    "eabf",
    "cbaf",
    "abfc",
    "aecb",
    "beca",
    "aced",
    "abce",
    "abde",
    "ecaf",
    "abec",
    "aced",
    "abcf",
    "adeb",
    "abed",
    "afdc",
    "dabc",
    "aebc",
    "dabe",
    "badc",
    "adbe",
    "cbad",
    "acbd",
    "baec",
    "abce",
    "abde",
]
"""Forty games of four, best first."""

ORDERS_BY_CHOIX = [0.8799652, 0.67539609, -0.06215136, -0.41145528, -0.23228179, -0.84947286]
"""The same from ``opt_rankings``."""


def game(best_first: str) -> Outcome:
    return Outcome(tuple((name,) for name in best_first), tuple(range(1, len(best_first) + 1)))


def drawn(names: str) -> Outcome:
    return Outcome(tuple((name,) for name in names), (1,) * len(names))


@pytest.mark.parametrize(("games", "right"), [(PAIRS, PAIRS_BY_CHOIX), (ORDERS, ORDERS_BY_CHOIX)])
def test_the_fit_is_the_one_of_choix(games: list[str], right: list[float]) -> None:
    """The prior of the recorded values is that of 350 points."""
    assert float(SPREAD * POINT) == pytest.approx(350)
    found = fit(terms_of(map(game, games)), SIX)
    assert [float(strength) for strength in found.strengths] == pytest.approx(right, abs=2e-7)
    whole = {row.entrant: row.rating for row in ratings(map(game, games), SIX).rows}
    assert [whole[name] for name in SIX] == [1500 + round(400 / log(10) * strength) for strength in right]


def test_the_precision_of_the_caller_makes_no_difference() -> None:
    """What stands in a log must not depend on who computes it."""
    right = ratings(map(game, PAIRS), SIX)
    with localcontext(prec=6, rounding=ROUND_DOWN):
        assert ratings(map(game, PAIRS), SIX).rows == right.rows


def test_more_games_of_the_same_entrants_take_no_more_memory() -> None:
    """Sums by entrant and by those who were left to choose among: at most 247 of them for eight at one table."""
    chance, terms, sizes = random.Random(4), terms_of([]), []
    for count in range(2000):
        terms.add(game("".join(chance.sample("abcdefgh", 4))))
        if count % 1000 == 999:
            sizes.append((len(terms.gains), len(terms.choices), len(terms.met), len(terms.record)))
    assert sizes[0] == sizes[1] == (8, 154, 28, 8)


def test_one_set_of_results_in_fifty_orders_gives_one_table_to_the_byte() -> None:
    outcomes = [
        *map(game, PAIRS),
        *map(game, ORDERS),
        drawn("ab"),
        drawn("cde"),
        Outcome((("a",), ("b",), ("c",)), (1, 1, 3)),
    ]
    first = repr(ratings(outcomes, SIX))
    chance = random.Random(1)
    for _ in range(50):
        names = chance.sample(SIX, 6)
        assert repr(ratings(chance.sample(outcomes, len(outcomes)), names)) == first


def test_a_shared_place_counts_as_every_order_in_equal_parts() -> None:
    """For two that is half a win each: both terms stand once, as for one game."""
    terms = terms_of([drawn("ab")])
    assert terms.gains == {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    assert terms.choices == {(("a",), ("b",)): Fraction(1)}
    orders = [game("abc"), game("acb"), game("bac"), game("bca"), game("cab"), game("cba")]
    six, one = terms_of(orders), terms_of([drawn("abc")])
    assert {key: Fraction(weight) / 6 for key, weight in six.choices.items()} == one.choices
    assert {name: Fraction(gain) / 6 for name, gain in six.gains.items()} == one.gains


def test_three_wins_of_four_are_odds_of_three_to_one_where_the_prior_is_weak() -> None:
    """400 × log10(3) is 191 points; with 4,000 games the prior takes less than one of them."""
    table = ratings([game("ab")] * 3000 + [game("ba")] * 1000, "ab")
    assert table.rows[0].rating - table.rows[1].rating in {190, 191}
    assert exp((table.rows[0].rating - table.rows[1].rating) / float(POINT)) == pytest.approx(3, abs=0.02)


@pytest.mark.parametrize("count", [1, 20, 5000])
def test_who_won_or_lost_everything_is_finite_with_a_wide_interval_and_a_note(count: int) -> None:
    table = ratings([game("ab")] * count, "ab")
    winner, loser = table.rows
    assert (winner.rating - MEAN, loser.rating - MEAN) == (winner.rating - MEAN, MEAN - winner.rating)
    assert 0 < winner.rating - MEAN < 1000
    assert 100 < winner.margin < 1000
    alone = ["one-game"] * (count == 1)
    assert winner.notes == [*alone, "won-all"]
    assert loser.notes == [*alone, "lost-all"]


def test_who_is_never_first_at_a_table_of_three_has_not_lost_every_comparison() -> None:
    """The notes go by who was ahead of whom: the second is ahead of the third, a shared last place is nobody's."""
    notes = {row.entrant: row.notes for row in ratings([game("abc")] * 2, "abc").rows}
    assert notes == {"a": ["won-all"], "b": None, "c": ["lost-all"]}
    shared = Outcome((("a",), ("b",), ("c",)), (1, 2, 2))
    assert {row.entrant: row.notes for row in ratings([shared] * 2, "abc").rows} == {
        "a": ["won-all"], "b": None, "c": None,
    }  # fmt: skip


def test_groups_that_never_met_are_named_and_their_likelihoods_stay_near_one_half() -> None:
    table = ratings([game("ab")] * 4 + [game("ba")] * 4 + [game("cd")] * 4 + [game("dc")] * 4, "abcde")
    assert table.groups == (("a", "b"), ("c", "d"), ("e",))
    by_name = {row.entrant: row for row in table.rows}
    assert [(name, row.group) for name, row in sorted(by_name.items())] == [*zip("abcde", (1, 1, 2, 2, 3), strict=True)]
    assert by_name["e"].notes == ["no-games"]
    order = [row.entrant for row in table.rows]
    assert table.superiority[order.index("a")][order.index("c")] == 500
    assert by_name["e"].margin > by_name["a"].margin


def test_likelihoods_of_superiority_of_two_add_up_to_a_thousand() -> None:
    table = ratings(map(game, PAIRS), SIX)
    for one in range(6):
        assert table.superiority[one][one] == 500
        for two in range(6):
            assert table.superiority[one][two] + table.superiority[two][one] == 1000
    assert table.superiority[0][5] > 950


def test_partners_are_rated_by_what_they_add_to_their_side() -> None:
    """Whoever plays beside the strong one wins; all the same it is the strong one that rises above its partners."""
    sides = [(("s", "a"), ("b", "c")), (("s", "b"), ("a", "c")), (("s", "c"), ("a", "b"))]
    table = ratings([Outcome(pair, (1, 2)) for pair in sides * 5], "sabc")
    assert table.rows[0].entrant == "s"
    assert len({row.rating for row in table.rows[1:]}) == 1


def test_intervals_hold_the_truth_about_nineteen_times_in_twenty() -> None:
    """600 intervals of entrants within some hundred points of each other, 60 games a field: a standard error of 1 %."""
    chance, held = random.Random(2), 0
    for _ in range(150):
        truth = [chance.gauss(0, 0.8) for _ in range(4)]
        games = []
        for _ in range(60):
            one, two = chance.sample(range(4), 2)
            wins = chance.random() < 1 / (1 + exp(truth[two] - truth[one]))
            games.append(game("abcd"[one if wins else two] + "abcd"[two if wins else one]))
        found, mean = fit(terms_of(games), "abcd"), sum(truth) / 4
        held += sum(
            abs(float(found.strengths[player]) - truth[player] + mean) <= NORMAL_95 * found.deviation(player)
            for player in range(4)
        )
    assert 0.92 <= held / 600 <= 0.98


def test_the_running_figure_follows_the_keys_of_the_games_and_not_their_arrival() -> None:
    pytest.importorskip("openskill")
    games = [((1, f"g{number}"), game(pair)) for number, pair in enumerate(PAIRS)]
    first = running(games, SIX)
    assert running(random.Random(3).sample(games, len(games)), SIX) == first


def test_the_running_figure_after_one_game_is_openskills() -> None:
    """25 and 8⅓ to begin with; after one game 27.635 and 22.365, both ± 8.066 (openskill 6.2)."""
    pytest.importorskip("openskill")
    found = [(figure.entrant, figure.mean, figure.deviation) for figure in running([((1, "g"), game("ab"))], "ab")]
    assert found == [("a", 27635, 8066), ("b", 22365, 8066)]

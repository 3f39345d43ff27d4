"""The table: what counts, who is ahead, and that the order of arrival means nothing."""

import random

from hypothesis import given
from hypothesis import strategies as st

from croupier.contracts.events import GameRecorded, Outcome
from croupier.contracts.specs import Award
from croupier.folds.standings import Duel, Table

DUEL = ((0,), (1,))
THREE = ((0,), (1,), (2,))
PAIRS = ((0, 2), (1, 3))


def result(points: list[int], places: list[int], outcome: Outcome = "won") -> GameRecorded:
    return GameRecorded(id="cup-r1-t1-1", head="0" * 64, lines=9, points=points, places=places, outcome=outcome)


def table(entrants: str, sides: tuple[tuple[int, ...], ...], *games: tuple[str, GameRecorded]) -> Table:
    found = Table(list(entrants), sides, Award())
    for seats, recorded in games:
        found.record(list(seats), recorded)
    return found


def test_a_win_is_two_points_and_a_draw_one() -> None:
    rows = table("ab", DUEL, ("ab", result([70, 50], [1, 2])), ("ba", result([60, 60], [1, 1], "drawn"))).standings()
    first, second = rows
    assert (first.entrant, first.points, first.won, first.drawn, first.lost) == ("a", 3, 1, 1, 0)
    assert (first.score, first.against) == (130, 110)
    assert (second.entrant, second.points, second.won, second.drawn, second.lost) == ("b", 1, 0, 1, 1)


def test_the_award_comes_from_the_specification() -> None:
    found = Table(["a", "b"], DUEL, Award(win=3, draw=1, loss=0))
    found.record(["b", "a"], result([80, 40], [1, 2]))
    assert [(row.entrant, row.points) for row in found.standings()] == [("b", 3), ("a", 0)]


def test_a_forfeit_counts_by_its_places_whatever_the_points_say() -> None:
    rows = table("ab", DUEL, ("ab", result([90, 10], [2, 1], "forfeit"))).standings()
    assert [(row.entrant, row.won, row.lost, row.score) for row in rows] == [("b", 1, 0, 10), ("a", 0, 1, 90)]


def test_void_and_no_contest_count_nowhere() -> None:
    rows = table("ab", DUEL, ("ab", result([], [], "void")), ("ab", result([], [], "no-contest"))).standings()
    assert all((row.games, row.points, row.place) == (0, 0, 1) for row in rows)


def test_equal_points_are_told_apart_by_games_won_then_by_difference() -> None:
    drawn = result([60, 60], [1, 1], "drawn")
    rows = table("abcd", DUEL, ("ab", result([70, 50], [1, 2])), ("cd", drawn), ("cd", drawn)).standings()
    assert [(row.place, row.entrant) for row in rows] == [(1, "a"), (2, "c"), (2, "d"), (4, "b")]
    rows = table("abcd", DUEL, ("ab", result([70, 50], [1, 2])), ("dc", result([90, 30], [1, 2]))).standings()
    assert [(row.place, row.entrant) for row in rows] == [(1, "d"), (2, "a"), (3, "b"), (4, "c")]


def test_equals_share_a_place_and_stand_as_in_the_file() -> None:
    drawn = result([60, 60], [1, 1], "drawn")
    rows = table("abcd", DUEL, ("dc", drawn), ("ba", drawn)).standings()
    assert [(row.place, row.entrant) for row in rows] == [(1, "a"), (1, "b"), (1, "c"), (1, "d")]


def test_at_a_table_of_three_the_first_wins_and_a_shared_first_place_is_a_draw() -> None:
    rows = table(
        "abc", THREE, ("abc", result([70, 30, 20], [1, 2, 3])), ("cab", result([50, 50, 20], [1, 1, 3], "drawn"))
    ).standings()
    assert [(row.entrant, row.won, row.drawn, row.lost) for row in rows] == [
        ("a", 1, 1, 0), ("c", 0, 1, 1), ("b", 0, 0, 2),
    ]  # fmt: skip
    assert [(row.score, row.against) for row in rows] == [(120, 120), (70, 170), (50, 190)]


def test_partners_share_the_result_of_their_side() -> None:
    found = table("abcd", PAIRS, ("abcd", result([80, 40], [1, 2])))
    assert [(row.entrant, row.won) for row in found.standings()] == [("a", 1), ("c", 1), ("b", 0), ("d", 0)]
    assert found.duels["a", "b"] == found.duels["c", "d"] == Duel(won=1)
    assert found.duels["b", "c"] == Duel(lost=1)
    assert ("a", "c") not in found.duels


GAMES = st.lists(
    st.tuples(st.permutations("abcd").map(lambda order: order[:2]), st.integers(0, 120), st.booleans()), max_size=30
)


def recorded(game: tuple[list[str], int, bool]) -> tuple[str, GameRecorded]:
    seats, points, forfeit = game
    other = 120 - points
    if forfeit:
        return "".join(seats), result([points, other], [2, 1], "forfeit")
    places = [1 if points >= other else 2, 1 if other >= points else 2]
    return "".join(seats), result([points, other], places, "drawn" if places == [1, 1] else "won")


@given(GAMES, st.randoms(use_true_random=False))
def test_the_order_of_arrival_means_nothing(games: list[tuple[list[str], int, bool]], chance: random.Random) -> None:
    results = [recorded(game) for game in games]
    shuffled = chance.sample(results, len(results))
    one, other = table("abcd", DUEL, *results), table("abcd", DUEL, *shuffled)
    assert one.standings() == other.standings()
    assert one.duels == other.duels


@given(GAMES)
def test_nothing_is_lost_between_the_rows(games: list[tuple[list[str], int, bool]]) -> None:
    rows = table("abcd", DUEL, *map(recorded, games)).standings()
    assert sum(row.games for row in rows) == 2 * len(games)
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert sum(row.points for row in rows) == 2 * len(games)
    assert sum(row.score for row in rows) == sum(row.against for row in rows) == 120 * len(games)

"""Who meets whom and who sits where: nobody is favoured beyond what arithmetic forces."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from caissify_pairings.engines.round_robin import berger_schedule

from croupier.folds.seating import Berger, Groups, necklaces, seating

DUEL = ((0,), (1,))
PAIRS = ((0, 2), (1, 3))
TRIPLES = ((0, 2, 4), (1, 3, 5))


@pytest.mark.parametrize("entrants", range(3, 17))
def test_berger_is_the_table_of_another_implementation(entrants: int) -> None:
    even = entrants + entrants % 2
    theirs = [
        [(first - 1, second - 1) for first, second in pairs if max(first, second) <= entrants]
        for pairs in berger_schedule(even)
    ]
    ours = Berger(entrants)
    assert [ours.round(index) for index in range(ours.rounds)] == theirs


def test_berger_is_the_printed_table_for_six() -> None:
    # FIDE Handbook C.05, annex: the Berger table for 5 or 6 players, rounds 1 to 3.
    printed = [[(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)], [(2, 6), (3, 1), (4, 5)]]
    assert [Berger(6).round(index) for index in range(3)] == [
        [(first - 1, second - 1) for first, second in pairs] for pairs in printed
    ]


@pytest.mark.parametrize("entrants", range(2, 20))
def test_berger_everyone_meets_everyone_once_and_first_seats_are_even(entrants: int) -> None:
    table = Berger(entrants)
    rounds = [table.round(index) for index in range(table.rounds)]
    assert sorted(tuple(sorted(pair)) for pairs in rounds for pair in pairs) == list(combinations(range(entrants), 2))
    assert all(len({player for pair in pairs for player in pair}) == 2 * len(pairs) for pairs in rounds)
    first = Counter(pair[0] for pairs in rounds for pair in pairs)
    assert max(first.values()) - min(first[player] for player in range(entrants)) <= 1


@pytest.mark.parametrize(("entrants", "seats"), [(n + k, n) for n in (3, 4, 6) for k in range(7)])
def test_groups_are_all_groups_once_and_a_round_asks_the_same_of_everyone(entrants: int, seats: int) -> None:
    groups = Groups(entrants, seats)
    rounds = [groups.round(index) for index in range(groups.rounds)]
    met = sorted(tuple(sorted(table)) for tables in rounds for table in tables)
    assert met == list(combinations(range(entrants), seats))
    for tables in rounds:
        played = Counter(player for table in tables for player in table)
        assert len({played[player] for player in range(entrants)}) == 1


@pytest.mark.parametrize(("entrants", "seats"), [(7, 3), (9, 4), (11, 4), (13, 6)])
def test_in_a_full_turn_everybody_sits_everywhere_equally_often(entrants: int, seats: int) -> None:
    groups = Groups(entrants, seats)
    for index in range(groups.rounds):
        sat = Counter((player, seat) for table in groups.round(index) for seat, player in enumerate(table))
        assert set(sat.values()) == {1}
        assert len(sat) == entrants * seats


@pytest.mark.parametrize(("entrants", "seats"), [(6, 3), (12, 3), (6, 4), (8, 4), (10, 4), (8, 6), (9, 6)])
def test_where_a_turn_is_cut_short_the_seats_stay_nearly_even(entrants: int, seats: int) -> None:
    groups = Groups(entrants, seats)
    tables = [table for index in range(groups.rounds) for table in groups.round(index)]
    sat = Counter((player, seat) for table in tables for seat, player in enumerate(table))
    counts = [sat[player, seat] for player in range(entrants) for seat in range(seats)]
    assert max(counts) - min(counts) <= 2


def test_a_round_can_be_asked_for_again_or_out_of_order() -> None:
    groups = Groups(9, 3)
    rounds = [groups.round(index) for index in range(groups.rounds)]
    assert [groups.round(index) for index in (3, 3, 0, 8)] == [rounds[3], rounds[3], rounds[0], rounds[8]]


def test_the_number_of_rounds_is_known_without_counting() -> None:
    assert necklaces(13, 6) == comb(13, 6) // 13
    assert necklaces(4, 4) == 1
    assert necklaces(6, 3) == 4  # 18 of the 20 groups turn through six places, two share one shape


def test_two_seats_alternate() -> None:
    assert [seating(DUEL, game) for game in range(4)] == [(0, 1), (1, 0), (0, 1), (1, 0)]


@pytest.mark.parametrize("seats", [3, 4, 5, 7])
def test_without_partners_each_seat_comes_round_in_as_many_games_as_there_are_seats(seats: int) -> None:
    sides = tuple((seat,) for seat in range(seats))
    games = [seating(sides, game) for game in range(3 * seats)]
    for start in range(0, len(games), seats):
        assert all(len({game[seat] for game in games[start : start + seats]}) == seats for seat in range(seats))
    assert games[:seats] != games[seats : 2 * seats], "the order around the table changes too"


@pytest.mark.parametrize(("sides", "ways"), [(PAIRS, 3), (TRIPLES, 10)])
def test_partners_change_from_game_to_game_until_all_were_tried(sides: tuple[tuple[int, ...], ...], ways: int) -> None:
    def partners(game: int) -> frozenset[frozenset[int]]:
        order = seating(sides, game)
        return frozenset(frozenset(order[seat] for seat in side) for side in sides)

    seats = sum(map(len, sides))
    assert len({partners(game) for game in range(ways)}) == ways
    whole = [seating(sides, game) for game in range(ways * seats)]
    sat = Counter((position, seat) for order in whole for seat, position in enumerate(order))
    assert set(sat.values()) == {ways}
    met = Counter((partners(game), whole[game].index(0)) for game in range(ways * seats))
    assert set(met.values()) == {1}, "every choice of partners in every seat"

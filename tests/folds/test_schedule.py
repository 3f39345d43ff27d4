"""The schedule: complete, even, derived from the specification, and cheap however long it is."""

from collections import Counter
from itertools import combinations, islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.contracts.errors import BadConfig
from croupier.contracts.events import PairedGame
from croupier.folds.schedule import ROUND_GAMES, Schedule

DUEL = ((0,), (1,))
THREE = ((0,), (1,), (2,))
PAIRS = ((0, 2), (1, 3))


def names(count: int) -> list[str]:
    return [f"e{number}" for number in range(count)]


def all_games(schedule: Schedule) -> list[PairedGame]:
    rounds = [schedule.round(number) for number in range(1, schedule.rounds + 1)]
    return [game for found in rounds if found is not None for game in found.games]


@given(st.integers(2, 9), st.integers(1, 7))
def test_each_pair_plays_its_games_with_changing_seats(entrants: int, games: int) -> None:
    schedule = Schedule("cup", names(entrants), DUEL, games)
    by_pair: dict[tuple[str, ...], list[list[str]]] = {}
    for game in all_games(schedule):
        by_pair.setdefault(tuple(sorted(game.seats)), []).append(game.seats)
    assert sorted(by_pair) == list(combinations(names(entrants), 2))
    for seats in by_pair.values():
        assert len(seats) == games
        assert all(one == two[::-1] for one, two in pairwise(seats))


@settings(deadline=None)  # ten thousand games take their time on a busy machine
@given(st.integers(2, 9), st.sampled_from([1, 2, 3, 130, 300]))
def test_the_first_seat_is_shared_out(entrants: int, games: int) -> None:
    first = Counter(game.seats[0] for game in all_games(Schedule("cup", names(entrants), DUEL, games)))
    assert max(first.values()) - min(first[name] for name in names(entrants)) <= 1


@given(st.integers(3, 8), st.integers(1, 8))
def test_three_seats_everybody_meets_and_sits_evenly(entrants: int, games: int) -> None:
    played = all_games(Schedule("cup", names(entrants), THREE, games))
    met = Counter(pair for game in played for pair in combinations(sorted(game.seats), 2))
    assert set(met.values()) == {games * (entrants - 2)}
    sat = Counter((name, seat) for game in played for seat, name in enumerate(game.seats))
    counts = [sat[name, seat] for name in names(entrants) for seat in range(3)]
    assert max(counts) - min(counts) <= (0 if games % 3 == 0 else 2)


@given(st.integers(2, 12), st.integers(2, 4))
def test_in_a_double_round_robin_nobody_sits_in_one_seat_three_times_running(entrants: int, laps: int) -> None:
    """FIDE C.05, annex 1: the last two rounds of a lap change places, and seats are exchanged from lap to lap."""
    schedule = Schedule("cup", names(entrants), DUEL, games=1, laps=laps)
    played = all_games(schedule)
    met = Counter(frozenset(game.seats) for game in played)
    assert met == {frozenset(pair): laps for pair in combinations(names(entrants), 2)}
    for name in names(entrants):
        seats = [game.seats.index(name) for game in played if name in game.seats]
        assert abs(2 * sum(seats) - len(seats)) <= 1
        if entrants > 2 and laps == 2:
            assert all(len(set(seats[first : first + 3])) > 1 for first in range(len(seats) - 2))


def test_partners_are_shared_out() -> None:
    played = all_games(Schedule("cup", names(6), PAIRS, 3))
    partners = Counter(tuple(sorted(game.seats[seat] for seat in side)) for game in played for side in PAIRS)
    assert set(partners.values()) == {6}
    assert len(partners) == 15


def test_ids_are_derived_and_every_game_has_a_board_of_its_own() -> None:
    first = Schedule("cup", names(4), DUEL, 2).round(1)
    assert first is not None
    assert [game.id for game in first.games] == ["cup-r1-t1-1", "cup-r1-t2-1", "cup-r1-t1-2", "cup-r1-t2-2"]
    assert [game.board for game in first.games] == ["cup-r1-b1", "cup-r1-b2", "cup-r1-b3", "cup-r1-b4"]
    assert [game.seats for game in first.games] == [["e0", "e3"], ["e1", "e2"], ["e3", "e0"], ["e2", "e1"]]


@given(st.integers(2, 9), st.integers(1, 5))
def test_no_id_and_no_board_comes_twice(entrants: int, games: int) -> None:
    played = all_games(Schedule("cup", names(entrants), DUEL, games))
    assert len({game.id for game in played}) == len({game.board for game in played}) == len(played)


def test_with_an_odd_number_everybody_is_out_once() -> None:
    schedule = Schedule("cup", names(5), DUEL, 1)
    rounds = [schedule.round(number) for number in range(1, 6)]
    assert sorted(found.byes[0] for found in rounds if found is not None) == names(5)


def test_a_hundred_thousand_games_come_in_small_rounds_that_can_be_asked_for_directly() -> None:
    schedule = Schedule("cup", names(2), DUEL, 100_000)
    last = schedule.round(schedule.rounds)
    assert last is not None
    assert last.number == schedule.rounds == -(-100_000 // ROUND_GAMES)
    assert "games 99969-100000 of 100000" in last.why
    assert schedule.round(schedule.rounds + 1) is None
    assert schedule.round(0) is None


def test_many_players_at_large_tables_need_no_list_of_all_groups() -> None:
    schedule = Schedule("cup", names(60), tuple((seat,) for seat in range(7)), 1)
    assert schedule.rounds * 60 >= 386_206_920  # the groups of 7 out of 60
    rounds = [schedule.round(number) for number in islice(range(1, schedule.rounds), 3)]
    assert [len(found.games) for found in rounds if found is not None] == [60, 60, 60]


def test_who_withdrew_is_left_out_and_rounds_without_games_are_skipped() -> None:
    schedule = Schedule("cup", names(3), DUEL, 1)
    assert [game.seats for game in all_games(schedule)] == [["e1", "e2"], ["e0", "e1"], ["e2", "e0"]]
    left = schedule.next_round(0, without={"e1"})
    assert left is not None
    assert (left.number, left.byes) == (3, ())
    assert schedule.next_round(3, without={"e1"}) is None


def test_too_few_entrants_are_refused_by_name() -> None:
    with pytest.raises(BadConfig) as error:
        Schedule("cup", names(2), THREE, 1)
    assert error.value.code == "config/entrants"
    with pytest.raises(BadConfig) as error:
        Schedule("cup", ["a", "b", "a"], DUEL, 1)
    assert error.value.code == "config/duplicate"

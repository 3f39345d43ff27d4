"""Arenas: who is paired with whom, when it ends, and that little is kept."""

import random
from collections import Counter, deque
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.contracts.errors import BadConfig
from croupier.folds.formats.arena import Now, Wait, next_games
from croupier.folds.formats.model import Forms, Over, Proposal

Seats = tuple[str, str]


def names(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


class Play:
    """An arena whose games end in a random order, as many at a time as there are tables."""

    def __init__(self, count: int, tables: int, total: int | None, seed: int) -> None:
        self.forms = Forms.start(names(count))
        self.here = names(count)
        self.tables, self.total = tables, total
        self.chance = random.Random(seed)
        self.playing: list[Seats] = []
        self.paired: list[Seats] = []
        self.idle: Counter[str] = Counter()
        self.rounds = 0

    def pair(self) -> Proposal | Wait | Over:
        """Pair whoever can be paired."""
        busy = {name for seats in self.playing for name in seats}
        now = Now(self.here, busy, self.tables - len(self.playing), self.total)
        found = next_games(self.forms, now, self.rounds + 1)
        if isinstance(found, Proposal):
            self.rounds += 1
            for table in found.pairings:
                seats = (table.seats[0], table.seats[1])
                assert not busy & set(seats)
                busy |= set(seats)
                self.forms.pair(self.rounds, seats)
                self.playing.append(seats)
                self.paired.append(seats)
        return found

    def end_one(self) -> None:
        """A game is over."""
        seats = self.playing.pop(self.chance.randrange(len(self.playing)))
        self.forms.count(seats, self.chance.choice([(2, 0), (1, 1), (0, 2)]))

    def to_the_end(self) -> "Play":
        """Until nobody is paired any more and all games are over."""
        while not isinstance(self.pair(), Over) or self.playing:
            assert self.playing, "everybody is free and nobody is paired"
            self.end_one()
        return self


@given(st.integers(2, 12), st.integers(1, 8), st.integers(1, 60), st.integers(0, 1_000))
@settings(deadline=None)
def test_an_arena_plays_all_its_games_and_nobody_the_same_opponent_twice_running(
    count: int, tables: int, total: int, seed: int
) -> None:
    """Given games that end in any order at any number of tables, then it never stands still before its end."""
    play = Play(count, tables, total, seed).to_the_end()
    assert len(play.paired) == total
    if count > 2:
        last: dict[str, deque[str]] = {}
        for one, two in play.paired:
            last.setdefault(one, deque()).append(two)
            last.setdefault(two, deque()).append(one)
        assert all(a != b for met in last.values() for a, b in pairwise(met))


@given(st.integers(3, 9), st.integers(0, 1_000))
@settings(deadline=None)
def test_nobody_is_passed_over_where_there_are_few_tables(count: int, seed: int) -> None:
    """Given one table for all, then all play about as often, and meet each other about as often."""
    play = Play(count, 1, 200, seed).to_the_end()
    games = Counter(name for seats in play.paired for name in seats)
    assert max(games.values()) - min(games.values()) <= 3
    met = Counter(frozenset(seats) for seats in play.paired)
    assert len(met) == count * (count - 1) // 2
    assert max(met.values()) - min(met.values()) <= 3
    firsts = Counter(one for one, _ in play.paired)
    assert all(abs(2 * firsts[name] - games[name]) <= 3 for name in games)


@given(st.integers(4, 8), st.integers(0, 1_000))
@settings(deadline=None, max_examples=30)
def test_who_comes_late_catches_up_and_meets_others_who_are_late_no_more_than_anybody(count: int, seed: int) -> None:
    """Given two who enter in the middle, then they play more often for a while, and against all."""
    play = Play(count, 1, 40, seed).to_the_end()
    for name in ("late0", "late1"):
        play.forms.enter(name)
        play.here.append(name)
    play.total = 200
    play.to_the_end()
    games = Counter(name for seats in play.paired for name in seats)
    assert max(games.values()) - min(games.values()) <= 4
    met = Counter(frozenset(seats) for seats in play.paired)
    late = [met[frozenset((name, other))] for name in ("late0", "late1") for other in names(count)]
    assert met[frozenset(("late0", "late1"))] <= max(late) + 2


def test_whoever_waits_longest_comes_first_and_meets_whom_it_has_met_least() -> None:
    """Given four who are free, one of whom has played less, then it is paired first, with somebody new to it."""
    forms = Forms.start(names(4))
    forms.pair(1, ("p0", "p1"))
    forms.pair(2, ("p0", "p2"))
    found = next_games(forms, Now(names(4), (), 1), 3)
    assert isinstance(found, Proposal)
    [table] = found.pairings
    assert set(table.seats) == {"p3", "p1"}
    assert "p3 is next with 0 games; met p1 0 times, 0 to 0" in table.why


def test_among_those_met_as_often_the_nearest_score_is_met() -> None:
    forms = Forms.start(names(4))
    for number, (seats, halves) in enumerate([(("p0", "p1"), (2, 0)), (("p2", "p3"), (0, 2))], 1):
        forms.pair(number, (seats[0], seats[1]))
        forms.count((seats[0], seats[1]), halves)
    found = next_games(forms, Now(names(4), (), 9), 3)
    assert isinstance(found, Proposal)
    assert [set(table.seats) for table in found.pairings] == [{"p0", "p3"}, {"p1", "p2"}]


def test_two_who_have_just_met_wait_while_others_play() -> None:
    forms = Forms.start(names(4))
    forms.pair(1, ("p0", "p1"))
    assert isinstance(next_games(forms, Now(names(4), ("p2", "p3"), 9), 2), Wait)
    assert isinstance(next_games(forms, Now(names(2), (), 9), 2), Proposal)


def test_there_is_no_table_where_there_is_no_room() -> None:
    assert isinstance(next_games(Forms.start(names(4)), Now(names(4), (), 0), 1), Wait)


def test_it_is_over_when_all_games_are_paired_or_one_is_left() -> None:
    forms = Forms.start(names(3))
    forms.pair(1, ("p0", "p1"))
    assert next_games(forms, Now(names(3), (), 9, total=1), 2) == Over("all 1 games are paired")
    assert next_games(forms, Now(["p2"], (), 9), 2) == Over("too few entrants are left for a table")


def test_somebody_who_is_not_in_the_field_is_refused() -> None:
    with pytest.raises(BadConfig) as error:
        next_games(Forms.start(names(3)), Now(names(3), ("nobody",), 9), 1)
    assert error.value.code == "format/unknown-entrant"


def test_the_same_is_paired_whatever_the_order_of_the_results() -> None:
    """Given the same games with their results told in another order, then all that is kept is the same."""
    games = [(("p0", "p1"), (2, 0)), (("p2", "p3"), (1, 1)), (("p4", "p5"), (0, 2))]
    made = []
    for order in (games, games[::-1]):
        forms = Forms.start(names(6))
        for number, (seats, _) in enumerate(games, 1):
            forms.pair(number, seats)
        for seats, halves in order:
            forms.count(seats, halves)
        made.append(forms)
    assert made[0] == made[1]

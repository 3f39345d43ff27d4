"""Gauntlets and arenas: who meets whom, when it ends."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from croupier.contracts.errors import BadConfig
from croupier.folds.formats import arena, gauntlet
from croupier.folds.formats.arena import Limits, Wait
from croupier.folds.formats.model import History, Meeting, Over, Player, Proposal


def field(count: int) -> list[Player]:
    return [Player(f"p{number}") for number in range(count)]


def whole(players: list[Player], champions: int, laps: int) -> list[tuple[str, ...]]:
    found = []
    for number in range(1, gauntlet.rounds(len(players), champions, laps) + 1):
        proposal = gauntlet.at(players, number, champions, laps)
        assert isinstance(proposal, Proposal)
        names = [name for table in proposal.pairings for name in table.seats]
        assert len(names) == len(set(names))
        found += [table.seats for table in proposal.pairings]
    return found


@pytest.mark.parametrize(("count", "champions"), [(2, 1), (5, 1), (6, 2), (7, 5), (9, 4)])
def test_each_champion_meets_each_challenger_once_a_lap_with_seats_shared_out(count: int, champions: int) -> None:
    players = field(count)
    tables = whole(players, champions, laps=2)
    met = Counter(frozenset(seats) for seats in tables)
    first, rest = players[:champions], players[champions:]
    assert met == {frozenset((one.id, two.id)): 2 for one in first for two in rest}
    assert Counter(seats[0] for seats in tables) == Counter(seats[1] for seats in tables)


def test_a_gauntlet_without_challengers_is_refused() -> None:
    with pytest.raises(BadConfig) as error:
        gauntlet.at(field(3), 1, champions=3)
    assert error.value.code == "format/spec"


def play(players: list[Player], games: int, seed: int) -> list[Meeting]:
    """A game ends at random times, so that pairs become free one after the other."""
    chance = random.Random(seed)
    done: list[Meeting] = []
    playing: list[tuple[int, tuple[str, str]]] = []
    batches = 0
    while True:
        history = History(batches, tuple(done))
        found = arena.next_games(players, history, [pair for _, pair in playing], 0, Limits(games=games))
        if isinstance(found, Over):
            return done + [Meeting(batch, pair, (1, 1)) for batch, pair in playing]
        if isinstance(found, Proposal):
            batches += 1
            playing += [(batches, (table.seats[0], table.seats[1])) for table in found.pairings]
        batch, pair = playing.pop(chance.randrange(len(playing)))
        done.append(Meeting(batch, pair, chance.choice([(2, 0), (1, 1), (0, 2)])))


@pytest.mark.parametrize("count", [2, 3, 4, 7, 12])
def test_an_arena_plays_its_games_and_nobody_the_same_opponent_twice_running(count: int) -> None:
    players = field(count)
    done = play(players, 40, count)
    assert len(done) == 40
    if count > 2:
        for name in (player.id for player in players):
            met = [meeting.other(name) for meeting in done if name in meeting.seats]
            assert all(one != two for one, two in pairwise(met))
    games = Counter(name for meeting in done for name in meeting.seats)
    assert min(games.values()) >= 2


def test_an_arena_ends_at_a_moment_that_is_given_to_it() -> None:
    limits = Limits(until=1_000)
    assert isinstance(arena.next_games(field(2), History(), [], 999, limits), Proposal)
    assert arena.next_games(field(2), History(), [], 1_000, limits) == Over("the time is up")


def test_two_who_have_just_met_wait_while_others_play() -> None:
    history = History(1, (Meeting(1, ("p0", "p1"), (2, 0)),))
    found = arena.next_games(field(4), history, [("p2", "p3")], 0, Limits(games=9))
    assert found == Wait("nobody who is free may meet another who is free")


@pytest.mark.parametrize(
    ("code", "playing", "limits"),
    [
        ("format/spec", [], Limits()),
        ("format/twice", [("p0", "p1"), ("p1", "p2")], Limits(games=9)),
        ("format/unknown-entrant", [("p0", "nobody")], Limits(games=9)),
    ],
)
def test_an_arena_without_an_end_or_with_impossible_tables_is_refused(
    code: str, playing: list[tuple[str, str]], limits: Limits
) -> None:
    with pytest.raises(BadConfig) as error:
        arena.next_games(field(3), History(), playing, 0, limits)
    assert error.value.code == code

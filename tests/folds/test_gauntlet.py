"""Gauntlets: who meets whom."""

from collections import Counter

import pytest

from croupier.contracts.errors import BadConfig
from croupier.folds.formats import gauntlet
from croupier.folds.formats.model import Player, Proposal


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

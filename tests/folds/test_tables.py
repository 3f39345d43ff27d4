"""Tables of three to seven seats and of pairs: as even as arithmetic allows, or the imbalance is named."""

import pytest

from croupier.contracts.errors import BadConfig
from croupier.folds.formats.model import Over, Player, Proposal
from croupier.folds.formats.tables import at, balance, blocks, enough, schedule
from croupier.folds.seating import Sides

PAIRS: Sides = ((0, 2), (1, 3))


def alone(seats: int) -> Sides:
    return tuple((seat,) for seat in range(seats))


DESIGNS = [(3, 7, 1), (3, 13, 2), (3, 19, 3), (4, 13, 1), (5, 21, 1), (6, 31, 1)]
"""Seats, entrants, rounds: with these everybody can meet everybody exactly once (planes and difference families)."""


@pytest.mark.parametrize(("seats", "entrants", "rounds"), DESIGNS)
def test_where_a_perfect_schedule_exists_it_is_found(seats: int, entrants: int, rounds: int) -> None:
    found = balance(schedule(entrants, alone(seats), rounds), entrants, alone(seats))
    assert found.meetings == (1, 1)
    assert found.games == (seats * rounds, seats * rounds)
    assert found.seats == (rounds, rounds)


@pytest.mark.parametrize("seats", range(3, 8))
@pytest.mark.parametrize("more", [0, 1, 2, 5, 9])
def test_everybody_meets_everybody_and_sits_everywhere_as_evenly_as_arithmetic_allows(seats: int, more: int) -> None:
    """But for 12 at tables of 3 in 2 rounds: no two triples have the six distances 1 to 6."""
    sides, entrants = alone(seats), seats + more
    rounds = enough(entrants, sides)
    found = balance(schedule(entrants, sides, rounds), entrants, sides)
    uneven = (seats, entrants) == (3, 12)
    assert found.even is not uneven
    assert found.text().endswith("even would be 1 to 2 meetings" if uneven else "; as even as arithmetic allows")
    assert uneven or found.meetings[0] >= 1


@pytest.mark.parametrize("entrants", [4, 5, 6, 8, 9, 12, 13])
def test_pairs_partner_and_oppose_everybody_equally_often(entrants: int) -> None:
    """Over n - 1 rounds everybody has each other one as partner 4 times and as opponent 8 times."""
    found = balance(schedule(entrants, PAIRS, entrants - 1), entrants, PAIRS)
    assert (found.partners, found.meetings) == ((4, 4), (8, 8))


def test_what_stays_uneven_is_named() -> None:
    """Four players, two pairs, one round: two of three ways to be partners cannot all come up."""
    found = balance(schedule(4, PAIRS, 1), 4, PAIRS)
    assert not found.even
    assert found.text() == (
        "games 4, in each seat 1, meetings 2 to 4, as partners 0 to 2; even would be 2 to 3 meetings"
    )


def test_a_round_gives_everybody_every_seat_once_and_says_so() -> None:
    players = [Player(f"p{number}") for number in range(7)]
    proposal = at(players, alone(3), 1, 1)
    assert isinstance(proposal, Proposal)
    for seat in range(3):
        assert sorted(table.seats[seat] for table in proposal.pairings) == [player.id for player in players]
    assert proposal.why.endswith("games 3, in each seat 1, meetings 1; as even as arithmetic allows")
    assert at(players, alone(3), 2, 1) == Over("all 1 rounds are over")


def test_tables_of_who_withdrew_are_not_set() -> None:
    players = [Player("gone", last=0), *(Player(f"p{number}") for number in range(6))]
    proposal = at(players, alone(3), 1, 1)
    assert isinstance(proposal, Proposal)
    assert len(proposal.pairings) == 4
    assert [(bye.entrant, bye.kind) for bye in proposal.byes] == [("gone", "absent")]


def test_the_search_is_the_same_every_time() -> None:
    first = blocks(17, alone(4), 2)
    blocks.cache_clear()
    assert blocks(17, alone(4), 2) == first


def test_fewer_entrants_than_seats_are_refused() -> None:
    with pytest.raises(BadConfig) as error:
        at([Player("a"), Player("b")], alone(3), 1, 1)
    assert error.value.code == "format/too-few"

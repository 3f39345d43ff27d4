"""Deals of trionfo in sequence: who deals, who has won, and what parts a tie."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.kernel import Match, Result
from croupier.games.trionfo.deal import TrionfoDeal
from games.battery import CALM
from games.trionfo_deals import FOUR_ACTIONS, FOUR_DECK, TRIONFO, at_random, deal, find, played
from games.trionfo_reference import Table, result


def match(**given: Any) -> Match:
    return TRIONFO.match(TRIONFO.resolve("house", given))


def tied(table: TrionfoDeal) -> bool:
    """Two seats are first, and tricks part them one way, special trumps the other."""
    points = table.points()
    first = [seat for seat in range(4) if points[seat] == max(points)]
    return len(first) == 2 and table.tricks[first[0]] > table.tricks[first[1]]


def test_a_single_deal_decides() -> None:
    """The last seat deals, so that seat 0 leads; 9 4 10 2 are places 2 3 1 4."""
    game = match()
    assert (game.next_dealer(), game.points(), game.result()) == (3, [0, 0, 0, 0], None)
    game.record(played(deal(4, FOUR_DECK), FOUR_ACTIONS))
    assert game.result() == Result((9, 4, 10, 2), (2, 3, 1, 4), "one deal")
    assert game.next_dealer() is None


def test_equal_points_share_the_first_place() -> None:
    """Both have won, and the game is drawn between them; with two players it is a draw."""
    game, two = match(), match(players=2)
    game.record(find(tied, 4))
    two.record(find(lambda table: table.points() == [19, 19], 2))
    results = game.result(), two.result()
    assert all(found is not None and found.outcome == "drawn" for found in results)
    assert results[1] == Result((19, 19), (1, 1), "one deal")


@pytest.mark.parametrize(("tie", "ahead"), [("more-tricks", 0), ("specials", 1)])
def test_a_tie_may_be_parted_by_tricks_or_by_points_of_special_trumps(tie: str, ahead: int) -> None:
    """Of the two in front the one with more tricks has fewer points of special trumps."""
    table = find(tied, 4, tie=tie)
    points = table.points()
    first = [seat for seat in range(4) if points[seat] == max(points)]
    game = match(tie=tie)
    game.record(table)
    found = game.result()
    assert found is not None
    assert (found.outcome, found.places[first[ahead]], found.places[first[1 - ahead]]) == ("won", 1, 2)
    assert found.points == tuple(points)


def test_what_parts_first_places_parts_all_places() -> None:
    """A shared third place has another order by tricks; equal points and equal tricks share it."""
    game = match(players=7, tie="more-tricks")
    table = find(lambda table: len(set(zip(table.points(), table.tricks, strict=True))) < 7, 7, tie="more-tricks")
    game.record(table)
    found = game.result()
    assert found is not None
    order = sorted(zip(table.points(), table.tricks, strict=True), reverse=True)
    assert [order[place - 1] for place in found.places] == list(zip(table.points(), table.tricks, strict=True))


def test_a_tie_that_tricks_cannot_part_stays() -> None:
    """Three tricks each, and the special trumps with others or in the stock."""

    def level(table: TrionfoDeal) -> bool:
        best = max(zip(table.points(), table.tricks, strict=True))
        return list(zip(table.points(), table.tricks, strict=True)).count(best) == 2

    for tie in ("more-tricks", "specials"):
        game = match(tie=tie, refill="none")
        game.record(find(level, 4, tie=tie, refill="none"))
        found = game.result()
        assert found is not None
        assert found.outcome == "drawn"


def test_a_playoff_adds_deals_until_one_seat_is_ahead() -> None:
    """All seats play on, the deal moves on, and the points count."""
    game, level = match(tie="playoff"), find(tied, 4)
    for dealer in (3, 0):
        assert game.next_dealer() == dealer
        game.record(level)
        assert game.result() is None
    last = played(deal(4, FOUR_DECK, dealer=1), "", 0)
    game.record(at_random(last, random.Random(3)))
    found = game.result()
    assert found is not None
    assert found.points == tuple(2 * own + more for own, more in zip(level.points(), last.points(), strict=True))
    assert (found.outcome, found.why) == ("won", "one deal and 2 more to part a tie")
    assert game.next_dealer() is None


def test_games_are_summed_and_the_deal_moves_on() -> None:
    """One seat a deal, not a smazzata."""
    game, table = match(length="games", length_n=3), played(deal(4, FOUR_DECK), FOUR_ACTIONS)
    for dealer in (3, 0, 1):
        assert game.next_dealer() == dealer
        game.record(table)
    assert game.result() == Result((27, 12, 30, 6), (2, 3, 1, 4), "sum of 3 deals")


def test_tricks_and_specials_that_part_a_tie_are_those_of_all_deals() -> None:
    """Not of the last one: the first deal's lead in tricks is turned round by two others."""
    more = find(lambda table: table.tricks[0] > table.tricks[1], 2, tie="more-tricks")
    mirror = find(lambda table: table.points() == more.points()[::-1], 2)
    game = match(players=2, length="games", length_n=2, tie="more-tricks")
    game.record(more)
    game.record(mirror)
    tricks = [one + other for one, other in zip(more.tricks, mirror.tricks, strict=True)]
    found = game.result()
    assert found is not None
    assert found.places == tuple(1 + (own < max(tricks)) for own in tricks)


def test_only_a_finished_deal_of_an_undecided_game_is_recorded() -> None:
    """Everything else is a mistake of the program."""
    game = match()
    with pytest.raises(ValueError, match="not over"):
        game.record(deal(4, FOUR_DECK))
    game.record(find(lambda _: True, 4))
    with pytest.raises(ValueError, match="decided"):
        game.record(find(lambda _: True, 4))


@CALM
@given(
    st.integers(2, 7),
    st.integers(1, 4),
    st.sampled_from(["shared", "more-tricks", "specials", "playoff"]),
    st.booleans(),
    st.integers(0, 10**6),
)
def test_any_match_follows_from_its_deals(players: int, number: int, tie: str, announce: bool, seed: int) -> None:
    """Play whole games at random, by two programs that share no code."""
    length = {"length": "games", "length_n": number} if number > 1 else {}
    given_options = {"players": players, "tie": tie, "announce": announce, "trump": "rotate", **length}
    options = TRIONFO.resolve("house", given_options)
    rng, game, pack = random.Random(seed), TRIONFO.match(options), TRIONFO.pack(options)
    tables: list[Table] = []
    while game.result() is None:
        dealer = (players - 1 + len(tables)) % players
        assert game.next_dealer() == dealer
        deck = rng.sample(pack, len(pack))
        playing = TRIONFO.deal(options, dealer, deck, number=len(tables) + 1)
        tables.append(Table(options, dealer, deck, len(tables) + 1))
        while playing.to_act is not None:
            action = rng.choice(playing.legal())
            playing.push(playing.check(playing.to_act, action))
            tables[-1].do(action)
        game.record(playing)
        expected, found = result(options, tables), game.result()
        assert (found and (list(found.points), list(found.places))) == expected

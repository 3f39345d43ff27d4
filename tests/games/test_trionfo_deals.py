"""Trionfo's worked examples, trick by trick, and the values that they fix."""

from collections import Counter

import pytest

from croupier.games.kernel import Score
from croupier.games.tricks import tricks
from croupier.games.trionfo.deal import TrionfoDeal
from croupier.games.trionfo.score import settlement
from croupier.games.trionfo.setup import PACK, VALUES, of
from games.trionfo_deals import (
    FOUR_ACTIONS,
    FOUR_DECK,
    FOUR_TRICKS,
    SEVEN_ACTIONS,
    SEVEN_BIDS,
    SEVEN_DECK,
    SEVEN_TRICKS,
    TRIONFO,
    act,
    deal,
    played,
    read,
    stacked,
)


@pytest.mark.parametrize(
    ("cards", "winner", "points"),
    [
        ("QH 5H 3S 2H", 2, 1),
        ("AS 2C 4S 7S", 0, 6),
        ("JC 6H QS 9C", 2, 4),
        ("TH 8S 3D 9S", 3, 1),
        ("AS QS 2C JS", 0, 13),
        ("KS AS QS JS", 1, 13),
        ("KC AC QC JC", 1, 1),
        ("2C AD AH KH", 0, 1),
        ("2S JS", 1, 5),
    ],
)
def test_a_trick_and_its_special_trumps_go_to_the_highest_trump_else_to_the_highest_of_the_suit_led(
    cards: str, winner: int, points: int
) -> None:
    """One point for the trick, and ace 5, jack 4, queen 3 if they are trumps."""
    trick, spades = [PACK.read(card) for card in cards.split()], PACK.suits.index("S")
    assert tricks(PACK, spades).winner(trick) == winner
    assert 1 + sum(VALUES[spades][card] for card in trick) == points


def test_the_suit_led_has_to_be_followed_and_a_trump_is_no_way_out() -> None:
    """Clubs led: of 2C AS 9D only the club is legal."""
    table = act(stacked(2, "KC / 2C AS 9D 3D 4D 3H 4H", trump="S"), "KC")
    assert table.legal() == ["play 2C"]


def test_who_cannot_follow_may_play_anything() -> None:
    """Spades are trump, a club is led, hand 4D QS: both are legal, and so are under- and overtrumping."""
    table = act(stacked(3, "JC / 9S 2D 3D 5D 6D 7D 8D / 4D QS 2S AD AH KD KH", trump="S", leftover="dead"), "JC")
    act(table, "9S")
    assert len(table.legal()) == 7


def test_a_trump_may_be_led_at_once() -> None:
    """Nobody has to wait until trumps are broken."""
    assert "play QS" in deal(4, FOUR_DECK).legal()


def test_cards_are_dealt_one_at_a_time_and_the_next_one_is_turned_up() -> None:
    """The seat after the dealer is served first."""
    dealt, turned = deal(4, FOUR_DECK).opening()
    hands = ["4D 6C JD QH 8S QS 4S", "5H 8C KD 7D 9C 7S 3D", "JC AS TC 3S 9D 9S KC", "TD 2H TH 6H 7H AC 2C"]
    assert [dealt.seen_by(seat)["hand"] for seat in range(4)] == [hand.split() for hand in hands]
    assert "hand" not in dealt.seen_by("public")
    assert turned.seen_by("public") == {"kind": "turn-up", "card": "2S", "trump": "S"}


@pytest.mark.parametrize(
    ("table", "actions", "tricks"),
    [
        (deal(4, FOUR_DECK), FOUR_ACTIONS, FOUR_TRICKS),
        (deal(7, SEVEN_DECK, announce=True), SEVEN_ACTIONS, SEVEN_TRICKS),
        (deal(7, SEVEN_DECK), " ".join(SEVEN_ACTIONS.split()[7:]), SEVEN_TRICKS),
    ],
)
def test_the_worked_games_go_trick_by_trick_as_they_should(table: TrionfoDeal, actions: str, tricks: str) -> None:
    """Who leads, who wins, and which special trumps are in the trick."""
    words = iter(actions.split())
    for _ in range(table.setup.players if table.setup.announce else 0):
        act(table, next(words).replace(":", " "))
    for number, (leader, cards, winner, specials) in enumerate(read(tricks), 1):
        assert table.to_act == leader
        before = list(table.specials)
        for card in cards:
            assert next(words) == card
            assert table.to_act is not None
            facts = table.apply(table.to_act, f"play {card}")
        assert facts[1].seen_by("public") == {"kind": "trick", "trick": number, "winner": winner, "cards": cards}
        gained = [now - then for now, then in zip(table.specials, before, strict=True)]
        assert gained == [specials if seat == winner else 0 for seat in range(len(gained))]
    assert (table.to_act, table.phase) == (None, "score")


def test_the_second_smazzata_is_dealt_from_the_stock_and_the_dealer_gets_the_turn_up() -> None:
    """Six cards each; the winner of the last trick leads; the dealer stays the dealer."""
    table = played(deal(4, FOUR_DECK), FOUR_ACTIONS, 27)
    assert table.to_act is not None
    facts = table.apply(table.to_act, f"play {FOUR_ACTIONS.split()[27]}")
    assert [fact.kind for fact in facts] == ["play", "trick", "deal"]
    hands = ["3C 4H 3H 6S 8D KS", "9H JS TS 2D 5S 7C", "6D 8H KH AH QC 5C", "JH AD 4C 5D QD 2S"]
    assert [facts[2].seen_by(seat)["hand"] for seat in range(4)] == [hand.split() for hand in hands]
    assert facts[2].seen_by("public") == {
        "kind": "deal", "smazzata": 2, "dealer": 3, "cards": [6, 6, 6, 6], "stock": 0, "shown": {"3": ["2S"]},
    }  # fmt: skip
    assert (table.to_act, table.dealer) == (1, 3)


def test_the_worked_game_of_four_ends_9_4_10_2() -> None:
    """Tricks 2 4 5 2, special trumps 7 0 5 0, together 13 + 12."""
    table = played(deal(4, FOUR_DECK), FOUR_ACTIONS)
    assert (table.tricks, table.specials, table.points()) == ([2, 4, 5, 2], [7, 0, 5, 0], [9, 4, 10, 2])


def test_the_worked_game_of_seven_ends_0_6_2_4_2_0_7() -> None:
    """Bids 0 1 1 2 1 0 2, won 0 1 2 1 1 0 2, trick points 0 2 2 -1 2 0 4, special trumps 0 4 0 5 0 0 3."""
    table = played(deal(7, SEVEN_DECK, announce=True), SEVEN_ACTIONS)
    assert table.settled == [(list(SEVEN_BIDS), [0, 1, 2, 1, 1, 0, 2], [0, 4, 0, 5, 0, 0, 3])]
    assert table.specials == [0, 4, 0, 5, 0, 0, 3]
    assert table.points() == [0, 6, 2, 4, 2, 0, 7]


def test_the_worked_game_of_seven_without_announcing_ends_0_5_2_6_1_0_5() -> None:
    """The same cards."""
    table = played(deal(7, SEVEN_DECK), " ".join(SEVEN_ACTIONS.split()[7:]))
    assert table.points() == [0, 5, 2, 6, 1, 0, 5]


def test_with_seven_players_the_dealers_last_card_is_turned_up() -> None:
    """All see it before the dealer takes it up."""
    dealt, turned = deal(7, SEVEN_DECK).opening()
    assert turned.seen_by("public") == {"kind": "turn-up", "card": "KC", "trump": "C"}
    assert dealt.seen_by("public")["shown"] == {"6": ["KC"]}
    assert dealt.seen_by(6)["hand"][-1] == "KC"


@pytest.mark.parametrize(
    ("bid", "won", "captured", "options", "points"),
    [
        (3, 3, 4, {}, 10),
        (3, 1, 4, {}, 1),
        (3, 5, 4, {}, 9),
        (3, 5, 4, {"bid_penalty": "deviation"}, 5),
        (2, 0, 0, {}, -4),
        (2, 1, 0, {}, -1),
        (2, 2, 0, {}, 4),
        (2, 3, 0, {}, 3),
        (0, 0, 0, {}, 0),
        (0, 1, 0, {}, 1),
    ],
)
def test_what_a_bid_comes_to(bid: int, won: int, captured: int, options: dict[str, str], points: int) -> None:
    """Exact: the tricks count twice. Short: two off for each that is missing. Over: nothing either way."""
    setup = of(TRIONFO.resolve("house", {"announce": True, **options}))
    counted, _, more = settlement(setup, bid, won, captured)
    assert counted + more + captured == points


def test_a_score_line_names_seat_kind_points_ply_and_rule() -> None:
    """The ply is that of the card that filled the trick, counted over the whole game."""
    table = played(deal(4, FOUR_DECK, ply=100), FOUR_ACTIONS, 12)
    assert table.scores == [
        Score(2, "trick", 1, 103, "trionfo#trick"),
        Score(2, "trick", 1, 107, "trionfo#trick"),
        Score(2, "special", 5, 107, "trionfo#special"),
        Score(3, "trick", 1, 111, "trionfo#trick"),
    ]


def test_with_announcing_tricks_are_booked_when_the_smazzata_is_over_and_special_trumps_at_once() -> None:
    """Before the last card only the nine points of two specials stand."""
    table = played(deal(7, SEVEN_DECK, announce=True), SEVEN_ACTIONS, 7 + 4 * 7)
    assert table.scores == [
        Score(3, "special", 5, 27, "trionfo#special"),
        Score(1, "special", 4, 34, "trionfo#special"),
    ]
    assert table.points() == [0, 4, 0, 5, 0, 0, 0]
    over = played(table, " ".join(SEVEN_ACTIONS.split()[35:]))
    settled = [(score.seat, score.kind, score.points) for score in over.scores if score.ply == 55]
    assert settled == [
        (1, "trick", 1), (1, "bid-exact", 1), (2, "trick", 1), (2, "trick", 1), (3, "trick", 1), (3, "bid-short", -2),
        (4, "trick", 1), (4, "bid-exact", 1), (6, "trick", 1), (6, "trick", 1), (6, "bid-exact", 2),
    ]  # fmt: skip


def test_a_trick_with_two_special_trumps_has_a_line_for_each() -> None:
    """Ace and queen: 1 + 5 + 3 for the winner."""
    table = act(stacked(2, "AS / QS", trump="S"), "AS", "QS")
    assert Counter(score.points for score in table.scores) == {1: 1, 5: 1, 3: 1}
    assert table.points() == [9, 0]


def test_a_special_turn_up_scores_in_the_last_smazzata() -> None:
    """It lies under the stock until the dealer gets it, and counts for whoever captures it."""
    table = stacked(4, "", "AS")
    assert table.view("public")["turn_up"] == "AS"
    while len(table.settled) == 0:
        assert all(PACK.read("AS") not in hand for hand in table.hands)
        table.push(table.moves()[0])
    assert "AS" in table.view(3)["hand"]
    while table.to_act is not None:
        table.push(table.moves()[0])
    assert ("special", 5) in {(score.kind, score.points) for score in table.scores}

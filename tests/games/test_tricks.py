"""The pieces that games share: packs, tricks, duties to follow, drawing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.cards import Pack
from croupier.games.kernel import Malformed
from croupier.games.tricks import (
    FollowRule,
    breach,
    deal_round_robin,
    draw_one_each,
    follow,
    follow_and_win,
    follow_or_trump,
    rounds,
    tricks,
)
from games.battery import CALM

ITALIAN = Pack("italian40", suits="CDSB", ranks="24567JQK3A")
BEZIQUE = Pack("french32x2", suits="CDHS", ranks="789JQKTA", copies=2)


def test_cards_are_numbered_copy_by_copy_suit_by_suit_from_the_weakest() -> None:
    """The number tells suit and strength; it is also the order before the shuffle."""
    assert ITALIAN.texts([0, 9, 10, 39]) == ["2C", "AC", "2D", "AB"]
    assert BEZIQUE.texts([0, 31, 32, 63]) == ["7C1", "AS1", "7C2", "AS2"]
    assert [BEZIQUE.suit[BEZIQUE.number[text]] for text in ("7C1", "AS1", "7C2", "KH2")] == [0, 3, 0, 2]


@CALM
@given(st.sampled_from([ITALIAN, BEZIQUE]), st.data())
def test_reading_and_writing_cards_are_inverse(pack: Pack, data: st.DataObject) -> None:
    """Text to number to text."""
    text = data.draw(st.sampled_from(pack.cards))
    assert pack.cards[pack.read(text)] == text


@pytest.mark.parametrize("text", ["", "10C", "TC", "kd", "KDD", "7H", "KD1"])
def test_what_is_no_card_is_malformed(text: str) -> None:
    """It cannot be read, whatever the state."""
    with pytest.raises(Malformed) as refused:
        ITALIAN.read(text)
    assert refused.value.code == "malformed/malformed-card"


def test_a_hint_names_the_card_in_upper_case() -> None:
    """The most common slip."""
    with pytest.raises(Malformed, match="did you mean 'KD'"):
        ITALIAN.read("kd")


@CALM
@given(st.permutations(range(40)).map(lambda cards: cards[:4]), st.sampled_from([None, 0, 1, 2, 3]))
def test_the_winner_is_the_highest_trump_or_the_highest_of_the_suit_led(cards: list[int], trump: int | None) -> None:
    """The tables say the same as the rule in words."""
    suits = [card // 10 for card in cards]
    counts = trump if trump in suits else suits[0]
    best = max((card for card, suit in zip(cards, suits, strict=True) if suit == counts), key=lambda card: card % 10)
    assert cards[tricks(ITALIAN, trump).winner(cards)] == best


def test_of_two_equal_cards_the_first_wins() -> None:
    """With two packs the same card can meet itself."""
    trick = [BEZIQUE.read("8D1"), BEZIQUE.read("8D2")]
    assert tricks(BEZIQUE, 0).winner(trick) == 0
    assert tricks(BEZIQUE, 1).winner(trick[::-1]) == 0


def legal(rule: FollowRule, hand: str, trick: str, trump: str = "C") -> str:
    tables = tricks(BEZIQUE, BEZIQUE.suits.index(trump))
    numbers = [BEZIQUE.read(card + "1") for card in hand.split()]
    played = [BEZIQUE.read(card + "2") for card in trick.split()]
    return " ".join(BEZIQUE.cards[card][:2] for card in rule(tables, numbers, played))


@pytest.mark.parametrize(
    ("rule", "hand", "trick", "expected"),
    [
        (follow, "AH 7H 8C", "", "AH 7H 8C"),
        (follow, "AH 7H 8C", "TH", "AH 7H"),
        (follow, "AH 7H 8C", "TD", "AH 7H 8C"),
        (follow_or_trump, "AH 7H 8C", "", "AH 7H 8C"),
        (follow_or_trump, "AH 7H 8C", "TH", "AH 7H"),
        (follow_or_trump, "AH 7H 8C", "TD", "8C"),
        (follow_or_trump, "AH 7H", "TD", "AH 7H"),
        (follow_and_win, "AH 7H 8C", "", "AH 7H 8C"),
        (follow_and_win, "AH 7H 8C", "TH", "AH"),
        (follow_and_win, "9H 7H 8C", "TH", "9H 7H"),
        (follow_and_win, "AH 7H 8C", "TD", "8C"),
        (follow_and_win, "AH 7H", "TD", "AH 7H"),
        (follow_and_win, "AC 7C 9D", "TC", "AC"),
    ],
)
def test_the_duties_to_follow(rule: FollowRule, hand: str, trick: str, expected: str) -> None:
    """Free, follow suit, follow or trump, follow and win."""
    assert legal(rule, hand, trick) == expected


@pytest.mark.parametrize(
    ("hand", "trick", "card", "code"),
    [
        ("AH 7H 8C", "TH", "7H", "move/must-beat"),
        ("AH 7H 8C", "TH", "8C", "move/must-follow-suit"),
        ("AH 7H 8C", "TD", "AH", "move/must-trump"),
    ],
)
def test_a_neglected_duty_has_a_name(hand: str, trick: str, card: str, code: str) -> None:
    """So the player learns what would have been right."""
    numbers = [BEZIQUE.read(text + "1") for text in hand.split()]
    played = [BEZIQUE.read(text + "2") for text in trick.split()]
    assert breach(tricks(BEZIQUE, 0), numbers, played, BEZIQUE.read(card + "1")) == code


def test_cards_are_dealt_in_rounds_and_drawn_one_each() -> None:
    """From the seat that is first, in order of play."""
    hands = deal_round_robin(range(100), rounds(3)[1], 2)
    assert hands == [[2, 5], [0, 3], [1, 4]]
    assert draw_one_each(hands, rounds(3)[2], [7, 8, 9, 10], 1) == 4
    assert hands == [[2, 5, 9], [0, 3, 10], [1, 4, 8]]

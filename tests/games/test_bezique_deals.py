"""Bezique's worked examples, card by card, with the values that they fix."""

import pytest

from croupier.games.bezique.deal import BeziqueDeal
from croupier.games.bezique.setup import BRISQUE, PACK
from croupier.games.kernel import Score
from croupier.games.tricks import tricks
from games.battery import refusal
from games.bezique_deals import (
    ONE_PACK,
    ONE_PACK_TRICKS,
    TWO_PACKS,
    TWO_PACKS_TRICKS,
    act,
    actions,
    deal,
    deck_of,
    lines,
    read,
    winner_of_all,
    words,
)

LOW = "7D 8D 9D 7H 8H 9H 7S 8S"
"""A hand that loses every trick to an ace, and never is trump where clubs are."""


@pytest.mark.parametrize(
    ("trump", "cards", "winner"),
    [
        ("C", "8D1 8D2", 0),
        ("C", "TH1 KH1", 0),
        ("C", "TH1 AH1", 1),
        ("C", "KD1 8C1", 1),
        ("C", "8C1 KD1", 0),
        ("C", "AC1 AC2", 0),
        ("C", "9D1 JS1", 0),
        ("S", "TD1 7S2", 1),
    ],
)
def test_the_better_card_wins_and_of_two_equal_ones_the_first(trump: str, cards: str, winner: int) -> None:
    """A ten is above the king; a trump beats any other suit; a third suit never wins."""
    trick = [PACK.read(card) for card in cards.split()]
    assert tricks(PACK, PACK.suits.index(trump)).winner(trick) == winner


def test_the_deal_gives_three_two_and_three_cards_to_each_the_non_dealer_first() -> None:
    """The next card is turned up; the stock counts it."""
    dealt, turned = deal(TWO_PACKS).opening()
    assert [card[:2] for card in dealt.seen_by(0)["hand"]] == words("QS 7H 8D 8C JS KH QS AD")
    assert [card[:2] for card in dealt.seen_by(1)["hand"]] == words("8D TD 9S 9H TC 9D KS KD")
    assert turned.seen_by("public") == {"kind": "turn-up", "card": "KC1", "trump": "C", "stock": 48}
    assert deal(TWO_PACKS, dealer=0).to_act == 1
    assert deal(TWO_PACKS, dealer=0).view(1)["hand"] == dealt.seen_by(0)["hand"]


@pytest.mark.parametrize(
    ("packs", "deck", "expected"), [(2, TWO_PACKS, TWO_PACKS_TRICKS), (1, ONE_PACK, ONE_PACK_TRICKS)]
)
def test_the_worked_deals_go_trick_by_trick_as_they_should(packs: int, deck: list[str], expected: str) -> None:
    """Who leads, who wins, who draws what; and that nothing is to be decided after a meld here."""
    table = deal(deck, packs=packs)
    for number, trick in enumerate(read(expected), 1):
        assert table.to_act == trick.leader
        for card in trick.cards:
            assert table.to_act is not None
            told = {fact.kind: fact for fact in table.apply(table.to_act, f"play {card}")}
        assert (told["trick"].public["trick"], told["trick"].public["winner"]) == (number, trick.winner)
        assert [card[:2] for card in told["trick"].public["cards"]] == [card[:2] for card in trick.cards]
        if trick.drawn:
            assert (table.phase, table.to_act) == ("meld", trick.winner)
            told = {fact.kind: fact for fact in table.apply(trick.winner, (trick.melds or ["pass"])[0])}
            cards = [told["draw"].seen_by(seat)["card"] for seat in (trick.winner, 1 - trick.winner)]
            assert [card[:2] for card in cards] == trick.drawn
    assert (table.to_act, table.phase) == (None, "score")


def test_the_worked_deal_with_two_packs_ends_950_to_390() -> None:
    """Melds 850 and 320, the last trick, brisques 90 and 70."""
    table = act(deal(TWO_PACKS), *actions(TWO_PACKS_TRICKS))
    assert table.points() == [950, 390]
    assert lines(table) == [
        (1, "seven", 10), (0, "double", 500), (1, "marriage", 20), (1, "royal", 40), (0, "queens", 60),
        (0, "marriage", 20), (0, "marriage", 20), (0, "sequence", 250), (1, "sequence", 250),
        (0, "last-trick", 10), (0, "brisques", 90), (1, "brisques", 70),
    ]  # fmt: skip


def test_the_worked_deal_with_one_pack_ends_120_to_70() -> None:
    """Brisques are 80 in all."""
    table = act(deal(ONE_PACK, packs=1), *actions(ONE_PACK_TRICKS))
    assert table.points() == [120, 70]
    assert lines(table) == [
        (1, "marriage", 20), (0, "marriage", 20), (1, "marriage", 20), (0, "royal", 40),
        (0, "last-trick", 10), (0, "brisques", 50), (1, "brisques", 30),
    ]  # fmt: skip


def test_a_line_of_the_score_names_seat_kind_points_ply_and_rule() -> None:
    """Plies count over the game; brisques have the ply of the last card."""
    table = deal(TWO_PACKS)
    table.ply = 1_000
    act(table, *actions(TWO_PACKS_TRICKS))
    assert table.scores[0] == Score(1, "seven", 10, 1_008, "bezique#seven")
    assert table.scores[-1] == Score(1, "brisques", 70, 1_087, "bezique#brisques")


def test_the_turn_up_is_drawn_by_the_loser_of_the_last_trick_with_a_stock() -> None:
    """Here it is the seven that went under the stock for the king; all see it."""
    table = act(deal(TWO_PACKS), *actions(TWO_PACKS_TRICKS)[:71])
    told = table.apply(1, "meld sequence AC TC KC QC JC")
    draw = next(fact for fact in told if fact.kind == "draw")
    assert draw.seen_by("public") == {"kind": "draw", "seats": [1, 0], "stock": 0, "drawn": {"0": "7C1"}}
    assert table.view(1)["shown"]["0"].count("7C1") == 1


def melds(*made: str, first: str, stock: str = "", **options: object) -> tuple[int, list[tuple[str, str | None]]]:
    """Seat 0 wins trick after trick and tries a meld after each; what it scored by melds, and the refusals."""
    return winner_of_all(deck_of(first, LOW, "9C", stock), made, **options)


@pytest.mark.parametrize(
    ("first", "made", "points", "last"),
    [
        # 1 and 2: the marriage before the sequence scores, after it it does not.
        ("KC1 QC1 AC1 TC1 JC1 AD1 AH1 AS1", ["royal KC QC", "sequence AC TC KC QC JC"], 290, None),
        ("KC1 QC1 AC1 TC1 JC1 AD1 AH1 AS1", ["sequence AC TC KC QC JC", "royal KC QC"], 250, "lower-after-higher"),
        (
            "KC1 QC1 AC1 TC1 JC1 KC2 AD1 AH1",
            ["sequence AC1 TC1 KC1 QC1 JC1", "royal KC2 QC1"],
            250,
            "lower-after-higher",
        ),
        ("KC1 QC1 AC1 TC1 JC1 KC2 QC2 AH1", ["sequence AC1 TC1 KC1 QC1 JC1", "royal KC2 QC2"], 290, None),
        # 3 to 5: single and double bezique.
        ("QS1 JD1 QS2 JD2 AC1 AC2 AD1 AH1", ["bezique QS1 JD1", "double QS QS JD JD"], 540, None),
        (
            "QS1 JD1 QS2 JD2 AC1 AC2 AD1 AH1",
            ["bezique QS1 JD1", "bezique QS2 JD2", "double QS QS JD JD"],
            80,
            "no-new-card",
        ),
        ("QS1 JD1 QS2 JD2 AC1 AC2 AD1 AH1", ["double QS QS JD JD", "bezique QS1 JD2"], 500, "lower-after-higher"),
        # 6: one queen in three classes.
        (
            "QS1 KS1 JD1 QC1 QD1 QH1 AC1 AC2",
            ["marriage KS QS", "bezique QS JD", "queens QS QC QD QH"],
            120,
            None,
        ),
        # 7 and 8 and 9: one card, one kind.
        ("QS1 QC1 QD1 QH1 QH2 QD2 QC2 AC1", ["queens QS QC1 QD1 QH1", "queens QS QC2 QD2 QH2"], 60, "card-reused"),
        ("KS1 QS1 QS2 AC1 AC2 AD1 AH1 AD2", ["marriage KS1 QS1", "marriage KS1 QS2"], 20, "card-reused"),
        ("KS1 QS1 KS2 QS2 AC2 AD1 AH1 AD2", ["marriage KS1 QS1", "marriage KS2 QS2"], 40, None),
        ("QS1 JD1 JD2 AC1 AC2 AD1 AH1 AD2", ["bezique QS1 JD1", "bezique QS1 JD2"], 40, "card-reused"),
        # 22: a four from two equal cards.
        ("QS1 QS2 QC1 QD1 AC2 AD1 AH1 AD2", ["queens QS QS QC QD"], 60, None),
        # Worked example 8: kings, then one of them married, then its queen in a bezique.
        (
            "KC1 KD1 KH1 KS1 QS1 JD1 AC1 AD1",
            ["kings KC KD KH KS", "marriage KS QS", "bezique QS JD"],
            140,
            None,
        ),
    ],
)
def test_how_often_a_card_counts(first: str, made: list[str], points: int, last: str | None) -> None:
    """Each row: a hand, melds after tricks won one after another, what they score, and how the last one is refused."""
    scored, refused = melds(*made, first=first)
    assert scored == points
    assert [code for _, code in refused] == ([f"move/meld-{last}"] if last else [])


@pytest.mark.parametrize(
    ("first", "made", "points"),
    [
        ("KC1 QC1 AC1 TC1 JC1 AD1 AH1 AS1", ["sequence AC TC KC QC JC", "royal KC QC"], 290),
        ("QS1 JD1 QS2 JD2 AC1 AC2 AD1 AH1", ["bezique QS1 JD1", "bezique QS2 JD2", "double QS QS JD JD"], 580),
        ("QS1 JD1 QS2 JD2 AC1 AC2 AD1 AH1", ["double QS QS JD JD", "bezique QS1 JD2"], 540),
    ],
)
def test_by_the_letter_only_the_same_kind_bars_a_card(first: str, made: list[str], points: int) -> None:
    """What the rows above refuse, ``meld_reuse = row-literal`` allows."""
    assert melds(*made, first=first, meld_reuse="row-literal") == (points, [])


def test_brisques_are_ten_each() -> None:
    """Eight of the ten cards of the example: AC AC TD TD AS TH TH TS, but not KD and 9H."""
    cards = words("AC1 AC2 TD1 TD2 AS1 TH1 TH2 TS1 KD1 9H1")
    assert 10 * sum(BRISQUE[PACK.read(card)] for card in cards) == 80
    assert 10 * sum(BRISQUE) == 160


@pytest.mark.parametrize(
    ("hand", "led", "follow", "must_win", "refused"),
    [
        ("AH1 7H1 8C1", "TH1", "AH1 7H1", "AH1", {"7H1": "must-beat", "8C1": "must-follow-suit"}),
        ("AH1 7H1 8C1", "TD1", "AH1 7H1 8C1", "8C1", {"AH1": "must-trump", "7H1": "must-trump"}),
        ("KH1 7H1 8C1", "TH1", "KH1 7H1", "KH1 7H1", {"8C1": "must-follow-suit"}),
        ("7H1 9H1 8S1", "TD1", "7H1 9H1 8S1", "7H1 9H1 8S1", {}),
    ],
)
def test_the_duty_without_a_stock(hand: str, led: str, follow: str, must_win: str, refused: dict[str, str]) -> None:
    """Follow; and in the other game win, trump. The trump is clubs."""
    for phase2, legal in (("follow", follow), ("follow-and-win", must_win)):
        table = last_tricks(hand, led, phase2)
        assert sorted(table.legal()) == sorted(f"play {card}" for card in legal.split(" "))
        if phase2 == "follow-and-win":
            found = {card: refusal(table, 1, f"play {card}") for card in refused}
            assert {card: error[0] for card, error in found.items() if error} == {
                card: f"move/{name}" for card, name in refused.items()
            }


def last_tricks(hand: str, led: str, phase2: str) -> BeziqueDeal:
    """Seat 1 is to answer ``led`` with one of three cards; clubs are trump, the stock is used up."""
    table = deal(deck_of("AC1 KC1 QC1 KS1 QS1 JD1 KD1 KH1", LOW.replace(" ", "1 ") + "1", "9C1"), phase2=phase2)
    numbers = [[PACK.read(card) for card in cards.split(" ")] for cards in (led + " 7D1 8D1", hand)]
    table.hands, table.drawn, table.past = numbers, len(table.stock), [(0, [])] * 29
    table.to_act, table.leader, table.phase = 0, 0, "lead"
    return act(table, f"play {led}")

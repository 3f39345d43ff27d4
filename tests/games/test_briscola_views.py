"""Who sees what in briscola, for every audience and every option that opens something."""

from typing import Any

import pytest

from croupier.games.briscola.deal import BriscolaDeal
from croupier.games.kernel import Fact
from games.briscola_deals import FOUR_DECK, FOUR_TRICKS, TWO_DECK, TWO_TRICKS, actions, deal, played, read


def two(number: int = 0, **options: Any) -> BriscolaDeal:
    return played(deal(2, TWO_DECK, **options), TWO_TRICKS, number)


def four(number: int = 0, **options: Any) -> BriscolaDeal:
    return played(deal(4, FOUR_DECK, **options), FOUR_TRICKS, number)


def step(table: BriscolaDeal, tricks: str, number: int) -> list[Fact]:
    """The facts of action ``number`` of the worked deal."""
    assert table.to_act is not None
    return table.apply(table.to_act, actions(tricks)[number])


def test_the_public_sees_the_table_and_numbers_only() -> None:
    """Everything that anybody in the room could see."""
    assert two(1).view("public") == {
        "phase": "play",
        "dealer": 1,
        "to_act": 1,
        "trick_number": 1,
        "leader": 0,
        "trick": ["5D"],
        "trump": "B",
        "turn_up": "2B",
        "stock": 34,
        "cards": [2, 3],
        "taken": [0, 0],
        "shown": {},
        "said": [],
    }


def test_a_seat_sees_its_own_hand_besides() -> None:
    """And nothing else before the stock is empty."""
    table = two(1)
    assert table.view(0) == {**table.view("public"), "hand": ["JC", "JD"]}
    assert table.view(1) == {**table.view("public"), "hand": ["JB", "AD", "2D"]}


def test_an_auditor_sees_everything() -> None:
    """Hands, stock in its order, piles and points."""
    view = two(4).view("auditor")
    assert view["hands"] == {"0": ["JC", "3C", "4D"], "1": ["JB", "4S", "AB"]}
    assert view["stock_cards"] == [*TWO_DECK[11:], "2B"]
    assert view["piles"] == [["2D", "JD"], ["5D", "AD"]]
    assert view["points"] == [2, 11]


def test_a_drawn_card_is_private_and_the_turn_up_is_public() -> None:
    """All learn who draws; only the last card drawn is seen by all."""
    table = two(1)
    draw = step(table, TWO_TRICKS, 1)[-1]
    assert draw.seen_by("public") == {"kind": "draw", "seats": [1, 0], "stock": 32}
    assert draw.seen_by(1) == {"kind": "draw", "seats": [1, 0], "stock": 32, "card": "4S"}
    assert draw.seen_by(0)["card"] == "3C"
    table = two(33)
    draw = step(table, TWO_TRICKS, 33)[-1]
    assert draw.seen_by("public") == {"kind": "draw", "seats": [1, 0], "stock": 0, "drawn": {"0": "2B"}}
    assert draw.seen_by(1)["card"] == "2S"
    assert table.view(1)["shown"] == {"0": ["2B"]}
    assert two(36).view(1)["shown"] == {}


def test_the_pile_may_be_looked_at_in_the_last_hand_and_only_the_own_one() -> None:
    """Not before the stock is empty."""
    assert "pile" not in two(32).view(0)
    table = two(34)
    own = [card for _, cards, winner, _, _ in read(TWO_TRICKS)[:17] if winner == 1 for card in cards]
    assert table.view(1)["pile"] == own
    assert set(table.view(0)["pile"]).isdisjoint(own)
    assert "pile" not in table.view("public")


@pytest.mark.parametrize(("last_hand", "opens"), [("stock-empty", 28), ("final-trick", 36), ("never", None)])
def test_last_hand_says_when_partners_and_piles_open(last_hand: str, opens: int | None) -> None:
    """From the empty stock on, for the very last trick, or not at all."""
    table = deal(4, FOUR_DECK, last_hand=last_hand)
    for number in range(40):
        told = [fact for fact in step(table, FOUR_TRICKS, number) if fact.kind == "partners"]
        is_open = opens is not None and number + 1 >= opens
        assert len(told) == (number + 1 == opens)
        assert ("hands" in table.view(0), "pile" in table.view(0)) == (is_open, is_open)


def test_opponents_never_see_what_partners_show_each_other() -> None:
    """The fact tells each seat its partner's hand; the public learns only that hands are open."""
    told = step(four(27), FOUR_TRICKS, 27)[-1]
    assert set(told.seen_by(1)["hands"]) == {"3"}
    assert set(told.seen_by(2)["hands"]) == {"0"}
    assert told.seen_by("public") == {"kind": "partners"}


def test_secret_signs_let_partners_know_their_hands_after_the_first_trick() -> None:
    """From then on a partner also learns each card that is drawn; opponents and public do not."""
    table = deal(4, FOUR_DECK, secret_signs=True)
    for number in range(4):
        assert "hands" not in table.view(0)
        facts = step(table, FOUR_TRICKS, number)
    assert [fact.kind for fact in facts] == ["play", "trick", "draw", "partners"]
    assert facts[-1].seen_by(0)["hands"] == {"2": table.view(2)["hand"]}
    for number in range(4, 8):
        facts = step(table, FOUR_TRICKS, number)
    assert facts[-1].seen_by(0) == {
        "kind": "draw", "seats": [0, 1, 2, 3], "stock": 20, "card": "QB", "partners": {"2": "4C"},
    }  # fmt: skip
    assert facts[-1].seen_by(1)["partners"] == {"3": "4B"}
    assert "partners" not in facts[-1].seen_by("public")
    assert table.view(0)["hands"] == {"2": table.view(2)["hand"]}
    assert "hands" not in table.view("public")


def test_with_open_hands_everybody_sees_every_hand() -> None:
    """From the deal on, and every card drawn."""
    table = deal(2, TWO_DECK, open_hands=True)
    hands = {"0": ["JC", "5D", "JD"], "1": ["JB", "AD", "2D"]}
    assert table.opening()[0].seen_by("public")["hands"] == hands
    assert table.view("public")["hands"] == hands
    step(table, TWO_TRICKS, 0)
    assert step(table, TWO_TRICKS, 1)[-1].seen_by("public")["drawn"] == {"1": "4S", "0": "3C"}


def test_points_are_shown_only_where_the_option_says_so() -> None:
    """Everybody could count them; by default nobody is told."""
    assert "points" not in two(4).view(0)
    table = two(3, show_points=True)
    trick = step(table, TWO_TRICKS, 3)[1]
    assert (trick.seen_by("public")["value"], trick.seen_by("public")["points"]) == (2, [2, 11])
    assert table.view("public")["points"] == [2, 11]


def test_what_was_said_is_heard_by_all_until_the_trick_is_taken() -> None:
    """Seat, code and nothing about whether it is true."""
    table = four(4)
    said = table.apply(1, "say have-ace")
    assert [fact.seen_by("public") for fact in said] == [{"kind": "say", "seat": 1, "code": "have-ace"}]
    assert table.view(0)["said"] == [{"seat": 1, "code": "have-ace"}]
    for number in range(4, 8):
        step(table, FOUR_TRICKS, number)
    assert table.view(0)["said"] == []


def test_the_leader_is_known_in_the_middle_of_a_trick() -> None:
    """Trick 2 of the deal of four is led by seat 1."""
    table = four(6)
    assert (table.view("public")["leader"], table.view("public")["to_act"]) == (1, 3)
    assert table.view("public")["trick"] == ["4S", "6D"]

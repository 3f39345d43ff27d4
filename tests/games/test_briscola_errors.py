"""Every error that an action in briscola can meet, what comes before what, and that nothing is changed."""

from typing import Any

import pytest

from croupier.contracts.errors import CODES
from croupier.games.briscola.deal import TEXTS, BriscolaDeal
from croupier.games.kernel import Illegal, Malformed
from games.battery import refusal
from games.briscola_deals import FOUR_DECK, FOUR_TRICKS, TWO_DECK, TWO_TRICKS, cards, deal, played


def two(number: int = 0, **options: Any) -> BriscolaDeal:
    return played(deal(2, TWO_DECK, **options), TWO_TRICKS, number)


def four(number: int = 0, **options: Any) -> BriscolaDeal:
    return played(deal(4, FOUR_DECK, **options), FOUR_TRICKS, number)


def swapping(number: int = 0, deck: list[str] | None = None) -> BriscolaDeal:
    """Seat 0 holds the seven of trump, the turn-up is the king; seat 0 can take tricks with its aces."""
    first = cards("7B 2C AC 3C AD 4C KB")
    rest = [card for card in TWO_DECK if card not in first]
    dealt = deal(2, deck or [*first, *rest], turnup_swap="seven")
    for action in ["play AC", "play 2C", "play AD", "play 3C"][:number]:
        assert dealt.to_act is not None
        dealt.apply(dealt.to_act, action)
    return dealt


@pytest.mark.parametrize(
    ("table", "seat", "action", "code"),
    [
        (two(40), 0, "play KD", "move/game-over"),
        (two(), 0, "pass", "malformed/unknown-action"),
        (two(), 0, "", "malformed/unknown-action"),
        (two(), 0, "play", "malformed/unknown-action"),
        (two(), 0, "play JC 5D", "malformed/unknown-action"),
        (two(), 0, "play  JC", "malformed/unknown-action"),
        (two(), 0, "Play JC", "malformed/unknown-action"),
        (two(), 0, "say", "malformed/unknown-action"),
        (two(), 0, "swap 7B", "malformed/unknown-action"),
        (two(), 0, "play 10C", "malformed/malformed-card"),
        (two(), 0, "play TC", "malformed/malformed-card"),
        (two(), 0, "play jc", "malformed/malformed-card"),
        (four(4), 1, "say hello", "malformed/unknown-talk-code"),
        (two(), 1, "play JB", "move/not-your-turn"),
        (two(), 0, "play AB", "move/card-not-held"),
        (two(), 0, "say have-ace", "move/talk-not-allowed"),
        (four(8, table_talk="off"), 0, "say have-ace", "move/talk-not-allowed"),
        (four(), 0, "say have-ace", "move/talk-first-trick"),
        (two(), 0, "swap", "move/swap-not-allowed"),
        (swapping(), 0, "swap", "move/swap-not-allowed"),
        (swapping(1), 1, "swap", "move/swap-card-not-held"),
        (two(36, turnup_swap="two"), 0, "swap", "move/swap-too-late"),
    ],
)
def test_an_action_that_cannot_be_taken_is_named(table: BriscolaDeal, seat: int, action: str, code: str) -> None:
    """What cannot be read is malformed, what is not allowed is illegal, and neither changes anything."""
    before = table.view("auditor"), table.legal()
    kind = Malformed if code.startswith("malformed/") else Illegal
    with pytest.raises(kind) as refused:
        table.apply(seat, action)
    assert refused.value.code == code
    assert (table.view("auditor"), table.legal()) == before


def test_talk_is_one_message_a_seat_and_trick() -> None:
    """The next trick allows another."""
    table = four(4)
    table.apply(1, "say have-ace")
    assert refusal(table, 1, "say take-it") == ("move/talk-limit", "you have spoken in this trick")
    assert refusal(table, 2, "say take-it") == ("move/not-your-turn", "seat 1 is to act")
    table.apply(1, "play 4S")
    table.apply(2, "say take-it")
    played_on = [table.apply(seat, f"play {card}") for seat, card in ((2, "6D"), (3, "JD"), (0, "KS"))]
    assert played_on[-1][1].kind == "trick"
    table.apply(0, "say no-trump")


def test_a_swap_needs_the_low_trump_a_trick_and_a_higher_turn_up() -> None:
    """First no trick, then legal, and afterwards the turn-up is the seven itself, which nobody holds."""
    table = swapping(2)
    facts = table.apply(0, "swap")
    assert facts[0].seen_by("public") == {"kind": "swap", "seat": 0, "took": "KB", "turn_up": "7B"}
    assert "KB" in table.view(0)["hand"]
    assert table.view(1)["shown"] == {"0": ["KB"]}
    assert table.view(1)["turn_up"] == "7B"
    assert refusal(table, 0, "swap") == ("move/swap-card-not-held", "the low trump is not in your hand")


def test_a_swap_for_a_lower_turn_up_is_not_allowed() -> None:
    """The seven is not swapped for the six."""
    first = cards("7B 2C AC 3C AD 4C 6B")
    table = swapping(2, [*first, *(card for card in TWO_DECK if card not in first)])
    assert refusal(table, 0, "swap") == ("move/swap-not-allowed", "the turn-up is not higher than your card")


def test_a_seat_may_swap_and_talk_in_one_turn_in_any_order() -> None:
    """Both are extras before the card."""
    first = cards("7B 2C 3C 4C AD 5C 6C 7C JC QC KC AC KB")
    for extras in (["swap", "say have-king"], ["say have-king", "swap"]):
        table = deal(4, [*first, *(card for card in FOUR_DECK if card not in first)], turnup_swap="seven")
        for seat, card in enumerate(("AD", "2C", "3C", "4C")):
            table.apply(seat, f"play {card}")
        for action in extras:
            table.apply(0, action)
        assert table.to_act == 0
        assert "KB" in table.view(0)["hand"]
        assert table.view(1)["said"] == [{"seat": 0, "code": "have-king"}]


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (1, "dance", "malformed/unknown-action"),
        (1, "play 10C", "malformed/malformed-card"),
        (1, "say hello", "malformed/unknown-talk-code"),
        (1, "play AB", "move/not-your-turn"),
        (1, "say have-ace", "move/not-your-turn"),
        (1, "swap", "move/not-your-turn"),
        (9, "play AB", "move/not-your-turn"),
        (0, "play AB", "move/card-not-held"),
    ],
)
def test_the_first_breach_in_a_fixed_order_is_named(seat: int, action: str, code: str) -> None:
    """Form, then turn, then holding, then rules: so two programs name the same error."""
    found = refusal(two(), seat, action)
    assert found is not None
    assert found[0] == code


@pytest.mark.parametrize("action", ["dance", "play 10C", "play JC", "say hello", "swap"])
def test_after_the_end_every_action_is_answered_by_game_over(action: str) -> None:
    """The first check of all."""
    assert refusal(two(40), 1, action) == ("move/game-over", "the deal is over")


def test_an_error_does_not_tell_where_a_card_is() -> None:
    """In the stock, in another hand or played before: one and the same answer."""
    table = two(4)
    answers = [refusal(table, 0, f"play {card}") for card in ("3S", "AB", "5D")]
    assert answers == [("move/card-not-held", f"{card} is not in your hand") for card in ("3S", "AB", "5D")]


@pytest.mark.parametrize(
    ("action", "hint"),
    [("paly KD", "'play'"), ("play kd", "'KD'"), ("say have-aces", "'have-ace'"), ("play", "'play KD'")],
)
def test_a_hint_names_what_was_probably_meant(action: str, hint: str) -> None:
    """A bot's author should not have to search."""
    found = refusal(two(), 0, action)
    assert found is not None
    assert hint in found[1]


def test_every_code_is_in_the_list_of_the_contracts() -> None:
    """Programs compare codes: a code that is not listed does not exist."""
    tables = [two(), two(40), two(36, turnup_swap="two"), four(), four(8), swapping(), swapping(1), swapping(2)]
    told = four(4)
    told.apply(1, "say have-ace")
    actions = [*TEXTS, "dance", "play 10C", "say hello"]
    met = {
        found[0]
        for table in [*tables, told]
        for action in actions
        for seat in range(4)
        if (found := refusal(table, seat, action))
    }
    assert met <= set(CODES)
    assert met == {
        "malformed/unknown-action", "malformed/malformed-card", "malformed/unknown-talk-code", "move/game-over",
        "move/not-your-turn", "move/card-not-held", "move/talk-not-allowed", "move/talk-first-trick",
        "move/talk-limit", "move/swap-not-allowed", "move/swap-card-not-held", "move/swap-too-late",
    }  # fmt: skip

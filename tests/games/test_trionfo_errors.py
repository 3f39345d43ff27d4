"""Every error that an action in trionfo can meet, what comes before what, and that nothing is changed."""

from typing import Any

import pytest

from croupier.contracts.errors import CODES
from croupier.games.kernel import Illegal, Malformed
from croupier.games.trionfo.actions import TEXTS
from croupier.games.trionfo.deal import TrionfoDeal
from games.battery import refusal
from games.trionfo_deals import FOUR_ACTIONS, FOUR_DECK, act, deal, played, stacked


def four(number: int = 0, **options: Any) -> TrionfoDeal:
    """The worked game after some actions; P0 holds 4D 6C JD QH 8S QS 4S and leads."""
    return played(deal(4, FOUR_DECK, **options), FOUR_ACTIONS, number)


def bidding(*bids: int, **options: Any) -> TrionfoDeal:
    return act(deal(4, FOUR_DECK, announce=True, **options), *(f"bid {bid}" for bid in bids))


def void() -> TrionfoDeal:
    """Spades are trump, a club is led, the next seat has a spade and no club and has to trump."""
    return act(stacked(2, "KC / 2S AD KD QD JD TD 9D", trump="S", must_trump=True), "KC")


@pytest.mark.parametrize(
    ("table", "seat", "action", "code"),
    [
        (four(52), 0, "play KD", "move/game-over"),
        (four(52), 0, "nonsense", "move/game-over"),
        (four(), 0, "pass", "malformed/unknown-action"),
        (four(), 0, "", "malformed/unknown-action"),
        (four(), 0, "play", "malformed/unknown-action"),
        (four(), 0, "play QH QS", "malformed/unknown-action"),
        (four(), 0, "play  QH", "malformed/unknown-action"),
        (four(), 0, "Play QH", "malformed/unknown-action"),
        (four(), 0, "play 10C", "malformed/malformed-card"),
        (four(), 0, "play 1C", "malformed/malformed-card"),
        (four(), 0, "play qh", "malformed/malformed-card"),
        (four(), 0, "play KB", "malformed/malformed-card"),
        (bidding(), 0, "bid", "malformed/unknown-action"),
        (bidding(), 0, "bid 07", "malformed/unknown-action"),
        (bidding(), 0, "bid 8.", "malformed/unknown-action"),
        (bidding(), 0, "bid +1", "malformed/unknown-action"),
        (bidding(), 0, "bid -0", "malformed/unknown-action"),
        (bidding(), 0, "bid three", "malformed/unknown-action"),
        (bidding(), 0, "bid 3 4", "malformed/unknown-action"),
        (bidding(), 0, "bid \u0663", "malformed/unknown-action"),
        (bidding(), 0, "bid 3\n", "malformed/unknown-action"),
        (four(), 0, "bid 3", "move/wrong-phase"),
        (four(), 0, "bid 8", "move/wrong-phase"),
        (bidding(), 0, "play QH", "move/wrong-phase"),
        (bidding(1, 2, 3, 4), 0, "bid 3", "move/wrong-phase"),
        (four(), 1, "play 5H", "move/not-your-turn"),
        (bidding(), 1, "bid 3", "move/not-your-turn"),
        (bidding(1), 0, "bid 3", "move/not-your-turn"),
        (bidding(1, bid_order="secret"), 0, "bid 3", "move/not-your-turn"),
        (bidding(bid_order="secret"), 4, "bid 3", "move/not-your-turn"),
        (bidding(bid_order="secret"), -1, "bid 3", "move/not-your-turn"),
        (four(), 0, "play 5H", "move/card-not-held"),
        (four(1), 1, "play 8C", "move/must-follow-suit"),
        (void(), 1, "play AD", "move/must-trump"),
        (bidding(), 0, "bid 8", "move/bid-range"),
        (bidding(), 0, "bid -1", "move/bid-range"),
        (bidding(), 0, "bid " + "9" * 5000, "move/bid-range"),
        (bidding(1, 2, 3, hook=True), 3, "bid 1", "move/bid-hook"),
        (bidding(2, 3, 2, hook=True), 3, "bid 0", "move/bid-hook"),
        (bidding(0, 0, 0, hook=True), 3, "bid 7", "move/bid-hook"),
        (bidding(1, 2, 3, hook=True, bid_order="secret"), 3, "bid 1", "move/bid-hook"),
    ],
)
def test_an_action_that_cannot_be_taken_is_named(table: TrionfoDeal, seat: int, action: str, code: str) -> None:
    """What cannot be read is malformed, what is not allowed is illegal, and neither changes anything."""
    before = table.view("auditor"), table.legal()
    kind = Malformed if code.startswith("malformed/") else Illegal
    with pytest.raises(kind) as refused:
        table.apply(seat, action)
    assert refused.value.code == code
    assert len(refused.value.reason) < 200
    assert (table.view("auditor"), table.legal()) == before


def test_a_trump_in_place_of_the_suit_led_is_refused() -> None:
    """Led KC, hand 2C AS 9D: the ace of trumps has to wait."""
    table = act(stacked(2, "KC / 2C AS 9D 3D 4D 3H 4H", trump="S"), "KC")
    assert refusal(table, 1, "play AS") == ("move/must-follow-suit", "you hold C")


def test_the_highest_bid_is_the_number_of_cards_in_the_hand() -> None:
    """Seven in the first smazzata of four, six in the second."""
    table = played(bidding(1, 2, 3, 4), FOUR_ACTIONS, 28)
    assert refusal(table, 0, "bid 7") == ("move/bid-range", "a bid is a number from 0 to 6")
    assert refusal(table, 0, "bid 6") is None


@pytest.mark.parametrize(
    ("table", "seat", "action", "code"),
    [
        (four(), 1, "dance", "malformed/unknown-action"),
        (four(), 1, "play 10C", "malformed/malformed-card"),
        (four(), 1, "bid 8", "move/wrong-phase"),
        (bidding(), 1, "play 2C", "move/wrong-phase"),
        (four(), 1, "play AS", "move/not-your-turn"),
        (bidding(), 1, "bid 8", "move/not-your-turn"),
        (four(1), 1, "play AS", "move/card-not-held"),
    ],
)
def test_the_first_breach_in_a_fixed_order_is_named(table: TrionfoDeal, seat: int, action: str, code: str) -> None:
    """Form, then phase, then turn, then holding, then rules: so two programs name the same error."""
    found = refusal(table, seat, action)
    assert found is not None
    assert found[0] == code


def test_an_error_does_not_tell_where_a_card_is() -> None:
    """In another hand, in the stock, played before or left out of the pack: one and the same answer."""
    table = act(stacked(3, "KC / 3C / 4C"), "KC", "3C", "4C")
    hidden = table.view("auditor")["stock_cards"][0]
    for card in ("2C", "3C", hidden, table.view("auditor")["hands"]["2"][0]):
        assert refusal(table, 0, f"play {card}") == ("move/card-not-held", f"{card} is not in your hand")


@pytest.mark.parametrize(
    ("action", "hint"), [("paly KD", "'play'"), ("play kd", "'KD'"), ("bit 3", "'bid'"), ("bid three", "'bid 3'")]
)
def test_a_hint_names_what_was_probably_meant(action: str, hint: str) -> None:
    """A bot's author should not have to search."""
    found = refusal(four(), 0, action)
    assert found is not None
    assert hint in found[1]


def test_every_code_is_in_the_list_of_the_contracts() -> None:
    """Programs compare codes: a code that is not listed does not exist."""
    tables = [four(), four(1), four(52), bidding(), bidding(1, 2, 3, hook=True), void()]
    met = {
        found[0]
        for table in tables
        for action in [*TEXTS, "bid 9", "dance", "play 10C"]
        for seat in range(4)
        if (found := refusal(table, seat, action))
    }
    assert met <= set(CODES)
    assert met == {
        "malformed/unknown-action", "malformed/malformed-card", "move/game-over", "move/wrong-phase",
        "move/not-your-turn", "move/card-not-held", "move/must-follow-suit", "move/must-trump", "move/bid-range",
        "move/bid-hook",
    }  # fmt: skip

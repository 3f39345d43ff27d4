"""Every error that an action in bezique can meet, what comes before what, and that nothing is changed."""

from typing import Any

import pytest

from croupier.contracts.errors import CODES
from croupier.games.bezique.deal import BeziqueDeal
from croupier.games.kernel import Illegal, Malformed
from games.battery import refusal
from games.bezique_deals import TWO_PACKS, TWO_PACKS_TRICKS, act, actions, deal, deck_of

LOW = "7D 8D 9D 7H 8H 9H 7S 8S"
COURTS = deck_of("AC KC QC KS QS JD KD KH", LOW, "9C", "JC TC 7C 8S 8C 9S 7C 9S")
"""Seat 0 holds all kinds of melds, and draws both sevens of trump."""
EQUAL = deck_of("AC AC KC QC QC KH QH AD", LOW, "9C")
"""Seat 0 holds cards twice."""


def fresh() -> BeziqueDeal:
    return deal(COURTS)


def melding(**given: Any) -> BeziqueDeal:
    """Seat 0 has won a trick with the ace of trump."""
    return act(deal(COURTS, **given), "play AC", "play 7D")


def melded(**given: Any) -> BeziqueDeal:
    """Seat 0 has made a bezique, and could announce a marriage on its table."""
    return act(melding(**given), "meld kings KC KD KH KS", "play JC", "play 8D", "meld bezique QS JD")


def holding_a_seven(**given: Any) -> BeziqueDeal:
    """Seat 0 has won a third trick; it has drawn a seven of trump."""
    return act(melded(**given), "pass", "play KD", "play 9D")


def over() -> BeziqueDeal:
    return act(deal(TWO_PACKS), *actions(TWO_PACKS_TRICKS))


@pytest.mark.parametrize(
    ("table", "seat", "action", "code"),
    [
        (over(), 0, "play KC1", "move/game-over"),
        (over(), 0, "dance", "move/game-over"),
        (fresh(), 0, "dance", "malformed/unknown-action"),
        (fresh(), 0, "", "malformed/unknown-action"),
        (fresh(), 0, "play", "malformed/unknown-action"),
        (fresh(), 0, "play  KC1", "malformed/unknown-action"),
        (fresh(), 0, "play KC1 QC1", "malformed/unknown-action"),
        (fresh(), 0, "Play KC1", "malformed/unknown-action"),
        (melding(), 0, "meld royal", "malformed/unknown-action"),
        (melding(), 0, "meld flush KC1 QC1", "malformed/unknown-action"),
        (melding(), 0, "meld seven 7C1", "malformed/unknown-action"),
        (melding(), 0, "announce seven 7C1", "malformed/unknown-action"),
        (melding(), 0, "seven 7C1", "malformed/unknown-action"),
        (melding(), 0, "seven swap", "malformed/unknown-action"),
        (melding(), 0, "pass on", "malformed/unknown-action"),
        (fresh(), 0, "play KC3", "malformed/malformed-card"),
        (fresh(), 0, "play 10C", "malformed/malformed-card"),
        (fresh(), 0, "play kc1", "malformed/malformed-card"),
        (fresh(), 0, "play 6C1", "malformed/malformed-card"),
        (melding(), 0, "meld royal KC1 XX", "malformed/malformed-card"),
        (fresh(), 0, "meld royal KC1 QC1", "move/wrong-phase"),
        (fresh(), 0, "announce royal KC1 QC1", "move/wrong-phase"),
        (fresh(), 0, "seven", "move/wrong-phase"),
        (fresh(), 0, "pass", "move/wrong-phase"),
        (melding(), 0, "play KC1", "move/wrong-phase"),
        (fresh(), 1, "play 7D1", "move/not-your-turn"),
        (melding(), 1, "pass", "move/not-your-turn"),
        (fresh(), 0, "play KC2", "move/card-not-held"),
        (fresh(), 0, "play TH", "move/card-not-held"),
        (melding(), 0, "meld royal KC2 QC1", "move/card-not-held"),
        (melding(), 0, "meld royal AH QC", "move/card-not-held"),
        (melding(), 0, "meld kings KC KC KD KH", "move/card-not-held"),
        (melding(), 0, "meld royal KC1", "move/meld-shape"),
        (melding(), 0, "meld royal KC1 QS1", "move/meld-shape"),
        (melding(), 0, "meld royal KC1 KC1", "move/meld-shape"),
        (melding(), 0, "meld royal KC1 QC1 QC1", "move/meld-shape"),
        (melding(), 0, "meld royal KS1 QS1", "move/meld-shape"),
        (melding(), 0, "meld marriage KC1 QC1", "move/meld-shape"),
        (melding(), 0, "meld bezique QS1 KD1", "move/meld-shape"),
        (melding(), 0, "meld queens KC1 KD1 KH1 KS1", "move/meld-shape"),
        (melded(), 0, "meld royal KC1 QC1", "move/meld-already-made"),
        (melded(), 0, "meld flush KC1", "malformed/unknown-action"),
        (melded(), 0, "seven", "move/seven-not-held"),
        (melding(), 0, "seven", "move/seven-not-held"),
        (melding(), 0, "seven exchange", "move/seven-not-held"),
        (holding_a_seven(seven_exchange=False), 0, "seven exchange", "move/seven-exchange-not-allowed"),
        (melding(), 0, "announce royal KC1 QC1", "move/announce-not-legal"),
        (melded(), 0, "announce royal KC1 QC1", "move/announce-not-legal"),
        (melded(), 0, "announce bezique QS1 JD1", "move/announce-not-legal"),
        (melded(), 0, "announce marriage KS1 QC1", "move/announce-not-legal"),
        (melded(), 0, "announce marriage KS1 AH1", "move/card-not-held"),
        (holding_a_seven(), 0, "announce marriage KS1 QS1", "move/announce-not-legal"),
        (holding_a_seven(), 0, "meld bezique QS1 JD1", "move/meld-card-reused"),
    ],
)
def test_an_action_that_cannot_be_taken_is_named(table: BeziqueDeal, seat: int, action: str, code: str) -> None:
    """What cannot be read is malformed, what is not allowed is illegal, and neither changes anything."""
    before = table.view("auditor"), table.legal()
    kind = Malformed if code.startswith("malformed/") else Illegal
    with pytest.raises(kind) as refused:
        table.apply(seat, action)
    assert refused.value.code == code
    assert code in CODES
    assert (table.view("auditor"), table.legal()) == before


def code(table: BeziqueDeal, action: str) -> str:
    """The code with which the seat that is asked gets ``action`` refused."""
    assert table.to_act is not None
    found = refusal(table, table.to_act, action)
    assert found is not None, f"{action} is legal"
    return found[0]


def test_a_meld_comes_only_after_winning_and_before_drawing() -> None:
    """Not while following, not after the draw, not for the loser, not without a stock."""
    table = act(fresh(), "play KC")
    assert code(table, "meld bezique QS JD") == "move/wrong-phase"
    act(table, "play 7D", "pass")
    assert (table.phase, code(table, "meld bezique QS JD")) == ("lead", "move/wrong-phase")
    late = act(deal(TWO_PACKS), *actions(TWO_PACKS_TRICKS)[:76])
    assert (late.view("public")["stock"], late.to_act) == (0, 0)
    assert code(late, "meld royal KC1 QC1") == "move/wrong-phase"


def test_a_seven_and_a_meld_share_one_slot_in_house() -> None:
    """After a meld that leaves the phase open the seven is refused; after a seven both have drawn."""
    table = act(holding_a_seven(), "meld royal KC QC")
    assert table.phase == "meld"
    assert code(table, "seven") == "move/meld-already-made"
    assert act(holding_a_seven(), "seven").phase == "lead"


def test_where_sevens_are_free_there_is_one_of_each() -> None:
    """Either may come first; a second seven has to wait, and there is no card for it any more."""
    first = "AC AC KC QC KD QD 7C AH"
    table = act(deal(deck_of(first, LOW, "9C", "7C 9S"), seven_slot="free"), "play AC1", "play 7D", "pass")
    act(table, "play AC2", "play 8D", "seven")
    assert table.view(0)["seven_shown"]
    assert code(table, "seven") == "move/meld-already-made"
    act(table, "meld royal KC QC")
    assert table.phase == "lead"


def test_the_turn_up_is_exchanged_until_it_is_a_seven() -> None:
    """The first seven may be shown without, then the second one may be exchanged; after that there is no more."""
    first = "AC AC KC QC KD QD 7C AH"
    shown = act(deal(deck_of(first, LOW, "9C", "7C 9S")), "play AC1", "play 7D", "seven", "play AC2", "play 8D")
    assert shown.legal()[-3:] == ["seven", "seven exchange", "pass"]
    taken = act(deal(deck_of(first, LOW, "9C", "7C 9S")), "play AC1", "play 7D", "seven exchange")
    act(taken, "play AC2", "play 8D")
    assert code(taken, "seven exchange") == "move/seven-exchange-not-allowed"
    assert "seven" in taken.legal()
    turned = act(deal(deck_of(first, LOW, "7C")), "play AC1", "play 7D")
    assert code(turned, "seven exchange") == "move/seven-exchange-not-allowed"
    assert "seven" in turned.legal()


def test_the_card_taken_for_a_seven_is_not_melded_at_once() -> None:
    """Where a seven is free beside a meld."""
    table = act(deal(deck_of("AC AC QC KD QD 7C AH AS", LOW, "KC"), seven_slot="free"), "play AC1", "play 7D")
    act(table, "seven exchange")
    assert "KC1" in table.view(0)["hand"]
    assert code(table, "meld royal KC QC") == "move/meld-no-fresh-card"
    act(table, "meld marriage KD QD", "play AC2", "play 8D", "meld royal KC QC")
    assert table.points() == [70, 0]


def test_a_meld_needs_a_fresh_card_only_with_that_option() -> None:
    """Kings on the table, a bezique laid beside them: the marriage lies there, and was not announced."""
    for fresh_card, expected in ((False, None), (True, "move/meld-no-fresh-card")):
        table = act(melded(fresh_card=fresh_card), "pass", "play KD", "play 9D")
        found = refusal(table, 0, "meld marriage KS QS")
        assert (None if found is None else found[0]) == expected


def test_the_reason_for_a_stale_meld_is_the_one_that_holds() -> None:
    """A card was taken for a seven, but the meld is refused because all of its own cards lie on the table."""
    table = act(holding_a_seven(fresh_card=True, seven_slot="free"), "seven exchange")
    reason = refusal(table, 0, "meld marriage KS QS")
    assert reason == ("move/meld-no-fresh-card", "all cards lie on the table")


def test_the_first_card_that_is_amiss_is_named() -> None:
    """Cards are looked at in the order in which they were written."""
    table = act(deal(EQUAL), "play AC", "play 7D", "meld royal KC1 QC1", "play AC", "play 8D")
    assert code(table, "meld queens QC QS") == "move/ambiguous-card"
    assert code(table, "meld queens QS QC") == "move/card-not-held"


def test_a_short_name_is_taken_where_both_copies_are_in_the_same_state() -> None:
    """Then it means the lower one; the log would have the number."""
    table = deal(EQUAL)
    assert table.full("play AC") == "play AC1"
    act(table, "play AC", "play 7D")
    assert table.full("meld royal QC KC") == "meld royal KC1 QC1"
    act(table, "meld royal KC QC", "play AC", "play 8D")
    assert code(table, "meld queens QC QC QH QD") == "move/card-not-held"


def test_a_short_name_is_ambiguous_where_the_copies_are_in_different_states() -> None:
    """One on the table and one in the hand; and without a stock still, as one was in a meld and one was not."""
    table = act(deal(EQUAL), "play AC", "play 7D", "meld royal KC1 QC1")
    assert refusal(table, 0, "play QC") == ("move/ambiguous-card", "QC may be either copy: write QC1 or QC2")
    assert table.full("play QC2") == "play QC2"
    late = act(table.copy(), *["play AC", "play 8D", "pass"])
    late.drawn, late.table = len(late.stock), [0, 0]
    assert code(late, "play QC") == "move/ambiguous-card"


def test_a_seven_that_was_shown_and_one_that_was_not_are_in_different_states() -> None:
    """Also when both are in the hand again."""
    table = act(deal(deck_of("AC AC 7C 7C QC QD 8C AH", LOW, "9C")), "play AC", "play 7D")
    assert table.copy().hands == table.hands
    assert act(table.copy(), "pass").full("play 7C") == "play 7C1"
    act(table, "seven")
    table.drawn, table.table = len(table.stock), [0, 0]
    assert code(table, "play 7C") == "move/ambiguous-card"


def test_who_names_both_copies_means_both() -> None:
    """Whatever state they are in, and also where one of them has its number."""
    deck = deck_of("QS QS JD JD AC AC TC TC", LOW, "9C")
    table = act(deal(deck), "play AC1", "play 7D", "meld bezique QS1 JD1", "play AC2", "play 8D")
    assert table.full("meld double QS QS JD JD") == "meld double QS1 QS2 JD1 JD2"
    assert table.full("meld double JD QS2 JD QS") == "meld double QS1 QS2 JD1 JD2"
    assert code(table, "meld bezique QS JD2") == "move/ambiguous-card"
    assert code(table, "meld double QS QS QS JD") == "move/card-not-held"


def test_with_one_pack_cards_have_no_number() -> None:
    """Nothing is ambiguous, and a number is a card that there is not."""
    table = deal(deck_of("AC KC QC KS QS JD KD KH", LOW, "9C", packs=1), packs=1)
    assert table.full("play KC") == "play KC"
    assert code(table, "play KC1") == "malformed/malformed-card"


@pytest.mark.parametrize(
    ("seat", "action", "expected"),
    [
        (1, "dance", "malformed/unknown-action"),
        (1, "meld royal KC1 XX", "malformed/malformed-card"),
        (1, "pass", "move/wrong-phase"),
        (1, "play AH1", "move/not-your-turn"),
        (9, "play AH1", "move/not-your-turn"),
        (0, "play AH1", "move/card-not-held"),
    ],
)
def test_the_first_breach_in_a_fixed_order_is_named(seat: int, action: str, expected: str) -> None:
    """Form, phase, turn, holding, rule: so two programs name the same error."""
    found = refusal(fresh(), seat, action)
    assert found is not None
    assert found[0] == expected


def test_of_several_breaches_of_reuse_the_first_one_is_named() -> None:
    """A royal with the king and queen of a sequence, of which the king was in a royal before: reused comes first."""
    first = "KC QC QC AC TC JC AD AH"
    table = act(deal(deck_of(first, LOW, "9C")), "play AD", "play 7D", "meld royal KC QC1", "play AH", "play 7H")
    act(table, "meld sequence AC TC KC QC2 JC", "play TC", "play 8D")
    assert code(table, "meld royal KC QC2") == "move/meld-card-reused"
    assert code(table, "meld royal KC QC1 QC2") == "move/meld-shape"


def test_an_error_does_not_tell_where_a_card_is() -> None:
    """In the stock, in the other hand or played before: one and the same answer."""
    table = act(fresh(), "play AC", "play 7D", "pass")
    answers = [refusal(table, 0, f"play {card}") for card in ("TH1", "8D1", "AC1")]
    assert answers == [
        ("move/card-not-held", f"{card} is not in your hand or on your table") for card in ("TH1", "8D1", "AC1")
    ]


@pytest.mark.parametrize(
    ("action", "hint"),
    [
        ("paly KC1", "'play'"), ("meld sequenz AC1 TC1", "'sequence'"), ("play kc1", "'KC1'"), ("meld", "meld royal"),
        ("seven swop", "'seven exchange'"),
    ],
)  # fmt: skip
def test_a_hint_names_what_was_probably_meant(action: str, hint: str) -> None:
    """A bot's author should not have to search."""
    found = refusal(fresh(), 0, action)
    assert found is not None
    assert hint in found[1]

"""Every error that an action in piquet can meet, what comes before what, and that nothing is changed."""

from typing import Any

import pytest

from croupier.contracts.errors import CODES
from croupier.games.kernel import Illegal, Malformed
from croupier.games.piquet.deal import PiquetDeal
from games.battery import refusal
from games.piquet_deals import SAMPLE_DEAL, SAMPLE_EXCHANGE, SAMPLE_HOUSE, deal, hands, run

ELDER = "AS KS QS JS 9S 8S KH QH JH KD QD KC"
YOUNGER = "AH TH 9H 8H 7H AD JD TD 9D AC QC JC"
"""Elder has six spades with a quart and four kings; younger five hearts with a quart, and three aces."""


def sample(actions: str, **given: Any) -> PiquetDeal:
    """The sample deal after some actions; younger holds a carte blanche in hearts and in spades."""
    return run(deal(SAMPLE_DEAL, **given), actions)


def elder_calls(actions: str = "", **given: Any) -> PiquetDeal:
    """Elder calls first."""
    return run(hands(ELDER, YOUNGER, **{"first_declarer": "elder", **given}), actions)


def classic(actions: str = "", **given: Any) -> PiquetDeal:
    """Classic rules without an exchange."""
    return run(hands(ELDER, YOUNGER, ruleset="classic", **given), actions)


EXCHANGED = f"pass, {SAMPLE_EXCHANGE}"
OPEN = "pass, pass, call set K 3, good, AS"
"""Point and sequence are open for younger after the first lead."""
NOTHING_CALLED = "pass, pass, pass, pass, pass, pass, KH"
"""Neither has called or claimed anything, and elder has led."""
ALL_TAKEN = f"{SAMPLE_EXCHANGE}, call point H, good, call sequence AH 4, good, call set J 3, good"
"""Nothing is open and nothing is left to look at."""

CASES = [
    (sample(SAMPLE_HOUSE), 0, "play KD", "move/game-over"),
    # what cannot be read
    (sample(""), 1, "bid 3", "malformed/unknown-action"),
    (sample(""), 1, "", "malformed/unknown-action"),
    (sample(""), 1, "play", "malformed/unknown-action"),
    (sample(""), 1, "play AS KS", "malformed/unknown-action"),
    (sample(""), 1, "Pass", "malformed/unknown-action"),
    (sample(""), 1, "pass ", "malformed/unknown-action"),
    (sample(""), 1, "blanche", "malformed/unknown-action"),
    (sample(""), 1, "blanche X", "malformed/unknown-action"),
    (sample("", ruleset="classic"), 0, "blanche S", "malformed/unknown-action"),
    (sample("pass"), 0, "exchange  KS", "malformed/unknown-action"),
    (sample("pass"), 0, "exchange KS 10H", "malformed/malformed-card"),
    (sample("pass"), 0, "exchange 6S", "malformed/malformed-card"),
    (sample("pass"), 0, "exchange ks", "malformed/malformed-card"),
    (elder_calls(), 0, "call", "malformed/unknown-action"),
    (elder_calls(), 0, "call point", "malformed/unknown-action"),
    (elder_calls(), 0, "call point X", "malformed/unknown-action"),
    (elder_calls(), 0, "call point S + H", "malformed/unknown-action"),
    (elder_calls(), 0, "call suit S", "malformed/unknown-action"),
    (elder_calls(), 0, "call sequence AS", "malformed/unknown-action"),
    (elder_calls(), 0, "call sequence AS 04", "malformed/unknown-action"),
    (elder_calls(), 0, "call sequence AS -4", "malformed/unknown-action"),
    (elder_calls(), 0, "call sequence 1S 4", "malformed/malformed-card"),
    (elder_calls(), 0, "call set X 4", "malformed/unknown-action"),
    (elder_calls(), 0, "call set KS 4", "malformed/unknown-action"),
    (elder_calls(), 0, "call set K 4 +", "malformed/unknown-action"),
    (elder_calls(), 0, "call set K four", "malformed/unknown-action"),
    # carte blanche
    (sample(""), 1, "blanche C", "move/not-a-carte-blanche"),
    (sample(""), 1, "blanche D", "move/not-a-carte-blanche"),
    (deal(SAMPLE_DEAL), 0, "blanche S", "move/wrong-phase"),
    (sample("blanche S"), 1, "blanche H", "move/wrong-phase"),
    (sample("blanche S", carte_blanche_limit="per-suit"), 1, "blanche S", "move/blanche-limit"),
    (sample("", carte_blanche="off"), 0, "blanche S", "move/wrong-phase"),
    (sample("", ruleset="classic"), 0, "blanche", "move/wrong-phase"),
    # the exchange
    (sample("pass"), 0, "exchange KS TS", "move/card-not-held"),
    (sample("pass"), 0, "exchange KS KS", "move/duplicate-card"),
    (sample("pass"), 0, "exchange KS TS TS", "move/card-not-held"),
    (sample("pass"), 0, "exchange KS JS AH QH JH 8H", "move/discard-count"),
    (sample("", ruleset="classic"), 0, "exchange", "move/discard-count"),
    (sample("pass, exchange KS 8C 7C 9D 8D"), 1, "exchange 7S 9H 7H TH", "move/discard-count"),
    (sample("pass"), 1, "exchange 7S", "move/not-your-turn"),
    (sample(""), 0, "exchange KS", "move/wrong-phase"),
    (sample("pass"), 0, "pass", "move/wrong-phase"),
    # calls
    (elder_calls(), 1, "call point H", "move/not-your-turn"),
    (elder_calls(), 0, "call sequence AS 4", "move/wrong-phase"),
    (elder_calls("call point S, good"), 0, "call point S", "move/wrong-phase"),
    (elder_calls("call point S"), 0, "call point S", "move/wrong-phase"),
    (hands("AS KS QS JS TS 9S 8S 7S AH KH QH JH", YOUNGER.replace("AH TH", "TH TC"), first_declarer="elder"),
     0, "call point D", "move/call-not-held"),
    (elder_calls("pass, pass"), 0, "call sequence AS 5", "move/call-not-held"),
    (elder_calls("pass, pass"), 0, "call sequence AS 2", "move/call-not-held"),
    (elder_calls("pass, pass"), 0, "call sequence AS 9", "move/call-not-held"),
    (elder_calls("pass, pass"), 0, "call sequence 9S 3", "move/call-not-held"),
    (elder_calls("pass, pass"), 0, "call sequence AS 4 + KD 3", "move/call-not-held"),
    (elder_calls("pass, pass"), 0, "call sequence KH 3 + AS 4", "move/call-order"),
    (elder_calls("pass, pass"), 0, "call sequence AS 4 + AS 4", "move/call-order"),
    (elder_calls("pass, pass"), 0, "call sequence AS 3 + KS 3", "move/call-order"),
    (elder_calls("pass, pass, pass, pass"), 0, "call set K 5", "move/call-not-held"),
    (elder_calls("pass, pass, pass, pass"), 0, "call set Q 4", "move/call-not-held"),
    (elder_calls("pass, pass, pass, pass"), 0, "call set 9 3", "move/call-not-held"),
    (elder_calls("pass, pass, pass, pass"), 0, "call set Q 3 + K 4", "move/call-order"),
    (elder_calls("pass, pass, pass, pass"), 0, "call set K 4 + K 3", "move/call-order"),
    (elder_calls("", sinking=False), 0, "pass", "move/call-order"),
    (elder_calls("", sinking=False), 0, "call point H", "move/call-order"),
    (elder_calls("call point S, good", sinking=False), 0, "call sequence AS 4", "move/call-order"),
    # replies
    (elder_calls("call point S"), 0, "good", "move/not-your-turn"),
    (elder_calls(), 1, "good", "move/wrong-phase"),
    (elder_calls("call point S"), 1, "equal", "move/reply-false"),
    (elder_calls("call point S"), 1, "not-good", "move/reply-false"),
    (run(hands(YOUNGER, ELDER, first_declarer="elder", sinking=False), "call point H"), 1, "good", "move/reply-false"),
    (elder_calls("call point S"), 1, "ask", "move/ask-not-allowed"),
    (elder_calls("call point H, ask"), 1, "ask", "move/ask-not-allowed"),
    (elder_calls("pass, pass, call sequence AS 4"), 1, "ask", "move/ask-not-allowed"),
    (elder_calls("pass, pass, pass, pass, call set K 3"), 1, "equal", "move/reply-false"),
    (elder_calls("pass"), 1, "good", "move/wrong-phase"),
    (elder_calls("call point H, not-good"), 1, "good", "move/wrong-phase"),
    (elder_calls("call point H, not-good"), 1, "pass", "move/wrong-phase"),
    # claims
    (elder_calls("call point H"), 1, "claim point H", "move/claim-not-open"),
    (elder_calls("call point H, not-good"), 1, "claim set A 3", "move/claim-not-open"),
    (elder_calls("call point H, not-good"), 1, "claim set A 4", "move/call-not-held"),
    (elder_calls("call point H, not-good"), 1, "claim set A 3 + A 3", "move/claim-not-open"),
    (elder_calls("call point H"), 1, "claim point S", "move/call-not-held"),
    (elder_calls("call point H"), 1, "claim sequence 9H 4", "move/call-not-held"),
    (elder_calls("pass, pass, call sequence KH 3, not-good"), 1, "claim sequence TH 3", "move/call-order"),
    (elder_calls("call point H, not-good"), 0, "claim point S", "move/not-your-turn"),
    (elder_calls("call point S, good"), 1, "claim point H", "move/wrong-phase"),
    (elder_calls("pass, pass, pass"), 1, "claim sequence AH 3", "move/call-not-held"),
    (elder_calls("pass, pass, pass"), 1, "claim sequence JD 3 + TH 4", "move/call-order"),
    (elder_calls("pass, pass, pass", sinking=True), 1, "claim sequence TH 4 + TH 3", "move/call-order"),
    (classic(OPEN), 1, "claim set A 3", "move/claim-not-open"),
    (classic(OPEN), 1, "claim set T 3", "move/call-not-held"),
    (classic(OPEN), 1, "claim sequence TH 5", "move/call-not-held"),
    (classic(OPEN), 1, "play AD", "move/wrong-phase"),
    (classic(OPEN, younger_look="shared"), 1, "look", "move/wrong-phase"),
    (run(hands(ELDER, YOUNGER, younger_look="shared"), NOTHING_CALLED), 1, "claim set A 3", "move/claim-not-open"),
    (run(hands(ELDER, YOUNGER, younger_look="shared"), NOTHING_CALLED), 1, "claim set K 3", "move/call-not-held"),
    # looking
    (sample(ALL_TAKEN, ruleset="classic"), 0, "look", "move/wrong-phase"),
    (sample(f"{ALL_TAKEN}, AH", ruleset="classic"), 1, "look", "move/nothing-left"),
    (sample(f"{ALL_TAKEN}, AH", ruleset="classic"), 1, "no-look", "move/nothing-left"),
    (sample(f"{ALL_TAKEN}, AH", ruleset="classic"), 0, "look", "move/not-your-turn"),
    (sample(f"{ALL_TAKEN}, AH, TH", ruleset="classic"), 0, "look", "move/wrong-phase"),
    (sample(f"{ALL_TAKEN}, AH", ruleset="classic", younger_look="never"), 1, "look", "move/wrong-phase"),
    (classic(f"{OPEN}, pass, pass", younger_look="shared"), 1, "pass", "move/wrong-phase"),
    (classic(f"{OPEN}, pass, pass, look", younger_look="shared"), 1, "look", "move/wrong-phase"),
    # the play
    (elder_calls("pass, pass, pass, pass, pass, pass"), 1, "play AD", "move/not-your-turn"),
    (elder_calls("pass, pass, pass, pass, pass, pass"), 0, "play AD", "move/card-not-held"),
    (elder_calls("pass, pass, pass, pass, pass, pass, KH"), 1, "play AD", "move/must-follow-suit"),
    (elder_calls("pass, pass, pass, pass, pass, pass, KH"), 1, "play 8S", "move/card-not-held"),
    (elder_calls(), 0, "play AS", "move/wrong-phase"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "seat", "action", "code"), CASES)
def test_an_action_that_cannot_be_taken_is_named(table: PiquetDeal, seat: int, action: str, code: str) -> None:
    """What cannot be read is malformed, what is not allowed is illegal, and neither changes anything."""
    before = table.view("auditor"), table.legal(), table.form(), table.scores
    with pytest.raises(Malformed if code.startswith("malformed/") else Illegal) as refused:
        table.apply(seat, action)
    assert refused.value.code == code
    assert (table.view("auditor"), table.legal(), table.form(), table.scores) == before


def test_every_code_of_piquet_is_provoked_and_in_the_list_of_the_contracts() -> None:
    """Programs compare codes: a code that is not listed does not exist."""
    met = {code for _, _, _, code in CASES}
    assert met <= set(CODES)
    assert met == {
        "malformed/unknown-action", "malformed/malformed-card", "move/game-over", "move/wrong-phase",
        "move/not-your-turn", "move/card-not-held", "move/duplicate-card", "move/discard-count",
        "move/must-follow-suit", "move/not-a-carte-blanche", "move/blanche-limit", "move/call-not-held",
        "move/call-order", "move/ask-not-allowed", "move/reply-false", "move/claim-not-open", "move/nothing-left",
    }  # fmt: skip


@pytest.mark.parametrize("action", ["dance", "exchange XX", "call point S", "play AS", "pass", "good"])
def test_after_the_end_every_action_is_answered_by_game_over(action: str) -> None:
    """The first check of all."""
    assert refusal(sample(SAMPLE_HOUSE), 1, action) == ("move/game-over", "the deal is over")


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (1, "call seqence AS 4", "malformed/unknown-action"),
        (1, "exchange 10H", "malformed/malformed-card"),
        (1, "exchange AS", "move/wrong-phase"),
        (1, "call set A 3", "move/wrong-phase"),
        (1, "call point S", "move/not-your-turn"),
        (0, "call point S", "move/call-not-held"),
    ],
)
def test_the_first_breach_in_a_fixed_order_is_named(seat: int, action: str, code: str) -> None:
    """Form, then phase, then turn, then holding, then rules: so two programs name the same error."""
    table = hands(YOUNGER, ELDER, first_declarer="elder")
    found = refusal(table, seat, action)
    assert found is not None
    assert found[0] == code


@pytest.mark.parametrize(
    ("action", "hint"),
    [
        ("cal point S", "'call'"),
        ("call pont S", "'point'"),
        ("call sequence as 4", "'AS'"),
        ("call set k 4", "'K'"),
        ("play", "'play KD'"),
        ("exchange ks", "'KS'"),
    ],
)
def test_a_hint_names_what_was_probably_meant(action: str, hint: str) -> None:
    """A bot's author should not have to search."""
    found = refusal(elder_calls(), 0, action)
    assert found is not None
    assert hint in found[1]


def test_a_refusal_of_a_carte_blanche_does_not_tell_whether_the_other_has_one() -> None:
    """Younger asks around while elder is asked, or would be: the answers are the same."""
    white = deal(SAMPLE_DEAL, dealer=0), deal(SAMPLE_DEAL, dealer=1)
    answers = [refusal(table, table.dealer, "blanche S") for table in white]
    assert [answer and answer[0] for answer in answers] == ["move/not-your-turn"] * 2


def test_extras_and_discards_may_be_named_in_any_order_and_are_kept_in_one() -> None:
    """The log has one form for each action."""
    table = elder_calls("pass, pass", carte_blanche="off")
    assert table.full("call sequence AS 3 + KH 3") == "call sequence AS 3 + KH 3"
    elder = "AS KS QS KH QH JH KD QD JD 7C 8C 9C"
    table = run(hands(elder, "AH AD AC TS TH TD TC JS 9H 8H 9D 8D", first_declarer="elder"), "pass, pass")
    spoken = "call sequence AS 3 + 9C 3 + KH 3 + KD 3"
    assert table.full(spoken) == "call sequence AS 3 + KD 3 + KH 3 + 9C 3"
    assert table.check(0, spoken) == table.check(0, table.full(spoken))
    table = sample("pass")
    assert table.full("exchange KS 8C 9D") == "exchange 8C 9D KS"

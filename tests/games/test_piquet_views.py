"""Who sees what in piquet: every row of the table, for elder, younger and the public."""

from pathlib import Path
from typing import Any

import pytest

from croupier.games.kernel import Audience, Fact
from croupier.games.piquet.deal import PiquetDeal
from games.piquet_deals import SAMPLE_DEAL, SAMPLE_EXCHANGE, SAMPLE_HOUSE, deal, hands, run

ALL: tuple[Audience, ...] = (0, 1, "public")
EXCHANGED = f"pass, {SAMPLE_EXCHANGE}"


def sample(actions: str, **given: Any) -> PiquetDeal:
    return run(deal(SAMPLE_DEAL, **given), actions)


def act(table: PiquetDeal, action: str) -> list[Fact]:
    assert table.to_act is not None
    return table.apply(table.to_act, action)


def seen(facts: list[Fact], audience: Audience) -> dict[str, Any]:
    """The first fact as an audience learns it."""
    return facts[0].seen_by(audience)


def test_the_public_sees_the_table_and_numbers_only() -> None:
    """Everything that anybody in the room could see."""
    table = sample(f"{EXCHANGED}, call point D")
    assert table.view("public") == {
        "phase": "point-reply",
        "dealer": 1,
        "elder": 0,
        "to_act": 0,
        "trick_number": 1,
        "leader": 0,
        "trick": [],
        "cards": [12, 12],
        "taken": [0, 0],
        "exchanged": [5, 3],
        "talon": 0,
        "blanche": [],
        "declared": {"point": {"call": "5"}, "sequence": {}, "set": {}},
        "tricks": [],
        "points": [0, 0],
    }


def test_a_seat_sees_its_own_hand_discards_and_calls_besides() -> None:
    """And elder what he left, younger what he left."""
    table = sample(f"{EXCHANGED}, call point D")
    public = table.view("public")
    elder = ["9C", "JC", "KD", "8H", "JH", "QH", "KH", "AH", "8S", "9S", "JS", "AS"]
    assert table.view(0) == {
        **public, "hand": elder, "discards": ["7C", "8C", "8D", "9D", "KS"], "own_calls": [], "untaken": [],
    }  # fmt: skip
    assert set(table.view(1)) - set(public) == {"hand", "discards", "own_calls", "left"}
    assert table.view(1)["own_calls"] == ["call point D"]


def test_an_auditor_sees_everything() -> None:
    """Hands, discards, the talon in its order, and calls in full."""
    table = sample("pass, exchange KS, exchange 7S, call point D")
    view = table.view("auditor")
    assert sorted(view["hands"]["0"]) == sorted(
        ["AS", "9S", "JS", "AH", "QH", "JH", "8H", "JC", "8C", "7C", "9D", "8D"]
    )
    assert view["discards"] == {"0": ["KS"], "1": ["7S"]}
    assert view["talon_cards"] == ["KH", "9C", "KD", "QS", "AC", "7D"]
    assert view["own_calls"] == {"0": [], "1": ["call point D"]}


def test_the_hand_that_is_dealt_is_private() -> None:
    """All learn who dealt."""
    opening = sample("").opening()
    assert seen(opening, "public") == {"kind": "deal", "dealer": 1, "cards": [12, 12], "talon": 8}
    assert len(seen(opening, 0)["hand"]) == 12
    assert set(seen(opening, 0)["hand"]).isdisjoint(seen(opening, 1)["hand"])


def test_the_question_for_a_carte_blanche_is_not_to_be_told_from_its_absence() -> None:
    """Who has none passes by the engine, and it looks the same."""
    none, white = deal(SAMPLE_DEAL), deal(SAMPLE_DEAL, dealer=0)
    assert (none.auto(), white.auto()) == ("pass", "pass")
    none.apply(0, "pass")
    assert none.auto() is None
    passed = [none.apply(1, "pass")[0].seen_by(0), white.apply(1, "pass")[0].seen_by(0)]
    assert passed == [{"kind": "pass", "seat": 1}] * 2
    assert none.shown("pass") == "pass"


def test_an_exchange_tells_the_others_its_number() -> None:
    """Own discards and new cards are private; elder alone sees the rest of his five."""
    table = sample("pass")
    facts = act(table, "exchange KS 8C")
    assert seen(facts, "public") == seen(facts, 1) == {"kind": "exchange", "seat": 0, "number": 2, "talon": 6}
    assert seen(facts, 0) == {
        **seen(facts, "public"), "discards": ["8C", "KS"], "drawn": ["9S", "8S"], "untaken": ["KH", "9C", "KD"],
    }  # fmt: skip
    assert table.shown("exchange KS 8C") == "exchange 2"
    facts = act(table, "exchange 7S 7H 9H TC")
    assert seen(facts, 1) == {
        "kind": "exchange", "seat": 1, "number": 4, "talon": 2, "discards": ["TC", "7H", "9H", "7S"],
        "drawn": ["KH", "9C", "KD", "QS"], "left": ["AC", "7D"],
    }  # fmt: skip
    assert "left" not in seen(facts, 0)
    assert table.view(0)["untaken"] == ["KH", "9C", "KD"]
    assert "untaken" not in table.view(1)


@pytest.mark.parametrize(
    ("before", "action", "shown", "best"),
    [
        ("", "call point D", "call point 5", "5"),
        ("pass, pass, ", "call sequence AC 3 + QD 3", "call sequence A 3", "A 3"),
        ("pass, pass, pass, pass, ", "call set T 4 + Q 3", "call set T 4", "T 4"),
    ],
)
def test_a_call_shows_how_good_it_is_and_not_its_suit_or_extras(
    before: str, action: str, shown: str, best: str
) -> None:
    """Number; top rank and length; rank and number."""
    table = sample(f"{EXCHANGED}, {before}".rstrip(", "))
    facts = act(table, action)
    for audience in ALL:
        assert seen(facts, audience) == {"kind": "call", "seat": 1, "category": action.split()[1], "best": best}
    assert table.shown(action) == shown
    assert table.view(0)["declared"][action.split()[1]] == {"call": best}
    assert table.view(1)["own_calls"] == [action]
    assert table.view(0)["own_calls"] == []


def test_good_opens_what_scores() -> None:
    """Suit and number of a point, all sequences, all sets, and the suits of trios."""
    table = sample(f"{EXCHANGED}, call point D")
    facts = act(table, "good")
    told = {"kind": "reply", "seat": 0, "category": "point", "reply": "good", "scored": ["D"], "number": 5}
    assert [seen(facts, audience) for audience in ALL] == [told] * 3
    assert facts[1].seen_by("public") == {"kind": "score", "seat": 1, "points": 5, "rule": "piquet#point"}
    run(table, "pass, pass, call set T 4 + Q 3, good")
    assert table.view("public")["declared"] == {
        "point": {"call": "5", "reply": "good", "scored": ["D"], "number": 5, "seat": 1},
        "sequence": {"call": "pass", "claim": "pass"},
        "set": {
            "call": "T 4", "reply": "good", "seat": 1, "scored": ["T 4", "Q 3"], "cards": ["QC", "QD", "QS"],
        },
    }  # fmt: skip


def test_equal_opens_the_suit_and_no_extras() -> None:
    """Nobody scores."""
    elder, younger = "AS KS QS JH TH 9H 8C 7C AC KC 7D 8D", "AH KH QH 9D TD JD 7H 8H 7S 8S 9C TC"
    table = run(hands(elder, younger, first_declarer="elder"), "pass, pass, call sequence AS 3 + JH 3")
    facts = act(table, "equal")
    assert seen(facts, 1) == {"kind": "reply", "seat": 1, "category": "sequence", "reply": "equal", "suit": "S"}
    assert len(facts) == 1


def test_not_good_opens_nothing_of_the_call_and_all_of_the_claim() -> None:
    """The one who holds better shows it."""
    table = sample(f"{EXCHANGED}, call point D")
    facts = act(table, "not-good")
    assert seen(facts, "public") == {"kind": "reply", "seat": 0, "category": "point", "reply": "not-good"}
    facts = act(table, "claim point H")
    assert seen(facts, 1) == {"kind": "claim", "seat": 0, "category": "point", "scored": ["H"], "number": 5}
    assert table.shown("claim point H") == "claim point H"
    assert table.view(1)["declared"]["point"] == {
        "call": "5", "reply": "not-good", "seat": 0, "scored": ["H"], "number": 5,
    }  # fmt: skip


def test_asking_shows_the_pips_to_all() -> None:
    """Elder's 49 against younger's 48."""
    table = run(deal(SAMPLE_DEAL, first_declarer="elder"), f"{EXCHANGED}, call point H")
    assert "pips" not in table.view(1)["declared"]["point"]
    facts = act(table, "ask")
    assert seen(facts, "public") == {"kind": "ask", "seat": 1, "pips": 49}
    assert table.view(0)["declared"]["point"] == {"call": "5", "pips": 49}


def test_three_of_four_show_three_and_not_that_there_is_a_fourth() -> None:
    """Those that the deck gave out first."""
    elder, younger = "KS KH 7S 8S KD KC 7H 8H 7D 8D 7C 8C", "AS QS AH QH AD QD AC JC TS 9H 9D 9C"
    table = run(hands(elder, younger, first_declarer="elder"), "pass, pass, pass, pass, call set K 3, good")
    declared = table.view(1)["declared"]["set"]
    assert (declared["scored"], declared["cards"]) == (["K 3"], ["KD", "KH", "KS"])


def test_a_declaration_stays_as_it_was_when_its_cards_are_played() -> None:
    """The number of a point and the cards of a trio are those of the hand that was held."""
    played, before = sample(SAMPLE_HOUSE), sample(SAMPLE_HOUSE[: SAMPLE_HOUSE.index("AH, TH")])
    assert played.view("public")["declared"] == before.view("public")["declared"]


def test_all_tricks_lie_open_and_the_score_is_public() -> None:
    """Both may look at them at any time."""
    table = sample(f"{SAMPLE_HOUSE[: SAMPLE_HOUSE.index('KH, 7D')]} KH")
    facts = act(table, "play 7D")
    assert seen(facts, "public") == {"kind": "play", "seat": 1, "card": "7D"}
    trick = {"kind": "trick", "trick": 2, "leader": 0, "cards": ["KH", "7D"], "winner": 0}
    assert facts[1].seen_by(1) == trick
    assert facts[2].seen_by(1) == {"kind": "score", "seat": 0, "points": 1, "rule": "piquet#trick"}
    view = table.view("public")
    assert view["tricks"] == [
        {"leader": 0, "cards": ["AH", "TH"], "winner": 0}, {"leader": 0, "cards": ["KH", "7D"], "winner": 0},
    ]  # fmt: skip
    assert (view["points"], view["taken"], view["cards"], view["trick_number"]) == ([13, 17], [2, 0], [10, 10], 3)


def test_a_bonus_that_is_due_later_is_told_when_it_is_due() -> None:
    """The repique of a hand whose rival gives his claim up after the lead stands among older lines."""
    elder, younger = "AH KH QH JH TH AS AD AC QS JS TS 7C", "9D 8D 7D TD KD QD KS 9S KC QC 9C 8C"
    table = run(
        hands(elder, younger, ruleset="classic"),
        "call point H, not-good, call sequence AH 5 + QS 3, good, call set A 4, good, AH",
    )
    facts = act(table, "pass")
    assert [fact.seen_by("public") for fact in facts] == [
        {"kind": "pass", "seat": 1}, {"kind": "score", "seat": 0, "points": 60, "rule": "piquet#repique"},
    ]  # fmt: skip


def test_the_leader_is_known_in_the_middle_of_a_trick() -> None:
    """Younger leads after his ace of diamonds."""
    table = sample(f"{SAMPLE_HOUSE[: SAMPLE_HOUSE.index('AC, 9C')]} AC")
    assert (table.view("public")["leader"], table.view("public")["to_act"]) == (1, 0)
    assert table.view("public")["trick"] == ["AC"]


def test_the_rule_page_names_every_field_of_a_view_and_every_kind_of_fact() -> None:
    """Authors of bots look there."""
    page = (Path(__file__).parents[2] / "docs" / "rules" / "piquet.md").read_text(encoding="utf-8")
    white = run(deal(SAMPLE_DEAL, carte_blanche_show="hand", younger_look="shared"), "blanche S")
    facts = [*white.opening(), *act(white, "exchange KS"), *act(white, "exchange 7S")]
    tables = [sample(SAMPLE_HOUSE), white]
    called = "call point D, ask, good, call sequence QD 3, good, pass, claim set J 3, play AH, look"
    for action in called.split(", "):
        facts += act(white, action)
    names = {name for table in tables for seat in (0, 1) for name in table.view(seat)} | {fact.kind for fact in facts}
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []

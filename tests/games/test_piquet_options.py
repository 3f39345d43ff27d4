"""Every option of piquet, each in a deal in which it makes the difference that its rule says."""

from typing import Any

import pytest

from croupier.games.kernel import BadOptions
from croupier.games.piquet.deal import PiquetDeal
from games.piquet_deals import (
    PIQUET,
    SAMPLE_DEAL,
    SAMPLE_EXCHANGE,
    SAMPLE_TRICKS,
    deal,
    dealt,
    engine,
    hands,
    lines,
    run,
)

FULL: dict[str, Any] = {"auto_declare": "full"}
NO_COURT = ("AH KH QH JH TH 8H AC AD KC KD QD JD", "AS TS 9S 8S 7S 9H 7H TD 8D 7D 9C 8C")
CAPOT = ("AS KS QS JS 8S AH KH JH TH 8H 7H AD", "TS 9S 7S QH 9H KD QD 9D KC QC 9C 8C")
SIX_EACH = ("AS KS QS JS TS 9S 7H 7D 8D 9D 7C 8C", "AH KH QH JH TH 9H AD KD QD AC KC QC")


def play_out(table: PiquetDeal) -> PiquetDeal:
    """Each plays his highest card, the first of equal ones."""
    while table.to_act is not None:
        table.apply(table.to_act, max(table.legal(), key=lambda play: "789TJQKA".find(play[5:6])))
        engine(table)
    return table


def kinds(table: PiquetDeal) -> set[str]:
    return {kind for _, kind, _ in lines(table)}


@pytest.mark.parametrize(
    ("value", "asked"),
    [("suit-ten", ["blanche D", "blanche S", "pass"]), ("no-court", ["blanche", "pass"]), ("off", [])],
)
def test_carte_blanche_says_what_one_is(value: str, asked: list[str]) -> None:
    """Younger holds tens in two suits without court cards, and no court card at all."""
    table = dealt(*NO_COURT, carte_blanche=value)
    engine(table)
    assert table.legal() == asked


def test_carte_blanche_limit_says_how_many_suits_may_be_claimed() -> None:
    """One claim, or one for each suit until the player passes or has no other."""
    once = run(dealt(*NO_COURT), "blanche D")
    assert once.phase == "exchange-elder"
    each = run(dealt(*NO_COURT, carte_blanche_limit="per-suit"), "blanche D")
    assert (each.phase, each.legal()) == ("blanche-younger", ["blanche S", "pass"])
    assert run(each.copy(), "pass").totals[1] == 10
    assert run(each, "blanche S").totals[1] == 20
    assert each.phase == "exchange-elder"


@pytest.mark.parametrize(("value", "shown"), [("suit", {}), ("hand", {"1": 12})])
def test_carte_blanche_show_says_what_a_claim_shows(value: str, shown: dict[str, int]) -> None:
    """The twelve dealt cards, but not before the other has exchanged."""
    table = run(dealt(*NO_COURT, carte_blanche_show=value), "blanche S")
    assert table.view(0)["blanche"] == [{"seat": 1, "suit": "S"}]
    assert table.view(0)["blanche_hands"] == {}
    facts = table.apply(0, "exchange")
    assert {seat: len(hand) for seat, hand in table.view("public")["blanche_hands"].items()} == shown
    assert [fact.kind for fact in facts] == ["exchange", *(["blanche-hand"] if shown else [])]


@pytest.mark.parametrize("value", [0, 1])
def test_min_exchange_says_how_many_cards_each_must_exchange(value: int) -> None:
    """It holds for both."""
    table = deal(SAMPLE_DEAL, carte_blanche="off", min_exchange=value)
    forms = [table.form(), run(table, "exchange KS").form()]
    assert [form and (form.least, form.most) for form in forms] == [(value, 5), (value, 7)]


def test_younger_look_says_who_sees_the_cards_that_are_left() -> None:
    """At once and alone, after the first lead together, or never."""
    exchanged = "exchange KS, exchange 7S, pass, pass, pass, pass, pass, pass, AS"
    private, shared, never = (
        run(deal(SAMPLE_DEAL, carte_blanche="off", younger_look=value), exchanged)
        for value in ("private", "shared", "never")
    )
    left = ["KH", "9C", "KD", "QS", "AC", "7D"]
    assert private.view(1)["left"] == left
    assert (shared.phase, shared.to_act, shared.legal()) == ("younger-claims", 1, ["look", "no-look"])
    looked = run(shared.copy(), "look")
    assert looked.view(0)["left"] == looked.view(1)["left"] == looked.view("public")["left"] == left
    run(shared, "no-look")
    for table in (private, shared, never):
        assert table.phase == "play"
        assert "left" not in table.view(0)
        assert table.view(0)["untaken"] == ["8S", "KH", "9C", "KD"]
    assert "left" not in shared.view(1)
    assert "left" not in never.view(1)


@pytest.mark.parametrize(("value", "seat"), [("dealer", 1), ("elder", 0)])
def test_first_declarer_says_who_calls(value: str, seat: int) -> None:
    """In all three categories."""
    table = run(deal(SAMPLE_DEAL, first_declarer=value, carte_blanche="off"), SAMPLE_EXCHANGE)
    for category in ("point", "sequence", "set"):
        assert (table.phase, table.to_act) == (f"{category}-call", seat)
        run(table, "pass, pass")


def test_second_scores_says_when_the_other_one_claims() -> None:
    """Before the next category, or after the first lead."""
    elder_first: dict[str, Any] = {"first_declarer": "elder", "carte_blanche": "off"}
    at_once = run(deal(SAMPLE_DEAL, **elder_first), f"{SAMPLE_EXCHANGE}, pass, claim point D")
    assert at_once.phase == "sequence-call"
    later = deal(SAMPLE_DEAL, **elder_first, second_scores="after-lead")
    run(later, f"{SAMPLE_EXCHANGE}, pass, call sequence AH 4, good, call set J 3, not-good")
    assert (later.phase, later.points()) == ("lead1", [4, 0])
    run(later, "AH")
    assert (later.phase, later.to_act) == ("younger-claims", 1)
    assert {action.split(" ")[1] for action in later.legal() if action != "pass"} == {"point", "set"}
    run(later, "claim set T 4, claim point D")
    assert (later.phase, later.points()) == ("play", [5, 19])


def test_sinking_says_whether_less_may_be_called_than_is_held() -> None:
    """Without it a call, a reply and a claim name all that is held."""
    elder_first: dict[str, Any] = {"first_declarer": "elder", "carte_blanche": "off"}
    free = run(deal(SAMPLE_DEAL, **elder_first), SAMPLE_EXCHANGE)
    full = run(deal(SAMPLE_DEAL, **elder_first, sinking=False), SAMPLE_EXCHANGE)
    assert free.legal() == ["call point C", "call point D", "call point H", "call point S", "pass"]
    assert full.legal() == ["call point H"]
    assert run(full, "call point H").legal() == ["good", "ask"]
    run(full, "good, call sequence AH 4, good, call set J 3")
    assert full.legal() == ["not-good"]
    assert run(full, "not-good").legal() == ["claim set T 4 + Q 3"]


def test_without_sinking_nobody_asks_himself_into_a_corner() -> None:
    """A longer suit forbids ``good``, and after asking it would not make ``not-good`` true."""
    elder, younger = "AS KS QS JS AH QH KD QD AC KC 9H 9D", "AD JD TD 8D 7D TH 8H 7H JH QC JC TC"
    free, full = (
        run(hands(elder, younger, first_declarer="elder", sinking=value), "call point S") for value in (True, False)
    )
    assert free.legal() == ["good", "not-good", "ask"]
    assert full.legal() == ["not-good"]


def test_play_points_says_what_leads_and_tricks_score() -> None:
    """26 in all; or 13 and one more for each trick that the follower wins."""
    additive, classic = (
        run(hands(*CAPOT, play_points=value, **FULL), "AS, 7S, KS, 9S, QS, TS, JS, 8C, 8S, 9C, AH, 9H")
        for value in ("additive", "classic")
    )
    assert [len(lines(table, "point", "sequence", "set")) for table in (additive, classic)] == [12, 6]
    last: dict[str, list[tuple[int, str, int]]] = {}
    for value in ("additive", "classic"):
        table = run(
            deal(SAMPLE_DEAL, carte_blanche="off", play_points=value), f"{SAMPLE_EXCHANGE}, {', '.join(['pass'] * 6)}"
        )
        run(table, SAMPLE_TRICKS)
        last[value] = lines(table, "cards")[-2:]
    assert last == {"additive": [(0, "lead", 2), (0, "trick", 2)], "classic": [(0, "lead", 1), (0, "trick", 1)]}


def test_the_last_trick_of_a_follower_is_two_in_the_classic_game() -> None:
    """The leader keeps his point for the lead."""
    table = play_out(hands(*SIX_EACH, play_points="classic", thirty_bonus="single30", **FULL))
    leader, _, _, winner = table.tricks[-1]
    expected = [(leader, "lead", 1), (winner, "trick", 2 if leader != winner else 1)]
    assert lines(table, "cards")[-2:] == expected


@pytest.mark.parametrize(("value", "bonus"), [("single30", (0, "thirty", 30)), ("pique-repique", (0, "pique", 30))])
def test_thirty_bonus_says_what_thirty_against_nothing_is_worth(value: str, bonus: tuple[int, str, int]) -> None:
    """In the play one of 30 either way; in the hand 30 or 60."""
    assert bonus in lines(play_out(hands(*CAPOT, thirty_bonus=value, **FULL)))
    in_hand = hands(
        "AS KS QS JS TS 9S 8S 7S AH KH QH JH", "TH 9H 8H 7H AD KD QD 9D 8D 7D 9C 8C", thirty_bonus=value, **FULL
    )
    assert lines(in_hand)[-1] == ((0, "thirty", 30) if value == "single30" else (0, "repique", 60))


@pytest.mark.parametrize(("value", "score"), [("none", []), ("both", [(0, "cards", 10), (1, "cards", 10)])])
def test_cards_at_half_says_what_six_tricks_each_score(value: str, score: list[tuple[int, str, int]]) -> None:
    """Elder's six spades, then younger's six hearts."""
    table = run(hands(*SIX_EACH, cards_at_half=value, **FULL), "AS, KC, KS, QC, QS, KD, JS, QD, TS, AC, 9S, AD")
    run(table, "7H, AH")
    assert [line for line in lines(play_out(table)) if line[1] == "cards"] == score
    assert table.won == [6, 6]


@pytest.mark.parametrize(
    ("value", "score"), [(False, [(0, "capot", 40)]), (True, [(0, "capot", 40), (0, "cards", 10)])]
)
def test_capot_adds_cards_says_what_all_tricks_score(value: bool, score: list[tuple[int, str, int]]) -> None:
    """40, or 40 and 10."""
    table = play_out(hands(*CAPOT, capot_adds_cards=value, **FULL))
    assert table.won == [12, 0]
    assert [line for line in lines(table) if line[1] in ("cards", "capot")] == score


@pytest.mark.parametrize(("value", "calls"), [("T", ["call set T 4", "call set T 3", "pass"]), ("J", ["pass"])])
def test_set_min_rank_says_which_ranks_make_sets(value: str, calls: list[str]) -> None:
    """Four tens are nothing where sets begin with the jack."""
    elder, younger = "TS TH TD TC 7S 8S 7H 8H 7D 8D 7C 9C", "AS QS AH QH AD QD JC KC 9S 9H 9D 8C"
    table = run(hands(elder, younger, first_declarer="elder", set_min_rank=value), "pass, pass, pass, pass")
    assert table.legal() == calls


@pytest.mark.parametrize(("value", "total"), [(False, 66), (True, 96)])
def test_cards_count_for_pique_lets_the_capot_bring_the_bonus(value: bool, total: int) -> None:
    """26 in hand and play; the capot makes it more than 30 against nothing."""
    table = play_out(hands(*CAPOT, ruleset="classic", cards_count_for_pique=value, **FULL))
    assert table.points() == [total, 0]
    assert ("pique" in kinds(table)) == value


def test_lead_from_ten_says_which_leads_score() -> None:
    """A nine scores nothing, a ten does; the trick scores as ever, the last lead too."""
    given: dict[str, Any] = {"lead_from_ten": True, **FULL}
    elder, younger = "9S 8S 7S TH 9H 8H 7H 9D 8D 7D 9C 8C", "AS KS QS AH KH QH AD KD QD AC KC QC"
    low, high = (run(hands(elder, younger, **given), card) for card in ("9S", "TH"))
    assert [line for line in lines(low) if line[1] == "lead"] == []
    assert [line for line in lines(high) if line[1] == "lead"] == [(0, "lead", 1)]
    last = play_out(hands(younger, elder, **given))
    assert lines(last)[-3:-1] == [(0, "lead", 2), (0, "trick", 2)]


def test_with_lead_from_ten_younger_can_get_a_pique() -> None:
    """Elder leads a nine, so he has nothing still when younger's tricks bring him to thirty."""
    elder, younger = "9S 8S 9H 8H 7H 9D 8D 7D TC 9C 8C 7C", "AS KS QS JS TS 7S AH KH QH AD KD AC"
    given: dict[str, Any] = {"thirty_bonus": "pique-repique", "lead_from_ten": True}
    table = run(hands(elder, younger, **given), "call point S, good, call sequence AS 5, good, call set K 3, good, 9S")
    assert table.points() == [0, 24]
    run(table, "AS, KS, 8S, QS, 7D")
    assert table.points() == [0, 29]
    run(table, "JS")
    assert lines(table)[-2:] == [(1, "lead", 1), (1, "pique", 30)]


def test_auto_declare_lets_the_engine_declare_all_that_is_held() -> None:
    """Calls, replies and claims; players exchange and play."""
    table = run(deal(SAMPLE_DEAL, carte_blanche="off", **FULL), SAMPLE_EXCHANGE)
    assert (table.phase, table.auto()) == ("lead1", None)
    assert lines(table) == [(0, "point", 5), (0, "sequence", 4), (1, "set", 14), (1, "set", 3)]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"second_scores": "after-lead"}, "option/conflict"),
        ({"length": "deals", "length_n": 3}, "option/value"),
        ({"length": "deals", "length_n": 0}, "option/value"),
        ({"length_n": 4}, "option/conflict"),
        ({"length": "partie", "length_n": 8}, "option/conflict"),
        ({"target": 101}, "option/conflict"),
        ({"length": "cent", "target": 0}, "option/value"),
        ({"carte_blanche": "ten"}, "option/value"),
        ({"min_exchange": True}, "option/value"),
        ({"min_exchange": 2}, "option/value"),
        ({"sinking": "on"}, "option/value"),
        ({"carte_rouge": 20}, "option/unknown"),
        ({"trump": "S"}, "option/unknown"),
    ],
)
def test_options_that_make_no_sense_are_refused(given: dict[str, Any], code: str) -> None:
    """At set-up, with a code."""
    with pytest.raises(BadOptions) as refused:
        PIQUET.resolve("house", given)
    assert refused.value.code == code


def test_the_classic_ruleset_can_be_changed_only_so_far() -> None:
    """There younger scores after the lead, so the dealer cannot declare first."""
    with pytest.raises(BadOptions) as refused:
        PIQUET.resolve("classic", {"first_declarer": "dealer"})
    assert refused.value.code == "option/conflict"
    assert PIQUET.resolve("classic", {"first_declarer": "dealer", "second_scores": "at-once"})["length"] == "partie"


def test_an_unknown_ruleset_is_refused_with_the_nearest_name() -> None:
    """There are two."""
    with pytest.raises(BadOptions) as refused:
        PIQUET.resolve("clasic", {})
    assert refused.value.code == "option/unknown-ruleset"
    assert "'classic'" in refused.value.reason

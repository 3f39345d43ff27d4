"""The worked examples of piquet, with the values that the books give, and cases that players argue about."""

from typing import Any

import pytest

from croupier.games.piquet.deal import PiquetDeal
from games.piquet_deals import (
    SAMPLE_CLASSIC,
    SAMPLE_DEAL,
    SAMPLE_EXCHANGE,
    SAMPLE_HOUSE,
    deal,
    dealt,
    engine,
    hands,
    lines,
    run,
)

FULL: dict[str, Any] = {"auto_declare": "full"}
CLASSIC: dict[str, Any] = {"ruleset": "classic"}
ELDER_FIRST: dict[str, Any] = {"first_declarer": "elder"}


def play_out(table: PiquetDeal, order: str = "") -> PiquetDeal:
    """Play ``order``, then the first legal card each time."""
    run(table, order)
    while table.to_act is not None:
        table.apply(table.to_act, table.legal()[0])
        engine(table)
    return table


# --- comparing


def points_of(elder: str, younger: str, **given: Any) -> list[tuple[int, str, int]]:
    """What both declare in full, by the engine."""
    return lines(hands(elder, younger, **{**FULL, **ELDER_FIRST, **given}), "lead", "trick")


@pytest.mark.parametrize(
    ("younger", "score"),
    [
        ("AH QH TH 9H 8H KC JC AD JD 8D QS 7S", []),
        ("AH QH KH 9H 8H KC JC AD JD 8D QS 7S", []),
        ("AH QH TH 9H 8H KH KC JC AD JD 8D 7S", [(1, "point", 6)]),
        ("QH TH 9H 8H 7S KC JC AD JD 8D QS TC", [(0, "point", 5)]),
        ("AH QH JH TH 8H KC JC AD JD 8D QS 7S", [(1, "point", 5)]),
    ],
)
def test_points_compare_by_number_and_then_by_pips(younger: str, score: list[tuple[int, str, int]]) -> None:
    """AS KS JS 9S 8S is 5 cards and 48 pips; equal in both is nobody's."""
    elder = "AS KS JS 9S 8S QC 9C 7C KD 9D 7H 7D"
    assert [line for line in points_of(elder, younger) if line[1] == "point"] == score


def test_four_tens_beat_three_aces_and_score_with_all_smaller_sets() -> None:
    """Younger has 14 and 3; elder's point and sequence stand."""
    elder, younger = "AS AH AC KS KH QD 9C 8C 7C 9S 9H 8S", "TS TH TD TC JS JH JD 7S 8H 7H 8D 7D"
    score = [(0, "point", 4), (0, "sequence", 3), (1, "set", 14), (1, "set", 3)]
    assert points_of(elder, younger) == score


def test_equal_best_sequences_score_nothing_however_many_smaller_ones_there_are() -> None:
    """Both have a tierce major and another tierce."""
    elder, younger = "AS KS QS JH TH 9H 8C 7C AC KC 7D 8D", "AH KH QH 9D TD JD 7H 8H 7S 8S 9C TC"
    assert points_of(elder, younger) == [(1, "point", 5)]


def test_the_better_sequence_scores_smaller_ones_past_the_others_second() -> None:
    """A quart to the queen wins against a quart to the jack: 4, and 3 for the tierce minor."""
    elder, younger = "QS JS TS 9S 9C 8C 7C AH KD 7D 7H 8H", "JD TD 9D 8D QC KH QH AD AC 7S AS KC"
    table = run(hands(elder, younger, **ELDER_FIRST), "pass, pass, call sequence QS 4 + 9C 3")
    assert table.legal() == ["good"]
    assert lines(run(table, "good")) == [(0, "sequence", 4), (0, "sequence", 3)]


@pytest.mark.parametrize(("length", "worth"), [(3, 3), (4, 4), (5, 15), (6, 16), (7, 17), (8, 18)])
def test_a_sequence_is_worth_what_the_table_says(length: int, worth: int) -> None:
    """From the tierce to the octave."""
    run_of = [f"{rank}S" for rank in "AKQJT987"[:length]]
    others = ["AH", "TH", "8H", "AD", "TD", "8D", "AC", "TC", "8C"][: 12 - length]
    rest = [c for s in "CDHS" for c in (f"{r}{s}" for r in "QJ97K") if c not in run_of and c not in others]
    table = hands(" ".join(run_of + others), " ".join(rest[:12]), **ELDER_FIRST)
    run(table, f"call point S, good, call sequence AS {length}, good")
    assert lines(table, "thirty") == [(0, "point", length), (0, "sequence", worth)]


# --- the bonus, by category and by time

BEATEN = ("AH KH QH JH TH AS AD AC QS JS TS 7C", "9D 8D 7D TD KD QD KS 9S KC QC 9C 8C")
EQUAL_POINT = ("KS QS JS TS 9S KH KD KC 9H 7H 8C 7D", "AH QH JH TH 8H AD QD 9D AC QC JC 9C")
WHITE = ("AH KH QH JH TH 8H AC AD KC KD QD JD", "AS TS 9S 8S 7S 9H 7H TD 8D 7D 9C 8C")


@pytest.mark.parametrize("given", [{}, CLASSIC])
def test_a_better_point_of_the_other_stops_the_bonus(given: dict[str, Any]) -> None:
    """Elder's 32 in sequences and set, but younger's point of six counts before them, though he claims it later."""
    table = play_out(hands(*BEATEN, **{**given, **FULL}), "AH")
    hand = [line for line in lines(table) if line[1] in ("point", "sequence", "set")]
    assert sorted(hand) == [(0, "sequence", 3), (0, "sequence", 15), (0, "set", 14), (1, "point", 6)]
    assert not {kind for _, kind, _ in lines(table)} & {"thirty", "repique", "pique"}


@pytest.mark.parametrize(("given", "bonus"), [({}, (0, "thirty", 30)), (CLASSIC, (0, "pique", 30))])
def test_equality_saves_nobody(given: dict[str, Any], bonus: tuple[int, str, int]) -> None:
    """The points are equal, elder has 29 in the hand, and his first lead makes 30 against nothing."""
    table = run(hands(*EQUAL_POINT, **{**given, **FULL}), "KS")
    assert lines(table) == [(0, "sequence", 15), (0, "set", 14), (0, "lead", 1), bonus]
    assert table.points() == [60, 0]
    assert table.scores[-1].ply == table.scores[-2].ply == table.ply - 1


@pytest.mark.parametrize(
    ("ruleset", "claim", "total"),
    [("classic", "blanche", 31), ("classic", "pass", 91), ("house", "blanche", 31), ("house", "pass", 61)],
)
def test_a_carte_blanche_counts_before_all_else(ruleset: str, claim: str, total: int) -> None:
    """Younger's ten saves him from elder's thirty-one; without it there is the bonus."""
    table = dealt(*WHITE, ruleset=ruleset, carte_blanche="no-court", min_exchange=0, **FULL)
    run(table, f"{claim}, exchange, exchange")
    if ruleset == "classic":
        run(table, "AH")
        assert table.totals[0] == total + 1
    else:
        assert table.totals[0] == total
    assert table.totals[1] == (10 if claim == "blanche" else 0)


OWNER = ("KS QS AH QH JH KD JD 9D 8D 7D QC 9C", "AS TS 9S 8S 7S TH 9H 8H 7H TD TC AD")


@pytest.mark.parametrize(("claim", "total"), [("blanche", 10 + 27 + 30), ("pass", 27)])
def test_a_carte_blanche_counts_for_its_owner_too(claim: str, total: int) -> None:
    """With it younger has 30 before elder has one point; the set brings it."""
    table = run(dealt(*OWNER, carte_blanche="no-court", **FULL), f"{claim}, exchange, exchange")
    assert lines(table)[-1] == ((1, "thirty", 30) if claim == "blanche" else (1, "set", 14))
    assert table.points() == [0, total]


def test_three_claims_of_carte_blanche_are_thirty() -> None:
    """The bonus stands behind the third."""
    table = run(dealt(*OWNER, carte_blanche_limit="per-suit"), "blanche H, blanche S, blanche D, blanche C")
    assert lines(table) == [*[(1, "carte-blanche", 10)] * 3, (1, "thirty", 30), (1, "carte-blanche", 10)]
    assert table.phase == "exchange-elder"


def test_both_may_have_a_carte_blanche_in_the_house() -> None:
    """Ten each, and then there is no bonus."""
    elder, younger = "TS 9S AH KH QH JH 8H AD KD QD JD AC", "TC 9C 8C 7C KS QS TD 9D 8D 7D AS TH"
    table = run(dealt(elder, younger, **FULL), "blanche S, blanche C, exchange, exchange")
    assert lines(table)[:2] == [(0, "carte-blanche", 10), (1, "carte-blanche", 10)]
    assert not {kind for _, kind, _ in lines(table)} & {"thirty"}


def test_elders_first_lead_does_not_save_him_from_a_repique() -> None:
    """Younger claims his 36 after it, and they count before it."""
    elder, younger = "KH QH JH 8H KD QD 9D 8D KC QC 9C 8C", "AS KS QS JS TS 9S AH AD AC 7C 7D 7H"
    table = run(hands(elder, younger, **CLASSIC), "call point H, not-good, pass, pass, KH")
    assert table.points() == [1, 0]
    run(table, "claim point S, claim sequence AS 6")
    assert table.points() == [1, 22]
    run(table, "claim set A 4")
    assert table.points() == [1, 36 + 60]
    assert lines(table)[-1] == (1, "repique", 60)


def test_claims_after_the_lead_count_by_category_and_not_by_time() -> None:
    """Younger may claim in any order; the line that brings 30 is the set all the same."""
    elder, younger = "KH QH JH 8H KD QD 9D 8D KC QC 9C 8C", "AS KS QS JS TS 9S AH AD AC 7C 7D 7H"
    table = run(
        hands(elder, younger, **CLASSIC), "pass, pass, pass, KH, claim set A 4, claim point S, claim sequence AS 6"
    )
    expected = [(0, "lead", 1), (1, "set", 14), (1, "repique", 60), (1, "point", 6), (1, "sequence", 16)]
    assert lines(table) == expected
    assert table.scores[2].ply == table.scores[1].ply


def test_three_tens_of_younger_stop_a_pique() -> None:
    """Elder has 29 in the hand, but sets count before leads, though younger claims after the lead."""
    elder, younger = "AS KS QS JS TS 9S 8S 7S KH QH JH 7C", "TH TD TC AH 9H 8H 7H AD 9D 8D KC 9C"
    table = run(hands(elder, younger, **CLASSIC, **FULL), "AS")
    assert lines(table) == [(0, "point", 8), (0, "sequence", 18), (0, "sequence", 3), (0, "lead", 1), (1, "set", 3)]
    play_out(table)
    assert not {kind for _, kind, _ in lines(table)} & {"pique", "repique"}


def test_a_better_holding_that_is_sunk_leaves_the_repique() -> None:
    """Younger answers ``not-good`` and gives the claim up after the lead: he has scored nothing."""
    elder, younger = "AH KH QH JH TH AS AD AC QS JS TS 7C", "9D 8D 7D TD KD QD KS 9S KC QC 9C 8C"
    table = hands(elder, younger, **CLASSIC)
    run(table, "call point H, not-good, call sequence AH 5 + QS 3, good, call set A 4, good, AH")
    assert table.points() == [33, 0]
    run(table, "pass")
    assert lines(table) == [(0, "sequence", 15), (0, "sequence", 3), (0, "set", 14), (0, "repique", 60), (0, "lead", 1)]
    assert table.scores[3].ply == table.scores[2].ply


# --- whole deals


def test_the_sample_deal_of_cavendish_in_both_rulesets() -> None:
    """28 to 23 as in the book; 35 to 27 by the rules of the house, of which 16 and 10 in the play."""
    classic, house = run(deal(SAMPLE_DEAL, **CLASSIC), SAMPLE_CLASSIC), run(deal(SAMPLE_DEAL), SAMPLE_HOUSE)
    assert (classic.points(), classic.won) == ([28, 23], [7, 5])
    assert (house.points(), house.won) == ([35, 27], [7, 5])
    played = [
        sum(points for seat, kind, points in lines(house) if seat == s and kind in ("lead", "trick")) for s in (0, 1)
    ]
    assert played == [16, 10]
    declared = [(0, "point", 5), (0, "sequence", 4), (1, "set", 14), (1, "set", 3), (0, "cards", 10)]
    assert lines(house, "lead", "trick") == declared
    assert sorted(lines(classic, "lead", "trick")) == sorted(declared)


@pytest.mark.parametrize("suit", ["S", "H"])
def test_younger_could_have_claimed_a_carte_blanche_in_the_sample_deal(suit: str) -> None:
    """Ten more: TS 7S, or TH 9H 7H."""
    table = run(deal(SAMPLE_DEAL), SAMPLE_HOUSE.replace("pass,", f"blanche {suit},", 1))
    assert table.points() == [35, 37]


CAPOT = ("AS KS QS JS 8S AH KH JH TH 8H 7H AD", "TS 9S 7S QH 9H KD QD 9D KC QC 9C 8C")
CAPOT_TRICKS = """
    AS, 7S, KS, 9S, QS, TS, JS, 8C, 8S, 9C, AH, 9H, KH, QH, JH, QC, TH, KC, 8H, 9D, 7H, QD, AD, KD
"""


def test_all_tricks_without_a_pique() -> None:
    """Classic: 13 declared, 13 played, 40; 26 in hand and play are no 30, and the capot does not help."""
    table = run(hands(*CAPOT, **{**CLASSIC, **FULL}), CAPOT_TRICKS)
    assert lines(table, "lead", "trick") == [
        (0, "point", 6), (0, "sequence", 4), (0, "set", 3), (0, "capot", 40),
    ]  # fmt: skip
    assert table.points() == [66, 0]


def test_all_tricks_with_the_bonus_of_the_house() -> None:
    """13 declared, 26 played, 40 and 30, which the lead to the ninth trick brings."""
    table = run(hands(*CAPOT, **FULL), CAPOT_TRICKS)
    assert table.points() == [109, 0]
    bonus = next(score for score in table.scores if score.kind == "thirty")
    leads = [score.ply for score in table.scores if score.kind == "lead"]
    assert bonus.ply == leads[8]


@pytest.mark.parametrize(("given", "total"), [(CLASSIC, 170), ({}, 153)])
def test_the_highest_deal_of_all(given: dict[str, Any], total: int) -> None:
    """Four tierces major: a point of three is good, and all tricks are won from the top."""
    elder, younger = "AS KS QS AH KH QH AD KD QD AC KC QC", "JS TS 8S JH 9H 7H JD TD 8D JC 9C 7C"
    table = hands(elder, younger, **{**given, **FULL})
    while table.to_act is not None:
        legal = table.legal()
        best = next((play for rank in "AKQ" for play in legal if play[5] == rank), legal[0])
        table.apply(table.to_act, best)
        engine(table)
    assert table.points() == [total, 0]
    declared = [points for _, kind, points in lines(table) if kind in ("point", "sequence", "set")]
    assert declared == [3, 3, 3, 3, 3, 14, 14, 14]


# --- the exchange


def after_elder(taken: str) -> PiquetDeal:
    """Elder has taken three of QH AH QC 9S TD, and KS 9C TC follow."""
    elder, younger = "AS KC QS 8S 7S JS KH 9H 8H 7H 7D JH", "TH 8D 9D JD QD KD AD 7C 8C JC AC TS"
    table = dealt(elder, younger, "QH AH QC 9S TD KS 9C TC", carte_blanche="off", **CLASSIC)
    return run(table, taken)


def test_elder_sees_what_he_leaves_and_younger_takes_it_first() -> None:
    """Three taken, two seen; younger may take up to five."""
    table = after_elder("exchange 8S 7S 9H")
    assert set(table.view(0)["hand"]) >= {"QH", "AH", "QC"}
    assert table.view(0)["untaken"] == ["9S", "TD"]
    assert (table.form().least, table.form().most) == (1, 5)  # type: ignore[union-attr]
    run(table, "exchange TH 8D 9D 7C")
    assert set(table.view(1)["hand"]) >= {"9S", "TD", "KS", "9C"}
    assert table.view("auditor")["talon_cards"] == ["TC"]


def test_the_number_of_possible_exchanges() -> None:
    """1586 for elder, 299 for younger after a full exchange, 3797 after none; one less each where one is a duty."""
    for ruleset, counts in (("house", (1586, 299, 3797)), ("classic", (1585, 298, None))):
        table = deal(SAMPLE_DEAL, ruleset=ruleset, carte_blanche="off")
        assert len(table.moves()) == counts[0]
        assert len(run(table.copy(), "exchange KS 8C 7C 9D 8D").moves()) == counts[1]
        if counts[2]:
            assert len(run(table, "exchange").moves()) == counts[2]


# --- calls


def test_three_called_of_four_score_three() -> None:
    """The rest is lost at once: the call cannot be raised after the reply."""
    elder, younger = "KS KH KD KC 7S 8S 7H 8H 7D 8D 7C 8C", "AS QS AH QH AD QD AC JC TS 9H 9D 9C"
    table = run(hands(elder, younger, **ELDER_FIRST), "pass, pass, pass, pass, call set K 3")
    assert table.legal() == ["good", "not-good"]
    run(table, "good")
    assert lines(table) == [(0, "set", 3)]


def test_who_says_good_with_better_cards_scores_nothing() -> None:
    """Legal, and sunk."""
    elder, younger = "KS KH KD KC 7S 8S 7H 8H 7D 8D 7C 8C", "AS QS AH QH AD QD AC JC TS 9H 9D 9C"
    table = hands(elder, younger, **CLASSIC)
    run(table, "pass, pass, call set K 4, good, KS, claim point C")
    assert [line for line in lines(table) if line[1] == "set"] == [(0, "set", 14)]
    assert all(not action.startswith("claim set") for action in table.legal())


def test_a_claim_may_be_lower_than_what_is_held_as_long_as_it_is_better() -> None:
    """Four aces called as three are enough against three kings."""
    elder, younger = "KS KH KD 7C 7S 8S 7H 8H 7D 8D TC 8C", "AS QS AH QH AD QD AC JC TS 9H 9D 9C"
    table = run(hands(elder, younger, **ELDER_FIRST), "pass, pass, pass, pass, call set K 3, not-good")
    assert "claim set A 3" in table.legal()
    assert "pass" not in table.legal()
    run(table, "claim set A 3 + Q 3")
    assert lines(table) == [(1, "set", 3), (1, "set", 3)]


def test_what_is_not_called_may_be_claimed() -> None:
    """The first declarer passes, the other one shows."""
    table = run(deal(SAMPLE_DEAL), f"pass, {SAMPLE_EXCHANGE}, pass, claim point H, pass, pass, pass")
    assert lines(table) == [(0, "point", 5)]
    assert table.legal()[0].startswith("claim set J 3")


def test_asking_binds_to_the_length_that_was_called() -> None:
    """Who holds a longer suit and asks about the called one may be left with nothing but ``good``."""
    elder, younger = "AS KS QS JS AH QC 9C 7C KD 9D 7H 7D", "KH QH JH TH 8H 8S 9S TS 7S AD QD 8D"
    table = run(hands(elder, younger, **ELDER_FIRST), "call point S")
    assert table.legal() == ["good", "not-good", "ask"]
    run(table, "ask")
    assert table.legal() == ["good"]
    assert table.view("public")["declared"]["point"] == {"call": "4", "pips": 41}

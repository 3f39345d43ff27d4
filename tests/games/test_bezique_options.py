"""Every option of bezique does what it says, and options that make no sense are refused."""

from typing import Any

import pytest

from croupier.games.kernel import BadOptions
from games.bezique_deals import (
    BEZIQUE,
    ONE_PACK,
    TWO_PACKS,
    TWO_PACKS_TRICKS,
    act,
    actions,
    deal,
    deck_of,
    find,
    lines,
)

LOW = "7D 8D 9D 7H 8H 9H 7S 8S"
HOUSE = {
    "packs": 2,
    "phase2": "follow",
    "meld_reuse": "standard",
    "fresh_card": False,
    "seven_slot": "uses-meld",
    "seven_exchange": True,
    "seven_played_scores": False,
    "melds_per_trick": 1,
    "meld_last_stock_trick": True,
    "last_trick_bonus": "final",
    "brisque_value": 10,
    "brisque_min": 0,
    "length": "single",
    "length_n": 2,
    "target": 1000,
    "target_check": "deal-end",
    "show_brisques": False,
}


def test_the_defaults_are_the_house_rules() -> None:
    """All options have a value, in the order of the rule page."""
    assert BEZIQUE.resolve("house", {}) == HOUSE
    assert list(BEZIQUE.resolve("house", {})) == list(HOUSE)


def test_classic_is_the_game_of_the_books() -> None:
    """Win if you can, a fresh card, a free seven, to a thousand."""
    differs = {"phase2": "follow-and-win", "fresh_card": True, "seven_slot": "free", "length": "target"}
    assert BEZIQUE.resolve("classic", {}) == {**HOUSE, **differs}
    assert BEZIQUE.resolve("classic", {"length": "single"})["length"] == "single"


@pytest.mark.parametrize(
    ("given", "code", "hint"),
    [
        ({"pack": 1}, "option/unknown", "'packs'"),
        ({"packs": 3}, "option/value", "one of 1, 2"),
        ({"packs": True}, "option/value", "packs = true"),
        ({"phase2": "folow"}, "option/value", "'follow'"),
        ({"fresh_card": "on"}, "option/value", "true"),
        ({"melds_per_trick": 2}, "option/value", "one of 1"),
        ({"brisque_value": 20}, "option/value", "one of 10"),
        ({"brisque_min": 17}, "option/value", "from 0 to 16"),
        ({"length": "deals", "length_n": 3}, "option/value", "in steps of 2"),
        ({"length_n": 4}, "option/conflict", "length = deals"),
        ({"length": "target", "length_n": 4}, "option/conflict", "length = deals"),
        ({"target": 500}, "option/conflict", "length = target"),
        ({"length": "deals", "target": 500}, "option/conflict", "length = target"),
        ({"target_check": "immediate"}, "option/conflict", "length = target"),
        ({"length": "target", "target": 5}, "option/value", "from 10"),
    ],
)
def test_options_that_make_no_sense_are_refused(given: dict[str, Any], code: str, hint: str) -> None:
    """The code is for programs; the reason helps."""
    with pytest.raises(BadOptions) as refused:
        BEZIQUE.resolve("house", given)
    assert refused.value.code == code
    assert hint in refused.value.reason


def test_a_deal_with_options_that_nobody_resolved_is_checked_too() -> None:
    """A log from elsewhere may say anything."""
    for ask in (BEZIQUE.seats, BEZIQUE.sides, BEZIQUE.pack, BEZIQUE.match):
        with pytest.raises(BadOptions):
            ask({"packs": 3})


def test_packs_decides_the_pack_and_its_order() -> None:
    """Copy by copy, suit by suit, from the weakest rank; one pack has no numbers."""
    two, one = (BEZIQUE.pack(BEZIQUE.resolve("house", {"packs": packs})) for packs in (2, 1))
    assert one[:8] == ("7C", "8C", "9C", "JC", "QC", "KC", "TC", "AC")
    assert [card[1] for card in one[::8]] == list("CDHS")
    assert two == tuple(card + copy for copy in "12" for card in one)


def test_a_deck_must_be_the_pack() -> None:
    """A card too few, twice, unknown, or of the other number of packs; and there are two seats."""
    options = BEZIQUE.resolve("house", {})
    for deck in (TWO_PACKS[1:], [*TWO_PACKS[1:], TWO_PACKS[1]], [*TWO_PACKS[1:], "TC3"], ONE_PACK):
        with pytest.raises(ValueError, match=r"deck|card"):
            BEZIQUE.deal(options, 0, deck)
    with pytest.raises(ValueError, match="no seat"):
        BEZIQUE.deal(options, 2, TWO_PACKS)


def test_a_turned_seven_is_worth_ten_to_the_dealer() -> None:
    """The other one is worth ten later, without an exchange."""
    table = deal(deck_of("AC AC KC QC KD QD 7C AH", LOW, "7C"))
    assert lines(table) == [(1, "turned-seven", 10)]
    assert [fact.kind for fact in table.opening()] == ["deal", "turn-up", "score"]
    act(table, "play AC", "play 7D", "seven")
    assert lines(table) == [(1, "turned-seven", 10), (0, "seven", 10)]


def test_an_exchange_puts_the_seven_under_the_stock_and_the_turn_up_into_the_hand() -> None:
    """Without one, the seven lies on the table."""
    deck = deck_of("AC AC KC QC KD QD 7C AH", LOW, "TC")
    table = act(deal(deck), "play AC", "play 7D", "seven exchange")
    view = table.view("public")
    assert (view["turn_up"], view["shown"]["0"], view["table"]["0"]) == ("7C1", ["TC1"], [])
    assert (table.points(), view["used"]) == ([10, 0], {})
    shown = act(deal(deck), "play AC", "play 7D", "seven").view("public")
    assert (shown["turn_up"], shown["table"]["0"], shown["used"]) == ("TC1", ["7C1"], {"seven": ["7C1"]})


def test_of_two_sevens_the_lower_copy_is_shown() -> None:
    """``seven`` names no card."""
    table = act(deal(deck_of("AC AC 7C2 7C1 KD QD KH AH", LOW, "TC")), "play AC", "play 7D", "seven")
    assert table.view("public")["table"]["0"] == ["7C1"]


def test_seven_played_scores_pays_for_every_seven_of_trump_that_is_played() -> None:
    """Declared or not, led or thrown; by default playing it is worth nothing."""
    deck = deck_of("AC AC 7C KC KD QD KH AH", "7D 8D 9D 7H 8H 9H 7C 8S", "TC")
    played = ("play AC", "play 7C2", "seven", "play 7C1", "play 8D")
    assert lines(act(deal(deck), *played)) == [(0, "seven", 10)]
    paid = act(deal(deck, seven_played_scores=True), *played)
    assert lines(paid) == [(1, "seven", 10), (0, "seven", 10), (0, "seven", 10)]


def test_announcements_are_several_different_ones_and_lapse_with_their_cards() -> None:
    """Each once while it stands; a card of it that is played takes it away."""
    table = act(deal(deck_of("AC KC QC KS QS JD KD KH", LOW, "9C", "JC TC QD 8S QH 9S")), "play AC", "play 7D")
    act(table, "meld kings KC KD KH KS", "play JC", "play 8D", "meld bezique QS JD")
    assert table.legal() == ["announce marriage KS1 QS1", "pass"]
    act(table, "announce marriage QS KS")
    assert (table.phase, table.view("public")["announced"]) == (
        "lead", [{"seat": 0, "meld": "marriage", "cards": ["KS1", "QS1"]}],
    )  # fmt: skip
    act(table, "play KS")
    assert table.view("public")["announced"] == []


def test_a_meld_that_was_announced_needs_no_fresh_card_and_then_stands_no_more() -> None:
    """However many tricks lie between."""
    table = act(deal(deck_of("AC KC QC KS QS JD KD KH", LOW, "9C", "JC TC AD 8S AH 9S")), "play AC", "play 7D")
    act(table, "meld kings KC KD KH KS", "play JC", "play 8D", "meld bezique QS JD", "announce marriage KS QS")
    for option in (False, True):
        later = act(deal_again(table, option), "play AD", "play 9D", "pass", "play AH", "play 7H")
        assert "meld marriage KS1 QS1" in later.legal()
        act(later, "meld marriage KS QS")
        assert later.view("public")["announced"] == []


def deal_again(table: Any, fresh_card: bool) -> Any:
    """The same position under the option."""
    twin = table.copy()
    twin.setup = deal(TWO_PACKS, fresh_card=fresh_card).setup
    return twin


@pytest.mark.parametrize(("meld_last", "phase"), [(True, "meld"), (False, "lead")])
def test_meld_last_stock_trick(meld_last: bool, phase: str) -> None:
    """Trick 24 of the worked deal: its winner has a sequence, or no chance to show it."""
    table = act(deal(TWO_PACKS, meld_last_stock_trick=meld_last), *actions(TWO_PACKS_TRICKS)[:71])
    assert table.phase == phase
    assert table.view("public")["stock"] == (2 if meld_last else 0)


@pytest.mark.parametrize(("bonus", "ply", "seat"), [("final", 87, 0), ("stock", 70, 1)])
def test_last_trick_bonus(bonus: str, ply: int, seat: int) -> None:
    """The last of all tricks, or the last one before the stock is used up."""
    table = act(deal(TWO_PACKS, last_trick_bonus=bonus), *actions(TWO_PACKS_TRICKS))
    assert [(score.seat, score.points, score.ply) for score in table.scores if score.kind == "last-trick"] == [
        (seat, 10, ply)
    ]


@pytest.mark.parametrize(("least", "points"), [(0, [90, 70]), (7, [90, 70]), (8, [90, 0]), (9, [90, 0]), (10, [0, 0])])
def test_brisque_min_is_a_bar_not_a_deduction(least: int, points: list[int]) -> None:
    """Nine and seven brisques in the worked deal; who is below the bar gets nothing, who is not gets all."""
    table = act(deal(TWO_PACKS, brisque_min=least), *actions(TWO_PACKS_TRICKS))
    found = {seat: points for seat, kind, points in lines(table) if kind == "brisques"}
    assert [found.get(seat, 0) for seat in (0, 1)] == points


def test_show_brisques_tells_how_many_were_taken() -> None:
    """In the view and with every trick; by default nobody is told."""
    table = act(deal(ONE_PACK, packs=1, show_brisques=True), "play 7S", "play JS", "pass", "play 7H", "play 7D", "pass")
    act(table, "play 8S", "play 8D", "pass", "play 9D")
    told = {fact.kind: fact for fact in table.apply(0, "play TD")}
    assert told["trick"].public["brisques"] == table.view("public")["brisques"] == [1, 0]
    assert "brisques" not in deal(ONE_PACK, packs=1).view(0)


def test_a_target_may_end_the_deal_at_once() -> None:
    """By a meld: nothing is drawn, brisques do not count, nobody is asked any more."""
    deck = deck_of("AC AC KC QC KD QD 7C AH", LOW, "TC")
    table = deal(deck, length="target", target=100, target_check="immediate", points=(60, 90))
    act(table, "play AC", "play 7D", "meld royal KC QC")
    assert (table.to_act, table.phase, table.points()) == (None, "score", [40, 0])
    assert table.view("public")["stock"] == 48
    patient = deal(deck, length="target", target=100, points=(60, 90))
    assert act(patient, "play AC", "play 7D", "meld royal KC QC").to_act == 0


def test_a_turned_seven_may_end_the_deal_before_it_begins() -> None:
    """The first ply of the deal is that of the line."""
    options = BEZIQUE.resolve("classic", {"target_check": "immediate"})
    deck = deck_of("AC AC KC QC KD QD 7C AH", LOW, "7C")
    table = BEZIQUE.deal(options, 1, deck, first_ply=500, number=3, points=(980, 990))
    assert (table.to_act, table.legal(), list(table.moves()), table.auto()) == (None, [], [], None)
    assert [(score.seat, score.kind, score.ply) for score in table.scores] == [(1, "turned-seven", 500)]


def test_a_seven_that_is_played_may_end_the_deal_in_the_middle_of_a_trick() -> None:
    """The card lies there, and nobody takes it."""
    deck = deck_of("AC AC 7C KC KD QD KH AH", LOW, "TC")
    given = {"seven_played_scores": True, "target": 100, "target_check": "immediate"}
    table = act(deal(deck, ruleset="classic", points=(90, 0), **given), "play 7C")
    assert (table.to_act, table.view("public")["trick"], table.view("public")["leader"]) == (None, ["7C1"], 0)


def test_of_brisques_that_reach_the_target_those_of_the_non_dealer_count_first() -> None:
    """All of them at once; the dealer's are not counted then."""
    given = {"length": "target", "target": 1_000, "target_check": "immediate"}
    for points, expected in (((50, 600), [950, 320]), ((0, 650), [950, 390]), ((140, 0), [860, 320])):
        table = act(deal(TWO_PACKS, points=points, **given), *actions(TWO_PACKS_TRICKS))
        assert (table.to_act, table.points()) == (None, expected)


def test_two_beziques_bar_the_double_by_standard_and_not_by_the_letter() -> None:
    """Also for an announcement."""
    deck = deck_of("QS QS JD JD AC AC TC TC", LOW, "9C")
    for meld_reuse, phase in (("standard", "lead"), ("row-literal", "meld")):
        table = act(deal(deck, meld_reuse=meld_reuse), "play AC1", "play 7D", "meld bezique QS1 JD1", "play AC2")
        act(table, "play 8D", "meld bezique QS2 JD2")
        assert table.phase == phase


def test_a_seven_may_be_shown_beside_a_meld_where_it_is_free() -> None:
    """Before it or after it; in house the phase is over."""
    deck = deck_of("AC AC KC QC KD QD 7C AH", LOW, "TC")
    for first, second in (("seven", "meld royal KC QC"), ("meld royal KC QC", "seven")):
        table = act(deal(deck, seven_slot="free"), "play AC", "play 7D", first)
        assert table.phase == "meld"
        assert act(table, second).points() == [50, 0]
        assert table.phase == "lead"
        assert act(deal(deck), "play AC", "play 7D", first).phase == "lead"


def test_the_engine_passes_only_where_nothing_else_is_possible_after_a_trick() -> None:
    """Also after a lone seven; not after a meld, where the phase just ends."""
    deck = deck_of("AC AC KC QC TD 9D 7C AH", LOW, "TC")
    table = act(deal(deck, seven_slot="free"), "play AC", "play 7D")
    assert table.auto() is None
    act(table, "seven exchange")
    assert table.auto() is None
    assert act(deal(deck), "play AC").auto() is None
    nothing = act(deal(deck_of("AC AC KC TC TD 9D 8C AH", LOW, "9C"), seven_slot="free"), "play AC", "play 7D")
    assert (nothing.auto(), nothing.legal()) == ("pass", ["pass"])
    lone = act(deal(deck_of("AC AC KC TC TD 9D 7C AH", LOW, "9C"), seven_slot="free"), "play AC", "play 7D", "seven")
    assert (lone.phase, lone.auto()) == ("meld", "pass")


def test_a_deal_with_a_tie_can_be_found() -> None:
    """Equal points are a draw: no line says who won."""
    drawn = find(lambda deal: deal.points()[0] == deal.points()[1], packs=1)
    assert {score.kind for score in drawn.scores} >= {"last-trick", "brisques"}

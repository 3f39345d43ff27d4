"""Who sees what in bezique, for every audience."""

from croupier.games.bezique.deal import BeziqueDeal
from croupier.games.kernel import Fact
from games.bezique_deals import TWO_PACKS, TWO_PACKS_TRICKS, act, actions, deal, deck_of

LOW = "7D 8D 9D 7H 8H 9H 7S 8S"
COURTS = deck_of("AC KC QC KS QS JD KD 7C", LOW, "TC", "JC TC AD 8S 8C 9S")


def worked(number: int) -> BeziqueDeal:
    """The worked deal after so many actions."""
    return act(deal(TWO_PACKS), *actions(TWO_PACKS_TRICKS)[:number])


def step(table: BeziqueDeal, action: str) -> list[Fact]:
    assert table.to_act is not None
    return table.apply(table.to_act, action)


def test_the_public_sees_the_table_and_numbers_only() -> None:
    """Everything that anybody in the room could see."""
    assert worked(1).view("public") == {
        "phase": "follow",
        "dealer": 1,
        "to_act": 1,
        "trick_number": 1,
        "leader": 0,
        "trick": ["7H1"],
        "trump": "C",
        "turn_up": "KC1",
        "stock": 48,
        "cards": [7, 8],
        "taken": [0, 0],
        "points": [0, 0],
        "table": {"0": [], "1": []},
        "shown": {"0": [], "1": []},
        "used": {},
        "announced": [],
        "melded": False,
        "seven_shown": False,
    }


def test_a_seat_sees_its_own_hand_besides() -> None:
    """What lies on its table is not in the hand any more."""
    table = act(deal(COURTS), "play AC", "play 7D", "meld marriage KS QS")
    assert table.view(0) == {**table.view("public"), "hand": ["KC1", "QC1", "JD1", "KD1", "7C1", "JC1"]}
    assert table.view("public")["table"] == {"0": ["QS1", "KS1"], "1": []}
    assert table.view("public")["cards"] == [8, 8]
    assert set(table.view(1)) - set(table.view("public")) == {"hand"}


def test_an_auditor_sees_everything() -> None:
    """Hands, stock in its order, piles and brisques."""
    view = worked(6).view("auditor")
    assert [card[:2] for card in view["hands"]["0"]] == ["QS", "8C", "JS", "KH", "QS", "AD", "JD", "JD"]
    assert view["stock_cards"] == [*TWO_PACKS[21:], "KC1"]
    assert view["piles"] == [[], ["7H1", "9H1", "8D2", "8D1"]]
    assert view["brisques"] == [0, 0]


def test_a_drawn_card_is_private() -> None:
    """All learn who draws and how many are left."""
    draw = step(worked(2), "pass")[-1]
    assert draw.seen_by("public") == {"kind": "draw", "seats": [1, 0], "stock": 46}
    assert draw.seen_by(1)["card"] == "AD2"
    assert draw.seen_by(0)["card"] == "JD1"


def test_a_meld_and_its_points_are_public() -> None:
    """Kind, cards, points with the rule, and afterwards what each card was used for."""
    table = act(deal(COURTS), "play AC", "play 7D")
    told = [fact.seen_by("public") for fact in step(table, "meld marriage KS QS")]
    assert told[:2] == [
        {"kind": "meld", "seat": 0, "meld": "marriage", "cards": ["KS1", "QS1"]},
        {"kind": "score", "seat": 0, "for": "marriage", "points": 20, "rule": "bezique#marriage"},
    ]
    assert table.view(1)["used"] == {"marriage": ["QS1", "KS1"]}
    assert table.view(1)["points"] == [20, 0]


def test_an_exchange_is_public_and_the_card_that_was_taken_is_remembered() -> None:
    """Until it is played."""
    table = act(deal(COURTS), "play AC", "play 7D")
    assert step(table, "seven exchange")[0].seen_by(1) == {
        "kind": "seven", "seat": 0, "card": "7C1", "took": "TC1", "turn_up": "7C1",
    }  # fmt: skip
    assert table.view(1)["shown"] == {"0": ["TC1"], "1": []}
    assert act(table, "play TC1").view(1)["shown"] == {"0": [], "1": []}


def test_a_seven_without_an_exchange_lies_on_the_table() -> None:
    """With its use."""
    told = step(table := act(deal(COURTS), "play AC", "play 7D"), "seven")
    assert told[0].seen_by("public") == {"kind": "seven", "seat": 0, "card": "7C1"}
    assert table.view("public")["used"] == {"seven": ["7C1"]}


def test_a_pass_looks_the_same_whether_a_meld_was_possible_or_not() -> None:
    """What the opponent and the public are told, and the phase that they see before it."""
    able = act(deal(COURTS), "play AC", "play 7D")
    unable = act(deal(deck_of("AC KC AH KS QD JD KH 8C", LOW, "TC", "JC QC AD 8S 8C 9S")), "play AC", "play 7D")
    assert (able.auto(), unable.auto()) == (None, "pass")
    for audience in (1, "public"):
        assert able.view(audience) == unable.view(audience)
        one, other = ([fact.seen_by(audience) for fact in step(table.copy(), "pass")] for table in (able, unable))
        assert [fact["kind"] for fact in one] == ["pass", "draw"]
        assert [{**fact, "card": ""} for fact in one] == [{**fact, "card": ""} for fact in other]


def test_melds_that_go_back_to_the_hands_are_remembered() -> None:
    """With the last draw the table is empty; what lay there is shown until it is played, and so is the turn-up."""
    table = worked(71)
    before = table.view("public")["table"]
    told = step(table, "meld sequence AC TC KC QC JC")
    assert [fact.kind for fact in told] == ["meld", "score", "draw", "stock-empty"]
    view = table.view("public")
    assert view["table"] == {"0": [], "1": []}
    assert set(view["shown"]["0"]) == {*before["0"], "7C1"}
    assert told[-1].public["shown"] == view["shown"]
    assert set(view["shown"]["1"]) == {*before["1"], *told[0].public["cards"]}
    assert view["cards"] == [8, 8]


def test_announcements_are_public() -> None:
    """Who, which meld, which cards."""
    table = act(deal(deck_of("AC KC QC KS QS JD KD KH", LOW, "9C", "JC TC")), "play AC", "play 7D")
    act(table, "meld kings KC KD KH KS", "play JC", "play 8D", "meld bezique QS JD")
    assert table.view(1)["melded"]
    told = step(table, "announce marriage KS QS")
    assert told[0].seen_by("public") == {"kind": "announce", "seat": 0, "meld": "marriage", "cards": ["KS1", "QS1"]}
    assert table.view(1)["announced"] == [{"seat": 0, "meld": "marriage", "cards": ["KS1", "QS1"]}]


def test_what_lies_on_a_table_is_listed_in_the_order_of_the_pack() -> None:
    """So that nobody learns in which order the cards were drawn."""
    other = list(COURTS)
    first, second = COURTS.index("KS1"), COURTS.index("QS1")
    other[first], other[second] = other[second], other[first]
    tables = [act(deal(deck), "play AC", "play 7D", "meld marriage KS QS") for deck in (COURTS, other)]
    assert tables[0].view(1) == tables[1].view(1)

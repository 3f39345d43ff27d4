"""Every option of briscola does what it says, and options that make no sense are refused."""

from typing import Any

import pytest

from croupier.games.briscola.deal import BriscolaDeal
from croupier.games.kernel import BadOptions
from games.briscola_deals import BRISCOLA, FOUR_DECK, FOUR_TRICKS, TWO_DECK, TWO_TRICKS, cards, deal, find, played


def refused(ruleset: str = "house", **given: Any) -> tuple[str, str]:
    with pytest.raises(BadOptions) as error:
        BRISCOLA.resolve(ruleset, given)
    return error.value.code, error.value.reason


def test_the_defaults_are_the_house_rules() -> None:
    """All options have a value, in the order of the rule page."""
    assert BRISCOLA.resolve("house", {}) == {
        "players": 2,
        "removed_two": "2C",
        "three_player_win": "most",
        "tie": "draw",
        "last_hand": "stock-empty",
        "table_talk": "public",
        "secret_signs": False,
        "stop_at_61": False,
        "turnup_swap": "off",
        "show_points": False,
        "length": "single",
        "length_n": 1,
        "open_hands": False,
        "three_seven": "three-high",
    }


@pytest.mark.parametrize(
    ("given", "code", "hint"),
    [
        ({"player": 4}, "option/unknown", "'players'"),
        ({"players": 5}, "option/value", "one of 2, 3, 4, 6"),
        ({"players": "4"}, "option/value", "without quotes"),
        ({"players": True}, "option/value", "players = true"),
        ({"open_hands": 1}, "option/value", "one of false, true"),
        ({"open_hands": "on"}, "option/value", "true"),
        ({"tie": "reply"}, "option/value", "'replay'"),
        ({"length_n": 0}, "option/value", "from 1 to 1000"),
        ({"length": "best-of", "length_n": 4}, "option/conflict", "odd"),
        ({"length_n": 3}, "option/conflict", "length"),
        ({"players": 6, "turnup_swap": "two"}, "option/conflict", "twos"),
        ({"secret_signs": True}, "option/conflict", "partners"),
        ({"players": 3, "secret_signs": True}, "option/conflict", "partners"),
    ],
)
def test_options_that_make_no_sense_are_refused(given: dict[str, Any], code: str, hint: str) -> None:
    """The code is for programs; the reason helps."""
    found = refused(**given)
    assert found[0] == code
    assert hint in found[1]


def test_an_unknown_ruleset_is_refused_with_the_nearest_name() -> None:
    """There is one ruleset."""
    assert refused("hause") == ("option/unknown-ruleset", "no ruleset 'hause', did you mean 'house'?")


def test_a_deal_with_options_that_nobody_resolved_is_checked_too() -> None:
    """A log from elsewhere may say anything."""
    with pytest.raises(BadOptions):
        BRISCOLA.seats({"players": 5})


@pytest.mark.parametrize(
    ("players", "size", "sides"),
    [(2, 40, ((0,), (1,))), (3, 39, ((0,), (1,), (2,))), (4, 40, ((0, 2), (1, 3))), (6, 36, ((0, 2, 4), (1, 3, 5)))],
)
def test_players_decides_pack_and_sides(players: int, size: int, sides: tuple[tuple[int, ...], ...]) -> None:
    """One two is out with three players, all twos with six."""
    options = BRISCOLA.resolve("house", {"players": players})
    assert (BRISCOLA.seats(options), BRISCOLA.sides(options)) == (players, sides)
    assert len(BRISCOLA.pack(options)) == size


def test_the_pack_is_in_order_suit_by_suit_from_the_weakest() -> None:
    """The order from which it is shuffled never changes, not even where the seven is high."""
    pack = BRISCOLA.pack(BRISCOLA.resolve("house", {}))
    assert pack[:10] == tuple(cards("2C 4C 5C 6C 7C JC QC KC 3C AC"))
    assert [card[1] for card in pack[::10]] == list("CDSB")
    assert BRISCOLA.pack(BRISCOLA.resolve("house", {"three_seven": "seven-high"})) == pack


@pytest.mark.parametrize("two", ["2C", "2D", "2S", "2B"])
def test_removed_two_names_the_card_that_is_out(two: str) -> None:
    """With three players, and only then."""
    assert two not in BRISCOLA.pack(BRISCOLA.resolve("house", {"players": 3, "removed_two": two}))
    assert two in BRISCOLA.pack(BRISCOLA.resolve("house", {"players": 4, "removed_two": two}))


def test_a_deck_must_be_the_pack() -> None:
    """A card too many, too few, twice or unknown."""
    options = BRISCOLA.resolve("house", {})
    for deck in (TWO_DECK[1:], [*TWO_DECK, "2C"], [*TWO_DECK[1:], TWO_DECK[1]], [*TWO_DECK[1:], "TC"]):
        with pytest.raises(ValueError, match=r"deck|card"):
            BRISCOLA.deal(options, 0, deck)
    with pytest.raises(ValueError, match="no seat"):
        BRISCOLA.deal(options, 2, TWO_DECK)


def nobody_has_61(deal: BriscolaDeal) -> bool:
    return max(deal.points()) < 61 and len(set(deal.points())) == 3


def test_three_player_win_most_or_sixty_one() -> None:
    """The same deal: a winner with the most points, or nobody as nobody has 61."""
    most = find(nobody_has_61, 3)
    assert sorted(most.places()) == [1, 2, 3]
    literal = find(nobody_has_61, 3, three_player_win="sixty-one")
    assert literal.points() == most.points()
    assert literal.places() == (1, 1, 1)
    assert "deal-won" not in {score.kind for score in literal.scores}
    won = find(lambda deal: max(deal.points()) > 60 and len(set(deal.points())) == 3, 3, three_player_win="sixty-one")
    assert sorted(won.places()) == [1, 2, 3]


def test_the_last_trick_breaks_a_tie_where_the_option_says_so() -> None:
    """60 to 60: its winner wins the deal and gets the line."""
    drawn = find(lambda deal: deal.points() == [60, 60], 2)
    broken = find(lambda deal: deal.points() == [60, 60], 2, tie="last-trick")
    last = broken.past[-1][0]
    assert drawn.places() == (1, 1)
    assert broken.places() == ((1, 2) if last == 0 else (2, 1))
    assert [(score.seat, score.points) for score in broken.scores if score.kind == "deal-won"] == [(last, 1)]


def test_the_last_trick_breaks_no_tie_where_its_winner_is_not_tied() -> None:
    """Three players, two ahead with the same points, the third takes the last trick."""

    def third_takes_it(deal: BriscolaDeal) -> bool:
        points = deal.points()
        return points.count(max(points)) == 2 and points[deal.past[-1][0]] < max(points)

    assert sorted(find(third_takes_it, 3, tie="last-trick").places()) == [1, 1, 3]


def test_the_last_trick_decides_where_nobody_has_61() -> None:
    """All three are tied then, whatever their points."""
    decided = find(nobody_has_61, 3, tie="last-trick", three_player_win="sixty-one")
    last = decided.past[-1][0]
    assert [place for seat, place in enumerate(decided.places()) if seat != last] == [2, 2]
    assert decided.places()[last] == 1


def test_the_last_trick_changes_nothing_where_deals_are_summed() -> None:
    """Points count there, not deals won."""
    drawn = find(lambda deal: deal.points() == [60, 60], 2, tie="last-trick", length="deals", length_n=2)
    assert drawn.places() == (1, 1)
    assert "deal-won" not in {score.kind for score in drawn.scores}


def test_table_talk_is_for_teams_and_can_be_off() -> None:
    """From the second trick on a seat may say one of ten things before its card."""
    talk = [action for action in played(deal(4, FOUR_DECK), FOUR_TRICKS, 4).legal() if action.startswith("say ")]
    assert len(talk) == 10
    silent = played(deal(4, FOUR_DECK, table_talk="off"), FOUR_TRICKS, 4)
    assert all(action.startswith("play ") for action in silent.legal())
    assert len(played(deal(2, TWO_DECK), TWO_TRICKS, 4).legal()) == 3


def test_stop_at_61_ends_the_deal_after_the_trick_that_decides_it() -> None:
    """The winner is the same, the points are those captured so far."""
    early = find(lambda deal: len(deal.past) < 20, 2, stop_at_61=True)
    assert max(early.points()) >= 61
    assert max(early.points()) - early.past[-1][2] < 61
    assert early.legal() == []
    assert early.phase == "score"


@pytest.mark.parametrize(("swap", "low"), [("seven", "7B"), ("two", "2B")])
def test_turnup_swap_names_the_low_trump(swap: str, low: str) -> None:
    """Seat 0 holds both and has taken a trick; only the named one goes under the stock."""
    first = cards("7B 2C AC 3C 2B 4C KB")
    table = deal(2, [*first, *(card for card in TWO_DECK if card not in first)], turnup_swap=swap)
    table.apply(0, "play AC")
    table.apply(1, "play 2C")
    assert "swap" in table.legal()
    table.apply(0, "swap")
    assert table.view("public")["turn_up"] == low
    assert low not in table.view(0)["hand"]


def test_the_swapped_card_is_drawn_last() -> None:
    """It lies where the turn-up lay."""
    first = cards("7B 2C AC 3C 2B 4C KB")
    table = deal(2, [*first, *(card for card in TWO_DECK if card not in first)], turnup_swap="seven")
    for seat, action in ((0, "play AC"), (1, "play 2C"), (0, "swap")):
        table.apply(seat, action)
    while table.view("public")["stock"]:
        assert table.to_act is not None
        facts = table.apply(table.to_act, table.legal()[0])
    assert list(facts[-1].seen_by("public")["drawn"].values()) == ["7B"]


def test_seven_high_gives_the_seven_the_rank_and_the_points_of_the_three() -> None:
    """The seven beats the king, the three falls between four and two, the pack still holds 120."""
    first = cards("7C KC 3D 4D 3S 2S 6B")
    rest = [card for card in TWO_DECK if card not in first]
    table = deal(2, [*first, *rest], three_seven="seven-high")
    for seat, action in ((0, "play 7C"), (1, "play KC"), (0, "play 3D"), (1, "play 4D")):
        table.apply(seat, action)
    assert table.points() == [14, 0]
    assert table.to_act == 1
    usual = deal(2, [*first, *rest])
    usual.apply(0, "play 7C")
    usual.apply(1, "play KC")
    assert usual.points() == [0, 4]


def test_with_seven_high_only_the_ace_is_higher_than_the_seven() -> None:
    """So the seven is swapped for an ace and for nothing else."""
    for turn_up, legal in (("AB", True), ("KB", False)):
        first = cards(f"7B 2C AC 3C 2B 4C {turn_up}")
        rest = [card for card in TWO_DECK if card not in first]
        table = deal(2, [*first, *rest], turnup_swap="seven", three_seven="seven-high")
        table.apply(0, "play AC")
        table.apply(1, "play 2C")
        assert ("swap" in table.legal()) == legal


def test_with_six_players_all_hands_and_tricks_come_out_even() -> None:
    """36 cards, six tricks of six, three rounds of drawing, two teams of three."""
    table = find(lambda deal: True, 6)
    assert (len(table.past), sum(table.points()), len(table.points())) == (6, 120, 2)

"""The registry, options, facts and matches: what games share above the cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import games
from croupier.contracts.errors import CODES
from croupier.games.kernel import BadOptions, Fact, Option, Result
from croupier.games.matches import ranking
from croupier.games.options import conflict, resolve
from games.battery import CALM

OPTIONS = (
    Option("trump", ("turn-up", "rotate"), "turn-up", "where trumps come from"),
    Option("hook", (False, True), False, "the last bid is bound"),
    Option("seats", range(2, 8), 4, "number of seats"),
)
RULESETS = {"house": {}, "classic": {"hook": True, "seats": 3}}


def test_games_are_found_by_name() -> None:
    """Each once, however often it is asked for."""
    for name in games.names():
        assert games.get(name) is games.get(name)
        assert games.get(name).name == name


@pytest.mark.parametrize(("name", "hint"), [("briscole", "'briscola'"), ("Briscola", "'briscola'"), ("whist", "whist")])
def test_an_unknown_game_is_refused_with_the_nearest_name(name: str, hint: str) -> None:
    """A typing error is the usual reason."""
    with pytest.raises(BadOptions) as refused:
        games.get(name)
    assert refused.value.code == "option/unknown-game"
    assert hint in refused.value.reason


def test_the_rule_behind_a_code_or_a_kind_has_an_address() -> None:
    """The page is the game's, the anchor is the last part of the code."""
    assert games.rule("briscola", "move/card-not-held") == "briscola#card-not-held"
    assert games.rule("briscola", "trick-points") == "briscola#trick-points"


def test_options_are_defaults_then_ruleset_then_what_is_given() -> None:
    """Later ones win; the order is that of the game."""
    assert resolve(OPTIONS, RULESETS, "house", {}) == {"trump": "turn-up", "hook": False, "seats": 4}
    assert resolve(OPTIONS, RULESETS, "classic", {"seats": 7}) == {"trump": "turn-up", "hook": True, "seats": 7}


@pytest.mark.parametrize(
    ("ruleset", "given_options", "code", "hint"),
    [
        ("clasic", {}, "option/unknown-ruleset", "'classic'"),
        ("house", {"trumps": "rotate"}, "option/unknown", "'trump'"),
        ("house", {"trump": "rotat"}, "option/value", "'rotate'"),
        ("house", {"trump": True}, "option/value", "one of turn-up, rotate"),
        ("house", {"hook": "off"}, "option/value", "did you mean false?"),
        ("house", {"hook": 0}, "option/value", "hook = 0"),
        ("house", {"seats": 8}, "option/value", "from 2 to 7"),
        ("house", {"seats": True}, "option/value", "seats = true"),
        ("house", {"seats": "4"}, "option/value", "without quotes"),
        ("house", {"seats": "x" * 500}, "option/value", "..."),
    ],
)
def test_options_that_cannot_be_are_refused(
    ruleset: str, given_options: dict[str, bool | int | str], code: str, hint: str
) -> None:
    """With a code of the contracts, a short reason and a hint."""
    with pytest.raises(BadOptions) as refused:
        resolve(OPTIONS, RULESETS, ruleset, given_options)
    assert refused.value.code == code
    assert code in CODES
    assert hint in refused.value.reason
    assert len(refused.value.reason) < 200


def test_contradictory_options_have_a_code_of_their_own() -> None:
    """Each is fine alone."""
    with pytest.raises(BadOptions, match="option/conflict: two and six"):
        conflict("two and six")


def test_a_fact_is_built_up_for_each_audience() -> None:
    """The public part for all, a private part for its seat, everything for an auditor."""
    fact = Fact("draw", {"stock": 5}, {0: {"card": "KD"}, 1: {"card": "2C"}})
    assert fact.seen_by("public") == {"kind": "draw", "stock": 5}
    assert fact.seen_by(1) == {"kind": "draw", "stock": 5, "card": "2C"}
    assert fact.seen_by(2) == fact.seen_by("public")
    assert fact.seen_by("auditor")["private"] == {"0": {"card": "KD"}, "1": {"card": "2C"}}


@CALM
@given(st.lists(st.integers(-5, 5), min_size=1, max_size=7))
def test_ranking_leaves_gaps_after_shared_places(points: list[int]) -> None:
    """Place = one more than the number of those who are ahead."""
    ordered = sorted(points, reverse=True)
    assert list(ranking(points)) == [ordered.index(own) + 1 for own in points]


def test_a_result_is_drawn_when_the_first_place_is_shared() -> None:
    """A shared second place is no draw."""
    assert Result((5, 5, 1), (1, 1, 3), "").outcome == "drawn"
    assert Result((5, 1, 1), (1, 2, 2), "").outcome == "won"

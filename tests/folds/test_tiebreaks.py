"""Tie-breaks and ranks: the tables of published events, and what each rule means."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

import published_events as event
from croupier.contracts.errors import BadConfig
from croupier.folds.formats.model import History, Meeting, Out
from croupier.folds.ranking import tiebreaks
from croupier.folds.ranking.datum import differences
from croupier.folds.ranking.ranks import ranking
from croupier.folds.ranking.results import Points, Results


def results_of(
    entrants: Sequence[str], history: History, points: Points | None = None, *, planned: bool = False
) -> Results:
    """The results of a history of matches, one game each."""
    found = Results(entrants, points, planned=planned)
    for meeting in history.meetings:
        found.game(meeting.round, meeting.seats, meeting.halves, played=meeting.played)
    for out in history.outs:
        found.out(out.round, out.entrant, out.kind)
    found.rounds = max(found.rounds, history.rounds)
    return found


def results(table: str, *, planned: bool = False) -> Results:
    names, history = event.read(table)
    return results_of(names, history, planned=planned)


def figures(name: str, found: Results, unit: int) -> dict[int, float]:
    """A tie-break of everybody in FIDE's units, where a win is worth 1 and not 2."""
    return {int(entrant): float(tiebreaks.FIGURES[name](found, entrant).value) / unit for entrant in found.lines}


SWISS = [
    ("buchholz", 2, event.BUCHHOLZ),
    ("buchholz-cut-1", 2, event.CUT),
    ("sonneborn-berger", 4, event.BERGER),
    ("sonneborn-berger-cut-1", 4, event.BERGER_CUT),
    ("wins", 1, event.WINS),
]


@pytest.mark.parametrize(("name", "unit", "right"), SWISS)
def test_the_published_swiss_with_byes_forfeits_and_a_withdrawal(name: str, unit: int, right: dict[int, float]) -> None:
    assert figures(name, results(event.SWISS_5), unit) == right


def test_the_published_swiss_of_nine_rounds_by_direct_encounter() -> None:
    table = ranking(results(event.SWISS_9), ["direct"])
    assert {int(rank.entrant): rank.place for rank in table} == event.DIRECT_9


def test_the_published_round_robin_in_which_a_game_that_was_not_played_counts_as_if_it_were() -> None:
    found = results(event.ROUND_ROBIN, planned=True)
    assert figures("sonneborn-berger", found, 4) == event.BERGER_ROBIN
    assert figures("sonneborn-berger-cut-1", found, 4) == event.BERGER_ROBIN_CUT
    assert {int(rank.entrant): rank.place for rank in ranking(found, ["direct"])} == event.DIRECT_ROBIN


def candidates(last: list[tuple[str, str, int]]) -> list[tuple[int, str]]:
    games = event.crosstable(event.CANDIDATES_2016) + last
    names = [line.split()[0] for line in event.CANDIDATES_2016.strip().splitlines()]
    found = Results(names, planned=True)
    for one, two, halves in games:
        found.game(1, (one, two), (halves, 2 - halves))
    order = ["direct", "wins", "sonneborn-berger"]
    return [(rank.place, rank.entrant) for rank in ranking(found, order)]


def test_the_candidates_of_2016_stood_as_they_did_before_the_last_round() -> None:
    """Caruana and Karjakin 7½, Anand 7, four with 6½, Topalov 4½; the leaders had drawn, Karjakin had one win more."""
    assert candidates([])[:3] == [(1, "Karjakin"), (2, "Caruana"), (3, "Anand")]


def test_the_candidates_of_2016_had_anand_caught_up() -> None:
    """As was published before the round: three tied, and Caruana first by his win over Anand."""
    last = [("Caruana", "Karjakin", 1), ("Anand", "Svidler", 2)]
    assert candidates(last)[0] == (1, "Caruana")


TRIANGLE = History(
    3,
    (
        Meeting(1, ("a", "b"), (2, 0)), Meeting(2, ("b", "c"), (2, 0)), Meeting(3, ("c", "a"), (2, 0)),
        Meeting(1, ("c", "d"), (2, 0)), Meeting(2, ("a", "d"), (2, 0)), Meeting(3, ("b", "d"), (2, 0)),
    ),
)  # fmt: skip


def test_equals_share_a_place_and_stand_in_the_order_of_the_entrants() -> None:
    table = ranking(results_of("abcd", TRIANGLE), ["direct", "buchholz"])
    found = [(rank.place, rank.entrant, rank.points) for rank in table]
    assert found == [(1, "a", 4), (1, "b", 4), (1, "c", 4), (4, "d", 0)]


def test_direct_encounter_is_applied_again_among_those_still_tied() -> None:
    """Four with the same points: d is behind by the group's games; then a, who beat b, is before b."""
    games = [("a", "b", 2), ("b", "c", 2), ("a", "c", 0), ("a", "d", 2), ("b", "d", 2), ("c", "d", 1)]
    outside = [("c", "x", 1), ("d", "x", 2), ("d", "y", 1)]
    found = Results("abcdxy")
    for one, two, halves in games + outside:
        found.game(1, (one, two), (halves, 2 - halves))
    table = [(rank.place, rank.entrant) for rank in ranking(found, ["direct"])]
    assert table[:4] == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]


def test_where_not_all_have_met_only_a_sure_first_is_told_apart() -> None:
    """FIDE C.07, article 6: a beat b and c; whatever b and c would have done, a is first, and they stay equal."""
    history = History(2, (Meeting(1, ("a", "b"), (2, 0)), Meeting(2, ("a", "c"), (2, 0))))
    found = results_of("abcxy", history)
    for name in "bc":
        found.game(1, (name, "x"), (2, 0))
        found.game(2, (name, "y"), (2, 0))
    table = ranking(found, ["direct"])
    assert [(rank.place, rank.entrant) for rank in table][:3] == [(1, "a"), (2, "b"), (2, "c")]
    assert table[1].why == "direct: a is first in any case"


def test_every_rank_says_what_put_it_there_and_how_to_check_it() -> None:
    history = History(1, (Meeting(1, ("a", "b"), (2, 0)), Meeting(1, ("c", "d"), (1, 1))), (Out(1, "e", "bye"),))
    table = ranking(results_of("abcde", history), ["sonneborn-berger", "buchholz"])
    assert [(rank.entrant, rank.place, rank.why) for rank in table] == [
        ("e", 1, ""),
        ("a", 2, "sonneborn-berger: 0 to 2"),
        ("c", 3, "points: 1 to 2"),
        ("d", 3, "points: 1 to 2"),
        ("b", 5, "points: 0 to 1"),
    ]
    assert table[0].figures["sonneborn-berger"].text == "1×2 (dummy of round 1)"
    assert table[4].figures["buchholz"].text == "2 (a)"


def test_a_round_that_was_given_up_for_good_counts_as_a_draw_for_the_opponents() -> None:
    """FIDE C.07, 16.3: b lost to a and withdrew; its score as an opponent is 0 and a draw for the round it missed."""
    history = History(2, (Meeting(1, ("a", "b"), (2, 0)),), (Out(2, "a", "bye"), Out(2, "b", "absent")))
    assert tiebreaks.buchholz(results_of("ab", history), "a").text == "1 (b) + 2 (dummy of round 2)"


def test_failing_never_ranks_above_playing_and_losing() -> None:
    """Who loses by its own failure keeps a smaller difference; so forfeits count before it, named or not."""
    found = Results("xyz")
    found.game(1, ("x", "z"), (0, 2), score=(30, 90))
    found.game(2, ("y", "z"), (0, 2), score=(0, 0), forfeits=["y"])
    assert [rank.entrant for rank in ranking(found, ["difference"])] == ["z", "x", "y"]
    assert tiebreaks.checked(["wins", "ratio", "forfeits"]) == ("wins", "forfeits", "ratio")
    assert tiebreaks.checked(["wins", "forfeits", "datum"]) == ("wins", "forfeits", "datum")


def test_points_of_the_table_are_the_organisers() -> None:
    points = Points(win=3, draw=1, loss=0, bye=1, absence=-1)
    history = History(1, (Meeting(1, ("a", "b"), (2, 0)), Meeting(1, ("c", "d"), (0, 2), played=False)),
                      (Out(1, "e", "bye"), Out(1, "f", "absent"), Out(1, "g", "half")))  # fmt: skip
    found = results_of("abcdefg", history, points)
    assert [found.score(name) for name in "abcdefg"] == [3, 0, -1, 3, 1, -1, 1]


def test_the_difference_to_the_datum_compares_with_the_others_in_the_same_seat() -> None:
    """120 points in a game: 70 in seat 0 where the others had 60 and 50 is 15 better than their mean."""
    board = [("a", 0, 70), ("b", 1, 50), ("c", 0, 60), ("d", 1, 60), ("e", 0, 50), ("f", 1, 70)]
    found = dict(differences(board))
    assert found == {"a": 15, "c": 0, "e": -15, "b": -15, "d": 0, "f": 15}
    assert differences([("a", 0, 70), ("b", 1, 50)]) == [("a", Fraction(0)), ("b", Fraction(0))]


@pytest.mark.parametrize("order", [["bucholz"], ["wins", "wins"], ["rating", "wins"]])
def test_a_list_that_makes_no_sense_is_refused(order: list[str]) -> None:
    with pytest.raises(BadConfig) as error:
        tiebreaks.checked(order)
    assert error.value.code == "format/tie-break"


def test_the_rating_counts_last_and_only_where_it_is_named() -> None:
    found = results_of("ab", History(1, (Meeting(1, ("a", "b"), (1, 1)),)))
    found.lines["b"].rating = 1900
    assert [rank.place for rank in ranking(found, ["wins"])] == [1, 1]
    assert [rank.entrant for rank in ranking(found, ["wins", "rating"])] == ["b", "a"]

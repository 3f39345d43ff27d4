"""The Swiss system: the engine's pairings where it has any, and never a rematch or a bye that can be avoided."""

import pytest

from croupier.contracts.errors import BadConfig
from croupier.folds.formats import swiss
from croupier.folds.formats.model import History, Meeting, Out, Over, Player, Proposal
from croupier.folds.formats.trf import trf
from swiss_events import ROUNDS, differences, play


def players(count: int) -> list[Player]:
    return [Player(f"p{number}") for number in range(1, count + 1)]


def pair(field: list[Player], history: History | None = None) -> Proposal:
    found = swiss.next_round(field, history or History(), 5)
    assert isinstance(found, Proposal)
    return found


@pytest.mark.timeout(120)
@pytest.mark.parametrize("size", [*range(2, 17), 23, 40])
def test_an_event_with_late_entries_withdrawals_and_no_shows_ends_and_is_the_checkers(size: int) -> None:
    """Every round is checked for rematches and byes as it is paired; the engine's checker then sees the whole event."""
    event = play(1000 + size, size)
    assert event.ended
    assert differences(event) == []


def test_the_first_round_pairs_the_upper_half_with_the_lower_and_alternates_seats() -> None:
    """FIDE C.04.3: 1 meets 5, 2 meets 6 …; the first of the list has the first seat, the second the second."""
    tables = [table.seats for table in pair(players(8)).pairings]
    assert tables == [("p1", "p5"), ("p6", "p2"), ("p3", "p7"), ("p8", "p4")]


def test_with_an_odd_number_the_last_has_the_bye_and_is_told_why() -> None:
    [bye] = pair(players(5)).byes
    assert (bye.entrant, bye.kind) == ("p5", "bye")
    assert bye.why == "odd number; score 0, number 5, no bye before"


def test_who_enters_late_is_paired_from_its_round_and_has_nothing_for_those_before() -> None:
    field = [*players(4), Player("late", first=2)]
    first = pair(field)
    assert [(bye.entrant, bye.kind, bye.why) for bye in first.byes] == [("late", "absent", "enters in round 2")]
    history = History(
        1, (Meeting(1, ("p1", "p3"), (2, 0)), Meeting(1, ("p4", "p2"), (0, 2))), (Out(1, "late", "absent"),)
    )
    second = pair(field, history)
    assert "late" in {name for table in second.pairings for name in table.seats} | {bye.entrant for bye in second.byes}


def test_two_entrants_meet_again_only_because_there_is_nobody_else() -> None:
    history = History(1, (Meeting(1, ("p1", "p2"), (2, 0)),))
    [table] = pair(players(2), history).pairings
    assert table.seats == ("p2", "p1")
    assert table.why == "0 against 1, p1 floats down; rematch number 1, no pairing without one exists"


def test_somebody_who_did_not_show_up_may_be_met_again() -> None:
    """FIDE C.04.2: a game that was not played is no meeting."""
    history = History(1, (Meeting(1, ("p1", "p2"), (2, 0), played=False),))
    [table] = pair(players(2), history).pairings
    assert "rematch" not in table.why


def test_it_ends_after_its_rounds_and_when_nobody_is_left() -> None:
    field = [Player("a", last=1), Player("b")]
    history = History(1, (Meeting(1, ("a", "b"), (1, 1)),))
    assert swiss.next_round(field, history, 5) == Over("1 of 2 entrants are left, too few for a table")
    assert swiss.next_round(players(2), history_of_seven(), ROUNDS) == Over("all 7 rounds are over")


def history_of_seven() -> History:
    return History(7, tuple(Meeting(number, ("p1", "p2"), (2, 0)) for number in range(1, 8)))


ONE = Meeting(1, ("p1", "p2"), (2, 0))
BAD: list[tuple[str, list[Player], History]] = [
    ("format/too-few", players(1), History()),
    ("format/duplicate", [*players(2), Player("p1")], History()),
    ("format/status", [Player("p1", first=4, last=2), Player("p2")], History()),
    ("format/status", [Player("p1", first=2), Player("p2")], History(1, (ONE,))),
    ("format/unknown-entrant", players(2), History(1, (Meeting(1, ("p1", "p9"), (2, 0)),))),
    ("format/itself", players(2), History(1, (Meeting(1, ("p1", "p1"), (1, 1)),))),
    ("format/result", players(2), History(1, (Meeting(1, ("p1", "p2"), (2, 2)),))),
    ("format/result", players(2), History(1, (Meeting(1, ("p1", "p2"), (0, 0)),))),
    ("format/twice", players(3), History(1, (ONE, Meeting(1, ("p2", "p3"), (2, 0))))),
    ("format/twice", players(2), History(1, (ONE,), (Out(1, "p1", "bye"),))),
    ("format/missing", players(3), History(1, (ONE,))),
    ("format/rounds", players(2), History(0, (ONE,))),
    ("format/rounds", players(2), History(6)),
]


@pytest.mark.parametrize(("code", "field", "history"), BAD)
def test_input_that_does_not_fit_together_is_refused_by_name(code: str, field: list[Player], history: History) -> None:
    with pytest.raises(BadConfig) as error:
        swiss.next_round(field, history, 5)
    assert error.value.code == code


def test_an_event_as_a_trf_file() -> None:
    """Columns as in FIDE's TRF16: number, name, points, rank, then ten characters a round."""
    field = [Player("ada", rating=1850), Player("bob"), Player("eve", first=2)]
    history = History(1, (Meeting(1, ("ada", "bob"), (2, 0)),), (Out(1, "eve", "absent"),))
    lines = trf("Cup", field, history, 5).splitlines()
    assert lines[:4] == ["012 Cup", "062 3", "092 Individual: Swiss-System", "XXR 5"]
    assert lines[4][4:8] == "   1"
    assert lines[4][14:17] == "ada"
    assert lines[4][48:52] == "1850"
    assert lines[4][80:84] == " 1.0"
    assert [line[89:] for line in lines[4:]] == ["     2 w 1", "     1 b 0", "  0000 - Z"]

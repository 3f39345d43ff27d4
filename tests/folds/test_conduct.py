"""Who failed too often is a function of the closed rounds, whatever ended first."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.contracts import events as ev
from croupier.contracts.errors import BadConfig
from croupier.contracts.specs import Disqualify
from croupier.folds.books import Entry, amended
from croupier.folds.conduct import Conduct
from croupier.folds.plans import plan_of
from croupier.folds.rulings import corrected, forfeited
from world import spec

ZERO = "0" * 64
SIDES = ((0,), (1,))


def game(name: str, why: str = "", *, seat: int = 0, outcome: str = "") -> Entry:
    """A game of ann and bob in which a seat failed, if there is a reason."""
    failed = [ev.SeatFailure(seat=seat, why=why, limit=1, measured=2)] if why else None  # type: ignore[arg-type]
    result = ev.GameRecorded(
        id=name, head=ZERO, lines=9, points=[1, 0], places=[2, 1] if why and not seat else [1, 2], failures=failed,
        outcome=outcome or ("forfeit" if why else "won"),  # type: ignore[arg-type]
    )  # fmt: skip
    return Entry(ev.PairedGame(id=name, board="b", seats=["ann", "bob"]), result)


class Played:
    """Rounds that have closed, and the conduct of those who played them."""

    def __init__(self, rule: Disqualify | None = None) -> None:
        self.games: dict[int, list[Entry]] = {}
        self.conduct = Conduct(rule, SIDES, self.games.__getitem__)

    def close(self, number: int, *games: Entry) -> None:
        self.games[number] = list(games)
        self.conduct.close(number)

    def amend(self, number: int, by: ev.Amended) -> None:
        (entry,) = self.games[number]
        assert entry.result is not None
        self.games[number] = [Entry(entry.game, amended(entry.result, by))]
        self.conduct.amend(number)


def rounds(*whys: str, failures: int = 2, games: int = 3) -> Played:
    """Rounds of one game each; ann failed for these reasons."""
    played = Played(Disqualify(failures=failures, games=games))
    for number, why in enumerate(whys, 1):
        played.close(number, game(f"r{number}", why))
    return played


def due(played: Played, *gone: str) -> ev.EntrantDisqualified | None:
    """Who is out next."""
    return played.conduct.due(["ann", "bob"], gone)


def test_so_many_failures_in_so_many_of_the_last_games() -> None:
    """What was counted is said."""
    assert due(rounds("clock/flag", "", "")) is None
    assert due(rounds("clock/flag", "", "session/left")) == ev.EntrantDisqualified(
        entrant="ann", failures=2, games=3, counted=["r1", "r3"]
    )
    assert due(rounds("clock/flag", "", "", "move/strikes")) is None
    assert due(rounds("clock/flag", "move/strikes")) == ev.EntrantDisqualified(
        entrant="ann", failures=2, games=2, counted=["r1", "r2"]
    )


def test_who_is_out_is_not_put_out_again() -> None:
    """However it left."""
    assert due(rounds("clock/flag", "clock/flag"), "ann") is None


def test_who_resigns_has_not_failed() -> None:
    """It chose to."""
    assert due(rounds("resigned", "resigned", "resigned")) is None


def test_a_game_that_was_spoiled_counts_for_nobody() -> None:
    """Neither as a failure nor as a game."""
    played = rounds("clock/flag")
    played.close(2, game("r2", outcome="void"))
    played.close(3, game("r3"))
    played.close(4, game("r4", "clock/flag"))
    found = due(played)
    assert found is not None
    assert (found.games, found.counted) == (3, ["r1", "r4"])


def test_a_round_that_closes_again_is_counted_anew() -> None:
    """As after a replay."""
    played = rounds("clock/flag", "clock/flag")
    played.conduct.reopen(2)
    played.close(2, game("r2-a2"))
    assert due(played) is None


def test_a_round_that_is_open_again_counts_for_nothing() -> None:
    """The result that was taken back least of all."""
    played = rounds("clock/flag", "clock/flag")
    played.conduct.reopen(2)
    assert due(played) is None
    played.close(3, game("r3", "clock/flag"))
    found = due(played)
    assert found is not None
    assert found.counted == ["r1", "r3"]


def test_a_game_that_counts_no_more_makes_room_for_an_older_one() -> None:
    """Among the last three are those of rounds 1, 2 and 3 once the fourth was spoiled."""
    played = rounds("clock/flag", "clock/flag", "", "", failures=2, games=3)
    assert due(played) is None
    played.conduct.reopen(4)
    played.close(4, game("r4-a2", outcome="void"))
    found = due(played)
    assert found is not None
    assert (found.games, found.counted) == (3, ["r1", "r2"])


def test_a_forfeit_that_a_ruling_takes_back_is_no_failure() -> None:
    """Whoever won by the result that counts now."""
    won = corrected(SIDES, [60, 60], [1, 1])
    assert won is not None
    played = rounds("clock/flag", "clock/flag")
    played.amend(1, won)
    assert due(played) is None


def test_a_forfeit_that_is_ruled_is_a_failure_of_whom_the_log_says_so_alone() -> None:
    """The other one loses by the organiser's word; who was late and stands before it now has not failed."""
    played = rounds("clock/flag", "clock/flag", "", failures=1, games=1)
    assert due(played) is None
    played.amend(3, forfeited(SIDES, [1, 0], [0]))
    assert due(played) is None
    played.close(4, game("r4", "clock/flag"))
    assert due(played) is not None
    played.amend(4, forfeited(SIDES, [1, 0], [1]))
    assert due(played) is None
    played.amend(4, forfeited(SIDES, [1, 0], [0, 1]))
    assert due(played) == ev.EntrantDisqualified(entrant="ann", failures=1, games=1, counted=["r4"])


def test_a_failure_that_the_result_had_left_out_counts_from_the_ruling_on() -> None:
    """As where scoring had the wrong one win."""
    failed = [ev.SeatFailure(seat=0, why="move/strikes", limit=3, measured=3)]
    played = rounds("clock/flag", "")
    played.amend(2, forfeited(SIDES, [0, 0], [0]).model_copy(update={"failures": failed}))
    found = due(played)
    assert found is not None
    assert found.counted == ["r1", "r2"]


def test_what_is_forgiven_counts_no_more() -> None:
    """What comes after it does."""
    played = rounds("clock/flag", "clock/flag")
    played.conduct.forgive("ann", 3)
    assert due(played) is None
    played.close(3, game("r3", "session/left"))
    played.close(4, game("r4", "clock/flag"))
    assert due(played) is None
    played.close(5, game("r5", "clock/flag"))
    found = due(played)
    assert found is not None
    assert found.counted == ["r4", "r5"]


def test_without_a_rule_nobody_is_ever_out() -> None:
    """However often they fail."""
    played = Played()
    for number in range(1, 20):
        played.close(number, game(f"r{number}", "clock/flag"))
    played.conduct.forgive("ann", 3)
    assert due(played) is None


ROUND = st.lists(st.sampled_from(["", "clock/flag", "resigned"]), max_size=4)


@settings(deadline=None)
@given(st.lists(ROUND, max_size=6), st.integers(0, 99))
def test_the_order_in_which_rounds_close_makes_no_difference_once_they_have(whys: list[list[str]], seed: int) -> None:
    """For what follows then."""
    closed = [
        (number, [game(f"r{number}-{place}", why) for place, why in enumerate(each)])
        for number, each in enumerate(whys, 1)
    ]
    shuffled = random.Random(seed).sample(closed, len(closed))
    one, other = (Played(Disqualify(failures=2, games=5)) for _ in range(2))
    for number, games in closed:
        one.close(number, *games)
    for number, games in shuffled:
        other.close(number, *games)
    assert due(one) == due(other)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 6), st.none() | ROUND), max_size=20))
def test_whatever_is_taken_back_counts_as_if_it_had_never_been(course: list[tuple[int, list[str] | None]]) -> None:
    """Rounds are opened again, close and are changed in any order, and the count is that of what is left."""
    rule = Disqualify(failures=2, games=4)
    lived, left = Played(rule), dict[int, list[Entry]]()
    for number, whys in course:
        if number in left:
            lived.conduct.reopen(number)
            del left[number]
        if whys is not None:
            left[number] = [game(f"r{number}-{place}", why) for place, why in enumerate(whys)]
            lived.close(number, *left[number])
        fresh = Played(rule)
        for again in sorted(left):
            fresh.close(again, *left[again])
        assert due(lived) == due(fresh)


def test_a_rule_that_nobody_can_break_is_refused() -> None:
    """Four failures in three games."""
    with pytest.raises(BadConfig) as refused:
        plan_of(spec(disqualify=Disqualify(failures=4, games=3)))
    assert (refused.value.code, refused.value.place) == ("format/spec", "disqualify.failures")

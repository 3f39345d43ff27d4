"""Who failed too often is a function of the closed rounds, whatever ended first."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.contracts import events as ev
from croupier.contracts.errors import BadConfig
from croupier.contracts.specs import Disqualify
from croupier.folds.conduct import Conduct
from croupier.folds.plans import plan_of
from world import spec

ZERO = "0" * 64


def game(name: str, why: str = "", *, seat: int = 0, outcome: str = "") -> tuple[ev.PairedGame, ev.GameRecorded]:
    """A game of ann and bob in which a seat failed, if there is a reason."""
    failed = [ev.SeatFailure(seat=seat, why=why, limit=1, measured=2)] if why else None  # type: ignore[arg-type]
    result = ev.GameRecorded(
        id=name, head=ZERO, lines=9, points=[1, 0], places=[1, 2], failures=failed,
        outcome=outcome or ("forfeit" if why else "won"),  # type: ignore[arg-type]
    )  # fmt: skip
    return ev.PairedGame(id=name, board="b", seats=["ann", "bob"]), result


def rounds(*whys: str, failures: int = 2, games: int = 3) -> Conduct:
    """Rounds of one game each; ann failed for these reasons."""
    conduct = Conduct(Disqualify(failures=failures, games=games))
    for number, why in enumerate(whys, 1):
        conduct.close(number, [game(f"r{number}", why)])
    return conduct


def due(conduct: Conduct, *gone: str) -> ev.EntrantDisqualified | None:
    """Who is out next."""
    return conduct.due(["ann", "bob"], gone)


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
    conduct = rounds("clock/flag")
    conduct.close(2, [game("r2", outcome="void")])
    conduct.close(3, [game("r3")])
    conduct.close(4, [game("r4", "clock/flag")])
    found = due(conduct)
    assert found is not None
    assert (found.games, found.counted) == (3, ["r1", "r4"])


def test_a_round_that_closes_again_is_counted_anew() -> None:
    """As after a replay."""
    conduct = rounds("clock/flag", "clock/flag")
    conduct.close(2, [game("r2-a2")])
    assert due(conduct) is None


def test_without_a_rule_nobody_is_ever_out() -> None:
    """As before."""
    assert due(Conduct(None)) is None


@settings(deadline=None)
@given(st.lists(st.lists(st.sampled_from(["", "clock/flag", "resigned"]), max_size=4), max_size=6), st.integers(0, 99))
def test_the_order_in_which_rounds_close_makes_no_difference_once_they_have(whys: list[list[str]], seed: int) -> None:
    """For what follows then."""
    closed = [
        (number, [game(f"r{number}-{place}", why) for place, why in enumerate(each)])
        for number, each in enumerate(whys, 1)
    ]
    shuffled = random.Random(seed).sample(closed, len(closed))
    one, other = (Conduct(Disqualify(failures=2, games=5)) for _ in range(2))
    for number, games in closed:
        one.close(number, games)
    for number, games in shuffled:
        other.close(number, games)
    assert due(one) == due(other)


def test_a_rule_that_nobody_can_break_is_refused() -> None:
    """Four failures in three games."""
    with pytest.raises(BadConfig) as refused:
        plan_of(spec(disqualify=Disqualify(failures=4, games=3)))
    assert (refused.value.code, refused.value.place) == ("format/spec", "disqualify")

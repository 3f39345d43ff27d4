"""What a new tournament must keep, though a log that stands need not: points that make sense, moments to come."""

from typing import Any

import pytest

from croupier.contracts.specs import Award, EntrantSpec, RoundRobin, Start, Swiss, TournamentSpec
from croupier.folds.fresh import fresh_problems
from croupier.folds.plans import plan_problems

FIELD = [EntrantSpec(id=name, name=name, token="0" * 64) for name in ("ann", "bob", "cat")]
SWISS = Swiss(rounds=2)
NOON = 1_796_040_000_000_000


def spec(**more: Any) -> TournamentSpec:
    return TournamentSpec(id="cup", name="Cup", game="briscola", entrants=FIELD, **more)


@pytest.mark.parametrize(
    ("award", "keys"),
    [
        ({"win": 2, "loss": 5}, ["award"]),
        ({"win": 0, "draw": 1}, ["award"]),
        ({"win": 0, "draw": 0}, ["award"]),
        ({"draw": 3}, ["award"]),
        ({"win": 5, "draw": 1, "loss": 2}, ["award"]),
        ({"bye": 9, "absence": 9}, ["award.bye", "award.absence"]),
        ({"win": 3, "draw": 1, "bye": 4}, ["award.bye"]),
        ({"absence": 2}, ["award.absence"]),
        ({"win": 3, "bye": 1, "absence": 1}, []),
        ({"draw": 2}, []),
        ({"draw": 0}, []),
        ({}, []),
    ],
)
def test_points_that_make_no_sense_are_named(award: dict[str, int], keys: list[str]) -> None:
    of = spec(format=SWISS, award=Award(**award))
    found = fresh_problems(of)
    assert [(problem.code, problem.place) for problem in found] == [("format/award", key) for key in keys]
    assert plan_problems(of) == []  # a log with such points is still read


def test_points_that_the_format_never_gives_are_named() -> None:
    found = fresh_problems(spec(format=RoundRobin(), award=Award(bye=9, absence=9)))
    assert [problem.place for problem in found] == ["award.bye", "award.absence"]


@pytest.mark.parametrize(
    ("start", "key"),
    [
        (Start(deadline=NOON - 1), "start.deadline"),
        (Start(at=NOON + 1, deadline=NOON), "start.deadline"),
        (Start(at=NOON), "start.at"),
        (Start(at=NOON + 1), None),
        (Start(deadline=NOON + 1), None),
        (Start(by_hand=True), None),
        (None, None),
    ],
)
def test_registration_that_closed_before_it_opened_is_named(start: Start | None, key: str | None) -> None:
    of = spec(start=start)
    found = fresh_problems(of, NOON)
    assert [(problem.code, problem.place) for problem in found] == [("format/start", key)] * (key is not None)
    assert fresh_problems(of) == []

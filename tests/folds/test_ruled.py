"""What examinations and rulings may say: what no director writes stops the fold, and breaks nothing later."""

from typing import Any

import pytest

from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.specs import Knockout
from croupier.folds.rulings import contradicts
from folds.test_tournament import Log, recorded, spec

GAME = "cup-r1-t1-1"


def disputed(*before: ev.Event) -> Log:
    """A round robin in which the first game is disputed."""
    log = Log().started(spec(games=1, concurrency=9))
    log.pair(1)
    log.add(*before, ev.DisputeRaised(dispute="cup-d1", game=GAME, claim="other"))
    return log


def ruled(ruling: ev.Ruling, **more: Any) -> ev.DisputeRuled:
    return ev.DisputeRuled(dispute="cup-d1", ruling=ruling, by="organiser", why="so", **more)


def test_an_examination_that_gives_points_for_a_side_too_few_stops_the_fold() -> None:
    log = disputed(recorded(GAME))
    short = ev.Amended(points=[120], places=[1], outcome="won")
    with pytest.raises(Unreadable, match="by side"):
        log.add(ev.DisputeExamined(dispute="cup-d1", findings=[], total=0, clear="corrected", result=short, why="so"))


def test_a_replay_of_a_game_that_has_no_result_cannot_be_ruled() -> None:
    log = disputed()
    with pytest.raises(Unreadable, match="no result"):
        log.add(ruled("replay", board="new"))


def test_a_match_that_is_not_over_comes_to_what_was_played_of_it() -> None:
    """A log whose second round was paired too early; an audit says so, and goes on."""
    cup = spec(entrants="abcd").model_copy(update={"format": Knockout(games=2)})
    log = Log().started(cup)
    for number in (1, 2):
        games = [
            ev.PairedGame(id=f"cup-r{number}-t1-{n}", board=f"cup-r{number}-b{n}", seats=["a", "b"]) for n in (1, 2)
        ]
        log.add(ev.RoundPaired(round=number, games=games, byes=[], why=""))
    log.add(recorded(GAME))
    for places, changes in (([1, 2], False), ([2, 1], True)):
        result = ev.Amended(points=[60, 60], places=places, outcome="won")
        assert contradicts(cup, log.state.books, log.state.paired, GAME, result) is changes

"""A game that is played anew: its round is open again, its deck hidden until the board is over, its old result gone."""

from typing import Any

import pytest

from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from folds.test_tournament import ZERO, Log, recorded, spec

GAME, ANEW = "cup-r1-t1-1", "cup-r1-t1-1-a2"


def replay(game: str = GAME, **more: Any) -> ev.GameReplayed:
    given: dict[str, Any] = {"id": f"{game}-a2", "board": "cup-r1-b1", "seats": ["b", "c"]} | more
    return ev.GameReplayed(id=game, game=ev.PairedGame(**given), why="server/fault")


def void(game: str) -> ev.GameRecorded:
    return ev.GameRecorded(id=game, head=ZERO, lines=9, points=[], places=[], outcome="void")


def played(*more: ev.Event, concurrency: int = 9) -> Log:
    log = Log().started(spec(games=1, concurrency=concurrency))
    log.pair(1)
    log.add(recorded(GAME), *more)
    return log


def test_the_round_of_a_replayed_game_is_open_again_and_closes_once_more() -> None:
    log = played()
    log.add(ev.RoundClosed(round=1, standings=log.state.table.standings()))
    due = log.add(replay())
    assert [game.id for game in due.opens] == [ANEW]
    assert log.state.left == {1: 1}
    assert log.state.round_of == {ANEW: 1}
    assert log.state.recorded == 0
    assert all(row.games == 0 for row in log.state.table.standings())
    assert log.add(recorded(ANEW)).reveals == [ANEW]
    assert log.state.table.standings()[0].points == 2
    log.add(ev.RoundClosed(round=1, standings=[]))
    assert not log.state.left


def test_a_replay_comes_before_the_games_that_wait() -> None:
    log = played(concurrency=1)
    log.pair(2)
    log.pair(3)
    log.add(replay())
    assert [game.id for game in log.state.waiting] == [ANEW, "cup-r3-t1-1"]


def test_a_replay_on_a_new_board_has_one_of_its_own() -> None:
    log = played()
    log.add(replay(board=ANEW))
    assert log.add(recorded(ANEW)).reveals == [ANEW]


def test_a_board_that_is_still_played_is_not_shown_before_the_replay_on_it_is_over() -> None:
    log = Log().started(spec())
    twins = [ev.PairedGame(id=f"cup-r1-t1-{n}", board="cup-r1-b1", seats=["a", "b"]) for n in (1, 2)]
    log.add(ev.RoundPaired(round=1, games=twins, byes=[], why=""), void(GAME))
    log.add(replay(seats=["a", "b"]))
    assert log.add(recorded("cup-r1-t1-2")).reveals == []
    assert log.add(recorded(ANEW)).reveals == [GAME, "cup-r1-t1-2", ANEW]


def test_the_round_is_sealed_once_both_games_are_closed() -> None:
    log = played()
    log.add(replay(), recorded(ANEW))
    assert log.state.unsealed == {1: 2}


def test_what_was_replayed_may_be_replayed_again() -> None:
    log = played()
    log.add(replay(), recorded(ANEW))
    log.add(replay(ANEW, id="cup-r1-t1-1-a3"))
    assert list(log.state.playing) == ["cup-r1-t1-1-a3"]


@pytest.mark.parametrize(
    "event",
    [
        replay("cup-r2-t1-1"),
        replay("cup-r1-t9-1"),
        replay(id="cup-r1-t1-1-a3"),
        replay(seats=["c", "b"]),
        replay(board="cup-r1-b2"),
    ],
    ids=["not recorded", "unknown", "another attempt", "other seats", "another board"],
)
def test_a_replay_that_does_not_fit_stops_the_fold(event: ev.GameReplayed) -> None:
    log = played()
    log.pair(2)
    with pytest.raises(Unreadable) as error:
        log.add(event)
    assert error.value.code == "log/out-of-place"


def test_a_game_is_replayed_once() -> None:
    log = played(replay())
    with pytest.raises(Unreadable):
        log.add(replay())

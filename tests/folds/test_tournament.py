"""A tournament's log folded: what is due next, what may stand where, and that only open games are kept."""

import pytest

from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import Line
from croupier.contracts.specs import EntrantSpec, RoundRobin, TournamentSpec
from croupier.folds.boards import Due
from croupier.folds.schedule import schedule_of
from croupier.folds.tournament import TournamentState

ZERO = "0" * 64


def spec(games: int = 2, concurrency: int = 2, entrants: str = "abc") -> TournamentSpec:
    return TournamentSpec(
        id="cup", name="Cup", game="briscola", format=RoundRobin(games=games), concurrency=concurrency,
        entrants=[EntrantSpec(id=name, name=name.upper(), token=ZERO) for name in entrants],
    )  # fmt: skip


class Log:
    """A tournament's state and the lines that it was fed."""

    def __init__(self) -> None:
        self.state = TournamentState("t/cup")
        self.seq = 0

    def add(self, *events: ev.Event) -> Due:
        due = Due()
        for event in events:
            self.seq += 1
            more = self.state.evolve(Line(self.seq, 0, "director", "test", ZERO, event))
            due.opens += more.opens
            due.reveals += more.reveals
        return due

    def started(self, of: TournamentSpec) -> "Log":
        self.add(ev.TournamentOpened(spec=of), ev.SeedCommitted(commitment=ZERO))
        self.add(*(ev.EntrantRegistered(entrant=one.id, name=one.name, nonce=ZERO) for one in of.entrants))
        self.add(ev.TournamentStarted(beacon=ZERO))
        return self

    def pair(self, number: int) -> Due:
        assert self.state.spec is not None
        found = schedule_of(self.state.spec).round(number)
        assert found is not None
        return self.add(ev.RoundPaired(round=number, games=list(found.games), byes=list(found.byes), why=found.why))


def recorded(game: str) -> ev.GameRecorded:
    return ev.GameRecorded(id=game, head=ZERO, lines=9, points=[70, 50], places=[1, 2], outcome="won")


def test_no_more_games_are_open_than_the_specification_allows() -> None:
    log = Log().started(spec(games=2, concurrency=3))
    assert [game.id for game in log.pair(1).opens] == ["cup-r1-t1-1", "cup-r1-t1-2"]
    assert [game.id for game in log.pair(2).opens] == ["cup-r2-t1-1"]
    assert [game.id for game in log.state.waiting] == ["cup-r2-t1-2"]


def test_a_recorded_game_makes_room_for_the_next_and_its_deck_due() -> None:
    log = Log().started(spec(games=2, concurrency=1))
    log.pair(1)
    due = log.add(recorded("cup-r1-t1-1"))
    assert [game.id for game in due.opens] == ["cup-r1-t1-2"]
    assert due.reveals == ["cup-r1-t1-1"]


def test_a_deck_is_due_when_the_last_game_on_its_board_is_recorded() -> None:
    log = Log().started(spec())
    twins = [ev.PairedGame(id=f"cup-r1-t1-{n}", board="cup-r1-b1", seats=["a", "b"]) for n in (1, 2)]
    log.add(ev.RoundPaired(round=1, games=twins, byes=[], why=""))
    assert log.add(recorded("cup-r1-t1-2")).reveals == []
    assert log.add(recorded("cup-r1-t1-1")).reveals == ["cup-r1-t1-1", "cup-r1-t1-2"]


def test_a_failure_of_a_seat_that_there_is_not_stops_the_fold() -> None:
    log = Log().started(spec())
    log.pair(1)
    failure = ev.SeatFailure(seat=2, why="clock/flag", limit=1, measured=2)
    result = recorded("cup-r1-t1-1").model_copy(update={"outcome": "forfeit", "failures": [failure]})
    with pytest.raises(Unreadable, match="seat"):
        log.add(result)


def test_a_long_tournament_keeps_no_more_than_its_open_games() -> None:
    log = Log().started(spec(games=3000, concurrency=4, entrants="ab"))
    for number in range(1, schedule_of(spec(games=3000, concurrency=4, entrants="ab")).rounds + 1):
        log.pair(number)
        while log.state.playing:
            log.add(recorded(next(iter(log.state.playing))))
        log.add(ev.RoundClosed(round=number, standings=log.state.table.standings()))
    state = log.state
    assert state.recorded == 3000
    kept = (state.playing, state.waiting, state.boards, state.round_of, state.left)
    assert not any(kept)


@pytest.mark.parametrize(
    "event",
    [
        recorded("cup-r9-t1-1"),
        ev.RoundClosed(round=1, standings=[]),
        ev.TournamentStarted(beacon=ZERO),
        ev.SeedCommitted(commitment=ZERO),
        ev.EntrantRegistered(entrant="a", name="A", nonce=ZERO),
        ev.EntrantRegistered(entrant="x", name="X", nonce=ZERO),
        ev.RoundPaired(round=1, games=[], byes=[], why=""),
        ev.RoundPaired(
            round=2, games=[ev.PairedGame(id="cup-r2-t1-1", board="cup-r2-b1", seats=["a", "x"])], byes=[], why=""
        ),
        ev.TournamentFinished(standings=[], ratings=[]),
        ev.SeedRevealed(seed=ZERO),
        ev.SeatReady(seat=0),
    ],
    ids=lambda event: event.TYPE,
)
def test_an_event_out_of_place_stops_the_fold(event: ev.Event) -> None:
    log = Log().started(spec())
    log.pair(1)
    with pytest.raises(Unreadable) as error:
        log.add(event)
    assert error.value.code == "log/out-of-place"


def test_nothing_stands_before_the_opening() -> None:
    with pytest.raises(Unreadable):
        Log().add(ev.SeedCommitted(commitment=ZERO))


def test_the_table_follows_the_results() -> None:
    log = Log().started(spec(games=1, concurrency=9))
    log.pair(1)
    log.add(recorded("cup-r1-t1-1"))
    assert [(row.entrant, row.points) for row in log.state.table.standings()] == [("b", 2), ("a", 0), ("c", 0)]

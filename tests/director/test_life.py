"""A tournament is held back, begun by hand or by the clock, paused, resumed and stopped."""

import pytest

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import Start
from croupier.games import deck
from croupier.services.director.service import Director
from cup import (
    COMMITTED,
    KEY,
    KEYS,
    LOG,
    finding,
    join,
    opened,
    paired,
    recorded,
    registered,
    running,
    scored,
)
from harness import given
from rings import named, ring
from world import nonce

AT = 1_800_000_000_000_000
ANN, BOB, CLEO = map(registered, ("ann", "bob", "cleo"))
BY_HAND = Start(by_hand=True)
FROM = Start(at=AT)


@pytest.fixture
def director() -> Director:
    return Director(1, ring("director"))


def tick(at: int = AT) -> cmd.ClockTick:
    return cmd.ClockTick(id=f"tick/cup/{at}", tournament="cup", at=at)


def start(**more: bool) -> cmd.TournamentStart:
    return cmd.TournamentStart(id="c1", tournament="cup", **more)


def pause(until: int | None = None) -> cmd.TournamentPause:
    return cmd.TournamentPause(id="c2", tournament="cup", why="night", until=until)


def resume() -> cmd.TournamentResume:
    return cmd.TournamentResume(id="c3", tournament="cup")


def stop() -> cmd.TournamentStop:
    return cmd.TournamentStop(id="c4", tournament="cup", why="enough")


def started(*names: str) -> ev.TournamentStarted:
    return ev.TournamentStarted(beacon=deck.beacon(bytes.fromhex(nonce(name)) for name in names).hex())


PAUSED = ev.TournamentPaused(who="organiser", why="night")
STOPPING = ev.TournamentStopping(who="organiser", why="enough")


def come(how: Start | None, *entrants: ev.Event) -> tuple[ev.Event, ...]:
    return (opened(start=how), COMMITTED, *KEYS, *entrants)


# --- the start


def test_a_start_by_hand_waits_for_the_organiser_though_all_are_here(director: Director) -> None:
    given(director, LOG, *come(BY_HAND, ANN, BOB)).when(join("cleo")).then(CLEO)
    found = given(director, LOG, *come(BY_HAND, ANN, BOB, CLEO)).when(start()).decide()
    assert found[:2] == [ev.StartReleased(who="organiser"), started("ann", "bob", "cleo")]


def test_nothing_begins_by_hand_while_somebody_is_missing(director: Director) -> None:
    given(director, LOG, *come(BY_HAND, ANN, BOB)).when(start()).refused("tournament/not-here")


@pytest.mark.parametrize("how", [BY_HAND, None])
def test_it_begins_without_those_who_are_missing_if_the_organiser_says_so(
    director: Director, how: Start | None
) -> None:
    found = given(director, LOG, *come(how, ANN, BOB)).when(start(without_missing=True)).decide()
    gone = ev.EntrantWithdrawn(entrant="cleo", why="not here at the start", who="organiser")
    assert [gone, started("ann", "bob")] == [event for event in found if not isinstance(event, ev.StartReleased)][:2]


def test_a_second_start_changes_nothing(director: Director) -> None:
    given(director, LOG, *running(1, 2)).when(start()).nothing()


def test_play_begins_at_its_time_and_not_before(director: Director) -> None:
    past = come(FROM, ANN, BOB, CLEO)
    given(director, LOG, *past).when(tick(AT - 1)).nothing()
    found = given(director, LOG, *past).when(tick()).decide()
    assert found[:2] == [ev.StartReleased(who="clock"), started("ann", "bob", "cleo")]


def test_who_has_not_come_by_the_deadline_is_withdrawn(director: Director) -> None:
    past = come(Start(at=AT, deadline=AT - 10), ANN, BOB)
    given(director, LOG, *past).when(tick(AT - 11)).nothing()
    gone = ev.EntrantWithdrawn(entrant="cleo", why="had not come when registration closed", who="clock")
    given(director, LOG, *past).when(tick(AT - 10)).then(gone)


def test_where_there_is_no_deadline_it_is_the_start(director: Director) -> None:
    found = given(director, LOG, *come(FROM, ANN, BOB)).when(tick()).decide()
    assert [event.TYPE for event in found[:3]] == ["entrant.withdrawn", "start.released", "tournament.started"]


def test_a_tick_that_comes_twice_changes_nothing(director: Director) -> None:
    log = given(director, LOG, *come(FROM, ANN, BOB, CLEO))
    log.when(tick()).decide()
    log.when(tick(AT + 99)).nothing()


# --- pause and end


def test_a_paused_tournament_opens_no_game_and_pairs_no_round(director: Director) -> None:
    director.findings["g/cup-r1-t1-1"] = finding()
    log = given(director, LOG, *running(1, concurrency=1))
    log.when(pause()).then(PAUSED)
    log.when(scored("cup-r1-t1-1")).then(recorded("cup-r1-t1-1"))
    assert not log.state.playing
    log.when(resume()).then(ev.TournamentResumed(who="organiser"))
    assert list(log.state.playing) == ["cup-r1-t1-2"]


def test_a_round_that_is_over_is_closed_during_a_pause_and_the_next_is_paired_after_it(director: Director) -> None:
    director.findings["g/cup-r1-t1-1"] = finding()
    log = given(director, LOG, *running(1, concurrency=1, games=1), PAUSED)
    found = log.when(scored("cup-r1-t1-1")).decide()
    assert [event.TYPE for event in found] == ["game.recorded", "round.closed"]
    log.when(resume()).then(ev.TournamentResumed(who="organiser"), paired(2, games=1))


def test_a_pause_ends_by_itself_at_its_time(director: Director) -> None:
    log = given(director, LOG, *running(1, 2))
    log.when(pause(AT)).then(ev.TournamentPaused(who="organiser", why="night", until=AT))
    log.when(tick(AT - 1)).nothing()
    log.when(tick()).then(ev.TournamentResumed(who="clock"))


def test_a_repeat_of_pause_and_resume_changes_nothing(director: Director) -> None:
    given(director, LOG, *running(1, 2), PAUSED).when(pause()).nothing()
    given(director, LOG, *running(1, 2)).when(resume()).nothing()


def test_a_pause_can_be_given_another_end(director: Director) -> None:
    longer = ev.TournamentPaused(who="organiser", why="night", until=AT)
    given(director, LOG, *running(1, 2), PAUSED).when(pause(AT)).then(longer)


@pytest.mark.parametrize("before", [(), (PAUSED,)])
def test_a_stopped_tournament_plays_what_is_paired_and_ends(director: Director, before: tuple[ev.Event, ...]) -> None:
    director.findings["g/cup-r1-t1-1"] = finding()
    log = given(director, LOG, *running(1, concurrency=1, games=1), *before)
    log.when(stop()).then(STOPPING)
    found = log.when(scored("cup-r1-t1-1")).decide()
    assert [event.TYPE for event in found] == ["game.recorded", "round.closed"]
    log.add(ev.GameClosed(id="cup-r1-t1-1", head="b" * 64, lines=53))
    log.add(ev.RoundSealed(round=1, checkpoint="a checkpoint"))
    assert [event.TYPE for event in log.when().decide()] == ["tournament.finished"]


def test_what_is_stopped_before_its_start_ends_without_a_game(director: Director) -> None:
    found = given(director, LOG, *come(FROM, ANN)).when(stop()).decide()
    assert [event.TYPE for event in found] == ["tournament.stopping", "tournament.started", "tournament.finished"]


@pytest.mark.parametrize(
    ("past", "code"),
    [
        (come(BY_HAND, ANN), "tournament/not-started"),
        ((*running(1, 2), STOPPING), "tournament/stopping"),
        ((), "tournament/unknown"),
    ],
)
def test_a_pause_is_refused_where_there_is_nothing_to_pause(
    director: Director, past: tuple[ev.Event, ...], code: str
) -> None:
    given(director, LOG, *past).when(pause()).refused(code)


@pytest.mark.parametrize("event", [PAUSED, ev.TournamentResumed(who="clock"), ev.StartReleased(who="clock"), paired(1)])
def test_what_nobody_could_have_decided_cannot_stand_in_a_log(director: Director, event: ev.Event) -> None:
    with pytest.raises(Exception, match="log/out-of-place"):
        given(director, LOG, opened(), COMMITTED, KEY, *named("cup", "dealer")).add(event)


def test_nothing_is_paired_and_nothing_ends_during_a_pause_in_a_log(director: Director) -> None:
    log = given(director, LOG, *running(1, concurrency=1, games=1), PAUSED)
    with pytest.raises(Exception, match="the tournament is paused"):
        log.add(paired(2, games=1))

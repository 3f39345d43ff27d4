"""The field and the length of a tournament change: late entries, returns, other programs, more rounds."""

from typing import Any

import pytest

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import Arena, DoubleElimination, EntrantSpec, Gauntlet, Knockout, RoundRobin, Swiss
from croupier.services.director.service import Director
from cup import COMMITTED, KEYS, LOG, NAMES, STARTED, join, opened, registered
from harness import given
from rings import ring

DAN = EntrantSpec(id="dan", name="Dan", token="4" * 64)
ENTERED = ev.EntrantEntered(entrant=DAN, who="organiser")
LEFT = ev.EntrantWithdrawn(entrant="ann", why="ill", who="entrant")
BACK = ev.EntrantReturned(entrant="ann", who="entrant")
SWISS = Swiss(rounds=3, games=1)
GONE = ev.TournamentStopping(who="organiser")


@pytest.fixture
def director() -> Director:
    return Director(1, ring("director"))


def enter(entrant: EntrantSpec = DAN) -> cmd.EntrantEnter:
    return cmd.EntrantEnter(id="c1", tournament="cup", entrant=entrant)


def rejoin(entrant: str = "ann", who: ev.Who = "entrant") -> cmd.EntrantRejoin:
    return cmd.EntrantRejoin(id="c2", tournament="cup", entrant=entrant, who=who)


def replace(program: str = "a" * 64) -> cmd.EntrantReplace:
    return cmd.EntrantReplace(id="c3", tournament="cup", entrant="ann", program=program, why="it crashed")


def add(total: int) -> cmd.RoundsAdd:
    return cmd.RoundsAdd(id="c4", tournament="cup", total=total)


def playing(director: Director, **more: Any) -> given:
    """A tournament that has paired what it can."""
    log = given(director, LOG, opened(**more), COMMITTED, *KEYS, *map(registered, NAMES), STARTED)
    log.when().decide()
    return log


def play(log: given) -> list[ev.Event]:
    """Win every game at the first seat, and let the tournament go on."""
    found: list[ev.Event] = []
    for game in list(log.state.playing):
        log.add(ev.GameRecorded(id=game, head="a" * 64, lines=49, points=[70, 50], places=[1, 2], outcome="won"))
        log.add(ev.GameClosed(id=game, head="b" * 64, lines=53))
        found += log.when().decide()
    return found


def field_of_four(director: Director, shape: Any) -> given:
    """Four that play one game at a time."""
    names = "ann bob cleo dan"
    log = given(director, LOG, opened(entrants=names, format=shape, concurrency=1), COMMITTED, *KEYS)
    log.add(*map(registered, names.split()))
    log.when().decide()
    return log


def seats(events: list[ev.Event]) -> list[set[str]]:
    return [set(game.seats) for event in events if isinstance(event, ev.RoundPaired) for game in event.games]


# --- late entries


def test_before_the_start_anybody_may_enter_and_is_waited_for(director: Director) -> None:
    here = (opened(games=1), COMMITTED, *KEYS, registered("ann"), registered("bob"))
    log = given(director, LOG, *here)
    log.when(enter()).then(ENTERED)
    log.when(join("cleo")).then(registered("cleo"))
    found = log.when(join("dan")).decide()
    assert [event.TYPE for event in found] == ["entrant.registered", "tournament.started", *["round.paired"] * 2]
    assert {name for pair in seats(found) for name in pair} == {"ann", "bob", "cleo", "dan"}


def test_a_late_entrant_of_a_swiss_is_paired_once_it_has_come(director: Director) -> None:
    log = playing(director, format=SWISS)
    log.when(enter()).then(ENTERED)
    assert all("dan" not in pair for pair in seats(play(log)))
    log.when(join("dan")).then(registered("dan"))
    assert any("dan" in pair for pair in seats(play(log)))


def test_a_late_entrant_has_the_points_of_absence_for_the_rounds_before(director: Director) -> None:
    log = playing(director, format=SWISS, award={"win": 3, "absence": 1})
    play(log)
    log.when(enter()).then(ENTERED)
    points = {row.entrant: row.points for row in log.state.table.standings()}
    assert points["dan"] == 1
    play(log)
    assert {row.entrant: row.points for row in log.state.table.standings()}["dan"] == 2


def test_an_arena_takes_somebody_at_any_moment(director: Director) -> None:
    log = playing(director, format=Arena(total=20))
    play(log)
    log.when(enter()).then(ENTERED)
    found = log.when(join("dan")).decide()
    while log.state.playing:
        found += play(log)
    assert any("dan" in pair for pair in seats(found))
    assert "dan" in {row.entrant for row in log.state.table.standings() if row.games}


@pytest.mark.parametrize(
    "shape", [RoundRobin(games=1), Knockout(games=1), DoubleElimination(games=1), Gauntlet(games=1)]
)
def test_other_formats_take_nobody_after_the_start(director: Director, shape: Any) -> None:
    playing(director, format=shape).when(enter()).refused("tournament/late-entry")
    with pytest.raises(Exception, match="takes nobody after the start"):
        playing(director, format=shape).add(ENTERED)


def test_an_id_is_given_once(director: Director) -> None:
    log = playing(director, format=SWISS)
    log.when(enter(EntrantSpec(id="ann", name="Another Ann", token="5" * 64))).refused("tournament/entered")
    log.when(enter()).then(ENTERED)
    log.when(enter()).nothing()


def test_a_field_that_the_format_does_not_take_is_refused(director: Director) -> None:
    many = [EntrantSpec(id=f"e{n}", name=f"E{n}", token="0" * 64) for n in range(128)]
    log = given(
        director, LOG, ev.TournamentOpened(spec=opened(format=SWISS).spec.model_copy(update={"entrants": many}))
    )
    log.when(enter()).refused("format/spec")


# --- returns


def test_who_comes_back_is_paired_again_from_the_next_round_on(director: Director) -> None:
    log = playing(director, format=Swiss(rounds=4, games=1))
    log.add(LEFT)
    assert all("ann" not in pair for pair in seats(play(log)))
    log.when(rejoin()).then(BACK)
    assert any("ann" in pair for pair in seats(play(log)))


def test_in_a_round_robin_the_rounds_missed_are_not_made_up(director: Director) -> None:
    log = field_of_four(director, RoundRobin(games=1))
    log.add(LEFT)
    while log.state.paired < 2:
        play(log)
    log.when(rejoin()).then(BACK)
    while log.state.playing:
        play(log)
    assert [number for number, game, _ in log.state.books.results() if "ann" in game.seats] == [1, 3]


def test_a_repeat_of_a_return_changes_nothing(director: Director) -> None:
    playing(director, format=SWISS).when(rejoin()).nothing()


def test_who_was_withdrawn_by_the_organiser_does_not_come_back_of_itself(director: Director) -> None:
    out = ev.EntrantWithdrawn(entrant="ann", why="rude", who="organiser")
    log = playing(director, format=SWISS)
    log.add(out)
    log.when(rejoin()).refused("tournament/no-return")
    log.when(rejoin(who="organiser")).then(ev.EntrantReturned(entrant="ann", who="organiser"))


def test_nobody_comes_back_into_a_knockout_that_has_gone_on(director: Director) -> None:
    log = field_of_four(director, DoubleElimination(games=1))
    log.add(LEFT)
    while log.state.paired < 2:
        play(log)
    log.when(rejoin()).refused("tournament/no-return")


def test_who_left_a_knockout_and_came_back_before_the_next_round_plays_it(director: Director) -> None:
    log = field_of_four(director, Knockout(games=1))
    log.add(LEFT)
    log.when(rejoin()).then(BACK)
    while log.state.paired < 2:
        found = play(log)
    assert any("ann" in pair for pair in seats(found))


def test_who_left_a_knockout_before_the_start_and_came_back_plays_it(director: Director) -> None:
    here = (opened(format=Knockout(games=1)), COMMITTED, *KEYS, registered("ann"), registered("bob"))
    log = given(director, LOG, *here, LEFT)
    log.when(rejoin()).then(BACK)
    found = log.when(join("cleo")).decide()
    assert [event.TYPE for event in found] == ["entrant.registered", "tournament.started", "round.paired"]


def test_who_missed_the_deadline_registers_when_it_is_let_back(director: Director) -> None:
    here = (opened(format=SWISS), COMMITTED, *KEYS, registered("ann"), registered("bob"))
    gone = ev.EntrantWithdrawn(entrant="cleo", why="had not come", who="clock")
    log = given(director, LOG, *here, gone)
    log.when().decide()
    log.when(join("cleo")).nothing()
    log.when(rejoin("cleo", "organiser")).then(ev.EntrantReturned(entrant="cleo", who="organiser"))
    log.when(join("cleo")).then(registered("cleo"))
    assert any("cleo" in pair for pair in seats(play(log)))


# --- another program, more rounds


def test_another_program_is_put_on_record_once(director: Director) -> None:
    event = ev.EntrantReplaced(entrant="ann", program="a" * 64, who="organiser", why="it crashed")
    log = playing(director, format=SWISS)
    log.when(replace()).then(event)
    log.when(replace()).nothing()
    log.when(replace("b" * 64)).then(event.model_copy(update={"program": "b" * 64}))


def test_a_swiss_goes_on_for_the_rounds_that_were_added(director: Director) -> None:
    log = playing(director, format=Swiss(rounds=1, games=1))
    log.when(add(2)).then(ev.RoundsAdded(total=2, who="organiser"))
    log.when(add(2)).nothing()
    assert [event.TYPE for event in play(log)] == ["round.closed", "round.paired"]


@pytest.mark.parametrize("after", range(4))
def test_laps_are_added_at_any_moment_and_everybody_meets_everybody_as_often(director: Director, after: int) -> None:
    log = field_of_four(director, RoundRobin(games=1))
    for _ in range(2 * after):
        play(log)
    if after < 3:
        log.when(add(3)).then(ev.RoundsAdded(total=3, who="organiser"))
        expected = 3
    else:
        expected = 1
    while log.state.playing:
        play(log)
    met: dict[frozenset[str], int] = {}
    for _, game, _ in log.state.books.results():
        met[frozenset(game.seats)] = met.get(frozenset(game.seats), 0) + 1
    assert set(met.values()) == {expected}
    assert len(met) == 6


@pytest.mark.parametrize(
    ("shape", "total", "code"),
    [
        (Swiss(rounds=3, games=1), 2, "tournament/fewer-rounds"),
        (Knockout(games=1), 3, "tournament/fixed-rounds"),
    ],
)
def test_rounds_that_cannot_be_had_are_refused(director: Director, shape: Any, total: int, code: str) -> None:
    playing(director, format=shape).when(add(total)).refused(code)


@pytest.mark.parametrize("asked", [enter(), rejoin(who="organiser"), replace(), add(9)])
def test_what_is_about_to_end_is_not_changed_any_more(director: Director, asked: Any) -> None:
    log = playing(director, format=SWISS)
    log.add(ev.EntrantWithdrawn(entrant="ann", why="ill"), GONE)
    log.when(asked).refused("tournament/stopping")

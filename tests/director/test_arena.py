"""Arenas as the director runs them: paired as results come, ended by number or by time, cut at any moment."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.run import audit
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import Arena, EntrantSpec, TournamentSpec
from croupier.contracts.streams import tournament_log
from world import World, events, spec, story

pytestmark = pytest.mark.timeout(120)
FIVE = "ann bob cleo dan eve"


def arena(**more: Any) -> TournamentSpec:
    given: dict[str, Any] = {"format": Arena(total=30), "entrants": FIVE, "concurrency": 2}
    return spec(**(given | more))


async def play(folder: Path, of: TournamentSpec, **how: Any) -> World:
    world = World(folder, **how)
    await world.open(of)
    await world.run()
    return world


def sound(folder: Path) -> None:
    assert audit(folder / "cup").findings == []


async def test_an_arena_plays_its_games_and_passes_the_audit(tmp_path: Path) -> None:
    """All of them, never two of one entrant at once, and nobody the same opponent twice running."""
    world = await play(tmp_path, arena())
    log = world.tournament()
    games = [game for paired in events(log, ev.RoundPaired) for game in paired.games]
    assert len(games) == 30
    at_table: Counter[str] = Counter()
    seats = {game.id: game.seats for game in games}
    for line in log:
        if isinstance(line.event, ev.RoundPaired):
            at_table.update(name for game in line.event.games for name in game.seats)
        elif isinstance(line.event, ev.GameRecorded):
            at_table.subtract(seats[line.event.id])
        assert max(at_table.values(), default=0) <= 1
    for name in FIVE.split():
        met = [(set(game.seats) - {name}).pop() for game in games if name in game.seats]
        assert all(one != two for one, two in pairwise(met))
    assert all(game.why for game in games)
    sound(tmp_path)


async def test_the_table_stands_in_every_nth_closing(tmp_path: Path) -> None:
    """Given a round that is often one game, then the log does not grow by a table with each."""
    world = await play(tmp_path, arena())
    closed = events(world.tournament(), ev.RoundClosed)
    assert len(closed) > 15
    assert {one.round % 5 == 0 for one in closed if one.standings} == {True}
    assert all(one.standings for one in closed if one.round % 5 == 0)
    [finished] = events(world.tournament(), ev.TournamentFinished)
    assert sum(row.games for row in finished.standings) == 60


@pytest.mark.parametrize("concurrency", [1, 2])
async def test_an_arena_whose_services_die_at_any_moment_passes_the_audit(tmp_path: Path, concurrency: int) -> None:
    """Given kills, then every pairing still follows from the log; with one table at a time it is the very same."""
    of = arena(concurrency=concurrency)
    cut = await play(tmp_path / "cut", of, seed=3, odds=0.1, mortal="dealer scoring director")
    assert cut.deaths > 3
    assert len(events(cut.tournament(), ev.GameRecorded)) == 30
    sound(tmp_path / "cut")
    if concurrency == 1:
        assert story(cut) == story(await play(tmp_path / "calm", of))


async def until(world: World, games: int) -> None:
    """Play until so many are recorded."""
    while len(events(await world.lines(), ev.GameRecorded)) < games:
        await world.step()
        await world.archive()


async def test_an_arena_ends_when_its_time_is_up(tmp_path: Path) -> None:
    """Given a duration, then its end stands in the log at the start; games that are paired are played out."""
    world = World(tmp_path)
    await world.open(arena(format=Arena(duration=60_000_000)))
    await until(world, 5)
    started = next(line for line in await world.lines() if isinstance(line.event, ev.TournamentStarted))
    assert isinstance(started.event, ev.TournamentStarted)
    assert started.event.until == started.at + 60_000_000
    await world.look(started.event.until - 1)
    await until(world, 8)
    world.now = started.event.until
    await world.look(world.now)
    await world.run()
    [stopping] = events(world.tournament(), ev.TournamentStopping)
    assert (stopping.who, stopping.why) == ("clock", "the time is up")
    assert len(events(world.tournament(), ev.TournamentFinished)) == 1
    assert len(events(world.tournament(), ev.GameRecorded)) < 20
    sound(tmp_path)


async def test_an_arena_whose_pause_and_time_end_while_nobody_is_there_ends(tmp_path: Path) -> None:
    """Given a server that was away, then both moments have come at once, and nobody is paired in between."""
    world = World(tmp_path)
    await world.open(arena(format=Arena(duration=60_000_000)))
    await until(world, 6)
    [started] = events(await world.lines(), ev.TournamentStarted)
    pause = cmd.TournamentPause(id="p", tournament="cup", until=started.until - 1)
    await world.command("to:director", tournament_log("cup"), pause)
    await world.run()
    world.now = started.until
    await world.look(world.now)
    await world.run()
    clock = [event for event in events(world.tournament(), ev.Event) if getattr(event, "who", None) == "clock"]
    assert [type(event) for event in clock] == [ev.TournamentResumed, ev.TournamentStopping]
    sound(tmp_path)


async def test_whoever_withdraws_is_paired_no_more(tmp_path: Path) -> None:
    """Given two who leave, then the others go on; given all but one, then it is over."""
    world = World(tmp_path)
    await world.open(arena())
    await until(world, 6)
    for number, name in enumerate(("ann", "bob", "cleo", "dan")):
        leave = cmd.EntrantWithdraw(id=f"w{number}", tournament="cup", entrant=name, why="had enough")
        await world.command("to:director", tournament_log("cup"), leave)
    await world.run()
    lines = world.tournament()
    last = max(line.seq for line in lines if isinstance(line.event, ev.EntrantWithdrawn))
    assert not [line for line in lines if isinstance(line.event, ev.RoundPaired) and line.seq > last]
    assert len(events(lines, ev.TournamentFinished)) == 1
    sound(tmp_path)


async def test_a_pause_pairs_nobody(tmp_path: Path) -> None:
    """Given a pause, then games that are on end, and nobody is paired before it is over."""
    world = World(tmp_path)
    await world.open(arena())
    await until(world, 6)
    log = tournament_log("cup")
    await world.command("to:director", log, cmd.TournamentPause(id="p", tournament="cup"))
    await world.run()
    paused = len(events(await world.lines(), ev.GameRecorded))
    assert paused < 30
    await world.command("to:director", log, cmd.TournamentResume(id="r", tournament="cup"))
    await world.run()
    assert len(events(world.tournament(), ev.GameRecorded)) == 30
    sound(tmp_path)


async def test_somebody_enters_and_somebody_returns_in_the_middle_of_it_all(tmp_path: Path) -> None:
    """Given services that die at any moment, then both are paired from then on, and the audit finds nothing."""
    world = World(tmp_path, seed=4, odds=0.05, mortal="dealer scoring director")
    await world.open(arena(format=Arena(total=60)))
    await until(world, 8)
    log = tournament_log("cup")
    await world.command("to:director", log, cmd.EntrantWithdraw(id="w", tournament="cup", entrant="ann"))
    late = EntrantSpec(id="fay", name="Fay", token="1" * 64)
    await world.command("to:director", log, cmd.EntrantEnter(id="e", tournament="cup", entrant=late))
    await until(world, 14)
    await world.join("cup", "fay")
    await world.command("to:director", log, cmd.EntrantRejoin(id="r", tournament="cup", entrant="ann"))
    await world.run()
    lines = world.tournament()
    back = next(line.seq for line in lines if isinstance(line.event, ev.EntrantReturned))
    came = [line.seq for line in lines if isinstance(line.event, ev.EntrantRegistered) and line.event.entrant == "fay"]
    paired = [(line.seq, set(game.seats)) for line in lines if isinstance(line.event, ev.RoundPaired)
              for game in line.event.games]  # fmt: skip
    assert len(paired) == 60
    left = next(line.seq for line in lines if isinstance(line.event, ev.EntrantWithdrawn))
    assert not [seq for seq, seats in paired if "ann" in seats and left < seq < back]
    assert [seq for seq, seats in paired if "ann" in seats and seq > back]
    assert all(seq > came[0] for seq, seats in paired if "fay" in seats)
    [finished] = events(lines, ev.TournamentFinished)
    assert {row.entrant: row.games for row in finished.standings}["fay"] >= 10
    assert world.deaths > 0
    sound(tmp_path)

"""The director's clock tells it of moments that have come, once each, and is silent where nothing is due."""

from pathlib import Path

from croupier.audit.run import audit
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import Start
from croupier.contracts.streams import tournament_log
from world import World, events, spec

AT = 1_000_000_000
OF = spec(games=1, start=Start(at=AT))
PAUSE = cmd.TournamentPause(id="p1", tournament="cup", until=2 * AT)


def ticks(world: World) -> list[cmd.ClockTick]:
    bodies = [entry["e"] for entry in world.log.feeds[0, "to:director"]]
    return [cmd.ClockTick.model_validate_json(body) for body in bodies if b'"clock.tick"' in body]


async def test_the_start_is_told_when_it_has_come_and_once(tmp_path: Path) -> None:
    world = World(tmp_path)
    await world.open(OF)
    await world.turn("director")
    ticker = world.shells["director"].ticker
    assert [await ticker.look(now) for now in (0, AT - 1, AT, AT + 1)] == [0, 0, 1, 0]
    assert [(tick.id, tick.at) for tick in ticks(world)] == [(f"tick/cup/{AT}", AT)]


async def test_a_tournament_that_waits_for_its_time_is_played_and_audited(tmp_path: Path) -> None:
    world = World(tmp_path, seed=1, odds=0.1, mortal="director")
    await world.open(OF)
    await world.run()
    assert events(await world.lines(), ev.TournamentStarted) == []
    world.now = AT  # the clock of the services
    await world.look(AT)
    await world.run()
    assert len(world.games()) == 3
    assert audit(tmp_path / "cup").findings == []


async def test_a_pause_holds_games_back_until_its_end(tmp_path: Path) -> None:
    world = World(tmp_path)
    await world.open(spec(games=2, concurrency=1))
    while not events(await world.lines(), ev.GameRecorded):
        await world.step()
    await world.command("to:director", tournament_log("cup"), PAUSE)
    await world.run()
    held = len(events(await world.lines(), ev.GameRecorded))
    assert held < 6
    world.now = 2 * AT
    await world.look(2 * AT)
    await world.run()
    assert len(world.games()) == 6
    assert len(events(world.tournament(), ev.TournamentResumed)) == 1
    assert audit(tmp_path / "cup").findings == []


async def test_what_the_clock_did_too_early_is_found(tmp_path: Path) -> None:
    world = World(tmp_path)
    await world.open(spec(games=1, start=Start(at=5 * AT)))
    await world.run()
    await world.look(5 * AT)  # the director's own clock stands far before it
    await world.run()
    assert [finding.code for finding in audit(tmp_path / "cup").findings] == ["audit/not-due"]

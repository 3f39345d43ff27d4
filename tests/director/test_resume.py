"""Whatever dies, whenever it dies: the same pairings, decks, games and standings, no event twice, none missing."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.run import audit
from croupier.contracts import commands as cmd
from croupier.contracts.streams import game_log, tournament_log
from croupier.runtime.archive import Archive
from croupier.runtime.entries import Entry
from croupier.runtime.memory import MemoryLog
from croupier.runtime.skim import seq_of, type_of
from croupier.services.director.service import DirectorShell
from rings import ring
from world import Crash, World, spec, story

SPEC = spec(games=3, concurrency=3)


async def play(folder: Path, **options: Any) -> World:
    world = World(folder, **options)
    await world.open(SPEC)
    await world.run()
    return world


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return story(asyncio.run(play(tmp_path_factory.mktemp("calm"))))


def test_a_tournament_runs_to_its_end(undisturbed: dict[str, Any]) -> None:
    counts = undisturbed["counts"]
    assert counts["game.recorded"] == len(undisturbed["games"]) == 9
    assert counts["round.paired"] == counts["round.closed"] == 3
    assert counts["tournament.finished"] == counts["seed.revealed"] == counts["tournament.sealed"] == 1
    assert counts["game.closed"] == 9
    assert counts["round.sealed"] == 3
    assert counts["key.named"] == 4


@pytest.mark.parametrize("seed", range(12))
async def test_services_that_die_at_any_moment_change_nothing(
    tmp_path: Path, undisturbed: dict[str, Any], seed: int
) -> None:
    world = await play(tmp_path, seed=seed, odds=0.15, mortal="dealer scoring director", partitions=1 + 2 * (seed % 2))
    assert world.deaths > 3
    assert story(world) == undisturbed


@pytest.mark.parametrize("seed", range(4))
async def test_batches_of_any_size_change_nothing(tmp_path: Path, undisturbed: dict[str, Any], seed: int) -> None:
    world = World(tmp_path, seed=seed)
    await world.open(SPEC)
    await world.run(limit=3)
    assert story(world) == undisturbed


async def test_everything_delivered_twice_changes_nothing(tmp_path: Path, undisturbed: dict[str, Any]) -> None:
    world = await play(tmp_path)
    world.read.clear()
    for name in ("dealer", "scoring", "director"):
        while await world.turn(name):
            pass
    await world.run()
    assert story(world) == undisturbed


@pytest.mark.parametrize("limit", [1_000, 1])
async def test_finished_games_leave_the_store_and_the_tournaments_log_stays_small(tmp_path: Path, limit: int) -> None:
    world = World(tmp_path)
    await world.open(SPEC)
    await world.run(limit)
    assert await world.log.live(0) == ["t/cup"]
    left = [line.event.TYPE for line in world.tournament() if line.seq in await _seqs(world, "t/cup")]
    assert sorted(left[1:6]) == [*["key.named"] * 4, "seed.committed"]
    del left[1:6]
    assert left == [
        "tournament.opened", *["entrant.registered"] * 3, "tournament.started", "round.closed",
        "tournament.finished", "seed.revealed", "tournament.sealed",
    ]  # fmt: skip


async def test_services_hold_nothing_of_games_that_are_over(tmp_path: Path) -> None:
    world = await play(tmp_path)
    assert {name: list(shell.slots) for name, shell in world.shells.items()} == {
        "dealer": [], "referee": [], "scoring": [], "director": [],
    }  # fmt: skip
    archivist = world.shells["director"].archivist
    assert not any((archivist._games, archivist._grown, archivist._leaving, world.shells["director"]._sealed))
    assert archivist._thinning["cup"]._paired == {}


async def test_a_message_that_is_refused_leaves_nothing_behind(tmp_path: Path) -> None:
    director = World(tmp_path).make("director")
    await director.start()
    message = cmd.EntrantWithdraw(id="c1", tournament="nowhere", entrant="ann", why="gone")
    refused = await director.handle([Entry("to:director", 0, "to:director/0/1-0", message.model_dump_json().encode())])
    assert [why.code for why in refused.values()] == ["tournament/unknown"]
    assert director.slots == {}


async def _seqs(world: World, log: str) -> set[int]:
    return {seq_of(line) for line in await world.log.read(log)}


async def test_no_more_games_are_open_than_allowed(tmp_path: Path) -> None:
    world = World(tmp_path)
    await world.open(spec(games=8, concurrency=2))
    most = 0
    busy = True
    while busy:
        moves = [await world.turn(name, 1) for name in ("director", "dealer", "referee", "scoring")]
        busy = await world.players() or any(moves)
        games = [await world.log.read(log) for log in await world.log.live(0) if log.startswith("g/")]
        most = max(most, sum(all(type_of(line) != "game.scored" for line in lines) for lines in games))
    assert most == 2
    await world.run()
    assert len(world.games()) == 24


async def test_killed_between_archive_and_drop(tmp_path: Path, undisturbed: dict[str, Any]) -> None:
    """The log of a game is on the disk and still in the store: it is dropped after the start, and counted once."""
    world = World(tmp_path)

    async def die(log: str) -> None:
        raise Crash

    drop, world.log.drop = world.log.drop, die  # type: ignore[method-assign]
    await world.open(SPEC)
    while not list((tmp_path / "cup" / "games").glob("*.jsonl")):
        for name in ("director", "dealer", "referee", "scoring"):
            await world.turn(name)
        await world.players()
        await world.archive()
    assert world.deaths
    archived = {path.stem for path in (tmp_path / "cup" / "games").glob("*.jsonl")}
    assert archived <= {log[2:] for log in await world.log.live(0)}
    world.log.drop = drop  # type: ignore[method-assign]
    await world.run()
    assert story(world) == undisturbed
    assert await world.log.live(0) == ["t/cup"]


async def test_a_bundle_of_a_disturbed_tournament_passes_the_audit(tmp_path: Path) -> None:
    await play(tmp_path, seed=5, odds=0.15, mortal="dealer scoring director")
    assert not audit(tmp_path / "cup").findings


async def test_joining_waits_for_the_dealers_commitment(tmp_path: Path) -> None:
    """A nonce that the dealer knew before it was committed would prove nothing: the batch comes again later."""
    world = World(tmp_path)
    log = tournament_log("cup")
    await world.command("to:director", log, cmd.TournamentOpen(id="open", spec=SPEC))
    await world.join("cup", "ann")
    assert not await world.turn("director")
    await world.turn("dealer")
    assert await world.turn("director")
    kinds = [type_of(line) for line in await world.log.read(log)]
    assert sorted(kinds[1:-1]) == ["key.named", "key.named", "seed.committed"]
    assert kinds[-1] == "entrant.registered"


async def test_an_archive_that_is_ahead_of_the_store_is_not_written_over(tmp_path: Path) -> None:
    await play(tmp_path)
    path = tmp_path / "cup" / "tournament.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:10]))
    director = DirectorShell(MemoryLog(), tmp_path, ring("director"))
    await director.start()
    world = World(tmp_path)
    await world.command("to:director", tournament_log("cup"), cmd.TournamentOpen(id="open", spec=SPEC))
    entries = world._entries("director", 9)[0][1]
    rejected = await director.handle(entries)
    assert [why.code for why in rejected.values()] == ["archive/ahead"]


async def test_a_finished_tournament_is_known_from_its_archive_alone(tmp_path: Path) -> None:
    await play(tmp_path)
    world = World(tmp_path)
    await world.command("to:director", tournament_log("cup"), cmd.TournamentOpen(id="open", spec=SPEC))
    await world.turn("director")
    assert await world.log.read(tournament_log("cup")) == []
    archive = Archive(tmp_path, "cup")
    assert archive.complete
    assert game_log("cup-r1-t1-1") not in await world.log.live(0)

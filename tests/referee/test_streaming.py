"""A referee that decides on while the store is still busy, and the store fails now and then: the same games."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.errors import Unavailable
from croupier.runtime.begun import all_ended, slices
from croupier.runtime.entries import Entry
from croupier.runtime.eventlog import Append, Outcome
from croupier.services.referee.service import RefereeShell
from world import FragileLog, World, essence, events, spec

SPEC = spec(games=4, concurrency=6)


class SlowLog(FragileLog):
    """Takes its time, and with a probability of ``odds`` fails: before it has written anything, or after."""

    def __init__(self, world: "Streaming", odds: float) -> None:
        super().__init__()
        self.world = world
        self.odds = odds
        self.failures = 0

    async def commit(self, batch: Sequence[Append]) -> list[Outcome]:
        await self._pause()
        outcomes = await super().commit(batch)
        await self._pause()
        return outcomes

    async def _pause(self) -> None:
        if not self.world.streaming:
            return
        for _ in range(self.world.random.randrange(4)):
            await asyncio.sleep(0)
        if self.world.random.random() < self.odds:
            self.failures += 1
            raise Unavailable("store/unreachable", "it is away for a moment")


class Streaming(World):
    """A world whose referee gets its entries as from a worker, in slices that it begins one after the other."""

    def __init__(self, folder: Path, *, odds: float, **options: Any) -> None:
        super().__init__(folder, **options)
        self.log = SlowLog(self, odds)
        self.streaming = False
        self.most = 0

    async def _handle(self, shell: Any, entries: list[Entry]) -> None:
        if not isinstance(shell, RefereeShell):
            await super()._handle(shell, entries)
            return
        self.streaming = True
        begun = list(slices(entries, self.random.randint(1, 4)))
        for part in begun:
            if not any(other.failed for other in begun[: begun.index(part)]):
                await part.begin(shell)
        self.most = max(self.most, len(begun))
        await all_ended(begun)
        for part in begun:
            while part.failed:
                await part.begin(shell)
                await part.ended()
            assert not part.rejections
        self.streaming = False


async def played(world: World) -> dict[str, Any]:
    await world.open(SPEC)
    await world.run()
    log = world.tournament()
    return {
        "pairings": [event.model_dump() for event in events(log, ev.RoundPaired)],
        "games": {game: essence(lines) for game, lines in world.games().items()},
        "table": events(log, ev.TournamentFinished),
    }


@pytest.mark.parametrize("seed", range(6))
async def test_deciding_ahead_of_the_store_changes_nothing(tmp_path: Path, seed: int) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    world = Streaming(other, odds=0.1 * (seed % 3), seed=seed)
    assert await played(world) == await played(World(one))
    assert world.most > 3
    assert bool(world.log.failures) == bool(seed % 3)
    assert not audit(other / "cup").findings


async def test_a_slice_waits_for_the_one_before_it_only_where_both_concern_a_game(tmp_path: Path) -> None:
    """While one game's lines are on their way, another game is decided, and the first game's next step is not."""
    world = Streaming(tmp_path, odds=0.0)
    await world.open(SPEC)
    await world.turn("director")
    shell = world.make("referee")
    await shell.start()
    opens = world._entries("referee", 1_000)[0][1][:2]
    gate = asyncio.Event()
    commit = world.log.commit

    async def held(batch: Sequence[Append]) -> list[Outcome]:
        await gate.wait()
        return await commit(batch)

    world.log.commit = held  # type: ignore[method-assign]
    first = await shell.begin(opens[:1])
    second = await shell.begin(opens[1:])
    again = asyncio.create_task(shell.begin(opens[:1]))
    for _ in range(10):
        await asyncio.sleep(0)
    assert not first.done()
    assert not second.done()
    assert not again.done()
    gate.set()
    await asyncio.gather(first, second, await again)
    assert len(await world.log.live(0)) == 3

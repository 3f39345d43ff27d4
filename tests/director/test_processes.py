"""The same on a real server with real processes, which are killed with SIGKILL in the middle of it."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.run import audit
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import Arena, TournamentSpec
from croupier.contracts.streams import feed_key, tournament_log
from croupier.contracts.table import TableEntry
from croupier.runtime.store import Store
from redis_server import eventually
from world import World, events, spec

SERVE = "from croupier.cli.main import main; main()"
SPECS = [
    spec(games=8, concurrency=4),
    spec(concurrency=2, entrants="ann bob cleo dan eve", format=Arena(total=24)),
]


class Process:
    """A service in a process of its own."""

    def __init__(self, name: str, url: str, folder: Path) -> None:
        self.name = name
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("CROUPIER_")},
            "CROUPIER_REDIS_URL": url,
            "CROUPIER_ARCHIVE": str(folder),
            "CROUPIER_DEALER_SECRET_FILE": str(folder / "secret"),
            "CROUPIER_SIGNING_KEY_FILE": str(folder / f"{name}.key"),
            "CROUPIER_CONSUMER": "test",
            "CROUPIER_LOG_LEVEL": "error",
        }
        self.start()

    def start(self) -> None:
        """Run it."""
        command = [sys.executable, "-c", SERVE, "serve", self.name]
        self.process = subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL)

    def kill(self) -> None:
        """End it without a word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Outside:
    """The players, on the real feeds."""

    def __init__(self, store: Store, folder: Path, of: TournamentSpec) -> None:
        self.store = store
        self.spec = of
        self.world = World(folder)
        self.world.log = store.log  # type: ignore[assignment]

    async def open(self) -> None:
        """Ask for the tournament and join it."""
        await self.world.command("to:director", tournament_log("cup"), cmd.TournamentOpen(id="open", spec=self.spec))
        for entrant in self.spec.entrants:
            await self.world.join("cup", entrant.id)

    async def play(self) -> None:
        """Answer every decision, until cancelled."""
        seen = b"0"
        while True:
            reply = await self.store.client.xread({feed_key("to:table", 0): seen}, count=500, block=1_000)
            for _, entries in reply or ():
                for entry, fields in entries:
                    seen = entry
                    await self.world._answer(TableEntry.from_body(fields[b"e"]))


async def until(check: Any, within: float = 60.0) -> None:
    """Wait until ``check()`` holds."""
    async with asyncio.timeout(within):
        while not check():
            await asyncio.sleep(0.02)


async def only_the_tournament_is_left(store: Store) -> bool:
    return await store.log.live(0) == ["t/cup"]


def archived(folder: Path) -> int:
    return len(list((folder / "cup" / "games").glob("*.jsonl")))


def finished(folder: Path) -> bool:
    manifest = folder / "cup" / "manifest.json"
    return manifest.exists() and "heads" in json.loads(manifest.read_bytes())


@pytest.mark.untidy  # whoever is killed leaves something unacknowledged
@pytest.mark.timeout(120)
@pytest.mark.parametrize("of", SPECS, ids=["round-robin", "arena"])
async def test_a_tournament_whose_services_are_killed_ends_as_it_should(
    store: Store, tmp_path: Path, of: TournamentSpec
) -> None:
    names = ("dealer", "referee", "scoring", "director")
    services = {name: Process(name, store.url, tmp_path) for name in names}
    outside = Outside(store, tmp_path, of)
    playing = asyncio.create_task(outside.play())
    try:
        await outside.open()
        for done, name in ((2, "director"), (6, "dealer"), (10, "scoring"), (14, "director")):
            await until(lambda done=done: archived(tmp_path) >= done)
            services[name].kill()
            services[name].start()
        await until(lambda: finished(tmp_path))
        await eventually(lambda: only_the_tournament_is_left(store))
    finally:
        playing.cancel()
        for service in services.values():
            service.kill()
    log = outside.world.tournament()
    assert [line.seq for line in log] == list(range(1, len(log) + 1))
    assert len({event.id for event in events(log, ev.GameRecorded)}) == archived(tmp_path) == 24
    assert not audit(tmp_path / "cup").findings

"""Services as processes on a server of their own, for benchmarks."""

import asyncio
import contextlib
import os
import secrets
import sys
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
import psutil
import redis.asyncio as aioredis

from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.lines import genesis, write_line
from croupier.contracts.specs import EntrantSpec, TournamentSpec
from croupier.contracts.streams import READERS, feed_key
from croupier.runtime.acl import GATEWAY_READS
from croupier.runtime.binaries import find_binary
from croupier.runtime.eventlog import Append
from croupier.runtime.server import Server, lay_out, pid_of, running
from croupier.runtime.store import Store, connect, open_store


class Stack:
    """redis-server (append-only file, flushed every second) and services, in ``folder``.

    ``partitions``: into so many the games are divided; each has a referee of its own.
    """

    def __init__(
        self, folder: Path, services: list[str], settings: Mapping[str, str] | None = None, partitions: int = 1
    ) -> None:
        self.folder = folder
        self.settings = settings or {}
        self.services = services
        self.partitions = partitions
        self.exits = contextlib.AsyncExitStack()
        self.processes: dict[str, asyncio.subprocess.Process] = {}
        self.redis: Server
        self.store: Store

    @staticmethod
    def server() -> str:
        """The redis-server that is used."""
        return str(find_binary().path)

    async def __aenter__(self) -> Self:
        self.redis = await self.exits.enter_async_context(running(lay_out(self.folder / "redis")))
        self.redis_pid = await pid_of(self.redis)
        self.store = await open_store(self.redis.url("admin"), partitions=self.partitions)
        self.exits.push_async_callback(self.store.close)
        secret = secrets.token_hex(32)
        for name in self.services:
            for number in range(self.partitions if name == "referee" else 1):
                await self._begin(name, number, secret)
        await self._serving()
        return self

    async def _begin(self, name: str, number: int, secret: str) -> None:
        shared = name == "referee" and self.partitions > 1
        environment = (
            os.environ
            | self.settings
            | {
                "CROUPIER_REDIS_URL": self.redis.url(name),
                "CROUPIER_REDIS_READ_URL": self.redis.url(GATEWAY_READS) if name == "gateway" else "",
                "CROUPIER_DEALER_SECRET": secret if name == "dealer" else "",
                "CROUPIER_SIGNING_KEY_FILE": str(self.folder / f"{name}.key"),
                "CROUPIER_ARCHIVE": str(self.folder / "archive"),
                "CROUPIER_LOG_LEVEL": "warning",
                "CROUPIER_PARTITIONS": str(self.partitions),
                "CROUPIER_SERVE": str(number) if shared else "",
            }
        )
        command = [sys.executable, "-m", "croupier.cli.main", "serve", name]
        process = await asyncio.create_subprocess_exec(*command, env=environment)
        self.processes[f"{name} {number}" if shared else name] = process
        self.exits.push_async_callback(end, process)

    async def _serving(self, patience: float = 60) -> None:
        """Wait until every service has made its groups, which it does just before it reads."""
        client = self.client()
        async with asyncio.timeout(patience):
            feeds = [feed for name in self.services for feed in READERS.get(name, ())]
            for feed, number in product(feeds, range(self.partitions)):
                while not await client.exists(feed_key(feed, number)):
                    await asyncio.sleep(0.02)
        await client.aclose()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.exits.aclose()

    async def until_open(self, port: int, path: str, patience: float = 60) -> None:
        """Wait until the gateway answers 200 at ``path``."""
        async with asyncio.timeout(patience), httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await client.get(path)).status_code == 200:
                        return
                await asyncio.sleep(0.05)

    def cpu_seconds(self) -> dict[str, float]:
        """CPU time by process since it started: steadier than the clock on a busy machine."""
        spent = {name: _cpu(process.pid) for name, process in self.processes.items()}
        return spent | {"redis-server": _cpu(self.redis_pid), "players": _cpu(os.getpid())}

    def client(self) -> aioredis.Redis:
        """A client of the administrator."""
        return connect(self.redis.url("admin"))

    async def tournament(self, name: str) -> None:
        """Write the log of a started tournament, so that games of it can be dealt without a director."""
        entrants = [EntrantSpec(id=entrant, name=entrant, token=digest(entrant.encode())) for entrant in ("ada", "bob")]
        events = [
            ev.TournamentOpened(spec=TournamentSpec(id=name, name=name, game="briscola", entrants=entrants)),
            ev.TournamentStarted(beacon="0" * 64),
        ]
        prev, lines = genesis(f"t/{name}"), []
        for seq, event in enumerate(events, 1):
            lines.append(write_line(event, seq=seq, at=1, by="director", cause="benchmark", prev=prev))
            prev = digest(lines[-1])
        await self.store.log.commit([Append(f"t/{name}", 0, lines)])


def _cpu(pid: int) -> float:
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


async def end(process: asyncio.subprocess.Process) -> None:
    """End a process politely."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    await process.wait()

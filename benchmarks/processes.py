"""Services as processes on a server of their own, for benchmarks."""

import asyncio
import contextlib
import os
import secrets
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

import redis.asyncio as aioredis

from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.lines import genesis, write_line
from croupier.contracts.specs import EntrantSpec, TournamentSpec
from croupier.runtime.binaries import find_binary
from croupier.runtime.eventlog import Append
from croupier.runtime.server import Server, lay_out, running
from croupier.runtime.store import Store, connect, open_store


class Stack:
    """redis-server (append-only file, fsync every second) and services, in ``folder``."""

    def __init__(self, folder: Path, services: list[str]) -> None:
        self.folder = folder
        self.services = services
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
        self.store = await open_store(self.redis.url("admin"))
        self.exits.push_async_callback(self.store.close)
        secret = secrets.token_hex(32)
        for name in self.services:
            environment = os.environ | {
                "CROUPIER_REDIS_URL": self.redis.url(name),
                "CROUPIER_DEALER_SECRET": secret,
                "CROUPIER_ARCHIVE": str(self.folder / "archive"),
                "CROUPIER_LOG_LEVEL": "warning",
            }
            command = [sys.executable, "-m", "croupier.cli.main", "serve", name]
            process = await asyncio.create_subprocess_exec(*command, env=environment)
            self.processes[name] = process
            self.exits.push_async_callback(_end, process)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.exits.aclose()

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


async def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    await process.wait()

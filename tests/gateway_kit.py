"""What tests of the gateway share: a socket that only remembers, a feed to push into, a tournament to play in."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from prometheus_client import CollectorRegistry
from websockets.asyncio.client import ClientConnection, connect

from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.lines import genesis, write_line
from croupier.contracts.specs import EntrantSpec, TournamentSpec
from croupier.contracts.table import TableEntry
from croupier.runtime.eventlog import Append
from croupier.runtime.memory import MemoryLog
from croupier.services.gateway.archive import Archive
from croupier.services.gateway.gateway import Gateway
from croupier.services.gateway.limits import Limits
from croupier.services.gateway.metrics import Meter
from croupier.services.gateway.running import running
from croupier.services.gateway.server import Address, Server
from croupier.services.gateway.tokens import token_hash

CUP = "cup"
GAME = "cup-r1-t1-1"
OTHER_GAME = "cup-r1-t2-1"
ENTRANTS = ("ann", "bob", "cid", "dot")


def token(entrant: str) -> str:
    """The bearer token of an entrant in these tests."""
    return f"token-of-{entrant}"


def spec(entrants: Sequence[str] = ENTRANTS, name: str = CUP) -> TournamentSpec:
    """A tournament of briscola."""
    field_ = [EntrantSpec(id=entrant, name=entrant.title(), token=token_hash(token(entrant))) for entrant in entrants]
    return TournamentSpec(id=name, name="The Cup", game="briscola", entrants=field_)


def chain(log: str, events: Sequence[ev.Event], at: int = 1) -> list[bytes]:
    """Stored lines of a log that holds ``events``."""
    lines: list[bytes] = []
    prev = genesis(log)
    for seq, event in enumerate(events, 1):
        lines.append(write_line(event, seq=seq, at=at + seq, by="director", cause="test", prev=prev))
        prev = digest(lines[-1])
    return lines


@dataclass
class News:
    """A batch of the feed ``to:table``."""

    entries: list[TableEntry]
    partition: int = 0
    gap: bool = False


class Feed:
    """A feed that a test pushes into."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[News] = asyncio.Queue()

    def push(self, *entries: TableEntry, gap: bool = False) -> None:
        """Put entries on the feed, as one batch."""
        self.queue.put_nowait(News(list(entries), gap=gap))

    async def __aiter__(self) -> AsyncIterator[News]:
        while True:
            yield await self.queue.get()


class FakeSocket:
    """A socket that remembers what was written, and how it was closed."""

    def __init__(self) -> None:
        self.read_at = self.read_lost = self.read_waited = 0
        self.texts: list[bytes] = []
        self.waiting = 0
        self.closed: tuple[int, str] | None = None

    def write(self, texts: Sequence[bytes]) -> None:
        """Remember."""
        if self.closed is None:
            self.texts += texts

    def pending(self) -> int:
        """What a test says."""
        return self.waiting

    def close(self, code: int, reason: str) -> None:
        """Remember."""
        self.closed = (code, reason)

    def abort(self) -> None:
        """Remember."""
        self.closed = (1006, "")

    def messages(self, kind: str | None = None) -> list[dict[str, Any]]:
        """What was written, parsed."""
        parsed = [json.loads(text) for text in self.texts]
        return [message for message in parsed if kind in (None, message["type"])]


@dataclass
class House:
    """A gateway that runs, with all that surrounds it."""

    gateway: Gateway
    server: Server
    log: MemoryLog
    feed: Feed
    archive: Path | None = None
    seen: int = field(default=0)

    @property
    def http(self) -> str:
        """Where HTTP is."""
        return f"http://127.0.0.1:{self.server.port}"

    @property
    def ws(self) -> str:
        """Where WebSockets are."""
        return f"ws://127.0.0.1:{self.server.port}"

    def commands(self, kind: str | None = None, feed: str = "cmd") -> list[dict[str, Any]]:
        """The commands that were sent so far; without ``kind`` all but ticks."""
        found = [
            json.loads(fields["e"])
            for (_, name), entries in self.log.feeds.items()
            if name == feed
            for fields in entries
        ]
        return [command for command in found if command["type"] == kind or (kind is None and command["type"] != "tick")]

    async def command(self, kind: str, feed: str = "cmd", count: int = 1) -> dict[str, Any]:
        """The command number ``count`` of a kind, waited for."""
        await until(lambda: len(self.commands(kind, feed)) >= count)
        return self.commands(kind, feed)[count - 1]

    def opening(self, game: str = GAME, entrants: Sequence[str] = ("ann", "bob"), n: int = 0) -> TableEntry:
        """See :func:`opening`."""
        return opening(game, entrants, n)

    async def open_tournament(self, name: str, entrants: Sequence[str]) -> None:
        """One tournament more."""
        opened = ev.TournamentOpened(spec=spec(entrants, name))
        await self.log.commit([Append(f"t/{name}", 0, chain(f"t/{name}", [opened]))])

    async def append(self, *events: ev.Event, log: str = f"t/{CUP}") -> None:
        """Go on with the log of a tournament."""
        before = await self.log.read(log)
        lines = [
            write_line(event, seq=seq, at=seq, by="director", cause="test", prev="0" * 64)
            for seq, event in enumerate(events, len(before) + 1)
        ]
        await self.log.commit([Append(log, len(before), lines)])

    def dial(self, path: str = "/v1/play", **options: Any) -> connect:
        """A WebSocket to the gateway."""
        return connect(self.ws + path, compression=None, proxy=None, max_size=2**24, **options)

    @contextlib.asynccontextmanager
    async def player(self, entrant: str, **hello: Any) -> AsyncIterator[ClientConnection]:
        """A client that has said hello and heard ``welcome``."""
        async with self.dial(additional_headers={"Authorization": f"Bearer {token(entrant)}"}) as socket:
            await socket.send(json.dumps({"type": "hello", "versions": [1], **hello}))
            assert (await hear(socket, "welcome"))["entrant"] == entrant
            yield socket


async def until(true: Callable[[], Any], seconds: float = 5.0) -> None:
    """Wait for a condition; fails the test where it does not come true in time."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come true in time"
        await asyncio.sleep(0.005)


async def hear(socket: ClientConnection, *kinds: str, seconds: float = 2.0) -> dict[str, Any]:
    """The next message of one of these kinds (of any but ``ping``, without argument); others are skipped."""
    async with asyncio.timeout(seconds):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["type"] in kinds or (not kinds and message["type"] != "ping"):
                return message


def snapshot(game: str = GAME, n: int = 0, **more: Any) -> bytes:
    """A ``game`` message, as short as it may be."""
    return json.dumps({"type": "game", "game": game, "n": n, **more}, separators=(",", ":")).encode()


def event(game: str = GAME, n: int = 1, **more: Any) -> bytes:
    """An ``event`` message."""
    return json.dumps({"type": "event", "game": game, "n": n, **more}, separators=(",", ":")).encode()


def turn(game: str = GAME, ply: int = 0, seat: int = 0) -> bytes:
    """A ``turn`` message."""
    return json.dumps({"type": "turn", "game": game, "ply": ply, "seat": seat}, separators=(",", ":")).encode()


def opening(game: str = GAME, entrants: Sequence[str] = ("ann", "bob"), n: int = 0) -> TableEntry:
    """The first entry of a game: a snapshot for everyone."""
    seats = {str(seat): [snapshot(game, n, seat=seat)] for seat in range(len(entrants))}
    return TableEntry(game, tuple(entrants), messages={**seats, "p": [snapshot(game, n)]})


@contextlib.asynccontextmanager
async def house(
    limits: Limits | None = None, archive: Path | None = None, tournament: TournamentSpec | None = None, **more: Any
) -> AsyncIterator[House]:
    """A gateway on a free port, in front of a store in memory in which a tournament is open. ``more``: for it."""
    log, feed = MemoryLog(), Feed()
    opened = ev.TournamentOpened(spec=tournament or spec())
    await log.commit([Append(f"t/{opened.spec.id}", 0, chain(f"t/{opened.spec.id}", [opened]))])
    gateway = Gateway(log, Archive(archive), limits or Limits(), Meter(CollectorRegistry()), "gw-test", **more)
    async with running(gateway, Address(), feed) as server:
        yield House(gateway, server, log, feed, archive)

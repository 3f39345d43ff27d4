"""A service that notes what it gets, and a way to run it on a real bus."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from croupier.contracts.streams import feed_key
from croupier.runtime.bus import Entry, Rejection, serve
from croupier.runtime.eventlog import Send
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store

BAD = b"bad"


class Recorder:
    """A referee that keeps the bodies it has handled. ``trouble`` may raise before a batch is handled."""

    def __init__(self, trouble: Callable[[Sequence[Entry]], Any] = lambda entries: None, name: str = "referee") -> None:
        self.name = name
        self.handled: list[bytes] = []
        self.batches: list[list[bytes]] = []
        self.started = self.stopped = False
        self._trouble = trouble

    async def start(self) -> None:
        self.started = True

    async def handle(self, entries: Sequence[Entry]) -> Mapping[str, Rejection]:
        assert self.started
        self.batches.append([entry.body for entry in entries])
        answer = self._trouble(entries)
        if asyncio.iscoroutine(answer):
            await answer
        self.handled += [entry.body for entry in entries if entry.body != BAD]
        return {entry.id: Rejection("bus/unreadable", "it is bad") for entry in entries if entry.body == BAD}

    async def stop(self) -> None:
        self.stopped = True


@contextlib.asynccontextmanager
async def on_the_bus(service: Recorder, store: Store, **flags: Any) -> AsyncIterator[None]:
    """Run ``service`` while the block lasts; it ends politely."""
    stop = asyncio.Event()
    settings = Settings(redis_url=store.url, **flags)
    running = asyncio.create_task(serve(service, store, settings, stop=stop))
    try:
        yield
    finally:
        stop.set()
        await running


async def send(store: Store, *bodies: bytes, feed: Any = "cmd") -> None:
    """Put entries on a feed."""
    await store.log.send([Send(0, feed, body) for body in bodies])


async def pending(store: Store, feed: Any = "cmd", group: str = "referee") -> int:
    """How many entries of the feed are delivered and not acknowledged."""
    try:
        return int((await store.client.xpending(feed_key(feed, 0), group))["pending"])
    except Exception:  # noqa: BLE001 - no group, no server: nobody knows, so not none
        return -1


async def quiet(store: Store, feed: Any = "cmd", group: str = "referee") -> bool:
    """Whether every entry of the feed was acknowledged and removed."""
    return await pending(store, feed, group) == 0 and await store.client.xlen(feed_key(feed, 0)) == 0

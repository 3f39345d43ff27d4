"""What any running service does for the store now and then: trims feeds, and looks at numbers for the metrics."""

import asyncio
import time
from collections.abc import Sequence
from itertools import count
from typing import Any

from redis.exceptions import ResponseError

from croupier.contracts.errors import CroupierError
from croupier.contracts.streams import READERS, Feed, dead_key, feed_key, live_key

from .logs import get_logger
from .metrics import LIVE, PENDING, WAITING, Meter
from .store import Store
from .wire import Command, Script, ask, demand, run

EVERY = 0.25
"""Seconds from one round to the next, in each of which ``to:table`` is trimmed: it grows fast."""

TRIM = Script("trim")

OWNERS = {feed: group for group, feeds in READERS.items() for feed in feeds}
"""The group that each feed is for."""

FEW, PER_LOG = 5_000, 20
"""Entries of ``to:table`` that are kept in any case, and for each live log. What comes there answers what gateways
sent: while the only one stands still, no more comes than an entry or two a game, however fast they are played."""

FEEDS, LOOK = 4, 20
"""Rounds from one trimming of the other feeds to the next, and from one look at the numbers to the next."""


class Upkeep:
    """Works for the partitions that a service serves. Any number of services may do so at once."""

    def __init__(
        self, store: Store, partitions: Sequence[int], meter: Meter, *, table_age: float, table_entries: int
    ) -> None:
        self._store = store
        self._partitions = partitions
        self._meter = meter
        self._age = table_age
        self._most = table_entries
        self._log = get_logger(service=meter.service)

    async def run(self) -> None:
        """Do a round every so often, until cancelled. A store that is away is left alone."""
        for number in count():
            try:
                await self.trim_table()
                if number % FEEDS == 0:
                    await self.trim_feeds()
                if number % LOOK == 0:
                    await self.look()
            except CroupierError as error:
                self._log.debug("upkeep waits", error=str(error))
            await asyncio.sleep(EVERY)

    async def trim_table(self) -> None:
        """Remove from ``to:table`` what is too old or too much."""
        oldest = int((time.time() - self._age) * 1000)
        live = await demand(self._store.client, [(b"SCARD", live_key(number)) for number in self._partitions])
        table: list[Command] = []
        for number, logs in zip(self._partitions, live, strict=True):
            key = feed_key("to:table", number)
            most = min(self._most, max(FEW, PER_LOG * logs))
            table.append((b"XTRIM", key, b"MINID", b"~", oldest, b"LIMIT", 0))
            table.append((b"XTRIM", key, b"MAXLEN", b"~", most, b"LIMIT", 0))
        await ask(self._store.client, table)

    async def trim_feeds(self) -> None:
        """Remove from the other feeds what every group has acknowledged."""
        owned = [(feed_key(feed, number), owner) for feed, owner in OWNERS.items() for number in self._partitions]
        await run(self._store.client, TRIM, [TRIM.call([key], [owner]) for key, owner in owned])

    async def look(self) -> None:
        """Set the gauges: entries pending and waiting in the service's feeds, dead letters, live logs."""
        feeds = READERS.get(self._meter.service, ())
        for feed in feeds:
            await self._look_at(feed)
        commands: list[Command] = [(b"XLEN", dead_key(number)) for number in self._partitions]
        self._meter.letters.set(_total(await ask(self._store.client, commands)))
        members = await ask(self._store.client, [(b"SMEMBERS", live_key(number)) for number in self._partitions])
        logs = [log for reply in members if isinstance(reply, list) for log in reply]
        for kind, prefix in (("game", b"g/"), ("tournament", b"t/")):
            LIVE.labels(self._meter.service, kind).set(sum(log.startswith(prefix) for log in logs))

    async def _look_at(self, feed: Feed) -> None:
        group = self._meter.service
        keys = [feed_key(feed, number) for number in self._partitions]
        lengths = await ask(self._store.client, [(b"XLEN", key) for key in keys])
        pending = await ask(self._store.client, [(b"XPENDING", key, group) for key in keys])
        WAITING.labels(group, feed).set(_total(lengths))
        PENDING.labels(group, feed).set(_total([reply[0] for reply in pending if isinstance(reply, list)]))


def _total(replies: Sequence[Any]) -> int:
    return sum(int(reply) for reply in replies if not isinstance(reply, ResponseError))

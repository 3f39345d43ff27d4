"""Reads ``to:table`` for a gateway: every entry once, without a group, and it says where some may be missing.

Entries of ``to:table`` are trimmed (see ``upkeep``). Whether something was trimmed before it was read shows at the
last entry that was read: trimming starts at the old end, so while that one is still there nothing after
it is gone. It is looked for only where the reader was away or behind; at the end of the feed nothing new
is old enough to go.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from redis.exceptions import ResponseError

from croupier.contracts.errors import CroupierError
from croupier.contracts.streams import feed_key
from croupier.contracts.table import TableEntry

from .logs import get_logger
from .store import Store
from .wire import Command, Link, Pool, demand, pack, transact, translate, translated

COUNT = 500
"""Entries of a partition in one read."""

BLOCK = 2_000
"""Milliseconds that a read waits for entries."""

OVERDUE = BLOCK / 1000 + 1.0
"""Seconds after which a read that is not answered has gone astray."""

FRESH = 1.0
"""Seconds in which nothing so new is trimmed: a reader that was at the end so lately has missed nothing."""

FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5
"""Seconds before a store that is away is tried again."""


@dataclass(frozen=True, slots=True)
class News:
    """Entries of one partition, in order. ``gap``: entries before these may be missing, so ask for snapshots."""

    partition: int
    entries: Sequence[TableEntry]
    gap: bool = False


class TableReader:
    """Follows ``to:table`` over all partitions. ``positions`` holds the id of the last entry read, by partition."""

    def __init__(self, store: Store, after: Mapping[int, str] | None = None) -> None:
        self.positions: dict[int, str] = dict(after or {})
        self._store = store
        self._pool = cast(Pool, store.client.connection_pool)
        self._link: Link | None = None
        self._at_end: dict[int, float] = {}
        self._failing = False
        self._asked = float("inf")
        self._partitions = {feed_key("to:table", number).encode(): number for number in range(store.partitions)}
        self._log = get_logger(service="gateway")

    @property
    def astray(self) -> bool:
        """The feed cannot be read at the moment, so that anything may wait in it."""
        return self._failing or time.monotonic() - self._asked > OVERDUE

    async def find_end(self) -> None:
        """Start behind the newest entry of every partition that has no position yet. Raises ``Unavailable``."""
        unknown = [(key, number) for key, number in self._partitions.items() if number not in self.positions]
        newest = await demand(self._store.client, [(b"XREVRANGE", key, b"+", b"-", b"COUNT", 1) for key, _ in unknown])
        for (_, number), reply in zip(unknown, newest, strict=True):
            self.positions[number] = reply[0][0].decode() if reply else "0-0"
            self._at_end[number] = time.monotonic()

    async def follow(self) -> AsyncIterator[News]:
        """What comes, for ever. A store that is away is waited for."""
        pause = FIRST_PAUSE
        try:
            while True:
                try:
                    if len(self.positions) < len(self._partitions):
                        await self.find_end()
                    found = await self._read()
                except CroupierError as error:
                    self._failing = True
                    self._log.debug("table waits", error=str(error))
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
                    continue
                pause, self._failing = FIRST_PAUSE, False
                for news in found:
                    yield news
        finally:
            await self._close()

    async def _read(self) -> list[News]:
        stale = self._stale()
        wait: Command = () if stale else (b"BLOCK", BLOCK)
        keys = list(self._partitions)
        ends = [self.positions[number] for number in self._partitions.values()]
        read: Command = (b"XREAD", b"COUNT", COUNT, *wait, b"STREAMS", *keys, *ends)
        checks: list[Command] = [(b"XRANGE", key, self.positions[n], self.positions[n]) for key, n in stale.items()]
        self._asked = time.monotonic()
        with translated():
            self._link = self._link or await self._pool.get_connection()
            replies = await transact(self._link, pack([read, *checks]), 1 + len(checks))
        self._asked = float("inf")
        for reply in replies:
            if isinstance(reply, ResponseError):
                raise translate(reply)
        gaps = {number for number, there in zip(stale.values(), replies[1:], strict=True) if not there}
        return self._take(dict(replies[0] or ()), gaps)

    def _stale(self) -> dict[bytes, int]:
        """Partitions whose end we have not seen for a while."""
        limit = time.monotonic() - FRESH
        return {key: number for key, number in self._partitions.items() if self._at_end.get(number, 0.0) < limit}

    def _take(self, found: Mapping[bytes, Any], gaps: set[int]) -> list[News]:
        news: list[News] = []
        now = time.monotonic()
        for key, number in self._partitions.items():
            raw = found.get(key, ())
            if len(raw) < COUNT:
                self._at_end[number] = now
            if raw:
                self.positions[number] = raw[-1][0].decode()
                news.append(News(number, self._parsed(raw), number in gaps))
        return news

    def _parsed(self, raw: Sequence[Any]) -> list[TableEntry]:
        entries: list[TableEntry] = []
        for entry_id, flat in raw:
            try:
                entries.append(TableEntry.from_body(flat[1]))
            except ValueError as error:
                self._log.error("unreadable entry of the table", entry=entry_id.decode(), error=repr(error))
        return entries

    async def _close(self) -> None:
        if self._link is not None:
            await self._link.disconnect(nowait=True)
            await self._pool.release(self._link)
            self._link = None

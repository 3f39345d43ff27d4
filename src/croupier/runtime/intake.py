"""Takes entries from the feeds of a service, each at least once, in the order of its feed.

Three sources, in this order: what this consumer had been given before and never acknowledged (it
crashed, or a reply was lost), what a consumer that died left behind, and new entries. An entry that was
delivered before comes alone from its second crash on, so that one that kills the process is found.
"""

import time
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, cast

from redis.asyncio import Redis
from redis.exceptions import NoScriptError, ResponseError

from croupier.contracts.streams import feed_key

from .batches import Batch, Pending, Source, grouped, put, stream_id
from .deadletters import burial
from .entries import Entry, Rejection
from .wire import Command, Link, Pool, Script, ask, demand, pack, run, transact, transaction, translate, translated

Acks = defaultdict[Source, list[str]]
"""The ids of entries that need not come again, by feed."""

ACK = Script("ack")
PAGE = 500
"""Pending entries that are looked up at a time."""


class Intake:
    """Reads ``sources`` as ``consumer`` of ``group``. One batch is out at a time.

    ``size``: most entries of a batch; ``block``: seconds that a read waits for entries; ``idle``: seconds
    after which an unacknowledged entry of another consumer is taken over.
    """

    def __init__(
        self,
        client: Redis,
        group: str,
        consumer: str,
        sources: Sequence[Source],
        *,
        size: int = 500,
        block: float = 2.0,
        idle: float = 30.0,
    ) -> None:
        self.group = group
        self.consumer = consumer
        self.sources = {source.key.encode(): source for source in sources}
        self.size = size
        self.idle = idle
        self._client = client
        self._pool = cast(Pool, client.connection_pool)
        self._link: Link | None = None
        self._acks: Acks = defaultdict(list)
        self._fresh: deque[tuple[Source, Any]] = deque()
        self._pending: deque[Pending] = deque()
        self._recover = True
        self._next_claim = 0.0
        options = (b"COUNT", size, b"BLOCK", int(block * 1000), b"STREAMS")
        streams = (*self.sources, *(b">" for _ in self.sources))
        self._read = pack([(b"XREADGROUP", b"GROUP", group, consumer, *options, *streams)])
        self._peek = pack([(b"XREADGROUP", b"GROUP", group, consumer, b"COUNT", size, b"STREAMS", *streams)])

    async def take(self) -> Batch:
        """The next batch; empty if nothing came for a while. Sends the acknowledgements of the last one along.

        Raises ``Unavailable`` if the store does not answer; call again later.
        """
        if self._fresh:
            return self._slice()
        if self._recover or time.monotonic() >= self._next_claim:
            await self._look_back()
        if self._pending:
            return await self._again(self._pending.popleft())
        await self._look_ahead(self._read)
        return self._slice()

    async def ahead(self) -> Batch:
        """New entries that are there now; empty too if :meth:`take` has to look back first.

        :meth:`done` may be called meanwhile. Raises as :meth:`take`.
        """
        if not self._fresh and not self._pending and not self._recover and time.monotonic() < self._next_claim:
            await self._look_ahead(self._peek)
        return self._slice()

    def done(self, entries: Iterable[Entry]) -> None:
        """These entries need not come again. Told to the server with the next :meth:`take` or :meth:`flush`."""
        for (feed, number), together in groupby(entries, itemgetter(0, 1)):
            source = Source(feed, number)
            start = len(source.name)
            self._acks[source] += [entry.id[start:] for entry in together]

    async def bury(self, entry: Entry, why: Rejection, deliveries: int) -> None:
        """Move an entry to the dead letters, at once and as a whole."""
        key, entry_id = feed_key(entry.feed, entry.partition), stream_id(entry)
        letter = burial(
            entry.feed, entry.partition, entry_id, entry.body, code=why.code, reason=why.reason, deliveries=deliveries
        )
        await transaction(self._client, [letter, (b"XACK", key, self.group, entry_id), (b"XDEL", key, entry_id)])

    async def flush(self) -> None:
        """Acknowledge what is done."""
        if self._acks:
            acks = self._take_acks()
            try:
                await run(self._client, ACK, _ack_commands(self.group, acks))
            except BaseException:
                self._give_back(acks)
                raise

    async def close(self) -> None:
        """Give the connection back. What was taken and is not done comes again at the next start."""
        if self._link is not None:
            await self._link.disconnect(nowait=True)
            await self._pool.release(self._link)
            self._link = None

    async def create_groups(self) -> None:
        """Make the groups that are missing, from the beginning of their feeds."""
        commands: list[Command] = [(b"XGROUP", b"CREATE", key, self.group, b"0", b"MKSTREAM") for key in self.sources]
        for reply in await ask(self._client, commands):
            if isinstance(reply, ResponseError) and "BUSYGROUP" not in str(reply):
                raise translate(reply)

    # --- new entries

    async def _look_ahead(self, read: bytes) -> None:
        acks = self._take_acks()
        commands = _ack_commands(self.group, acks)
        try:
            with translated():
                if self._link is None:
                    self._link = await self._pool.get_connection()
                *acked, reply = await transact(self._link, pack(commands) + read, len(commands) + 1)
        except BaseException:
            self._give_back(acks)
            self._recover = True  # entries may have been given to us in a reply that never came
            raise
        if any(isinstance(answer, ResponseError) for answer in acked):
            self._give_back(acks)
        if any(isinstance(answer, NoScriptError) for answer in acked):
            await demand(self._client, [ACK.load()])
        if isinstance(reply, ResponseError):
            await self._mend(reply)
        elif reply:
            self._fresh.extend((self.sources[key], entry) for key, entries in reply for entry in entries)

    async def _mend(self, error: ResponseError) -> None:
        """A feed or its group was removed under us: make it anew, and miss nothing of it."""
        if "NOGROUP" not in str(error):
            raise translate(error)
        self._acks.clear()
        self._recover = True
        await self.create_groups()

    def _slice(self) -> Batch:
        batch = Batch()
        for _ in range(min(self.size, len(self._fresh))):
            put(batch, *self._fresh.popleft())
        return batch

    # --- entries that were delivered before

    async def _look_back(self) -> None:
        """Take over what died consumers left, then queue all that was given to us and is not in memory."""
        await self.create_groups()
        await demand(self._client, [ACK.load()])  # a blocking read would hide for its whole length that it is missing
        await self.flush()
        self._next_claim = time.monotonic() + self.idle / 2
        claimed = await self._claim()
        if self._recover or claimed:
            self._pending.clear()
            for source in self.sources.values():
                await self._list_pending(source)
            self._recover = False

    async def _claim(self) -> bool:
        limit = int(self.idle * 1000)
        commands: list[Command] = [
            (b"XAUTOCLAIM", key, self.group, self.consumer, limit, b"0-0", b"COUNT", PAGE, b"JUSTID")
            for key in self.sources
        ]
        replies = await demand(self._client, commands)
        if any(reply[0] != b"0-0" for reply in replies):
            self._next_claim = 0.0
        return any(reply[1] for reply in replies)

    async def _list_pending(self, source: Source) -> None:
        start = b"-"
        while True:
            command: Command = (b"XPENDING", source.key, self.group, start, b"+", PAGE, self.consumer)
            (found,) = await demand(self._client, [command])
            self._pending.extend(grouped(source, found, self.size))
            if len(found) < PAGE:
                return
            start = b"(" + found[-1][0]

    async def _again(self, pending: Pending) -> Batch:
        """Deliver once more: the server counts it, so that a crash loop is seen."""
        batch = Batch(deliveries=pending.deliveries + 1)
        key = pending.source.key
        try:
            (found,) = await demand(self._client, [(b"XCLAIM", key, self.group, self.consumer, 0, *pending.ids)])
        except BaseException:
            self._recover = True
            raise
        for entry in found:
            if entry is not None and entry[1] is not None:
                put(batch, pending.source, entry)
        here = {stream_id(entry).encode() for entry in (*batch.entries, *batch.faults)}
        self._acks[pending.source] += [entry_id.decode() for entry_id in pending.ids if entry_id not in here]
        return batch

    # --- acknowledgements

    def _take_acks(self) -> Acks:
        acks, self._acks = self._acks, defaultdict(list)
        return acks

    def _give_back(self, acks: Acks) -> None:
        """They could not be told: they go with the next that can."""
        for source, ids in acks.items():
            self._acks[source] = ids + self._acks[source]


def _ack_commands(group: str, acks: Acks) -> list[Command]:
    return [ACK.call([source.key], [group, *ids]) for source, ids in acks.items() if ids]

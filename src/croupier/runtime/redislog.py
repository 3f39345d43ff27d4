"""The event log on a Redis server, 6.2 or newer."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from croupier.contracts.errors import Unavailable, Unreadable
from croupier.contracts.streams import Feed, feed_key, gone_key, live_key, log_key, partition

from .eventlog import LINE_FIELD, TOMBSTONES, Append, Appended, Conflict, Foreign, Gone, Outcome, Send
from .metrics import Meter
from .wire import Argument, Command, Script, ask, demand, run, transaction, translate

CHUNK = 64
"""Appends in one call of the script: the server does nothing else for about a millisecond."""

BLOCK = 2_000
"""Milliseconds that a tail waits in one read."""

NO_LINE = b""
"""What stands for an entry, or a whole value, that none of us wrote."""

APPEND = Script("append")
FORGET = Script("forget")


class RedisLog:
    """An :class:`~croupier.runtime.eventlog.EventLog` in a store that ``store.open_store`` has checked."""

    def __init__(self, client: Redis, partitions: int) -> None:
        self.partitions = partitions
        self.meter: Meter | None = None
        self._client = client

    async def commit(self, batch: Sequence[Append]) -> list[Outcome]:
        """See :meth:`EventLog.commit <croupier.runtime.eventlog.EventLog.commit>`."""
        outcomes: list[Outcome] = [Gone()] * len(batch)
        chunks = list(self._chunks(batch))
        replies = await run(self._client, APPEND, [self._call(number, batch, places) for number, places in chunks])
        for (_, places), answers in zip(chunks, replies, strict=True):
            for place, answer in zip(places, answers, strict=True):
                outcomes[place] = _outcome(answer)
        if self.meter:
            _measure(self.meter, batch, outcomes)
        return outcomes

    async def send(self, sends: Sequence[Send]) -> None:
        """Write entries to feeds, in order, in one round trip."""
        await demand(
            self._client,
            [(b"XADD", feed_key(item.feed, item.partition), b"*", LINE_FIELD, item.body) for item in sends],
        )

    async def read(self, log: str, after: int = 0) -> list[bytes]:
        """The lines of ``log`` past number ``after``."""
        return (await self.read_many([(log, after)]))[0]

    async def read_many(self, wanted: Sequence[tuple[str, int]]) -> list[list[bytes]]:
        """As :meth:`read` for each pair of log and number, in one round trip."""
        ranges: list[Command] = [(b"XRANGE", self._key(log), f"{after + 1}-0", b"+") for log, after in wanted]
        return [_lines(reply) for reply in await ask(self._client, ranges)]

    async def last(self, log: str, count: int = 1) -> list[bytes]:
        """The newest ``count`` lines, oldest of them first."""
        command = (b"XREVRANGE", self._key(log), b"+", b"-", b"COUNT", count)
        return _lines((await demand(self._client, [command]))[0])[::-1]

    async def live(self, partition: int) -> list[str]:
        """The logs of the partition that were begun and not yet dropped, sorted."""
        members = (await demand(self._client, [(b"SMEMBERS", live_key(partition))]))[0]
        return sorted(member.decode() for member in members)

    async def tail(self, log: str, after: int = 0) -> AsyncIterator[bytes]:
        """The lines past ``after``, then each new one as it is written; a restart of the store is waited out."""
        key = self._key(log)
        seen = f"{after}-0"
        while True:
            try:
                (reply,) = await demand(self._client, [(b"XREAD", b"BLOCK", BLOCK, b"STREAMS", key, seen)])
            except Unavailable:
                await asyncio.sleep(0.1)
                continue
            for entry_id, fields in reply[0][1] if reply else ():
                seen = entry_id.decode()
                yield fields[1]

    async def drop(self, log: str) -> None:
        """Remove a log that stands in the archive; later appends to it answer ``Gone``."""
        number = partition(log, self.partitions)
        gone = gone_key(number)
        await transaction(
            self._client,
            [
                (b"UNLINK", self._key(log)),
                (b"SREM", live_key(number), log),
                (b"ZADD", gone, time.time_ns() // 1_000, log),
                (b"ZREMRANGEBYRANK", gone, 0, -TOMBSTONES - 1),
            ],
        )

    async def mark(self, feed: Feed, number: int) -> str:
        """The place behind the newest entry of a feed of partition ``number``."""
        (reply,) = await demand(self._client, [(b"XREVRANGE", feed_key(feed, number), b"+", b"-", b"COUNT", 1)])
        return reply[0][0].decode() if reply else "0-0"

    async def passed(self, feed: Feed, number: int, mark: str) -> bool:
        """Whether all entries of a feed up to ``mark`` are gone: they go when every group has acknowledged them."""
        (reply,) = await demand(self._client, [(b"XRANGE", feed_key(feed, number), b"-", mark, b"COUNT", 1)])
        return not reply

    async def forget(self, log: str, seqs: Sequence[int]) -> None:
        """Remove lines that stand in the archive, but never the newest."""
        if seqs:
            await run(self._client, FORGET, [FORGET.call([self._key(log)], list(seqs))])

    def _key(self, log: str) -> str:
        return log_key(log, self.partitions)

    def _chunks(self, batch: Sequence[Append]) -> list[tuple[int, list[int]]]:
        """Places in the batch by partition, in order, at most ``CHUNK`` together."""
        places: defaultdict[int, list[int]] = defaultdict(list)
        for place, append in enumerate(batch):
            if not append.lines:
                raise ValueError("an append has at least one line")
            places[partition(append.log, self.partitions)].append(place)
        return [
            (number, found[start : start + CHUNK])
            for number, found in places.items()
            for start in range(0, len(found), CHUNK)
        ]

    def _call(self, number: int, batch: Sequence[Append], places: Sequence[int]) -> Command:
        feeds: dict[Feed, int] = {}
        logs: list[Argument] = []
        args: list[Argument] = []
        for place in places:
            append = batch[place]
            logs.append(self._key(append.log))
            args += (append.after, len(append.lines), *append.lines, len(append.routes))
            for feed, body in append.routes:
                args += (feeds.setdefault(feed, len(feeds) + 1), body)
        keys: list[Argument] = [live_key(number), gone_key(number), *(feed_key(feed, number) for feed in feeds), *logs]
        return APPEND.call(keys, [len(feeds), *args])


def _outcome(answer: int | None) -> Outcome:
    if answer is None:
        return Foreign()
    if answer > 0:
        return Appended(answer)
    return Gone() if answer == 0 else Conflict(-1 - answer)


def _measure(meter: Meter, batch: Sequence[Append], outcomes: Sequence[Outcome]) -> None:
    written = [len(append.lines) for append, outcome in zip(batch, outcomes, strict=True) if type(outcome) is Appended]
    meter.appended("appended", len(written), sum(written))
    if len(written) < len(batch):
        for kind in (Conflict, Gone, Foreign):
            meter.appended(kind.__name__.lower(), sum(type(outcome) is kind for outcome in outcomes), 0)


def _lines(entries: Any) -> list[bytes]:
    if isinstance(entries, ResponseError):
        error = translate(entries)
        if isinstance(error, Unreadable):
            return [NO_LINE]
        raise error
    line = LINE_FIELD.encode()
    return [fields[1] if fields[0] == line else NO_LINE for _, fields in entries]

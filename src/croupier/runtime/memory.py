"""The event log in the memory of this process: the twin of ``redislog`` for tests and small tools."""

import asyncio
from collections.abc import AsyncIterator, Sequence

from croupier.contracts.streams import Feed, partition

from .eventlog import LINE_FIELD, TOMBSTONES, Append, Appended, Conflict, Gone, Outcome, Route, Send

Fields = dict[str, bytes]


class MemoryLog:
    """An :class:`~croupier.runtime.eventlog.EventLog` that forgets everything with the process.

    ``feeds`` holds the entries of every feed by partition and name, oldest first, for tests to look at.
    """

    def __init__(self, partitions: int = 1) -> None:
        self.partitions = partitions
        self.feeds: dict[tuple[int, Feed], list[Fields]] = {}
        self._logs: dict[str, dict[int, bytes]] = {}
        self._gone: dict[str, None] = {}
        self._grown = asyncio.Condition()

    async def commit(self, batch: Sequence[Append]) -> list[Outcome]:
        """See :meth:`EventLog.commit <croupier.runtime.eventlog.EventLog.commit>`."""
        if not all(append.lines for append in batch):
            raise ValueError("an append has at least one line")
        outcomes = [self._append(append) for append in batch]
        async with self._grown:
            self._grown.notify_all()
        return outcomes

    async def send(self, sends: Sequence[Send]) -> None:
        """Write entries to feeds, in order."""
        for item in sends:
            self._route(item.partition, Route(item.feed, item.body))

    async def read(self, log: str, after: int = 0) -> list[bytes]:
        """The lines of ``log`` past number ``after``."""
        return [line for seq, line in self._logs.get(log, {}).items() if seq > after]

    async def read_many(self, wanted: Sequence[tuple[str, int]]) -> list[list[bytes]]:
        """As :meth:`read` for each pair of log and number."""
        return [await self.read(log, after) for log, after in wanted]

    async def last(self, log: str, count: int = 1) -> list[bytes]:
        """The newest ``count`` lines, oldest of them first."""
        lines = list(self._logs.get(log, {}).values())
        return lines[max(0, len(lines) - count) :]

    async def live(self, partition: int) -> list[str]:
        """The logs of the partition that were begun and not yet dropped, sorted."""
        return sorted(log for log in self._logs if self._partition(log) == partition)

    async def tail(self, log: str, after: int = 0) -> AsyncIterator[bytes]:
        """The lines past ``after``, then each new one as it is written."""
        seen = after
        while True:
            fresh = [(seq, line) for seq, line in self._logs.get(log, {}).items() if seq > seen]
            for seq, line in fresh:
                seen = seq
                yield line
            if not fresh:
                async with self._grown:
                    await self._grown.wait()

    async def drop(self, log: str) -> None:
        """Remove a log that stands in the archive."""
        self._logs.pop(log, None)
        self._gone.pop(log, None)
        self._gone[log] = None
        peers = [name for name in self._gone if self._partition(name) == self._partition(log)]
        for name in peers[: max(0, len(peers) - TOMBSTONES)]:
            del self._gone[name]

    async def mark(self, feed: Feed, number: int) -> str:
        """The place behind the newest entry of a feed."""
        return str(len(self.feeds.get((number, feed), ())))

    async def passed(self, feed: Feed, number: int, mark: str) -> bool:
        """Always: nobody acknowledges here, and entries stay for tests to look at."""
        return True

    async def forget(self, log: str, seqs: Sequence[int]) -> None:
        """Remove lines that stand in the archive, but never the newest."""
        lines = self._logs.get(log, {})
        newest = max(lines, default=0)
        for seq in seqs:
            if seq != newest:
                lines.pop(seq, None)

    def _append(self, append: Append) -> Outcome:
        if append.log in self._gone:
            return Gone()
        lines = self._logs.get(append.log, {})
        seq = max(lines, default=0)
        if seq != append.after:
            return Appended(append.after + len(append.lines)) if _repeats(lines, append) else Conflict(seq)
        fresh = dict(enumerate(append.lines, seq + 1))
        self._logs.setdefault(append.log, {}).update(fresh)
        for route in append.routes:
            self._route(self._partition(append.log), route)
        return Appended(seq + len(fresh))

    def _route(self, number: int, route: Route) -> None:
        self.feeds.setdefault((number, route.feed), []).append({LINE_FIELD: route.body})

    def _partition(self, log: str) -> int:
        return partition(log, self.partitions)


def _repeats(lines: dict[int, bytes], append: Append) -> bool:
    return all(lines.get(seq) == line for seq, line in enumerate(append.lines, append.after + 1))

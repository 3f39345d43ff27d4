"""The store as the gateway has it: one user that only reads, and one that only writes commands."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from croupier.runtime.eventlog import Send
from croupier.runtime.redislog import RedisLog
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store, connect
from croupier.runtime.wire import demand


@dataclass(frozen=True, slots=True)
class Halves:
    """What the gateway needs of an event log: ``reads`` is asked, ``writes`` is told."""

    reads: RedisLog
    writes: RedisLog

    @property
    def partitions(self) -> int:
        """Number of partitions of the store."""
        return self.reads.partitions

    async def live(self, partition: int) -> list[str]:
        """The logs of the partition that are in play."""
        return await self.reads.live(partition)

    async def read_many(self, wanted: Sequence[tuple[str, int]]) -> list[list[bytes]]:
        """The lines of each log past a number."""
        return await self.reads.read_many(wanted)

    async def send(self, sends: Sequence[Send]) -> None:
        """Write entries to feeds, in order."""
        await self.writes.send(sends)


@contextlib.asynccontextmanager
async def halves(settings: Settings, store: Store) -> AsyncIterator[Halves]:
    """Both, given the ``store`` that is read. The one that writes may not read the number of partitions.

    Raises ``Unavailable`` (``store/…``) for a user that the server does not know.
    """
    client = connect(settings.redis_url)
    try:
        await demand(client, [(b"PING",)])
        yield Halves(store.log, RedisLog(client, store.partitions))
    finally:
        await client.aclose()

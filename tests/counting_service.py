"""A service in a process of its own, to be killed: it counts in a log, each number once."""

import asyncio
import sys
from collections.abc import Mapping, Sequence

from croupier.runtime.bus import Entry, Rejection, serve
from croupier.runtime.eventlog import Append, Appended, EventLog
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store

LOG = "g/count"


class Counting:
    """Appends the numbers that come, as a referee appends actions: what came before is recognised and left out."""

    name = "referee"

    def __init__(self, log: EventLog) -> None:
        self.log = log
        self.count = 0

    async def start(self) -> None:
        lines = await self.log.last(LOG)
        self.count = int(lines[-1]) if lines else 0

    async def handle(self, entries: Sequence[Entry]) -> Mapping[str, Rejection]:
        fresh = [entry.body for entry in entries if int(entry.body) > self.count]
        if fresh:
            (outcome,) = await self.log.commit([Append(LOG, self.count, fresh)])
            assert isinstance(outcome, Appended), outcome
            self.count = outcome.seq
        return {}

    async def stop(self) -> None:
        pass


async def main(url: str) -> None:
    """Run until SIGTERM."""
    settings = Settings(redis_url=url, batch=20, consumer="me", deliveries=1_000)
    async with Store.connect(settings) as store:
        await serve(Counting(store.log), store, settings)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

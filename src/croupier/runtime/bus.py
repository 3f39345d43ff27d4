"""The bus: what a service is to it, and how one is run."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Sequence

from faststream import FastStream
from redis.asyncio import Redis

from croupier.contracts.errors import Unavailable
from croupier.contracts.streams import READERS

from .batches import Source
from .broker import make_broker, subscribe
from .document import asyncapi
from .entries import Entry, Rejection, Service, Streaming
from .health import Health, serve_health
from .intake import Intake
from .logs import get_logger
from .metrics import Meter
from .settings import Settings
from .store import Store
from .upkeep import Upkeep
from .worker import Handle, Patience, Worker

__all__ = ["Entry", "Rejection", "Service", "asyncapi", "serve"]


LONGEST_READ = 2.0
"""Seconds that a read waits for entries. An entry that comes ends it at once."""


async def serve(service: Service, store: Store, settings: Settings, *, stop: asyncio.Event | None = None) -> None:
    """Run ``service`` until ``stop`` is set or, without one, until SIGTERM or SIGINT.

    The batch that is being handled at that moment is finished; a store that goes away is waited for.
    Raises ``BadConfig`` for partitions that the store does not have, and what ``service.start`` raises.
    """
    stop = stop or _stop_on_signals()
    running = Running(service, store, settings, stop)
    async with serve_health(settings.health, running.health), running.upkeep():
        app = running.app()
        await app.start()
        running.health.started = True
        get_logger(service=service.name).info("serving", partitions=running.partitions, consumer=settings.consumer)
        try:
            await stop.wait()
        finally:
            running.health.stopping = True
            await app.stop()


class Running:
    """A service with all that belongs to it in this process."""

    def __init__(self, service: Service, store: Store, settings: Settings, stop: asyncio.Event) -> None:
        self.service = service
        self.store = store
        self.settings = settings
        self.partitions = settings.served(store.partitions)
        self.meter = store.log.meter = Meter(service.name)
        self.worker: Worker | None = None
        self.health = Health(store, service.name, self.sources(), lambda: self.worker.pulse if self.worker else None)
        self._stop = stop

    def sources(self) -> Sequence[Source]:
        """The feeds of the partitions that are served."""
        return [Source(feed, number) for feed in READERS[self.service.name] for number in self.partitions]

    def app(self) -> FastStream:
        """The FastStream application: groups and service first, then the loop; the service ends last."""
        broker = make_broker(self.store.url)
        subscribe(broker, self.service.name, self.service.handle, self._make_worker)
        return FastStream(broker, logger=None, on_startup=[self._begin], after_shutdown=[self.service.stop])

    @contextlib.asynccontextmanager
    async def upkeep(self) -> AsyncIterator[None]:
        """Trim feeds and set gauges in the background."""
        settings = self.settings
        upkeep = Upkeep(
            self.store,
            self.partitions,
            self.meter,
            table_age=settings.table_age,
            table_entries=settings.table_entries,
        )
        task = asyncio.create_task(upkeep.run(), name="upkeep")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait([task], timeout=LONGEST_READ)

    async def _begin(self) -> None:
        patience = Patience(self.service.name)
        while not self._stop.is_set():
            try:
                await self._intake(self.store.client).create_groups()
                await self.service.start()
            except Unavailable as error:
                await patience.lose(error, self._stop)
            else:
                patience.regain()
                return

    def _intake(self, client: Redis) -> Intake:
        settings = self.settings
        return Intake(
            client,
            self.service.name,
            settings.consumer,
            self.sources(),
            size=settings.batch,
            block=min(LONGEST_READ, settings.claim_after / 2),
            idle=settings.claim_after,
        )

    def _make_worker(self, client: Redis, handle: Handle) -> Worker:
        settings = self.settings
        intake = self._intake(client)
        self.worker = Worker(
            intake,
            handle,
            self.meter,
            attempts=settings.attempts,
            deliveries=settings.deliveries,
            streaming=self.service if isinstance(self.service, Streaming) else None,
        )
        return self.worker


def _stop_on_signals() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop

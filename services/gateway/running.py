"""A gateway and its server, running: from the first ``gateway.up`` to the last ``bye``."""

import asyncio
import contextlib
from collections.abc import AsyncIterable, AsyncIterator

from .gateway import Gateway, News
from .server import Address, Server, make_server

FAREWELL = 0.5
"""Seconds for clients to take the last message before the server closes what is left."""
FLUSH = 2.0
"""Seconds for the last commands to reach the store."""


@contextlib.asynccontextmanager
async def running(gateway: Gateway, address: Address, feed: AsyncIterable[News]) -> AsyncIterator[Server]:
    """Run a gateway while the context lasts; the server listens when it is entered.

    Whatever ends one of the gateway's tasks early ends the context with that error.
    """
    server = make_server(gateway, address)
    async with _plain_errors(), asyncio.TaskGroup() as group:
        serving = group.create_task(server.serve([server.socket]))
        await gateway.roster.refresh()
        upkeep = [
            group.create_task(job)
            for job in (
                gateway.pulse.run(),
                gateway.outbox.run(),
                gateway.keep_house(),
                gateway.roster.run(gateway.see_off),
                gateway.follow(feed),
                gateway.timekeeper.run(),
            )
        ]
        gateway.timekeeper.start()
        try:
            yield server
        finally:
            await _stop(gateway, server, serving)
            for task in upkeep:
                task.cancel()


@contextlib.asynccontextmanager
async def _plain_errors() -> AsyncIterator[None]:
    """Raise the one error of a group as itself."""
    try:
        yield
    except BaseExceptionGroup as group:
        if len(group.exceptions) > 1:
            raise
        raise group.exceptions[0] from None


async def _stop(gateway: Gateway, server: Server, serving: asyncio.Task[None]) -> None:
    # Often a server goes down because a tournament is over, and then its players need not come back.
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(gateway.roster.refresh(), FAREWELL)
        gateway.see_off()
    gateway.say_goodbye()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(gateway.deserted.wait(), FAREWELL)
    server.should_exit = True
    await serving
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(gateway.outbox.drained(), FLUSH)

"""Bootstrap of ``croupier serve referee``."""

import asyncio

from croupier.runtime.bus import serve
from croupier.runtime.settings import Settings
from croupier.runtime.store import open_store
from croupier.services.referee.service import RefereeShell


async def main(settings: Settings, stop: asyncio.Event) -> None:
    """Run the referee until ``stop`` is set. Raises ``Unavailable`` if the store cannot be used."""
    store = await open_store(settings.redis_url, partitions=settings.partitions, wait=settings.redis_wait)
    try:
        await serve(RefereeShell(store.log), store, settings, stop=stop)
    finally:
        await store.close()

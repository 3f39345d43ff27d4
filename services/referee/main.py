"""Bootstrap of ``croupier serve referee``."""

import asyncio

from croupier.runtime.bus import serve
from croupier.runtime.keyring import ring_of
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store
from croupier.services.referee.service import RefereeShell


async def main(settings: Settings, stop: asyncio.Event) -> None:
    """Run the referee until ``stop`` is set. Raises ``BadConfig`` without a key, ``Unavailable`` without a store."""
    ring = ring_of(settings, "referee")
    async with Store.connect(settings) as store:
        await serve(RefereeShell(store.log, ring), store, settings, stop=stop)

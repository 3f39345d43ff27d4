"""Bootstrap of ``croupier serve scoring``."""

import asyncio

from croupier.runtime.bus import serve
from croupier.runtime.keyring import ring_of
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store
from croupier.services.scoring.service import ScoringShell


async def main(settings: Settings, stop: asyncio.Event) -> None:
    """Run scoring until ``stop`` is set. Raises ``BadConfig`` without a key, ``Unavailable`` without a store."""
    ring = ring_of(settings, "scoring")
    async with Store.connect(settings) as store:
        await serve(ScoringShell(store.log, ring), store, settings, stop=stop)

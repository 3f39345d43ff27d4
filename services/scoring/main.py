"""Bootstrap of ``croupier serve scoring``."""

import asyncio

from croupier.runtime.bus import serve
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store
from croupier.services.scoring.service import ScoringShell


async def main(settings: Settings, stop: asyncio.Event) -> None:
    """Run scoring until ``stop`` is set. Raises ``Unavailable`` if the store cannot be used."""
    async with Store.connect(settings) as store:
        await serve(ScoringShell(store.log), store, settings, stop=stop)

"""Bootstrap of ``croupier serve referee``."""

import asyncio

from croupier.runtime.bus import serve
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store
from croupier.services.referee.service import RefereeShell


async def main(settings: Settings, stop: asyncio.Event) -> None:
    """Run the referee until ``stop`` is set. Raises ``Unavailable`` if the store cannot be used."""
    async with Store.connect(settings) as store:
        await serve(RefereeShell(store.log), store, settings, stop=stop)

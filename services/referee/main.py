"""Bootstrap of ``croupier serve referee``."""

import asyncio

from croupier.runtime.bus import serve
from croupier.runtime.eventlog import EventLog
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store
from croupier.services.referee.service import RefereeShell


async def main(settings: Settings, stop: asyncio.Event) -> None:
    """Run the referee until ``stop`` is set."""
    async with Store.connect(settings) as store:
        log: EventLog = store.log
        await serve(RefereeShell(log), store, settings, stop=stop)

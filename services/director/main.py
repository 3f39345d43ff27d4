"""Bootstrap of ``croupier serve director``."""

import asyncio

from croupier.contracts.errors import BadConfig
from croupier.runtime.bus import serve
from croupier.runtime.keyring import ring_of
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store
from croupier.runtime.worker import Patience, may_pass
from croupier.services.director.archivist import Archivist
from croupier.services.director.service import DirectorShell


async def main(settings: Settings, stop: asyncio.Event) -> None:
    """Run the director until ``stop`` is set.

    Raises ``Unavailable`` if the store cannot be used, ``BadConfig`` for an archive that is not
    this store's, and without a key.
    """
    if settings.serve:
        raise BadConfig("config/value", "one director serves the whole store", place="CROUPIER_SERVE")
    ring = ring_of(settings, "director")
    async with Store.connect(settings) as store:
        shell = DirectorShell(store.log, settings.archive, ring)
        archiving = asyncio.create_task(_archive(shell.archivist, stop), name="archivist")
        try:
            await serve(shell, store, settings, stop=stop)
        finally:
            archiving.cancel()
            await asyncio.wait([archiving])
        if not archiving.cancelled():
            archiving.result()


async def _archive(archivist: Archivist, stop: asyncio.Event) -> None:
    """Run the archivist. A disk that is full or a store that is away is waited for; anything else ends the service."""
    patience = Patience("director")
    while not stop.is_set():
        try:
            await archivist.run()
        except Exception as error:
            if not may_pass(error):
                stop.set()
                raise
            await patience.lose(error, stop)

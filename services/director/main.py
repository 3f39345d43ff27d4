"""Bootstrap of ``croupier serve director``."""

import asyncio
from collections.abc import Awaitable, Callable

from croupier.contracts.errors import BadConfig
from croupier.runtime.bus import serve
from croupier.runtime.keyring import ring_of
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store
from croupier.runtime.worker import Patience, may_pass
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
        beside = [
            asyncio.create_task(_beside(work, stop), name=work.__qualname__)
            for work in (shell.archivist.run, shell.ticker.run, shell.examiner.run)
        ]
        try:
            await serve(shell, store, settings, stop=stop)
        finally:
            for task in beside:
                task.cancel()
            await asyncio.wait(beside)
        for task in beside:
            if not task.cancelled():
                task.result()


async def _beside(work: Callable[[], Awaitable[None]], stop: asyncio.Event) -> None:
    """Do what goes on beside the director's batches.

    A disk that is full or a store that is away is waited for; anything else ends the service.
    """
    patience = Patience("director")
    while not stop.is_set():
        try:
            await work()
        except Exception as error:
            if not may_pass(error):
                stop.set()
                raise
            await patience.lose(error, stop)

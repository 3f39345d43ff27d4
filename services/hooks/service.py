"""The hooks as a process: one that reads the logs, a postman for each receiver, and an eye on who is switched off."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from croupier.runtime.hookstore import HookStore
from croupier.runtime.worker import Patience, may_pass

from .postman import Postman
from .watcher import LOOK, Watcher

HEED = 2.0
"""Seconds between two looks whether somebody switched a receiver on or off."""


class Hooks:
    """All of it. It may be ended at any moment: what counts is in the store."""

    def __init__(self, store: HookStore, watcher: Watcher, postmen: Sequence[Postman]) -> None:
        self._store = store
        self._watcher = watcher
        self._postmen = postmen

    async def run(self, stop: asyncio.Event) -> None:
        """Work until ``stop``. A store or an archive that is away is waited for; any other error ends it."""
        work = asyncio.create_task(self._work(stop), name="hooks")
        told = asyncio.create_task(stop.wait())
        await asyncio.wait({work, told}, return_when=asyncio.FIRST_COMPLETED)
        told.cancel()
        work.cancel()
        await asyncio.wait({work})
        if not work.cancelled():
            work.result()

    async def _work(self, stop: asyncio.Event) -> None:
        for postman in self._postmen:
            await _once(postman.recall, stop)
        async with asyncio.TaskGroup() as group:
            for postman in self._postmen:
                group.create_task(postman.run())
            group.create_task(_again_and_again(self._watcher.look, LOOK, stop))
            group.create_task(_again_and_again(self._heed, HEED, stop))

    async def _heed(self) -> None:
        known = await self._store.known()
        for postman in self._postmen:
            if postman.receiver.name in known:
                postman.heed(known[postman.receiver.name])


async def _once(work: Callable[[], Awaitable[None]], stop: asyncio.Event) -> None:
    """Do it, as soon as it can be done. Ends when told to, since a cancellation can be lost in a wait (Python 3.11)."""
    patience = Patience("hooks")
    while not stop.is_set():
        try:
            await work()
        except Exception as error:
            if not may_pass(error):
                raise
            await patience.lose(error, stop)
        else:
            patience.regain()
            return


async def _again_and_again(work: Callable[[], Awaitable[None]], every: float, stop: asyncio.Event) -> None:
    while not stop.is_set():
        await _once(work, stop)
        await asyncio.sleep(every)

"""Bootstrap of ``croupier serve hooks``."""

import asyncio
import contextlib
import functools

from croupier.contracts.errors import BadConfig
from croupier.runtime.health import Health, serve_health
from croupier.runtime.hooks import load, receivers
from croupier.runtime.hookstore import HookStore
from croupier.runtime.logs import get_logger
from croupier.runtime.settings import Settings
from croupier.runtime.shell import now_micros
from croupier.runtime.store import Store, connect

from .calling import call, make_client
from .postman import Chances, Postman
from .service import Hooks
from .watcher import Watcher


async def main(settings: Settings, stop: asyncio.Event) -> None:
    """Send webhooks until ``stop`` is set.

    Raises ``BadConfig`` for a file of webhooks or a secret that cannot be used, ``Unavailable`` without a store.
    """
    if settings.hooks_file is None:
        raise BadConfig("config/missing", "no file says which webhooks there are", place="CROUPIER_HOOKS_FILE")
    found = receivers(load(settings.hooks_file))
    async with (
        Store.connect(settings, settings.redis_read_url) as store,
        contextlib.aclosing(connect(settings.redis_url)) as own,
        make_client() as client,
    ):
        keeps = HookStore(own)
        send = functools.partial(call, client)
        postmen = [Postman(receiver, keeps, send, Chances(now_micros)) for receiver in found]
        watcher = Watcher(store.log, settings.archive, postmen)
        health = Health(store, "hooks", (), lambda: watcher.pulse, started=True)
        async with serve_health(settings.health, health):
            get_logger(service="hooks").info("serving", webhooks=[receiver.name for receiver in found])
            await Hooks(keeps, watcher, postmen).run(stop)

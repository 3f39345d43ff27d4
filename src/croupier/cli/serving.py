"""The process of a service: an event loop, its settings, its log, and a polite end."""

import asyncio
import gc
import signal
from collections.abc import Awaitable, Callable
from importlib import import_module

from croupier.runtime.logs import set_up
from croupier.runtime.settings import Settings

PATIENCE = 8.0
"""Seconds that a service has to end after it was told to, which is less than what containers are given. What it has
not acknowledged by then comes again at the next start."""

Bootstrap = Callable[[Settings, asyncio.Event], Awaitable[None]]


def serve(name: str) -> None:
    """Run service ``name`` until SIGTERM or Ctrl-C. Raises ``BadConfig``, and what the service raises."""
    settings = Settings()
    set_up(settings.log_level, settings.log_format)
    _spare_the_collector()
    bootstrap: Bootstrap = import_module(f"croupier.services.{name}.main").main
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_until_told(bootstrap, settings))


def _spare_the_collector() -> None:
    """Look for cycles less often: a service holds many small objects for long, and each look goes through them all."""
    gc.set_threshold(100_000, 50, 50)


async def _until_told(bootstrap: Bootstrap, settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    serving = asyncio.create_task(_served(bootstrap, settings, stop))
    told = asyncio.create_task(stop.wait())
    await asyncio.wait({serving, told}, return_when=asyncio.FIRST_COMPLETED)
    told.cancel()
    await asyncio.wait({serving}, timeout=PATIENCE)
    if not serving.done():  # it may wait for a store that is not there
        serving.cancel()
        await asyncio.wait({serving})
    if not serving.cancelled():
        serving.result()


async def _served(bootstrap: Bootstrap, settings: Settings, stop: asyncio.Event) -> None:
    await bootstrap(settings, stop)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop

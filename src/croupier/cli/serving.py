"""The process of a service: an event loop, its settings, and a polite end."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from importlib import import_module

from croupier.runtime.settings import Settings

Bootstrap = Callable[[Settings, asyncio.Event], Awaitable[None]]


def serve(name: str) -> None:
    """Run service ``name`` until SIGTERM or Ctrl-C. Raises what the service raises, such as ``Unavailable``."""
    bootstrap: Bootstrap = import_module(f"croupier.services.{name}.main").main
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_until_told(bootstrap))


async def _until_told(bootstrap: Bootstrap) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    await bootstrap(Settings(), stop)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop

"""Ctrl-C, SIGTERM and a closed terminal end a command alike: what it holds is put in order first."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run_until_interrupted(work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` on a new event loop; its result.

    A signal cancels it, and once it has ended raises ``KeyboardInterrupt``. A second one cancels its
    putting in order too.
    """
    try:
        return asyncio.run(_watched(work))
    except _Interrupted:
        raise KeyboardInterrupt from None


class _Interrupted(Exception):
    """Carries the news out of the loop, which ``KeyboardInterrupt`` itself would cut short."""


async def _watched(work: Coroutine[Any, Any, T]) -> T:
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    told = False

    def end() -> None:
        nonlocal told
        told = True
        task.cancel()

    for number in SIGNALS:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup means it
            loop.add_signal_handler(number, end)
    try:
        return await task
    except asyncio.CancelledError:
        if not told:  # the loop itself is being ended, by a SystemExit
            raise
        raise _Interrupted from None

"""Where a bot's own code runs: beside the event loop, on it, or as tasks.

A bot that computes for seconds must not lose its connection, so a plain ``choose`` runs in a worker thread
while the loop answers heartbeats. One worker calls everything in order and never two things at once: the
author needs no locks.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol, cast

from .turn import Turn

if TYPE_CHECKING:
    from .bot import Bot

Decided = Callable[[Turn, Any], None]
Failed = Callable[[Turn | None, Exception], None]


class Mind(Protocol):
    """Runs ``choose`` and the hooks of a bot; answers come back through ``decided`` and ``failed``."""

    def think(self, turn: Turn) -> None:
        """Ask the bot for its answer."""

    def tell(self, hook: Callable[[Any], object], news: object) -> None:
        """Call a hook, after everything that was asked or told before."""

    def close(self) -> None:
        """Nothing more will be asked."""


def mind_of(bot: "Bot", decided: Decided, failed: Failed) -> Mind:
    """The mind that suits the bot: tasks for an async ``choose``, the loop itself for a ``quick`` one, else threads."""
    if inspect.iscoroutinefunction(bot.choose):
        return TaskMind(bot, decided, failed)
    if bot.quick:
        return InlineMind(bot, decided, failed)
    return ThreadMind(bot, decided, failed)


class InlineMind:
    """Calls the bot on the event loop: nothing else happens meanwhile."""

    def __init__(self, bot: "Bot", decided: Decided, failed: Failed) -> None:
        self.bot, self.decided, self.failed = bot, decided, failed

    def think(self, turn: Turn) -> None:
        """See :class:`Mind`."""
        try:
            action = self.bot.choose(turn)
        except Exception as error:  # noqa: BLE001 - a bot may raise anything
            self.failed(turn, error)
        else:
            self.decided(turn, action)

    def tell(self, hook: Callable[[Any], object], news: object) -> None:
        """See :class:`Mind`."""
        try:
            hook(news)
        except Exception as error:  # noqa: BLE001 - a bot may raise anything
            self.failed(None, error)

    def close(self) -> None:
        """See :class:`Mind`."""


class TaskMind(InlineMind):
    """Runs an async ``choose`` as a task: as many at once as there are turns. Hooks are called on the loop."""

    def __init__(self, bot: "Bot", decided: Decided, failed: Failed) -> None:
        super().__init__(bot, decided, failed)
        self._tasks: set[asyncio.Task[None]] = set()

    def think(self, turn: Turn) -> None:
        """See :class:`Mind`."""
        task = asyncio.create_task(self._think(turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think(self, turn: Turn) -> None:
        try:
            action = await cast("Awaitable[str]", self.bot.choose(turn))
        except Exception as error:  # noqa: BLE001 - a bot may raise anything
            self.failed(turn, error)
        else:
            self.decided(turn, action)

    def close(self) -> None:
        """Cancel what is still being thought about."""
        for task in self._tasks:
            task.cancel()


class ThreadMind:
    """Calls the bot in ``bot.workers`` threads. They are daemons: a bot that never returns stops no exit."""

    def __init__(self, bot: "Bot", decided: Decided, failed: Failed) -> None:
        self.bot, self.decided, self.failed = bot, decided, failed
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._threads = [Thread(target=self._work, name="croupier-bot", daemon=True) for _ in range(bot.workers)]
        for thread in self._threads:
            thread.start()

    def think(self, turn: Turn) -> None:
        """See :class:`Mind`."""
        self._queue.put(lambda: self._think(turn))

    def tell(self, hook: Callable[[Any], object], news: object) -> None:
        """See :class:`Mind`."""
        self._queue.put(lambda: self._tell(hook, news))

    def close(self) -> None:
        """See :class:`Mind`."""
        for _ in self._threads:
            self._queue.put(None)

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            try:
                job()
            except RuntimeError:  # the loop is closed: nobody waits for the answer
                return

    def _think(self, turn: Turn) -> None:
        if turn.stale:
            return
        try:
            action = self.bot.choose(turn)
        except Exception as error:  # noqa: BLE001 - a bot may raise anything
            self._loop.call_soon_threadsafe(self.failed, turn, error)
        else:
            self._loop.call_soon_threadsafe(self.decided, turn, action)

    def _tell(self, hook: Callable[[Any], object], news: object) -> None:
        try:
            hook(news)
        except Exception as error:  # noqa: BLE001 - a bot may raise anything
            self._loop.call_soon_threadsafe(self.failed, None, error)

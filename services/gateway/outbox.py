"""Commands on their way to the store, in the order in which they were given."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Protocol

from pydantic_core import to_json

from croupier.contracts.commands import Command
from croupier.contracts.errors import Unavailable
from croupier.contracts.streams import Feed, game_log, partition, tournament_log
from croupier.runtime.eventlog import Send

from .metrics import Meter

PAUSES = (0.02, 0.05, 0.1, 0.2, 0.5)
"""Seconds before each further attempt to reach the store; the last one repeats."""


class Sender(Protocol):
    """The part of an event log that commands need."""

    @property
    def partitions(self) -> int:
        """Number of partitions of the store."""

    async def send(self, sends: Sequence[Send]) -> None:
        """Write entries to feeds, in order. Raises ``Unavailable``."""


class Outbox:
    """A queue that one task drains: everything that was put since goes out in one round trip.

    While the store cannot be reached the queue holds up to ``most`` commands and then takes no more.
    ``failing`` says that the last attempt to send failed.
    """

    def __init__(self, log: Sender, meter: Meter, gateway: str, most: int = 20_000) -> None:
        self.gateway = gateway
        self.partitions = log.partitions
        self.failing = False
        self._log = log
        self._meter = meter
        self._most = most
        self._queue: list[Send] = []
        self._filled = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()
        self._start = f"{gateway}-{secrets.token_hex(4)}-"
        self._count = 0

    @property
    def full(self) -> bool:
        """No command can be taken at the moment."""
        return len(self._queue) >= self._most

    def next_id(self) -> str:
        """An id that no other command has or will have."""
        self._count += 1
        return f"{self._start}{self._count}"

    def to_game(self, game: str, command: Command) -> bool:
        """Queue a command for the referee of a game. ``False``: the queue is full and the command is dropped."""
        return self._put("cmd", partition(game_log(game), self.partitions), command)

    def to_director(self, tournament: str, command: Command) -> bool:
        """Queue a command for the director."""
        return self._put("to:director", partition(tournament_log(tournament), self.partitions), command)

    def to_partitions(self, make: Callable[[], Command]) -> None:
        """Queue a command of its own for the referee of every partition, full or not."""
        for number in range(self.partitions):
            self._enqueue("cmd", number, make())

    async def run(self) -> None:
        """Send for ever."""
        while True:
            await self._filled.wait()
            self._filled.clear()
            batch, self._queue = self._queue, []
            await self._deliver(batch)
            if not self._queue:
                self._empty.set()

    async def drained(self) -> None:
        """Wait until everything that was put is with the store."""
        await self._empty.wait()

    def _put(self, feed: Feed, number: int, command: Command) -> bool:
        if self.full:
            return False
        self._enqueue(feed, number, command)
        return True

    def _enqueue(self, feed: Feed, number: int, command: Command) -> None:
        self._queue.append(Send(number, feed, to_json(command, exclude_none=True)))
        self._filled.set()
        self._empty.clear()

    async def _deliver(self, batch: Sequence[Send]) -> None:
        attempt = 0
        while True:
            try:
                await self._log.send(batch)
            except Unavailable:
                self.failing = True
                self._meter.backlog.set(len(batch) + len(self._queue))
                await asyncio.sleep(PAUSES[min(attempt, len(PAUSES) - 1)])
                attempt += 1
            else:
                self.failing = False
                self._meter.backlog.set(len(self._queue))
                self._meter.commands.inc(len(batch))
                return

"""Delivers to one receiver what waits for it: each message until it arrives, is given up, or the receiver has enough.

What waits is held in memory and in the store alike, so that a process that is killed goes on where it was. A message
whose success could not be noted is sent again: receivers drop what they have by its id.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from croupier.contracts.errors import Unavailable
from croupier.runtime.hooks import Receiver
from croupier.runtime.hookstore import Delivery, HookStore, Known, Message
from croupier.runtime.logs import get_logger
from croupier.runtime.metrics import WEBHOOKS, WEBHOOKS_WAITING

from .decider import PAUSES, Answer, judge

MOST, MOST_BYTES = 1_000, 8 * 2**20
"""Messages, and bytes of them, that may wait for a receiver. While so much waits the logs are read no further."""

WIDE, NARROW = 4, 1
"""Calls at a time to a receiver that answers, and to one whose last call failed."""

LOOK = 0.5
"""Seconds until it is looked again, at the latest, what is due."""

AWAY = 0.2
"""Seconds between two attempts to note an outcome while the store is away."""

Call = Callable[[Receiver, Message, int], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Chances:
    """What a postman takes from outside: the clock (µs), a number from 0 to 1, the pauses between attempts (µs)."""

    clock: Callable[[], int]
    chance: Callable[[], float] = random.random
    pauses: Sequence[int] = PAUSES


class Postman:
    """For ``receiver``. ``places``: how far each log was read for it, ``None`` for to the end."""

    def __init__(self, receiver: Receiver, store: HookStore, call: Call, chances: Chances) -> None:
        self.receiver = receiver
        self.known = Known(0)
        self.places: dict[str, int | None] = {}
        self.waiting: dict[str, Message] = {}
        self._store = store
        self._call = call
        self._chances = chances
        self._flying: set[str] = set()
        self._bytes = 0
        self._failing = False
        self._wake = asyncio.Event()
        self._log = get_logger(service="hooks", webhook=receiver.name)

    @property
    def off(self) -> bool:
        """The receiver wants nothing more, or until somebody switches it on again."""
        return self.known.off is not None

    def unread(self) -> set[str]:
        """Tournaments whose logs were not read to their end."""
        return {tournament for tournament, place in self.places.items() if place is not None}

    def filled_by(self, more: Sequence[Message]) -> bool:
        """Whether, with ``more``, so much waits that nothing is to be added."""
        size = self._bytes + sum(len(message.body) for message in more)
        return len(self.waiting) + len(more) >= MOST or size >= MOST_BYTES

    async def recall(self) -> None:
        """Take up what the store holds, at the start. Raises ``Unavailable``."""
        self.known = await self._store.learn(self.receiver.name, self._chances.clock())
        self.places = await self._store.places(self.receiver.name)
        for message in (await self._store.waiting(self.receiver.name)).values():
            self._hold(message)

    def heed(self, known: Known) -> None:
        """Somebody switched the receiver on or off; where it is on again all that waits is due."""
        was_off, self.known = self.off, known
        if was_off and not self.off:
            now = self._chances.clock()
            self.waiting = {key: replace(message, due=min(message.due, now)) for key, message in self.waiting.items()}
            self._wake.set()
            self._log.info("webhook is on again", waiting=len(self.waiting))

    async def add(self, tournament: str, place: int | None, messages: Sequence[Message]) -> None:
        """A log was read on. Raises ``Unavailable``; then nothing was added."""
        await self._store.add(self.receiver.name, tournament, place, messages)
        self.places[tournament] = place
        for message in messages:
            self._hold(message)
        if messages:
            self._wake.set()

    async def run(self) -> None:
        """Deliver until cancelled."""
        async with asyncio.TaskGroup() as group:
            while True:
                for message in self._due():
                    self._flying.add(message.id)
                    group.create_task(self._deliver(message))
                await self._rest()

    def _hold(self, message: Message) -> None:
        self.waiting[message.id] = message
        self._bytes += len(message.body)
        WEBHOOKS_WAITING.labels("hooks", self.receiver.name).set(len(self.waiting))

    def _let_go(self, message: Message) -> None:
        del self.waiting[message.id]
        self._bytes -= len(message.body)
        WEBHOOKS_WAITING.labels("hooks", self.receiver.name).set(len(self.waiting))

    def _due(self) -> list[Message]:
        free = (NARROW if self._failing else WIDE) - len(self._flying)
        if self.off or free <= 0:
            return []
        now = self._chances.clock()
        due = [m for m in self.waiting.values() if m.due <= now and m.id not in self._flying]
        return sorted(due, key=lambda message: (message.due, message.line))[:free]

    async def _rest(self) -> None:
        try:
            async with asyncio.timeout(LOOK):
                await self._wake.wait()
        except TimeoutError:
            return
        self._wake.clear()

    async def _deliver(self, message: Message) -> None:
        begun = self._chances.clock()
        answer = await self._call(self.receiver, message, begun)
        now = self._chances.clock()
        verdict = judge(answer, message.attempts, now, self._chances.chance(), self._chances.pauses)
        again = None if verdict.due is None else replace(message, attempts=message.attempts + 1, due=verdict.due)
        delivery = Delivery(
            self.receiver.name, message.id, message.tournament, message.line, message.type, message.attempts + 1,
            verdict.outcome, answer.status, answer.why, now - begun, begun, verdict.due or 0,
        )  # fmt: skip
        if verdict.outcome == "switched off":
            await self._noted(self._switch_off)
        await self._noted(lambda: self._store.settle(delivery, again))
        self._note(message, again, delivery)

    async def _switch_off(self) -> None:
        self.known = await self._store.switch(self.receiver.name, self.known, "the receiver answered 410 Gone")

    async def _noted(self, note: Callable[[], Awaitable[None]]) -> None:
        """Tell the store; while it is away, again and again."""
        while True:
            try:
                return await note()
            except Unavailable:
                await asyncio.sleep(AWAY)

    def _note(self, message: Message, again: Message | None, delivery: Delivery) -> None:
        self._flying.discard(message.id)
        self._let_go(message)
        if again is not None:
            self._hold(again)
        self._failing = delivery.outcome != "delivered"
        WEBHOOKS.labels("hooks", delivery.outcome).inc()
        tell = self._log.info if delivery.outcome == "delivered" else self._log.warning
        tell(
            "webhook", outcome=delivery.outcome, status=delivery.status, why=delivery.why, event_type=delivery.type,
            tournament=delivery.tournament, line=delivery.line, attempt=delivery.attempt, took_ms=delivery.took // 1000,
        )  # fmt: skip
        self._wake.set()

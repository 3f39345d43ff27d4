"""The loop that turns a pure decider into a service over logs.

A batch of entries comes in; the states that they concern are loaded or caught up; each message is
decided, written, folded and told in turn; all that was written goes out in one pipeline. Where a log
has grown meanwhile, its messages are decided again from the reloaded state. A log that cannot be followed
is left out, and the others go on. A decider knows nothing of this: no clock, no store, no retry.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from croupier.contracts.base import first_flaw
from croupier.contracts.canonical import digest
from croupier.contracts.commands import Notice
from croupier.contracts.errors import CroupierError, Unavailable
from croupier.contracts.events import Event
from croupier.contracts.lines import Line, write_line
from croupier.contracts.streams import game_log, partition

from .decider import Decider, Happened
from .entries import Entry, Rejection
from .eventlog import Append, Appended, Conflict, EventLog, Foreign, Send
from .slots import Received, Slot, parted
from .states import M, S, States

Storing = asyncio.Task[Mapping[str, Rejection]]
"""A batch on its way to the store; in the end, the entries that could not be read or handled, by id."""

START = "start"
"""The cause of what a service does of itself when it starts."""

ATTEMPTS = 20
"""How often a batch may meet a conflict in the same log before it is given back to the bus."""


def now_micros() -> int:
    """The wall clock in microseconds since the epoch."""
    return time.time_ns() // 1000


class Shell(States[S, M]):
    """A service for the bus: ``name`` is its group, ``decider`` what it does."""

    sweeping: frozenset[type] = frozenset()
    """Messages whose targets depend on the states at the moment when they are decided."""

    def __init__(
        self,
        name: str,
        decider: Decider[S, M],
        messages: TypeAdapter[Any],
        log: EventLog,
        *,
        clock: Callable[[], int] = now_micros,
    ) -> None:
        super().__init__(name, decider, log)
        self.messages = messages
        self.clock = clock
        self._stale = False
        self._storing: dict[str, Storing] = {}
        self._busy = asyncio.Lock()

    # --- for a service to override

    def targets(self, message: M) -> Sequence[str]:
        """The logs that a message concerns. Overridden where a message concerns many."""
        return (message.log if type(message) is Notice else game_log(message.game),)  # type: ignore[attr-defined]

    async def prepare(self, messages: Sequence[M]) -> None:
        """Fetch what the decider needs from elsewhere, before the batch is decided."""

    async def committed(self, slots: Sequence[Slot[S]]) -> None:
        """The batch is stored and sent."""

    def wants(self, log: str) -> bool:
        """Whether this service holds a state for ``log`` from its start on."""
        return log.startswith("g/")

    def endorse(self, slot: Slot[S]) -> Sequence[Event]:
        """What the service signs when nothing else is to do: it needs the hash of the log, which no decider knows."""
        return ()

    # --- the bus's side

    async def start(self) -> None:
        """Rebuild every live state and tell anew what was open when we stopped."""
        if self._storing:
            await asyncio.wait(set(self._storing.values()))
        self._storing.clear()
        self._rejected.clear()
        self.slots.clear()
        self.left_out.clear()
        live = [log for number in range(self.log.partitions) for log in await self.log.live(number) if self.wants(log)]
        await self._load(live)
        for slot in list(self.slots.values()):
            try:
                self._step(slot, None, START)
            except Unavailable:
                raise
            except Exception as error:  # noqa: BLE001 - a log that leads to no state of a game stops itself alone
                self.leave_out(slot.log, error)
        await self._commit(list(self.slots.values()))
        self._stale = False

    async def stop(self) -> None:
        """Nothing to release: all that matters is in the logs."""

    async def handle(self, entries: Sequence[Entry]) -> Mapping[str, Rejection]:
        """Handle a batch, one at a time; the entries that could not be read or handled, by id."""
        async with self._busy:
            return await self._store(entries, await self._decide(entries))

    async def begin(self, entries: Sequence[Entry]) -> Storing:
        """Decide a batch and begin to store it; the task answers as :meth:`handle` does.

        The next batch may begin at once: where it concerns a log that is still being stored, it waits for that. After
        a batch has failed, in here or in its task, all that were begun before or after it are to be awaited, and those
        that failed handled again in their order.
        """
        async with self._busy:
            touched = await self._decide(entries)
            storing = asyncio.create_task(self._store(entries, touched))
            self._storing |= dict.fromkeys((slot.log for slot in touched), storing)
        await asyncio.sleep(0)  # lets the batch be sent
        return storing

    async def _decide(self, entries: Sequence[Entry]) -> list[Slot[S]]:
        """Bring the states up to date and decide; the slots that were touched."""
        if self._stale:
            await self.start()
        try:
            read = self._read(entries)
            await self.prepare([received.message for received in read])
            unknown = self._unknown(read)
            if not unknown:
                return await self._decide_in_order(read)
            return await self._decide_while_loading(*parted(read, unknown))
        except BaseException:
            self._stale = True
            raise

    async def _decide_while_loading(
        self, ready: Sequence[Received[M]], waiting: Sequence[Received[M]]
    ) -> list[Slot[S]]:
        """Decide what does not need the store while it is asked for the rest."""
        loading = asyncio.create_task(self._load_for(waiting))
        try:
            await asyncio.sleep(0)  # lets the store be asked
            touched = await self._decide_in_order(ready)
            await loading
        except BaseException:
            loading.cancel()
            await asyncio.gather(loading, return_exceptions=True)
            raise
        return touched + await self._decide_in_order(waiting)

    def _unknown(self, read: Sequence[Received[M]]) -> set[str]:
        """The logs of which the state is not there, or not up to date."""
        unknown: set[str] = set()
        for _, message, targets in read:
            for log in targets or ():
                slot = self.slots.get(log)
                if (slot is None or self.behind(slot, message)) and log not in self.left_out:
                    unknown.add(log)
        return unknown

    async def _store(self, entries: Sequence[Entry], touched: Sequence[Slot[S]]) -> Mapping[str, Rejection]:
        try:
            await self._commit(touched)
        except BaseException:
            # States may be ahead of the store: forget them all, the logs know better.
            self._stale = True
            raise
        if self._storing:
            self._forget_task(touched)
        if not self._rejected:
            return {}
        return {entry.id: self._rejected.pop(entry.id) for entry in entries if entry.id in self._rejected}

    def _forget_task(self, touched: Sequence[Slot[S]]) -> None:
        own = asyncio.current_task()
        for slot in touched:
            if self._storing.get(slot.log) is own:
                del self._storing[slot.log]

    async def _until_stored(self, log: str) -> None:
        """Wait until what was decided for ``log`` is stored. Raises what kept it from being stored."""
        storing = self._storing[log]
        await asyncio.wait([storing])
        storing.result()

    async def _decide_in_order(self, read: Sequence[Received[M]]) -> list[Slot[S]]:
        touched: dict[str, Slot[S]] = {}
        for entry, message, known in read:
            cause = f"{message.log}#{message.seq}" if type(message) is Notice else message.id  # type: ignore[attr-defined]
            for log in self.targets(message) if known is None else known:
                if log in self._storing:
                    await self._until_stored(log)
                if log in self.left_out:
                    self._rejected[entry] = self.left_out[log]
                    continue
                slot = self.slots.get(log)
                if slot is None:
                    slot = self.slots[log] = self.empty(log)
                slot.messages.append((message, cause, entry))
                touched[log] = slot
                self._try(slot, message, cause, entry)
        return list(touched.values())

    def _read(self, entries: Sequence[Entry]) -> list[Received[M]]:
        read: list[Received[M]] = []
        for entry in entries:
            try:
                message = self.messages.validate_json(entry.body)
                targets = None if type(message) in self.sweeping else self.targets(message)
                read.append(Received(entry.id, message, targets))
            except ValidationError as error:
                self._rejected[entry.id] = Rejection("bus/unreadable", first_flaw(error))
        return read

    # --- loading

    async def _load_for(self, read: Sequence[Received[M]]) -> None:
        if self._storing:
            await self._let_grow(read)
        cold: dict[str, int] = {}
        behind: dict[str, None] = {}
        for _, message, targets in read:
            for log in targets or ():
                slot = self.slots.get(log)
                if log in self.left_out:
                    continue
                if slot is None:
                    seq = message.seq if isinstance(message, Notice) and message.log == log else 0
                    cold[log] = min(seq, cold.get(log) or seq)
                elif self.behind(slot, message):
                    behind[log] = None
        if cold:
            await self._load(list(cold), cold)
        if behind:
            await self._catch_up(list(behind))

    async def _let_grow(self, read: Sequence[Received[M]]) -> None:
        """A log that is to be caught up and still being stored must have grown by that first."""
        for _, message, targets in read:
            for log in targets or ():
                slot = self.slots.get(log)
                if slot is not None and log in self._storing and self.behind(slot, message):
                    await self._until_stored(log)

    # --- deciding

    def _try(self, slot: Slot[S], message: M, cause: str, entry: str) -> None:
        """Take a step, or reject the entry of a message that the decider calls wrong."""
        try:
            self._step(slot, message, cause)
        except Unavailable:
            raise
        except CroupierError as error:
            self._rejected[entry] = Rejection(error.code, error.reason)

    def _step(self, slot: Slot[S], message: M | None, cause: str) -> None:
        now = self.clock()
        # Decided before anything is written: a message that is refused leaves the state as it was.
        decided = () if message is None else tuple(slot.decider.decide(slot.state, message, now))
        happened, slot.untold = slot.untold, []
        for event in decided:
            happened.append(self._write(slot, event, cause, now))
        while events := tuple(slot.decider.follow(slot.state, now)) or self.endorse(slot):
            for event in events:
                happened.append(self._write(slot, event, cause, now))
        told = slot.decider.tell(slot.state, message, happened, now)
        slot.routes.extend(told.routes)
        slot.sends.extend(told.sends)

    def _write(self, slot: Slot[S], event: Event, cause: str, now: int) -> Happened:
        seq = slot.seq + 1
        raw = write_line(event, seq=seq, at=now, by=slot.decider.by, cause=cause, prev=slot.head)
        line = Line(seq, now, slot.decider.by, cause, slot.head, event)
        slot.lines.append(raw)
        slot.seq = seq
        slot.head = digest(raw)
        return Happened(line, seq, slot.decider.evolve(slot.state, line))

    # --- storing

    async def _commit(self, touched: Sequence[Slot[S]]) -> None:
        """Store and send what was decided for the slots; forget those that are done."""
        waiting = [slot for slot in touched if slot.lines]
        for _ in range(ATTEMPTS):
            waiting = await self._append(waiting)
            if not waiting:
                break
        else:
            self._give_up(waiting)
        touched = [self.slots[slot.log] for slot in touched if slot.log in self.slots]
        await self._send(touched)
        await self.committed(touched)
        for slot in touched:
            slot.messages.clear()
            if slot.decider.done(slot.state) or not slot.seq:
                self.slots.pop(slot.log, None)

    async def _append(self, waiting: Sequence[Slot[S]]) -> list[Slot[S]]:
        """Append in one pipeline; the slots that met a conflict, decided anew."""
        if not waiting:
            return []
        batch = [Append(slot.log, slot.base, tuple(slot.lines), tuple(slot.routes)) for slot in waiting]
        again: list[Slot[S]] = []
        for slot, outcome in zip(waiting, await self.log.commit(batch), strict=True):
            if isinstance(outcome, Appended):
                slot.base = slot.told = slot.seq
                slot.lines.clear()
                slot.routes.clear()
            elif isinstance(outcome, Conflict):
                again += await self._decide_again(slot, outcome.seq)
            elif isinstance(outcome, Foreign):
                self.leave_out(slot.log, ValueError("the log has entries that are not lines"))
            else:  # the log is in the archive: whatever still comes for it is late
                self.slots[slot.log] = self.empty(slot.log)
        return [slot for slot in again if slot.lines]

    async def _decide_again(self, slot: Slot[S], ahead: int) -> list[Slot[S]]:
        fresh = await self._reload(slot)
        if fresh is None:
            return []
        fresh.ahead = ahead
        if not fresh.messages:
            self._step(fresh, None, START)
        for message, cause, entry in fresh.messages:
            self._try(fresh, message, cause, entry)
        return [fresh]

    def _give_up(self, waiting: Sequence[Slot[S]]) -> None:
        """Leave out logs whose entries have other numbers than their lines; give a batch back that has none."""
        for slot in waiting:
            if slot.ahead <= slot.base:
                raise Unavailable("store/conflict", f"{slot.log} grows faster than it can be decided")
            self.leave_out(slot.log, ValueError(f"line {slot.base} has the number {slot.ahead} in the store"))

    async def _send(self, touched: Sequence[Slot[S]]) -> None:
        sends: list[Send] = []
        for slot in touched:
            slot.told = slot.untold[0].seq - 1 if slot.untold else slot.seq
            if slot.routes or slot.sends:
                number = partition(slot.log, self.log.partitions)
                sends.extend(Send(number, route.feed, route.body) for route in slot.routes)
                sends.extend(slot.sends)
                slot.routes.clear()
                slot.sends.clear()
        if sends:
            await self.log.send(sends)

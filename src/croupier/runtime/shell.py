"""The loop that turns a pure decider into a service over logs.

A batch of entries comes in; the states that they concern are loaded or caught up; each message is
decided, written, folded and told in turn; all that was written goes out in one pipeline. Where a log
has grown meanwhile, its messages are decided again from the reloaded state. A log that cannot be followed
is left out, and the others go on. A decider knows nothing of this: no clock, no store, no retry.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from croupier.contracts.base import MAX_INTEGER
from croupier.contracts.canonical import digest
from croupier.contracts.commands import Notice
from croupier.contracts.errors import CroupierError, Unavailable
from croupier.contracts.events import Event
from croupier.contracts.lines import Line, genesis, read_trusted, write_line
from croupier.contracts.streams import game_log, partition

from .decider import Decider, Happened
from .entries import Entry, Rejection
from .eventlog import Append, Appended, Conflict, EventLog, Foreign, Send
from .leftout import LeftOut
from .slots import Received, Slot

S = TypeVar("S")
M = TypeVar("M")

NOTHING: Mapping[str, int] = {}

START = "start"
"""The cause of what a service does of itself when it starts."""

ATTEMPTS = 20
"""How often a batch may meet a conflict in the same log before it is given back to the bus."""


def now_micros() -> int:
    """The wall clock in microseconds since the epoch."""
    return time.time_ns() // 1000


class Shell(Generic[S, M]):
    """A service for the bus: ``name`` is its group, ``decider`` what it does.

    ``slice``: most messages of a batch that are stored together. While one slice is on its way to the store
    the next is decided.
    """

    slice = 100_000

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
        self.name = name
        self.decider = decider
        self.messages = messages
        self.log = log
        self.clock = clock
        self.slots: dict[str, Slot[S]] = {}
        self.left_out = LeftOut(name)
        self._stale = False
        self._rejected: dict[str, Rejection] = {}
        self._busy = asyncio.Lock()

    # --- for a service to override

    def targets(self, message: M) -> Sequence[str]:
        """The logs that a message concerns. Overridden where a message concerns many."""
        return (message.log if isinstance(message, Notice) else game_log(message.game),)  # type: ignore[attr-defined]

    async def prepare(self, messages: Sequence[M]) -> None:
        """Fetch what the decider needs from elsewhere, before the batch is decided."""

    async def committed(self, slots: Sequence[Slot[S]]) -> None:
        """The batch is stored and sent."""

    def behind(self, slot: Slot[S], message: M) -> bool:
        """Whether a state must be caught up before ``message``: by default for a notice of a line that it lacks."""
        return isinstance(message, Notice) and message.log == slot.log and message.seq > slot.seq

    async def stored(self, logs: Sequence[str]) -> list[list[bytes]]:
        """All lines of each log. Overridden where some of them have moved elsewhere."""
        return await self.log.read_many([(log, 0) for log in logs])

    def wants(self, log: str) -> bool:
        """Whether this service holds a state for ``log`` from its start on."""
        return log.startswith("g/")

    # --- the bus's side

    async def start(self) -> None:
        """Rebuild every live state and tell anew what was open when we stopped."""
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

    def leave_out(self, log: str, error: Exception) -> None:
        """Hold no state for a log that cannot be followed, and reject what concerns it, until the next start."""
        rejection = self.left_out.add(log, error)
        slot = self.slots.pop(log, None)
        for _, _, entry in slot.messages if slot else ():
            self._rejected[entry] = rejection

    async def stop(self) -> None:
        """Nothing to release: all that matters is in the logs."""

    async def handle(self, entries: Sequence[Entry]) -> Mapping[str, Rejection]:
        """Handle a batch, one at a time; the entries that could not be read or handled, by id."""
        async with self._busy:
            if self._stale:
                await self.start()
            self._rejected = {}
            try:
                await self._handle(self._read(entries))
            except BaseException:
                # States may be ahead of the store: forget them all, the logs know better.
                self._stale = True
                raise
            return self._rejected

    async def _handle(self, read: Sequence[Received[M]]) -> None:
        await self.prepare([received.message for received in read])
        await self._load_for(read)
        if len(read) <= self.slice:
            await self._commit(list((await self._decide(read, {})).values()))
        else:
            await self._in_slices(read)

    async def _in_slices(self, read: Sequence[Received[M]]) -> None:
        """Decide a large batch slice by slice; raises the first error when all that was begun is stored."""
        storing: dict[str, asyncio.Task[None]] = {}
        try:
            for start in range(0, len(read), self.slice):
                touched = await self._decide(read[start : start + self.slice], storing)
                storing |= dict.fromkeys(touched, asyncio.create_task(self._commit(list(touched.values()))))
                await asyncio.sleep(0)  # lets the slice be sent
        finally:
            results = await asyncio.gather(*set(storing.values()), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result

    async def _decide(
        self, read: Sequence[Received[M]], storing: Mapping[str, asyncio.Task[None]]
    ) -> dict[str, Slot[S]]:
        """Decide messages in order; the slots that they touched. A slot that is being stored is waited for."""
        touched: dict[str, Slot[S]] = {}
        for entry, message, known in read:
            cause = f"{message.log}#{message.seq}" if type(message) is Notice else message.id  # type: ignore[attr-defined]
            for log in self.targets(message) if known is None else known:
                if log in storing and not storing[log].done():
                    await asyncio.wait([storing[log]])
                if log in self.left_out:
                    self._rejected[entry] = self.left_out[log]
                    continue
                slot = self.slots.get(log)
                if slot is None:
                    slot = self.slots[log] = self._empty(log)
                slot.messages.append((message, cause, entry))
                touched[log] = slot
                self._try(slot, message, cause, entry)
        return touched

    def _read(self, entries: Sequence[Entry]) -> list[Received[M]]:
        read: list[Received[M]] = []
        for entry in entries:
            try:
                message = self.messages.validate_json(entry.body)
                targets = None if type(message) in self.sweeping else self.targets(message)
                read.append(Received(entry.id, message, targets))
            except ValidationError as error:
                self._rejected[entry.id] = Rejection("bus/unreadable", _first(error))
        return read

    # --- loading

    def _empty(self, log: str) -> Slot[S]:
        return Slot(log, self.decider.start(log), head=genesis(log))

    async def _load_for(self, read: Sequence[Received[M]]) -> None:
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

    async def _load(self, logs: Sequence[str], news: Mapping[str, int] = NOTHING) -> None:
        """Fold whole logs. Their lines count as told, but for those from line ``news[log]`` on, if that is not 0."""
        for log, stored in zip(logs, await self.stored(logs), strict=True):
            slot = self._empty(log)
            told = (news.get(log) or MAX_INTEGER) - 1
            if log not in self.left_out and self._folds(slot, stored, told):
                slot.told = min(told, slot.seq)
                self.slots[log] = slot

    async def _catch_up(self, logs: Sequence[str]) -> None:
        """Fold what others have appended since; it is told with the next message."""
        wanted = [(log, self.slots[log].seq) for log in logs]
        for log, stored in zip(logs, await self.log.read_many(wanted), strict=True):
            slot = self.slots[log]
            try:
                self._take(slot, stored)
            except Exception:  # noqa: BLE001 - a store that lost lines has others now: the whole log tells
                await self._reload(slot)

    async def _reload(self, slot: Slot[S]) -> Slot[S] | None:
        """Begin again from the stored log, remembering what had been told; ``None`` if it cannot be followed."""
        (stored,) = await self.stored([slot.log])
        fresh = self._empty(slot.log)
        if slot.log in self.left_out or not self._folds(fresh, stored, slot.told):
            return None
        fresh.told = slot.told
        fresh.messages = slot.messages
        self.adopt(slot, fresh)
        self.slots[slot.log] = fresh
        return fresh

    def _folds(self, slot: Slot[S], stored: Sequence[bytes], told: int = 0) -> bool:
        """Take lines in, or leave the log out."""
        try:
            self._take(slot, stored, told)
        except Exception as error:  # noqa: BLE001 - whatever a foreign line does to a fold, other logs go on
            self.leave_out(slot.log, error)
            return False
        return True

    def adopt(self, old: Slot[S], fresh: Slot[S]) -> None:
        """Carry over what is not in the log when a state is rebuilt."""

    def _take(self, slot: Slot[S], stored: Sequence[bytes], told: int = 0) -> None:
        """Fold stored lines; those past number ``told`` are still to be told."""
        for raw in stored:
            line = read_trusted(raw)
            followed = self.decider.evolve(slot.state, line)
            if line.seq > told:
                slot.untold.append(Happened(line, line.seq, followed))
            slot.seq = slot.base = line.seq
        if stored:
            slot.head = digest(stored[-1])

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
        decided = () if message is None else tuple(self.decider.decide(slot.state, message, now))
        happened = slot.untold
        slot.untold = []
        happened.extend([self._write(slot, event, cause, now) for event in decided])
        while events := tuple(self.decider.follow(slot.state, now)):
            for event in events:
                happened.append(self._write(slot, event, cause, now))
        told = self.decider.tell(slot.state, message, happened, now)
        slot.routes.extend(told.routes)
        slot.sends.extend(told.sends)

    def _write(self, slot: Slot[S], event: Event, cause: str, now: int) -> Happened:
        seq = slot.seq + 1
        raw = write_line(event, seq=seq, at=now, by=self.decider.by, cause=cause, prev=slot.head)
        line = Line(seq, now, self.decider.by, cause, slot.head, event)
        slot.lines.append(raw)
        slot.seq = seq
        slot.head = digest(raw)
        return Happened(line, seq, self.decider.evolve(slot.state, line))

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
            if self.decider.done(slot.state) or not slot.seq:
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
                self.slots[slot.log] = self._empty(slot.log)
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
            number = partition(slot.log, self.log.partitions)
            sends.extend(Send(number, route.feed, route.fields) for route in slot.routes)
            sends.extend(slot.sends)
            slot.told = slot.untold[0].seq - 1 if slot.untold else slot.seq
            slot.routes.clear()
            slot.sends.clear()
        if sends:
            await self.log.send(sends)


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    return ": ".join([".".join(str(part) for part in first["loc"]), first["msg"]]).removeprefix(": ")

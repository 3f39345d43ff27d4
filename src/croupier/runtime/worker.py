"""Drives a handler with batches: retries, finds the entry that fails, and never loses or blocks the others."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from errno import EDQUOT, EIO, EMFILE, ENFILE, ENOSPC, EROFS

from redis import exceptions

from croupier.contracts.errors import CroupierError, Unavailable

from .batches import Batch, arrival
from .begun import Begun, all_ended, slices
from .entries import Entry, Rejection, Streaming
from .intake import Intake
from .logs import get_logger
from .metrics import Meter

Handle = Callable[[Sequence[Entry]], Awaitable[Mapping[str, Rejection]]]

FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5
"""Seconds before what is unavailable is tried again: at first, and at most."""

COMPLAIN_EVERY = 5.0
"""Seconds between two log lines about the same trouble."""

GRACE = 15.0
"""Seconds that a running batch has to end when the service stops."""

LAST_READ = 0.05
"""Seconds that a read has to bring entries when the service stops."""

PASSING = frozenset({ENOSPC, EDQUOT, EIO, EMFILE, ENFILE, EROFS})
"""Errors of a disk or of the process that an operator can mend while we wait."""


class Worker:
    """The loop of a service.

    ``attempts``: how often an entry may fail alone before it goes to the dead letters;
    ``deliveries``: how often an entry may be delivered (to processes that died of it, say) before it does;
    ``streaming``: the service, if it can decide the next entries while the last are being stored.
    """

    def __init__(
        self,
        intake: Intake,
        handle: Handle,
        meter: Meter,
        *,
        attempts: int = 3,
        deliveries: int = 10,
        streaming: Streaming | None = None,
    ) -> None:
        self.pulse = time.monotonic()
        self._intake = intake
        self._handle = handle
        self._meter = meter
        self._attempts = attempts
        self._deliveries = deliveries
        self._streaming = streaming
        self._stopping = asyncio.Event()
        self._waiting = False
        self._task: asyncio.Task[None] | None = None
        self._patience = Patience(meter.service)
        self._log = get_logger(service=meter.service)

    async def run(self) -> None:
        """Handle batches until :meth:`stop`. No error ends the loop."""
        self._task = asyncio.current_task()
        try:
            while not self._stopping.is_set():
                await self._turn()
        finally:
            await self._close()

    async def stop(self) -> None:
        """Let the running batch end, then the loop. A read that waits for entries is broken off."""
        self._stopping.set()
        if self._task is None or self._task.done():
            return
        if self._waiting:  # entries that are on their way are still taken in
            await asyncio.wait([self._task], timeout=LAST_READ)
        if self._waiting:
            self._task.cancel()
        await asyncio.wait([self._task], timeout=GRACE)

    async def _turn(self) -> None:
        self.pulse = time.monotonic()
        try:
            self._waiting = True
            batch = await self._intake.take()
        except (CroupierError, exceptions.RedisError, OSError) as error:
            await self._patience.lose(error, self._stopping)
            return
        finally:
            self._waiting = False
        self._patience.regain()
        while (batch.entries or batch.faults) and not self._stopping.is_set():
            batch = await self._work(batch)

    async def _work(self, batch: Batch) -> Batch:
        """Bring a batch to its end; what came meanwhile."""
        if self._streaming and self._is_long(self._streaming, batch):
            return await self._stream(self._streaming, batch)
        began = time.perf_counter()
        self._meter.size.observe(len(batch.entries) + len(batch.faults))
        for entry, fault in batch.faults.items():
            await self._bury(entry, fault, batch.deliveries)
        if batch.deliveries > self._deliveries:
            why = Rejection("bus/undeliverable", f"delivered {batch.deliveries} times without success")
            for entry in batch.entries:
                await self._bury(entry, why, batch.deliveries)
        elif batch.entries:
            await self._settle(batch.entries, batch.deliveries)
        self._meter.handling.observe(time.perf_counter() - began)
        if batch.entries:
            self._meter.decision.observe(max(0.0, time.time() - arrival(batch.entries[0])))
        return Batch()

    # --- long batches

    def _is_long(self, service: Streaming, batch: Batch) -> bool:
        return len(batch.entries) > service.slice // 2 and batch.deliveries == 1 and not batch.faults

    async def _stream(self, service: Streaming, batch: Batch) -> Batch:
        """Handle long batches slice by slice, each while those before it are being stored; what came in the end."""
        before: list[Begun] = []
        while self._is_long(service, batch) and not self._stopping.is_set():
            self.pulse = time.monotonic()
            began = time.perf_counter()
            self._meter.size.observe(len(batch.entries))
            begun, reading = await self._begin(service, batch, before)
            self._meter.handling.observe(time.perf_counter() - began)
            if await all_ended(before):
                await self._end(before)
                before.clear()
            batch = await reading
            before += begun
            if any(part.failed for part in before):
                break
        await self._end(before)
        return batch

    async def _begin(
        self, service: Streaming, batch: Batch, before: Sequence[Begun]
    ) -> tuple[list[Begun], asyncio.Task[Batch]]:
        """Begin all slices of a batch, unless one has failed; reading on is begun before the last of them."""
        begun: list[Begun] = []
        *first, last = slices(batch.entries, service.slice)
        for part in first:
            if not any(other.failed for other in (*before, *begun)):
                await part.begin(service)
            begun.append(part)
        reading = asyncio.create_task(self._read_on())
        await asyncio.sleep(0)  # lets it be asked before the last slice is decided
        if not any(other.failed for other in (*before, *begun)):
            await last.begin(service)
        return [*begun, last], reading

    async def _read_on(self) -> Batch:
        try:
            return await self._intake.ahead()
        except (CroupierError, exceptions.RedisError, OSError):
            return Batch()  # the next take meets it again, and waits

    async def _end(self, begun: Sequence[Begun]) -> None:
        """Accept what was stored; what failed is handled again, in order, when nothing is on its way any more."""
        await all_ended(begun)
        for part in begun:
            if part.failed:
                await self._settle(part.entries, 1)
            else:
                self._meter.decision.observe(max(0.0, part.stored - arrival(part.entries[0])))
                await self._accept(part.entries, part.rejections, 1)

    async def _settle(self, entries: Sequence[Entry], deliveries: int) -> None:
        """Bring a batch to its end: handled, or halved again and again down to the entry that fails."""
        failure = await self._try(entries, deliveries, 1 if len(entries) > 1 else self._attempts)
        if failure is None:
            return
        if len(entries) == 1:
            reason = f"{type(failure).__name__}: {failure}"[:500]
            self._log.error("entry failed", entry=entries[0].id, error=reason, exc_info=failure)
            await self._bury(entries[0], Rejection("bus/failed", reason), deliveries)
            return
        middle = len(entries) // 2
        await self._settle(entries[:middle], deliveries)
        await self._settle(entries[middle:], deliveries)

    async def _try(self, entries: Sequence[Entry], deliveries: int, attempts: int) -> Exception | None:
        """Handle entries; the last error if they failed ``attempts`` times. Waits for what is unavailable."""
        while not self._stopping.is_set():
            self.pulse = time.monotonic()
            try:
                rejections = await self._handle(entries)
            except Exception as error:  # noqa: BLE001 - whatever a handler raises must not stop the others
                if may_pass(error):
                    self._meter.unavailable.inc()
                    await self._patience.lose(error, self._stopping)
                    continue
                attempts -= 1
                self._meter.failed.inc()
                if not attempts:
                    return error
                continue
            await self._accept(entries, rejections, deliveries)
            return None
        return None

    async def _accept(self, entries: Sequence[Entry], rejections: Mapping[str, Rejection], deliveries: int) -> None:
        self._patience.regain()
        if not rejections:
            self._intake.done(entries)
            self._meter.handled.inc(len(entries))
            return
        fine = [entry for entry in entries if entry.id not in rejections]
        self._intake.done(fine)
        self._meter.handled.inc(len(fine))
        for entry in entries:
            if entry.id in rejections:
                await self._bury(entry, rejections[entry.id], deliveries)

    async def _bury(self, entry: Entry, why: Rejection, deliveries: int) -> None:
        self._log.warning("dead letter", entry=entry.id, code=why.code, reason=why.reason)
        while not self._stopping.is_set():
            try:
                await self._intake.bury(entry, why, deliveries)
            except (Unavailable, exceptions.RedisError, OSError) as error:
                await self._patience.lose(error, self._stopping)
            else:
                self._meter.rejected.inc()
                return

    async def _close(self) -> None:
        try:
            await self._intake.flush()
        except (CroupierError, exceptions.RedisError, OSError) as error:
            self._log.info("left unacknowledged", error=str(error))
        await self._intake.close()


class Patience:
    """Waits longer from one failure to the next, and says so from time to time, not each time."""

    def __init__(self, service: str) -> None:
        self._log = get_logger(service=service)
        self._pause = FIRST_PAUSE
        self._since = 0.0
        self._said = 0.0

    async def lose(self, error: Exception, stopping: asyncio.Event) -> None:
        """Wait a little, or until ``stopping``."""
        now = time.monotonic()
        self._since = self._since or now
        if now - self._said > COMPLAIN_EVERY:
            self._said = now
            self._log.warning("waiting", error=str(error), seconds=round(now - self._since, 1))
        try:
            async with asyncio.timeout(self._pause):
                await stopping.wait()
        except TimeoutError:
            self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def regain(self) -> None:
        """It works again."""
        if self._since:
            self._log.info("going on", seconds=round(time.monotonic() - self._since, 1))
            self._pause, self._since = FIRST_PAUSE, 0.0


def may_pass(error: Exception) -> bool:
    """Whether waiting can help: then entries are not to blame, and nothing is acknowledged."""
    if isinstance(error, Unavailable | exceptions.ConnectionError | exceptions.TimeoutError | ConnectionError):
        return True
    return isinstance(error, OSError) and error.errno in PASSING

"""The gateway's clock in the referee's stream.

The referee flags a seat when it reads a tick past the deadline, so a tick must never overtake an answer that
came before it. An answer can be in three places on its way: in the socket's buffer, in the outbox, in the
store. A tick is therefore dated first; then the loop runs through several rounds, in which every socket that
held data at that moment is read and its answer put into the outbox; only then the tick goes into the same
outbox. While the loop is late, the store fails, the table's feed cannot be read or more of it waits than one read
takes, there are no ticks: a turn may not have been shown yet, and a gateway that is slow flags nobody.

After a pause seats may have been asked late or not at all. Then the gateway says ``gateway.up`` as if it had
started, every open decision is asked anew, and nobody is charged for the pause.
"""

import asyncio
from collections.abc import Callable

from croupier.contracts import commands as cmd

from .clock import Pulse
from .metrics import Meter
from .outbox import Outbox
from .tables import Tables

INTERVAL = 0.2
"""Seconds from tick to tick."""
ROUNDS = 4
"""Rounds of the loop in which all data that came before a tick's date is read: poll, parse, take, one to spare."""
LATE = 100_000
"""Microseconds by which the loop may be late for a tick to be sent."""
PAUSE = 1_000_000
"""Microseconds without a tick after which decisions are asked anew."""
REST = 5_000_000
"""Microseconds that lie between two such restarts: asking anew costs work, and work may be why we are slow."""


class Timekeeper:
    """Says that the gateway is up, then what time it is. ``behind``: whether news of tables waits to be handed on."""

    def __init__(
        self, outbox: Outbox, pulse: Pulse, tables: Tables, meter: Meter, behind: Callable[[], bool] = lambda: False
    ) -> None:
        self._outbox = outbox
        self._pulse = pulse
        self._tables = tables
        self._meter = meter
        self._behind = behind
        self._ticked = 0
        self._started = 0

    def start(self) -> None:
        """Have every open decision asked anew."""
        at = self._ticked = self._started = self._pulse.now()
        self._tables.asked_anew()
        out = self._outbox
        lost = self._pulse.lost_by(at)
        out.to_partitions(lambda: cmd.GatewayUp(id=out.next_id(), gateway=out.gateway, at=at, lost=lost))

    async def run(self) -> None:
        """Tick for ever."""
        while True:
            await asyncio.sleep(INTERVAL)
            await self.tick()

    async def tick(self) -> bool:
        """Send the time, if we are in a state to do so; whether it was sent."""
        at = self._pulse.now()
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
        if self._outbox.failing or self._pulse.late > LATE or self._behind():
            return False
        if at - self._ticked > PAUSE:
            if at - self._started < REST:
                return False
            self._meter.resumes.inc()
            self.start()
            return False
        self._ticked = at
        out = self._outbox
        lost = self._pulse.lost_by(at)
        out.to_partitions(lambda: cmd.Tick(id=out.next_id(), gateway=out.gateway, at=at, lost=lost))
        return True

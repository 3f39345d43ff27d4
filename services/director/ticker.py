"""The director's clock.

It looks at what is due in the tournaments that are on, and where a moment has come it sends the director a command that
carries the time, through the director's own feed. So the time is part of what the director is told: read late, twice or
after a crash, the command leads to the same events. Where nothing is due nothing is sent.
"""

import asyncio
import time
from collections.abc import Mapping

from croupier.contracts.commands import ClockTick
from croupier.contracts.streams import partition, tournament_log
from croupier.folds.due import due
from croupier.folds.tournament import TournamentState
from croupier.runtime.eventlog import EventLog, Send
from croupier.runtime.shell import now_micros
from croupier.runtime.slots import Slot

INTERVAL = 0.2
"""Seconds between two looks."""

AGAIN = 5.0
"""Seconds after which a moment that still has not been heeded is told again."""


class Ticker:
    """``slots``: the tournaments that the director holds, by log."""

    def __init__(self, log: EventLog, slots: Mapping[str, Slot[TournamentState]]) -> None:
        self._log = log
        self._slots = slots
        self._told: dict[str, tuple[int, float]] = {}

    async def run(self) -> None:
        """Look until cancelled. Raises ``Unavailable``; run again, it tells what was not told."""
        while True:
            await asyncio.sleep(INTERVAL)
            await self.look(now_micros())

    async def look(self, now: int) -> int:
        """Tell the director of every moment that has come by ``now``; how many were told. Raises ``Unavailable``."""
        come = {log: moment for log in list(self._slots) if (moment := self._due(log, now)) is not None}
        self._told = {log: told for log, told in self._told.items() if log in come}
        fresh = {log: moment for log, moment in come.items() if not self._was_told(log, moment)}
        if fresh:
            await self._log.send([self._tick(log[2:], moment, now) for log, moment in fresh.items()])
            self._told |= {log: (moment, time.monotonic()) for log, moment in fresh.items()}
        return len(fresh)

    def _due(self, log: str, now: int) -> int | None:
        moment = due(self._slots[log].state.life)
        return moment if moment is not None and moment <= now else None

    def _was_told(self, log: str, moment: int) -> bool:
        told, at = self._told.get(log, (-1, 0.0))
        return told == moment and time.monotonic() - at < AGAIN

    def _tick(self, tournament: str, moment: int, now: int) -> Send:
        command = ClockTick(id=f"tick/{tournament}/{moment}", tournament=tournament, at=now)
        number = partition(tournament_log(tournament), self._log.partitions)
        return Send(number, "to:director", command.model_dump_json().encode())

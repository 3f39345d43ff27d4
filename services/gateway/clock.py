"""What time it is, and whether this process keeps up with it.

A process that was stopped, or whose machine was busy, reads an answer later than it came. Such a delay is
ours and must not be charged to a seat. The pulse measures it: it is to beat every 20 ms, and a beat that is
late by more than the slack means that data read from now until the next beat may have lain in the socket's
buffer since the last beat that was in time.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable

BEAT = 0.02
"""Seconds from beat to beat."""
SLACK = 20_000
"""Microseconds by which a beat may be late before it counts as a delay."""
KEPT = 4_096
"""Delays that are remembered, the last ones."""


def wall() -> int:
    """Microseconds since the Unix epoch."""
    return time.time_ns() // 1000


class Pulse:
    """``stamp`` is the moment to write on what is read now; ``late`` the delay that it takes off, in microseconds.

    ``lost``: all delays before that one, so that what an answer is charged and what was lost in the meantime do not
    overlap. ``beats``: how many there were.
    """

    __slots__ = ("_delays", "_due", "beats", "late", "lost", "now")

    def __init__(self, now: Callable[[], int] = wall) -> None:
        self.now = now
        self.beats = 0
        self.late = 0
        self.lost = 0
        self._delays: deque[tuple[int, int]] = deque(maxlen=KEPT)
        self._due = now() + int(BEAT * 1e6)

    def beat(self) -> None:
        """Note that the loop is running. A jump of the wall clock counts as a delay as well."""
        now = self.now()
        behind = now - self._due
        self.lost += self.late
        self.late = behind if behind > SLACK else 0
        if self.late:
            self._delays.append((now, behind))
        self._due = now + int(BEAT * 1e6)
        self.beats += 1

    def stamp(self) -> tuple[int, int]:
        """Now, less what this process was late: the earliest moment at which the data at hand can have come.

        With it what was lost up to that moment.
        """
        now = self.now()
        overdue = now - self._due
        if overdue > SLACK:
            return now - overdue, self.lost + self.late
        return now - self.late, self.lost

    def lost_by(self, now: int) -> int:
        """All delays up to ``now``, the running one included."""
        overdue = now - self._due
        return self.lost + self.late + (overdue if overdue > SLACK else 0)

    def after(self, moment: int) -> int:
        """How much later than ``moment`` that may have gone out which was written then.

        All that is written goes out before the next beat, so this is nothing where that beat was in time.
        """
        for end, late in reversed(self._delays):
            if end < moment:
                break
            if end - late - int(BEAT * 1e6) <= moment:
                return min(late, end - moment)
        return 0

    async def run(self) -> None:
        """Beat for ever."""
        while True:
            await asyncio.sleep(BEAT)
            self.beat()

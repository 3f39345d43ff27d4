"""How late a gateway has been since a given moment, out of what its ticks say."""

from bisect import bisect_right
from collections import deque
from typing import Protocol

KEPT = 4_096
"""Ticks that are remembered: those that told of a lag, at most five a second."""


class Told(Protocol):
    """A tick, or the notice that a gateway is up: when it was sent, and what the gateway had lost in all by then."""

    @property
    def at(self) -> int: ...

    @property
    def lost(self) -> int: ...


class Lags:
    """What one gateway has been late, in microseconds.

    Lag falls between two ticks, and of an earlier one that is not remembered any more all of it counts: what is
    estimated here is never less than what was.
    """

    __slots__ = ("_first", "_lost", "_noted")

    def __init__(self, first: Told) -> None:
        self._first = first.lost
        self._noted: deque[tuple[int, int]] = deque([(first.at, first.lost)], KEPT)
        self._lost = first.lost

    def note(self, tick: Told) -> None:
        """A tick has come. One that tells of no further lag need not be remembered."""
        if tick.lost != self._lost:
            self._noted.append((tick.at, tick.lost))
            self._lost = tick.lost

    def since(self, moment: int) -> int:
        """How late the gateway was between ``moment`` and its last tick."""
        index = bisect_right(self._noted, (moment, 1 << 62)) - 1
        return self._lost - (self._first if index < 0 else self._noted[index][1])

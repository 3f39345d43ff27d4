"""How fast games end, and how long the rest will take."""

from collections import deque

WINDOW = 10.0
"""Seconds over which the speed is measured: long enough to be calm, short enough to be current."""


class Pace:
    """Games a second, from readings of the number of games that are over."""

    def __init__(self) -> None:
        self._readings: deque[tuple[float, int]] = deque()

    def read(self, now: float, done: int) -> None:
        """Take a reading at ``now``, in seconds of any steady clock."""
        self._readings.append((now, done))
        while now - self._readings[0][0] > WINDOW:
            self._readings.popleft()

    @property
    def per_second(self) -> float:
        """Games a second within the window; 0 while nothing can be said."""
        if len(self._readings) < 2:
            return 0.0
        (began, before), (now, done) = self._readings[0], self._readings[-1]
        return (done - before) / (now - began) if now > began else 0.0

    def left(self, games: int) -> float | None:
        """Seconds for ``games`` more games; ``None`` while nothing can be said."""
        return games / self.per_second if self.per_second > 0 else None


def clock(seconds: float | None) -> str:
    """A length of time for people: ``0:07``, ``1:02:03``; ``-`` for one that is not known."""
    if seconds is None:
        return "-"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

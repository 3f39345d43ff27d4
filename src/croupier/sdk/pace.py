"""How fast to talk to a server, and how soon to come back to it."""

import random
import time
from collections.abc import Callable


class Pace:
    """A token bucket: ``rate`` messages a second, ``burst`` at once, as the server's ``welcome`` allows."""

    def __init__(self, rate: int, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = max(rate, 1)
        self.burst = max(burst, 1)
        self._clock = clock
        self._tokens = float(self.burst)
        self._filled = clock()

    def wait(self) -> float:
        """Take one message's worth; the seconds to wait before sending it (0 as long as the burst lasts)."""
        now = self._clock()
        self._tokens = min(self.burst, self._tokens + (now - self._filled) * self.rate)
        self._filled = now
        self._tokens -= 1
        return max(0.0, -self._tokens / self.rate)


class Backoff:
    """Growing, jittered pauses between attempts: about 0.1 s, 0.2 s, 0.4 s … up to ``ceiling`` seconds.

    The jitter (half to all of the pause) keeps a hundred bots from coming back in the same instant. The ceiling is low
    because clocks run again as soon as the server is back.
    """

    def __init__(self, first: float = 0.1, ceiling: float = 2.0) -> None:
        self.first = first
        self.ceiling = ceiling
        self.failures = 0

    def reset(self) -> None:
        """A connection stood: start over."""
        self.failures = 0

    def pause(self) -> float:
        """Seconds until the next attempt."""
        whole = min(self.ceiling, self.first * float(1 << min(self.failures, 30)))
        self.failures += 1
        return whole * random.uniform(0.5, 1.0)  # noqa: S311 - jitter

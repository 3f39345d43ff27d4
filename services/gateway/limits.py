"""What one connection may do, and what all of them together may."""

from dataclasses import dataclass

from croupier.contracts import client


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the gateway. Sizes in bytes, times in seconds, rates in messages a second.

    ``message``: the largest message that is looked at. ``frame``: the largest that is read at all; beyond it the
    connection ends. ``queue``: what may wait to be sent to one client. ``hello``: time for the first message.
    ``sockets``: open WebSockets in total; ``per_address``: from one address.
    ``after``: when a client that was sent away through no fault of its own may come back.
    """

    message: int = 64 * 1024
    frame: int = 256 * 1024
    rate: int = 1_000
    burst: int = 2_000
    idle: float = 30.0
    ping: float = 10.0
    hello: float = 5.0
    queue: int = 1024 * 1024
    sockets: int = 2_000
    per_address: int = 1_000
    after: float = 2.0

    def announce(self) -> client.Limits:
        """What ``welcome`` tells a client."""
        return client.Limits(
            message_bytes=self.message,
            messages_per_second=self.rate,
            burst=self.burst,
            idle=int(self.idle * 1e6),
            ping=int(self.ping * 1e6),
        )


LENIENCE = 1.25
"""A client that keeps exactly to what it was told, by a clock of its own, is never over the limit."""


class Bucket:
    """A token bucket: ``burst`` at once, ``rate`` a second in the long run.

    ``missed`` counts what was refused since the bucket was last half full.
    """

    __slots__ = ("_at", "_burst", "_rate", "_tokens", "missed")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now
        self.missed = 0

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Whether ``cost`` tokens were there at moment ``now`` (seconds); they are gone then."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < cost:
            self.missed += 1
            return False
        self._tokens -= cost
        if self._tokens * 2 >= self._burst:
            self.missed = 0
        return True

"""One connection, as far as it is the same for players and spectators: limits, signs of life, last words."""

from collections.abc import Sequence
from typing import Any, Protocol

from pydantic_core import to_json

from croupier.contracts import client
from croupier.contracts.base import Contract
from croupier.contracts.errors import CODES, CroupierError, Unreadable

from .limits import LENIENCE, Bucket, Limits
from .metrics import Meter
from .reading import Message, read

CLOSE = {
    "session/bad-token": 4401,
    "session/protocol-version": 4406,
    "session/timeout": 4408,
    "session/superseded": 4409,
    "session/unknown-game": 4404,
    "session/slow": 4413,
    "session/too-many": 1013,
    "message/too-big": 1009,
    "rate/flood": 4429,
    "server/going-down": 1012,
    "server/unready": 1013,
    "game/finished": 1000,
    "tournament/finished": 1000,
}
"""WebSocket close codes by code of ``bye``; 1008 for any other."""

RESYNC_COST = 10.0
"""A snapshot is worth so many messages."""


class Socket(Protocol):
    """What a connection needs of a WebSocket. Nothing here waits."""

    @property
    def read_at(self) -> int:
        """When the data of the message at hand came, in microseconds since the epoch."""

    @property
    def read_lost(self) -> int:
        """What this process had been late in all by then, in microseconds."""

    @property
    def read_waited(self) -> int:
        """How much of that was lost while nothing was read here, so that the data may have waited for so long."""

    def write(self, texts: Sequence[bytes]) -> None:
        """Send text messages; without effect on a socket that is closed."""

    def pending(self) -> int:
        """How many bytes wait for the client to take them."""

    def close(self, code: int, reason: str) -> None:
        """Say so and close once all is sent, or after a short while."""

    def abort(self) -> None:
        """Close at once; what waits is lost."""


class Connection:
    """A WebSocket with its limits. Times are seconds of a monotonic clock, given by the caller."""

    __slots__ = (
        "_bucket",
        "_limits",
        "_meter",
        "_next_ping",
        "_ping_id",
        "_ping_sent",
        "_told",
        "address",
        "closed",
        "greeted",
        "heard",
        "lag",
        "opened",
        "socket",
    )

    def __init__(self, socket: Socket, limits: Limits, meter: Meter, now: float, address: str = "") -> None:
        self.socket = socket
        self.address = address
        self.opened = self.heard = now
        self.greeted = False
        self.closed = False
        self.lag = 0
        """The shortest round trip so far, in microseconds; 0 before the first."""
        self._limits = limits
        self._meter = meter
        self._bucket = Bucket(limits.rate * LENIENCE, limits.burst * LENIENCE, now)
        self._told = -1e9
        self._next_ping = now
        self._ping_id = 0
        self._ping_sent = 0.0

    # --- out

    def forward(self, texts: Sequence[bytes]) -> None:
        """Send messages as they are. A client that does not take its messages is sent away."""
        if self.closed:
            return
        self.socket.write(texts)
        self._meter.messages_out.inc(len(texts))
        if self.socket.pending() > self._limits.queue:
            self._meter.overflows.inc()
            self.bye("session/slow", after=self._limits.after)

    def tell(self, message: Contract) -> None:
        """Send a message of ours."""
        self.forward((to_json(message, exclude_none=True),))

    def error(self, code: str, reason: str = "", *, place: str = "", hint: str = "") -> None:
        """Say what was wrong with a message; the connection stays open."""
        self._meter.errors.labels(code).inc()
        self.tell(client.ErrorMessage(code=code, reason=reason or CODES[code], place=place[:200], hint=hint[:200]))

    def refuse(self, error: CroupierError) -> None:
        """As :meth:`error`, for one that was raised."""
        self.error(error.code, error.reason, place=error.place, hint=error.hint)

    def bye(self, code: str, reason: str = "", *, after: float | None = None) -> None:
        """Say why the connection ends, and end it. Only the first time counts."""
        if self.closed:
            return
        self.closed = True
        self._meter.byes.labels(code).inc()
        words = client.Bye(code=code, reason=reason or CODES[code], after=None if after is None else int(after * 1e6))
        self.socket.write((to_json(words, exclude_none=True),))
        self.socket.close(CLOSE.get(code, 1008), code)

    # --- in

    def receive(self, frame: str | bytes, now: float) -> Message | None:
        """What a frame asks of others than this class; ``None`` if it was dealt with here."""
        self.heard = now
        self._meter.messages_in.inc()
        if not self._bucket.take(now):
            self._flooded(now)
            return None
        try:
            message = read(frame, self._limits.message)
        except Unreadable as error:
            self.refuse(error)
            return None
        return self._sort(message, now)

    def _sort(self, message: Message, now: float) -> Message | None:
        if isinstance(message, client.Ping):
            self.tell(client.Pong(id=message.id))
            return None
        if isinstance(message, client.Pong):
            self._measure(message.id, now)
            return None
        if isinstance(message, client.Resync | client.DisputeMessage):
            self._bucket.take(now, RESYNC_COST)
        return message

    def _flooded(self, now: float) -> None:
        """Drop the message; tell so at most once a second, and end what goes on for a whole further burst."""
        if self._bucket.missed > self._limits.burst:
            self.bye("rate/flood")
        elif now - self._told > 1:
            self._told = now
            self.error("rate/flood", f"at most {self._limits.rate} messages a second, {self._limits.burst} at once")

    def _measure(self, number: int, now: float) -> None:
        if number == self._ping_id and self._ping_sent:
            trip = max(1, int((now - self._ping_sent) * 1e6))
            self.lag = min(self.lag, trip) if self.lag else trip
            self._ping_sent = 0.0

    # --- signs of life

    def look_after(self, now: float) -> None:
        """To be called now and then: pings, and ends a connection that is silent for too long."""
        if self.closed:
            return
        if not self.greeted:
            if now - self.opened > self._limits.hello:
                self.bye("session/timeout", "no hello came in time", after=self._limits.after)
        elif now - self.heard > self._limits.idle:
            self.bye("session/timeout", after=self._limits.after)
        elif now >= self._next_ping:
            self.ping(now)

    def ping(self, now: float) -> None:
        """Ask for a sign of life, and measure the round trip by it."""
        self._next_ping = now + self._limits.ping
        self._ping_id += 1
        self._ping_sent = now
        self.tell(client.Ping(id=self._ping_id))

    def settings(self) -> dict[str, Any]:
        """What ``welcome`` says of this connection."""
        return {"version": client.PROTOCOL, "limits": self._limits.announce()}

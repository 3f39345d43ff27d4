"""HTTP as uvicorn speaks it, with bounds: on open connections, and on the time for a request to come."""

import asyncio
from collections import Counter

import h11
import orjson
from uvicorn.protocols.http.h11_impl import H11Protocol

from croupier.contracts.errors import CODES

REQUEST_TIME = 10.0
"""Seconds for the head of the first request."""


class GatewayHTTP(H11Protocol):
    """An HTTP connection that becomes a WebSocket, or not."""

    most: int
    most_per_address: int
    addresses: Counter[str]
    _address: str | None = None
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or drop it where there are too many."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self.addresses[self._address] += 1
        if len(self.connections) > self.most or self.addresses[self._address] > self.most_per_address:
            transport.abort()
            return
        self._timer = self.loop.call_later(REQUEST_TIME, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._settle()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Let the WebSocket take over."""
        self._settle()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP in the shape of every other error."""
        error = {"code": "http/bad-request", "reason": CODES["http/bad-request"], "place": "", "hint": ""}
        headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
        parts = (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=orjson.dumps({"error": error})),
            h11.EndOfMessage(),
        )
        self.transport.write(b"".join(self.conn.send(part) or b"" for part in parts))
        self.transport.close()

    def _too_slow(self) -> None:
        # uvicorn sets it with the first request; until then it is None, whatever its annotation says.
        if getattr(self, "cycle", None) is None:
            self.transport.abort()

    def _settle(self) -> None:
        """It is no longer one that waits for a request."""
        if self._timer is not None:
            self._timer.cancel()
        if self._address is not None:
            self.addresses[self._address] -= 1
            if not self.addresses[self._address]:
                del self.addresses[self._address]
            self._address = None


def http_class(most: int, most_per_address: int) -> type[GatewayHTTP]:
    """The protocol class for a server with at most so many open connections, and plain ones from one address."""
    limits = {"most": most, "most_per_address": most_per_address, "addresses": Counter()}
    return type("GatewayHTTP", (GatewayHTTP,), limits)

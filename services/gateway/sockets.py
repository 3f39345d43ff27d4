"""The WebSocket as uvicorn speaks it, with what a public address needs besides.

- Messages go out without a task: they are written at once, and how much waits can be asked.
- What a client sends is parsed in small pieces, and only as far as messages are taken: a heap of tiny frames
  in one packet holds up nobody else.
- Endless fragments, pings that nobody reads and frames that are too large end the connection.
- A client that sends too large a frame is told so: its bytes are read and dropped until it has heard.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from pydantic_core import to_json
from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode

from croupier.contracts import client
from croupier.contracts.errors import CODES

from .clock import Pulse

PIECE = 4096
"""Bytes that are parsed at once."""
FRAGMENTS = 256
"""Frames that one message may come in."""
CONTROLS = 200
"""Ping and pong frames in a second."""
GOODBYE = 2.0
"""Seconds for a client to take the last words."""
QUIET = 0.2
"""Seconds without data after which a client has stopped to send."""
EXTENSION = "croupier.socket"
"""Name under which an application finds the protocol in its scope."""

LAST_WORDS = {1007: "message/not-text", 1009: "message/too-big"}
"""Codes of ``bye`` by close code, where a frame could not even be read."""


class GatewaySocket(WebSocketsSansIOProtocol):
    """A WebSocket connection: a :class:`~croupier.services.gateway.connection.Socket`, and an ASGI application's."""

    pulse: Pulse

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.close_timeout = GOODBYE
        self.read_at = self.read_lost = self.read_waited = 0
        self._resumed = self._lost = 0
        self._rest = b""
        self._deaf = False
        self._heard = 0.0
        self._controls = 0
        self._controls_since = 0.0

    # --- in

    def data_received(self, data: bytes) -> None:
        """Parse what came, unless nothing is listened to any more."""
        self._heard = self.loop.time()
        if self._deaf:
            return
        pulse = self.pulse
        self.read_at, self.read_lost = pulse.stamp()
        # What was there when we began to read again has been read by the second beat after that.
        self.read_waited = max(0, self.read_lost - self._lost) if pulse.beats - self._resumed < 2 else 0
        if self._rest or len(data) > PIECE:
            self._rest += data
            self._parse_pieces()
        else:
            super().data_received(data)

    def _parse_pieces(self) -> None:
        """Parse until there is a message to be taken."""
        while self._rest and not self.read_paused:
            piece, self._rest = self._rest[:PIECE], self._rest[PIECE:]
            super().data_received(piece)

    async def receive(self) -> Any:
        """The next ASGI event. The socket is read again once there is nothing left of what came before."""
        message = await self.queue.get()
        while self.read_paused and self.queue.empty():
            self.read_paused = False
            if self._rest:
                await asyncio.sleep(0)
                self._parse_pieces()
            if not self._rest and not self.read_paused and not self.transport.is_closing():
                self.transport.resume_reading()
                self._resumed = self.pulse.beats
        return message

    def send_receive_event_to_app(self) -> None:
        """Queue a whole message for the application, and read no more until it is taken."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        else:
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self._fail(1007)
                return
        if not self.read_paused:
            self.read_paused = True
            self._lost = self.pulse.lost + self.pulse.late
            self.transport.pause_reading()

    def handle_cont(self, event: Frame) -> None:
        """A further frame of a message."""
        if len(self.frames) >= FRAGMENTS:
            self._fail(1009)
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping frame."""
        if self._within_controls():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong frame; as we send no pings of this kind, there is no need for any."""
        if self._within_controls():
            super().handle_pong(event)

    def _within_controls(self) -> bool:
        now = time.monotonic()
        if now - self._controls_since > 1:
            self._controls_since, self._controls = now, 0
        self._controls += 1
        if self._controls > CONTROLS:
            self.abort()
        return not self._deaf

    # --- what cannot be read

    def handle_parser_exception(self) -> None:
        """End a connection that broke the WebSocket protocol, or sent too large a frame."""
        self._part()

    def _fail(self, code: int) -> None:
        self.conn.fail(code)
        self._part()

    def _part(self) -> None:
        """Say why, and drop what comes until the client has heard it."""
        if self._deaf:
            return
        code = self.conn.close_sent.code if self.conn.close_sent else 1006
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        words = _last_words(code) if self.handshake_complete else b""
        self.transport.write(words + b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._listen_no_more()

    def _listen_no_more(self) -> None:
        """Read and drop: a connection that is closed with data unread would take back what we said last."""
        self._deaf = True
        self._rest = b""
        if not self.transport.is_closing():
            self.transport.resume_reading()
        self._end_by(GOODBYE)
        self.loop.call_later(QUIET, self._end_if_quiet)

    def _end_if_quiet(self) -> None:
        """Close once nothing more comes: the client has stopped to send, and heard why."""
        if self.loop.time() - self._heard >= QUIET:
            self.transport.close()
        elif not self.transport.is_closing():
            self.loop.call_later(QUIET, self._end_if_quiet)

    def _end_by(self, seconds: float) -> None:
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(seconds, self.abort)

    # --- out

    def write(self, texts: Sequence[bytes]) -> None:
        """Send text messages at once; without effect on a connection that is closing."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:
            return
        self.transport.write(b"".join(self.conn.data_to_send()))

    def pending(self) -> int:
        """Bytes that the client has not taken yet; what the system holds for it is not counted."""
        return self.transport.get_write_buffer_size()

    def close(self, code: int, reason: str) -> None:
        """Say so and close once the client has answered, at the latest after :data:`GOODBYE` seconds."""
        if self.close_sent or self.disconnected:
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        try:
            self.conn.send_close(code, reason)
        except InvalidState:
            return
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self._rest:
            self._listen_no_more()
            return
        self.read_paused = False
        self.transport.resume_reading()
        self._end_by(GOODBYE)

    def abort(self) -> None:
        """Close at once."""
        self._deaf = True
        self._rest = b""
        self.transport.abort()

    async def send(self, message: Any) -> None:
        """Take an ASGI event of the application.

        Accepting a client that has left already ends the application in peace, as does anything after the loss was
        reported; uvicorn alone would take it for an application that forgot the handshake.
        """
        if message["type"] == "websocket.accept" and self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)

    async def run_asgi(self) -> None:
        """Run the application, which finds this protocol in its scope."""
        self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
        await super().run_asgi()


def _last_words(code: int) -> bytes:
    if code not in LAST_WORDS:
        return b""
    bye = client.Bye(code=LAST_WORDS[code], reason=CODES[LAST_WORDS[code]])
    return Frame(Opcode.TEXT, to_json(bye, exclude_none=True)).serialize(mask=False)


def socket_class(pulse: Pulse) -> type[GatewaySocket]:
    """The protocol class for a server whose loop is measured by ``pulse``."""
    return type("GatewaySocket", (GatewaySocket,), {"pulse": pulse})

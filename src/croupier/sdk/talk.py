"""One connection: hello, welcome, messages both ways and signs of life, until it ends."""

import asyncio
import itertools
import json
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from .errors import Rejected
from .messages import PROTOCOL, Json, Welcome
from .pace import Pace
from .session import Session

log = logging.getLogger("croupier.sdk")

OPENING = 10.0
"""Seconds for a connection to stand and for ``welcome`` to come."""
FOR_GOOD = {
    "session/bad-token",
    "session/protocol-version",
    "session/superseded",
    "session/withdrawn",
    "session/disqualified",
}
"""Codes after which no further attempt can help, wherever the server puts them."""
KEY_NEEDED = "session/key-needed"
"""Play is signed: come again with a key."""
TRY_AGAIN = {"server/unready", "rate/flood"}
"""Codes of an ``error`` after which an answer may not have been taken, for no fault of its own."""
TRY_AGAIN_AFTER = 1.0
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class Farewell(Exception):
    """The server said ``bye``: ``after`` is how many seconds later to come back, ``None`` for never."""

    def __init__(self, code: str, reason: str, after: float | None) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.after = after


class Silence(Exception):
    """The server showed no sign of life within its own limit."""


@contextmanager
def gone_is_gone() -> Iterator[None]:
    """websockets aborts the transport of a connection that breaks while it writes. asyncio's own, where it was lost
    in that same moment, then fails on its missing loop instead of doing nothing."""
    try:
        yield
    except AttributeError as error:
        if "call_soon" not in str(error):
            raise
        raise ConnectionResetError("the connection is gone") from error


class Talk:
    """One connection: reads, writes and shows signs of life."""

    def __init__(self, socket: ClientConnection, session: Session) -> None:
        self.socket = socket
        self.session = session
        self.heard = 0.0
        self.out: asyncio.Queue[Json] = asyncio.Queue()

    async def greet(self, client: str, nonce: str) -> Welcome:
        """Say hello and wait for ``welcome``. Raises :class:`Rejected`, :class:`Farewell` or ``TimeoutError``."""
        hello: Json = {
            "type": "hello",
            "versions": [PROTOCOL],
            "client": f"croupier-sdk {client}"[:120],
            "nonce": nonce,
        }
        if self.session.signer is not None:
            hello |= self.session.signer.introduce(nonce)
        await self.socket.send(_encode(hello))
        async with asyncio.timeout(OPENING):
            while True:
                message = _parse(await self.socket.recv())
                if message.get("type") == "welcome":
                    return _welcomed(message)
                _part(message)

    async def on(self, welcome: Welcome) -> None:
        """Talk until the connection ends; raises what ended it."""
        self.heard = asyncio.get_running_loop().time()
        self.session.welcomed()
        self.session.send = self.out.put_nowait
        self.session.say_disputes()
        life, watch = self._show_life(welcome.idle), self._watch(welcome.patience)
        try:
            await _side_by_side(self._read(), self._write(Pace(welcome.rate, welcome.burst)), life, watch)
        finally:
            self.session.send = lambda message: None

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            message = _parse(await self.socket.recv())
            self.heard = loop.time()
            _part(message)
            self.session.receive(message)
            if message.get("code") in TRY_AGAIN:
                loop.call_later(TRY_AGAIN_AFTER, self.session.say_again)
                loop.call_later(TRY_AGAIN_AFTER, self.session.say_disputes)

    async def _write(self, pace: Pace) -> None:
        # The reader still has what came before the end, and tells of it.
        with suppress(ConnectionClosed, ConnectionResetError), gone_is_gone():
            while True:
                message = await self.out.get()
                if (wait := pace.wait()) > 0:
                    await asyncio.sleep(wait)
                await self.socket.send(_encode(message))

    async def _show_life(self, idle: float) -> None:
        """Ping three times within the time after which the server takes us for gone."""
        for number in itertools.count(1):
            await asyncio.sleep(idle / 3)
            self.out.put_nowait({"type": "ping", "id": number})

    async def _watch(self, patience: float) -> None:
        """Leave a server that shows no sign of life for so many seconds."""
        loop = asyncio.get_running_loop()
        left = patience
        while left > 0:
            await asyncio.sleep(left)
            left = self.heard + patience - loop.time()
        raise Silence(f"nothing heard for {patience:.1f} s")


async def _side_by_side(*jobs: Coroutine[Any, Any, None]) -> None:
    """Run until one raises; stop the others and raise its error."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result


def _parse(frame: str | bytes) -> Json:
    """A message; an empty one for what is no JSON object, which a server of ours never sends."""
    try:
        message = json.loads(frame)
    except ValueError:
        message = None
    if isinstance(message, dict):
        return message
    log.warning("the server sent what is no message: %.60r", frame)
    return {}


def _part(message: Json) -> None:
    """Raise :class:`Farewell` or :class:`Rejected` for a message that ends the connection."""
    kind, code = message.get("type"), str(message.get("code", ""))
    if kind == "bye":
        after = message.get("after")
        seconds = after / 1_000_000 if isinstance(after, int) else None
        raise Farewell(code, str(message.get("reason", "")), seconds)
    if kind == "error" and code in FOR_GOOD:
        raise Rejected(code, str(message.get("reason", "")))


def _welcomed(message: Json) -> Welcome:
    try:
        welcome = Welcome.read(message)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Rejected("message/schema", f"the server's welcome cannot be read: {error!r}") from error
    if welcome.entrant is None:
        raise Rejected("session/not-a-player", "the server takes this token for a spectator's")
    return welcome

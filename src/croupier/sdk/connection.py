"""Connections of a bot, one after the other, until the server wants no more."""

import asyncio
import itertools
import json
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from .chance import seed_bytes
from .errors import BotFailed, Rejected
from .messages import PROTOCOL, Json
from .pace import Backoff, Pace
from .session import Session
from .settings import Settings

if TYPE_CHECKING:
    from .bot import Bot

log = logging.getLogger("croupier.sdk")

OPENING = 10.0
"""Seconds for a connection to stand and for ``welcome`` to come."""
LARGEST = 4 * 2**20
"""Bytes of the largest message that a server may send."""
FOR_GOOD = {"session/bad-token", "session/protocol-version", "session/superseded", "session/withdrawn"}
"""Codes after which no further attempt can help, wherever the server puts them."""
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


async def play(bot: "Bot", settings: Settings) -> str:
    """Play until the server says good-bye for good; see :meth:`croupier.sdk.Bot.play`."""
    failed: asyncio.Future[BotFailed] = asyncio.get_running_loop().create_future()

    def fail(error: BotFailed) -> None:
        if not failed.done():
            failed.set_result(error)

    session = Session(bot, seed_bytes(settings.seed), keep_going=settings.keep_going, on_failure=fail)
    playing = asyncio.create_task(_keep_connected(session, settings))
    try:
        ends: list[asyncio.Future[Any]] = [playing, failed]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if failed.done():
            raise failed.result()
        return playing.result()
    finally:
        session.close()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def _keep_connected(session: Session, settings: Settings) -> str:
    backoff = Backoff()
    while True:
        try:
            await _one_connection(session, settings, backoff)
        except Farewell as farewell:
            if farewell.after is None:
                return _end(farewell)
            pause = farewell.after + backoff.pause()
            log.info("the server says %s; coming back in %.1f s", farewell, pause)
        except (OSError, WebSocketException, Silence, TimeoutError) as error:
            _give_up_if_unwanted(error)
            pause = backoff.pause()
            log.info("no connection (%s); next attempt in %.1f s", str(error) or type(error).__name__, pause)
        await asyncio.sleep(pause)


def _end(farewell: Farewell) -> str:
    if farewell.code.split("/")[0] in {"session", "rate", "message"}:
        raise Rejected(farewell.code, farewell.reason)
    return str(farewell)


def _give_up_if_unwanted(error: Exception) -> None:
    """Raise :class:`Rejected` where the way a connection failed says that no other will do better."""
    if isinstance(error, InvalidStatus) and error.response.status_code in {401, 403}:
        raise Rejected("session/bad-token", f"the server answers {error.response.status_code}: is the token right?")
    if isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.reason in FOR_GOOD:
        raise Rejected(error.rcvd.reason, "the server closed the connection")


async def _one_connection(session: Session, settings: Settings, backoff: Backoff) -> None:
    """Connect, say hello and talk until the connection ends, which is always an exception."""
    options: dict[str, Any] = {"proxy": None} if settings.local else {}
    headers = {"Authorization": f"Bearer {settings.token}"}
    async with connect(
        settings.url, additional_headers=headers, compression=None, max_size=LARGEST, open_timeout=OPENING,
        close_timeout=1, **options,
    ) as socket:  # fmt: skip
        talk = Talk(socket, session)
        welcome = await talk.greet(type(session.bot).__name__, settings.nonce)
        backoff.reset()
        log.info("connected to %s as %s", settings.url, welcome.get("name") or welcome["entrant"])
        await talk.on(welcome["limits"])


class Talk:
    """One connection: reads, writes and shows signs of life."""

    def __init__(self, socket: ClientConnection, session: Session) -> None:
        self.socket = socket
        self.session = session
        self.heard = 0.0
        self.out: asyncio.Queue[Json] = asyncio.Queue()

    async def greet(self, client: str, nonce: str) -> Json:
        """Say hello and wait for ``welcome``. Raises :class:`Rejected`, :class:`Farewell` or ``TimeoutError``."""
        hello = {"type": "hello", "versions": [PROTOCOL], "client": f"croupier-sdk {client}"[:120], "nonce": nonce}
        await self.socket.send(_encode(hello))
        async with asyncio.timeout(OPENING):
            while True:
                message = _parse(await self.socket.recv())
                if message.get("type") == "welcome":
                    return _as_player(message)
                _part(message)

    async def on(self, limits: Json) -> None:
        """Talk until the connection ends; raises what ended it."""
        self.heard = asyncio.get_running_loop().time()
        self.session.welcomed()
        self.session.send = self.out.put_nowait
        idle = limits["idle"] / 1_000_000 or 60.0
        patience = 3 * (limits.get("ping") or 0) / 1_000_000 or idle
        pace = Pace(limits["messages_per_second"], limits["burst"])
        try:
            await _side_by_side(self._read(), self._write(pace), self._show_life(idle), self._watch(patience))
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

    async def _write(self, pace: Pace) -> None:
        with suppress(ConnectionClosed):  # the reader still has what came before the end, and tells of it
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
        raise Farewell(code, str(message.get("reason", "")), None if after is None else after / 1_000_000)
    if kind == "error" and code in FOR_GOOD:
        raise Rejected(code, str(message.get("reason", "")))


def _as_player(welcome: Json) -> Json:
    if not welcome.get("entrant"):
        raise Rejected("session/not-a-player", "the server takes this token for a spectator's")
    return welcome

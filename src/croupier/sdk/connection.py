"""Connections of a bot, one after the other, until the server wants no more."""

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from .chance import seed_bytes
from .errors import BotFailed, Rejected
from .pace import Backoff
from .session import Session
from .settings import Settings
from .signing import Signer, default_file, load
from .talk import FOR_GOOD, KEY_NEEDED, OPENING, Farewell, Silence, Talk, gone_is_gone

if TYPE_CHECKING:
    from .bot import Bot

log = logging.getLogger("croupier.sdk")

LARGEST = 4 * 2**20
"""Bytes of the largest message that a server may send."""


async def play(bot: "Bot", settings: Settings) -> str:
    """Play until the server says good-bye for good; see :meth:`croupier.sdk.Bot.play`."""
    failed: asyncio.Future[BotFailed] = asyncio.get_running_loop().create_future()

    def fail(error: BotFailed) -> None:
        if not failed.done():
            failed.set_result(error)

    session = Session(bot, seed_bytes(settings.seed), keep_going=settings.keep_going, on_failure=fail)
    if settings.key is not None:
        session.signer = signer_of(settings)
    loop = asyncio.get_running_loop()
    bot.disputes_by(lambda *dispute: loop.call_soon_threadsafe(session.dispute, *dispute))
    playing = asyncio.create_task(_keep_connected(session, settings))
    try:
        ends: list[asyncio.Future[Any]] = [playing, failed]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if failed.done():
            raise failed.result()
        return playing.result()
    finally:
        bot.disputes_by(None)
        session.close()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def _keep_connected(session: Session, settings: Settings) -> str:
    backoff = Backoff()
    while True:
        try:
            await _one_connection(session, settings, backoff)
        except Farewell as farewell:
            if farewell.code == KEY_NEEDED and session.signer is None:
                session.signer = signer_of(settings)
                log.info("play is signed here, with the key %s", session.signer.public)
                continue
            if farewell.after is None:
                return _end(farewell)
            pause = farewell.after + backoff.pause()
            log.info("the server says %s; coming back in %.1f s", farewell, pause)
        except (OSError, WebSocketException, Silence, TimeoutError) as error:
            _give_up_if_unwanted(error)
            pause = backoff.pause()
            log.info("no connection (%s); next attempt in %.1f s", str(error) or type(error).__name__, pause)
        await asyncio.sleep(pause)


def signer_of(settings: Settings) -> Signer:
    """The key that signs this bot's play, made at its first use. Raises :class:`BadSetting`."""
    return load(default_file(settings.token) if settings.key is None else Path(settings.key))


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
    with gone_is_gone():
        await _connect_and_talk(session, settings, backoff)


async def _connect_and_talk(session: Session, settings: Settings, backoff: Backoff) -> None:
    options: dict[str, Any] = {"proxy": None} if settings.local else {}
    headers = {"Authorization": f"Bearer {settings.token}"}
    async with connect(
        settings.url, additional_headers=headers, compression=None, max_size=LARGEST, open_timeout=OPENING,
        close_timeout=1, ping_interval=None, **options,
    ) as socket:  # fmt: skip
        talk = Talk(socket, session)
        welcome = await talk.greet(type(session.bot).__name__, settings.nonce)
        backoff.reset()
        log.info("connected to %s as %s", settings.url, welcome.name)
        await talk.on(welcome)

"""A Redis server that has been checked: new enough, and set up with a number of partitions."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoPermissionError, ResponseError

from croupier.contracts.errors import BadConfig, Unavailable
from croupier.contracts.streams import PARTITIONS_KEY

from .logs import get_logger
from .redislog import RedisLog
from .settings import Settings
from .wire import ask, demand, translate

OLDEST = (6, 2)
MOST_PARTITIONS = 100
"""Keys hold the partition as two digits."""

WORTH_WAITING = frozenset({"store/unreachable", "store/unready", "store/read-only"})

PATIENCE = 0.05
"""Seconds between two attempts to reach a server."""


@dataclass(frozen=True, slots=True)
class Store:
    """An open store. ``version`` is that of the Redis protocol level the server offers, e.g. ``(6, 2, 14)``."""

    url: str
    client: Redis
    log: RedisLog
    version: tuple[int, ...]

    @property
    def partitions(self) -> int:
        """Number of partitions, fixed when the store was first used."""
        return self.log.partitions

    @classmethod
    @asynccontextmanager
    async def connect(cls, settings: Settings, url: str | None = None) -> AsyncIterator["Store"]:
        """The store that ``settings`` name, closed at the end of the block; ``url``: as another user.

        Raises as :func:`open_store`.
        """
        wait = settings.redis_wait
        store = await open_store(
            url or settings.redis_url, partitions=settings.partitions, wait=wait, waiting=_log_waiting
        )
        try:
            yield store
        finally:
            await store.close()

    async def close(self) -> None:
        """Close all connections."""
        await self.client.aclose()


def connect(url: str) -> Redis:
    """A client for ``redis://user:password@host:port/0``, ``rediss://…`` or ``unix://user:password@/path``.

    Connects on first use, and never retries by itself: callers decide how long to wait.
    Raises ``BadConfig`` (``config/value``) for anything else.
    """
    try:
        return Redis.from_url(url, **connection_options(url))
    except ValueError as error:
        raise BadConfig("config/value", str(error), place="redis") from None


def connection_options(url: str) -> dict[str, Any]:
    """Options of every connection of ours, to be given to redis-py with the URL."""
    options: dict[str, Any] = {
        "protocol": 2,
        "socket_timeout": None,  # our own limit, in wire: redis-py's would swallow a cancellation on Python 3.11
        "socket_connect_timeout": 5,
        "retry": Retry(NoBackoff(), 0),
    }
    return options if url.startswith("unix:") else options | {"socket_keepalive": True}


def _log_waiting(error: Unavailable, wait: float) -> None:
    get_logger().warning("waiting for the store", code=error.code, reason=error.reason, seconds=wait)


async def open_store(
    url: str,
    *,
    partitions: int | None = None,
    wait: float = 10,
    waiting: Callable[[Unavailable, float], None] = lambda error, wait: None,
) -> Store:
    """Reach the server at ``url``, check it, and fix the number of partitions if nobody has yet (default 1).

    Waits up to ``wait`` seconds for a server that is starting or restarting, and tells ``waiting`` once why.
    Raises ``Unavailable`` with ``store/unreachable``, ``store/denied``, ``store/too-old`` or ``store/partitions``.
    """
    if partitions is not None and not 1 <= partitions <= MOST_PARTITIONS:
        raise BadConfig("config/value", f"partitions are 1 to {MOST_PARTITIONS}", place="partitions")
    client = connect(url)
    deadline = time.monotonic() + wait
    told = False
    while True:
        try:
            version = await _version(client)
            log = RedisLog(client, await _fix_partitions(client, partitions))
            return Store(url, client, log, version)
        except Unavailable as error:
            if error.code not in WORTH_WAITING or time.monotonic() > deadline:
                await client.aclose()
                raise
            if not told:
                waiting(error, wait)
                told = True
        await asyncio.sleep(PATIENCE)


async def _version(client: Redis) -> tuple[int, ...]:
    (reply,) = await ask(client, [(b"HELLO",)])
    if isinstance(reply, ResponseError):
        if "unknown command" in str(reply):
            raise Unavailable("store/too-old", "the server is older than Redis 6.2")
        raise translate(reply)
    pairs = reply.items() if isinstance(reply, dict) else zip(reply[::2], reply[1::2], strict=True)
    version = parse_version(dict(pairs)[b"version"].decode())
    if version < OLDEST:
        raise Unavailable("store/too-old", f"the server is Redis {'.'.join(map(str, version))}; 6.2 or newer is needed")
    return version


def parse_version(text: str) -> tuple[int, ...]:
    """``"6.2.14"`` as ``(6, 2, 14)``. Parts that are no numbers end the version."""
    parts: list[int] = []
    for part in text.split("."):
        if not part.isdecimal():
            break
        parts.append(int(part))
    return tuple(parts)


async def _fix_partitions(client: Redis, wanted: int | None) -> int:
    """The store's number of partitions. A user who may not fix it waits until somebody else has."""
    (found,) = await demand(client, [(b"GET", PARTITIONS_KEY)])
    if found is None:
        first, found = await ask(client, [(b"SET", PARTITIONS_KEY, wanted or 1, b"NX"), (b"GET", PARTITIONS_KEY)])
        if isinstance(first, NoPermissionError) and found is None:
            raise Unavailable("store/unready", "the store is not set up yet")
        if isinstance(first, ResponseError) and not isinstance(first, NoPermissionError):
            raise translate(first)
    number = int(found)
    if wanted is not None and number != wanted:
        raise Unavailable("store/partitions", f"the store has {number} partitions, {wanted} were asked for")
    return number

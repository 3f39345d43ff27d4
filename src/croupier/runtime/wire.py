"""Redis commands in one round trip, packed by hiredis, with errors in the words of this project."""

import asyncio
import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, Protocol, cast
from weakref import WeakKeyDictionary

import hiredis
from redis import exceptions
from redis.asyncio import Redis
from redis.exceptions import NoScriptError, RedisError, ResponseError

from croupier.contracts.errors import CroupierError, Unavailable, Unreadable

Argument = bytes | str | int
Command = tuple[Argument, ...]

# The stub of hiredis says that a command has one argument.
_pack = cast(Callable[[Command], bytes], hiredis.pack_command)

TIMEOUT = 10.0
"""Seconds until an exchange without replies counts as lost; longer than any blocking read of ours."""

NOT_NOW = frozenset({"MISCONF", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "NOREPLICAS", "TRYAGAIN", "BUSY", "UNBLOCKED"})
"""Error codes of a server that will take the command later."""


class Script:
    """A Lua script of this package, called by its hash."""

    def __init__(self, name: str) -> None:
        self.source = (files(__package__) / f"{name}.lua").read_bytes()
        self.sha = hashlib.sha1(self.source, usedforsecurity=False).hexdigest().encode()

    def call(self, keys: Sequence[Argument], args: Sequence[Argument]) -> Command:
        """The command that runs the script."""
        return (b"EVALSHA", self.sha, len(keys), *keys, *args)

    def load(self) -> Command:
        """The command that makes the script known to the server."""
        return (b"SCRIPT", b"LOAD", self.source)


async def ask(client: Redis, commands: Sequence[Command]) -> list[Any]:
    """Send commands in one write and answer their replies; a refused one has its ``ResponseError`` as reply.

    Raises ``Unavailable`` if the server cannot be reached, or does not answer in time. Replies are as
    they come: bytes, integers and lists.
    """
    with translated():
        return await _exchange(client, pack(commands), len(commands))


async def demand(client: Redis, commands: Sequence[Command]) -> list[Any]:
    """As :func:`ask`, and raise the first error among the replies, translated."""
    replies = await ask(client, commands)
    for reply in replies:
        if isinstance(reply, ResponseError):
            raise translate(reply)
    return replies


async def transaction(client: Redis, commands: Sequence[Command]) -> list[Any]:
    """As :func:`demand`, all commands at once or, if the server refuses one as it stands, none."""
    replies = (await demand(client, [(b"MULTI",), *commands, (b"EXEC",)]))[-1]
    for reply in replies:
        if isinstance(reply, ResponseError):
            raise translate(reply)
    return list(replies)


async def run(client: Redis, script: Script, commands: Sequence[Command]) -> list[Any]:
    """As :func:`demand` for calls of ``script``, which is loaded if the server does not know it."""
    replies = await ask(client, commands)
    missing = [number for number, reply in enumerate(replies) if isinstance(reply, NoScriptError)]
    if missing:
        again = await demand(client, [script.load(), *(commands[number] for number in missing)])
        for number, reply in zip(missing, again[1:], strict=True):
            replies[number] = reply
    for reply in replies:
        if isinstance(reply, ResponseError):
            raise translate(reply)
    return replies


def pack(commands: Sequence[Command]) -> bytes:
    """Commands as they go over the wire."""
    return b"".join([_pack(command) for command in commands])


class Link(Protocol):
    """What we use of a redis-py connection."""

    _reader: asyncio.StreamReader | None

    async def send_packed_command(self, command: list[bytes]) -> None: ...

    async def read_response(self) -> Any: ...

    async def disconnect(self, nowait: bool = False) -> None: ...


class Pool(Protocol):
    """What we use of a redis-py connection pool."""

    async def get_connection(self) -> Link: ...

    async def release(self, connection: Link) -> None: ...


_idle: WeakKeyDictionary[Pool, list[Link]] = WeakKeyDictionary()
"""Connections between two uses, by the pool that they belong to."""


async def _exchange(client: Redis, packed: bytes, count: int) -> list[Any]:
    pool = cast(Pool, client.connection_pool)
    link = await _idle_link(pool)
    try:
        replies = await transact(link, packed, count)
    except BaseException:
        await pool.release(link)
        raise
    _idle[pool].append(link)
    return replies


async def _idle_link(pool: Pool) -> Link:
    """A connection that is not in use.

    Those that we used before are kept here and not given back: to give one back and take it again costs as much as
    a small round trip. One that the server has closed goes back to the pool, which opens it anew.
    """
    idle = _idle.setdefault(pool, [])
    if not idle:
        return await pool.get_connection()
    link = idle.pop()
    if link._reader is not None and not link._reader.at_eof():
        return link
    await pool.release(link)
    return await pool.get_connection()


async def transact(link: Link, packed: bytes, count: int) -> list[Any]:
    """Write ``packed`` and read ``count`` replies. A connection that was left in between is closed."""
    try:
        async with asyncio.timeout(TIMEOUT):
            await link.send_packed_command([packed])
            return [await _reply(link) for _ in range(count)]
    except BaseException:
        await link.disconnect(nowait=True)
        raise


async def _reply(link: Link) -> Any:
    try:
        return await link.read_response()
    except ResponseError as error:
        return error


@contextmanager
def translated() -> Iterator[None]:
    """Raise errors of redis-py and of sockets as ours."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise translate(error) from error


def translate(error: Exception) -> CroupierError:
    """``Unavailable`` where trying later can help, ``Unreadable`` where a key holds what is not ours."""
    refused = exceptions.AuthenticationError | exceptions.NoPermissionError
    if isinstance(error, refused) or isinstance(error.__cause__, refused):  # redis-py wraps what happens on connecting
        return Unavailable("store/denied", str(error) or "the server refuses this user")
    if isinstance(error, exceptions.ConnectionError | exceptions.TimeoutError | OSError):
        return Unavailable("store/unreachable", str(error) or type(error).__name__)
    text = f"{getattr(error, 'status_code', None) or ''} {error}".strip()
    words = set(re.findall(r"\b[A-Z]{3,}\b", text))  # an error inside a script stands in the middle of its text
    if isinstance(error, exceptions.OutOfMemoryError) or "OOM" in words:
        return Unavailable("store/full", "the Redis server has reached its maxmemory and takes no writes")
    if words & NOT_NOW:
        return Unavailable("store/read-only", text)
    if "NOPERM" in words or "ACL failure" in text:
        return Unavailable("store/denied", text)
    return Unreadable("store/foreign", text)

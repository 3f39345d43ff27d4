"""A small HTTP endpoint in each service: ``/healthz``, ``/readyz`` and ``/metrics``.

``/healthz`` says whether the loop is alive (restart me if not), ``/readyz`` whether the service can do its
work now: the store answers, and its groups exist.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from redis.exceptions import ResponseError

from croupier.contracts.errors import BadConfig, CroupierError

from .batches import Source
from .metrics import exposition
from .store import Store
from .wire import Command, ask

STALLED = 60.0
"""Seconds without a turn of the loop after which it counts as dead; a batch takes milliseconds."""

ANSWER = 2.0
"""Seconds that the store has to answer a probe, and a client to send its request."""

LARGEST_REQUEST = 8_192
TEXT = "text/plain; version=0.0.4; charset=utf-8"

Reply = tuple[int, str, bytes]


@dataclass(slots=True)
class Health:
    """What the probes look at. ``pulse`` answers when the loop last turned (monotonic), ``None`` before it runs."""

    store: Store
    group: str
    sources: Sequence[Source]
    pulse: Callable[[], float | None]
    started: bool = False
    stopping: bool = False

    def alive(self) -> dict[str, bool]:
        """The checks of ``/healthz``."""
        pulse = self.pulse()
        return {"loop": pulse is None or time.monotonic() - pulse < STALLED}

    async def ready(self) -> dict[str, bool]:
        """The checks of ``/readyz``."""
        checks = {"started": self.started and not self.stopping, **self.alive(), "store": False, "groups": False}
        commands: list[Command] = [(b"PING",), *((b"XINFO", b"GROUPS", source.key) for source in self.sources)]
        try:
            async with asyncio.timeout(ANSWER):
                pong, *groups = await ask(self.store.client, commands)
        except (CroupierError, TimeoutError):
            return checks
        checks["store"] = not isinstance(pong, ResponseError)
        checks["groups"] = all(isinstance(reply, list) and _has(reply, self.group) for reply in groups)
        return checks


@contextlib.asynccontextmanager
async def serve_health(address: str, health: Health) -> AsyncIterator[None]:
    """Answer probes at ``address`` (see ``Settings.health``) while the block runs.

    Raises ``BadConfig`` (``config/value``) for an address that cannot be used.
    """
    if address in ("", "0"):
        yield
        return
    server = await _listen(address, health)
    try:
        yield
    finally:
        server.close()
        _remove_socket(address)


async def _listen(address: str, health: Health) -> asyncio.Server:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(2 * ANSWER):
                request = await reader.readuntil(b"\r\n\r\n")
                writer.write(_packed(await _reply(request, health)))
                await writer.drain()
        writer.close()

    try:
        _remove_socket(address)
        if "/" in address:
            return await asyncio.start_unix_server(answer, address, limit=LARGEST_REQUEST)
        host, _, port = address.rpartition(":")
        return await asyncio.start_server(answer, host or "127.0.0.1", int(port), limit=LARGEST_REQUEST)
    except (OSError, ValueError, OverflowError) as error:
        raise BadConfig(
            "config/value", f"cannot serve health at {address!r}: {error}", place="CROUPIER_HEALTH"
        ) from None


def _remove_socket(address: str) -> None:
    if "/" in address:
        Path(address).unlink(missing_ok=True)


async def _reply(request: bytes, health: Health) -> Reply:
    method, _, rest = request.partition(b" ")
    path = rest.partition(b" ")[0].partition(b"?")[0]
    if method not in (b"GET", b"HEAD"):
        return 405, "application/json", b'{"code":"http/method"}'
    if path == b"/healthz":
        return _checked(health.alive())
    if path == b"/readyz":
        return _checked(await health.ready())
    if path == b"/metrics":
        return 200, TEXT, exposition()
    return 404, "application/json", b'{"code":"http/not-found"}'


def _checked(checks: dict[str, bool]) -> Reply:
    return 200 if all(checks.values()) else 503, "application/json", json.dumps(checks).encode()


def _packed(reply: Reply) -> bytes:
    status, kind, body = reply
    head = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    return "\r\n".join([*head, "", ""]).encode() + body


def _has(groups: list[list[bytes]], name: str) -> bool:
    return any(name.encode() in group for group in groups)

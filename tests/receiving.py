"""A receiver of webhooks that does what a test tells it to, and keeps what it was sent."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import orjson
from standardwebhooks.webhooks import Webhook as Verifier


@dataclass
class Receiving:
    """A small HTTP server. ``status``: what it answers; ``silent``: it takes a request and never answers."""

    secret: str
    status: int = 200
    silent: bool = False
    extra: str = ""
    port: int = 0
    ids: list[str] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    _server: asyncio.Server | None = None

    async def up(self) -> "Receiving":
        """Listen, on the same port as before."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def down(self) -> None:
        """Be gone: who calls finds nobody."""
        if self._server is not None:
            self._server.close()
            self._server = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?key=hush"

    def heard(self, status: int = 200) -> list[str]:
        """Ids of the messages that were answered so, each once."""
        return list(dict.fromkeys(name for name, given in zip(self.ids, self.answered, strict=True) if given == status))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while await self._one(reader, writer):
                pass
        writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        signed = {line.split(": ", 1)[0].lower(): line.split(": ", 1)[1] for line in head[1:] if line}
        body = await reader.readexactly(int(headers["content-length"]))
        assert head[0] == "POST /hook?key=hush HTTP/1.1"
        Verifier(self.secret).verify(body, signed)
        self.ids.append(headers["webhook-id"])
        self.bodies.append(orjson.loads(body))
        self.answered.append(0 if self.silent else self.status)
        if self.silent:
            await reader.read()
            return False
        writer.write(f"HTTP/1.1 {self.status} Said So\r\nContent-Length: 0\r\n{self.extra}\r\n".encode())
        await writer.drain()
        return True


@contextlib.asynccontextmanager
async def receiving(secret: str) -> AsyncIterator[Receiving]:
    """A receiver that listens."""
    receiver = await Receiving(secret).up()
    try:
        yield receiver
    finally:
        await receiver.down()

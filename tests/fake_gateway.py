"""A gateway for tests of bots: a WebSocket server that plays a script and holds both sides to the contracts."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from croupier.contracts.client import CLIENT_MESSAGE, SERVER_MESSAGE

Json = dict[str, Any]
Script = Callable[["Client"], Awaitable[None]]

TOKEN = "a-token-for-tests"
LIMITS = {"message_bytes": 65_536, "messages_per_second": 10_000, "burst": 10_000, "idle": 5_000_000}
HAND = ["play AC", "play 2D", "play KB"]


class Client:
    """A connection as a script sees it. ``number`` counts connections from 1."""

    def __init__(self, socket: ServerConnection, number: int) -> None:
        self.socket = socket
        self.number = number
        self.said: list[Json] = []
        """Every message of the client, in order."""

    async def greet(self, **limits: int) -> Json:
        """Read ``hello``, answer ``welcome``; what was said."""
        hello = await self.hear()
        assert hello["type"] == "hello"
        request = self.socket.request
        assert request is not None
        assert "token" in hello or "Authorization" in request.headers
        who = {"tournament": "cup", "entrant": "ada", "name": "Ada"}
        await self.send(type="welcome", version=1, limits={**LIMITS, **limits}, at=0, **who)
        return hello

    async def send(self, **message: Any) -> None:
        """Send a message that the contracts know."""
        text = json.dumps(message)
        SERVER_MESSAGE.validate_json(text)
        await self.socket.send(text)

    async def hear(self) -> Json:
        """The client's next message; it must be one that the contracts know."""
        text = await self.socket.recv()
        CLIENT_MESSAGE.validate_json(text)
        message: Json = json.loads(text)
        self.said.append(message)
        return message

    async def expect(self, kind: str, **fields: Any) -> Json:
        """The next message of this type, pings apart, with these fields."""
        while (message := await self.hear())["type"] == "ping":
            await self.send(type="pong", id=message["id"])
        assert message["type"] == kind, message
        assert {name: message[name] for name in fields} == fields
        return message

    async def drop(self) -> None:
        """Cut the connection without a word."""
        self.socket.transport.abort()
        await self.socket.wait_closed()


class Gateway:
    """What a test sees of the server: where it is, the connections, and an error of the script."""

    def __init__(self, script: Script, token: str) -> None:
        self.script = script
        self.token = token
        self.url = ""
        self.clients: list[Client] = []
        self.headers: list[Headers] = []
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def admit(self, socket: ServerConnection, request: Request) -> Response | None:
        """401 for a wrong token; a client that sets no header has it in ``hello``."""
        self.headers.append(request.headers)
        if request.path != "/v1/play":
            return socket.respond(404, "nothing here\n")
        if request.headers.get("Authorization", f"Bearer {self.token}") != f"Bearer {self.token}":
            return socket.respond(401, "who are you?\n")
        return None

    async def handle(self, socket: ServerConnection) -> None:
        """Play the script; its error becomes the test's."""
        client = Client(socket, len(self.clients) + 1)
        self.clients.append(client)
        try:
            await self.script(client)
        except AssertionError as error:
            if not self.failure.done():
                self.failure.set_exception(error)

    async def watch(self, job: Awaitable[Any], seconds: float = 20) -> Any:
        """Wait for ``job``, or for an assertion of the script that fails first."""
        task = asyncio.ensure_future(job)
        try:
            async with asyncio.timeout(seconds):
                await asyncio.wait([task, self.failure], return_when=asyncio.FIRST_COMPLETED)
            return self.failure.result() if self.failure.done() else task.result()
        finally:
            task.cancel()


@asynccontextmanager
async def gateway(script: Script, token: str = TOKEN, port: int = 0) -> AsyncIterator[Gateway]:
    """A server on this machine, on a free port by default, for as long as the context lasts."""
    it = Gateway(script, token)
    async with serve(it.handle, "127.0.0.1", port, process_request=it.admit, compression=None) as server:
        it.url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield it


def turn(ply: int, game: str = "cup-r1-t1-1", legal: list[str] | None = None, **more: Any) -> Json:
    """A ``turn`` message."""
    fields = {"game": game, "ply": ply, "seat": 0, "legal": legal or HAND, "view": {"hand": "AC 2D KB"}}
    return {"type": "turn", **fields, "clock": {"limit": 10_000_000}, **more}


def snapshot(n: int, game: str = "cup-r1-t1-1", asked: Json | None = None, seat: int = 0, **more: Any) -> Json:
    """A ``game`` message, with a turn where one is asked."""
    table = {"game": game, "name": "briscola", "ruleset": "house", "options": {"players": 2}, "tournament": "cup"}
    players = [{"entrant": "ada", "name": "Ada"}, {"entrant": "bob", "name": "Bob"}]
    state = {"n": n, "deal": 1, "points": [0, 0], "view": {"hand": "AC 2D KB"}}
    asking = {"turn": asked} if asked else {}
    return {"type": "game", **table, "round": 1, "seats": players, "seat": seat, **state, **asking, **more}


def action(n: int, ply: int, said: str = "play AC", game: str = "cup-r1-t1-1", seat: int = 0) -> Json:
    """An ``event`` message: somebody acted."""
    return {"type": "event", "game": game, "n": n, "kind": "action", "seat": seat, "ply": ply, "action": said}


def over(game: str = "cup-r1-t1-1", **more: Any) -> Json:
    """An ``over`` message."""
    result = {"points": [61, 59], "places": [1, 2], "outcome": "won", "why": "most points"}
    return {"type": "over", "game": game, **result, "kinds": [{}, {}], **more}


BYE = {"type": "bye", "code": "tournament/finished", "reason": "the tournament is over"}

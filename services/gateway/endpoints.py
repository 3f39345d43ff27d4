"""The two WebSocket addresses, as bare ASGI applications."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from croupier.contracts import client
from croupier.contracts.errors import CODES, NotAllowed, Unavailable
from croupier.contracts.ids import tournament_of

from .connection import Connection
from .gateway import Gateway
from .reading import Message
from .signers import unproven
from .sockets import EXTENSION
from .tables import Player
from .tokens import bearer

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]


class _Address(ABC):
    """What both have in common: to accept, to listen until the client is gone, to survive a fault of ours."""

    def __init__(self, gateway: Gateway) -> None:
        self.gateway = gateway

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        await receive()
        await send({"type": "websocket.accept"})
        gateway = self.gateway
        client_at = scope.get("client")
        connection = gateway.admit(scope["extensions"][EXTENSION], client_at[0] if client_at else "")
        try:
            await self.serve(connection, scope, receive)
        except Exception:
            log.exception("a connection failed")
            connection.bye("server/fault", after=gateway.limits.after)
        finally:
            gateway.dismiss(connection)

    @abstractmethod
    async def serve(self, connection: Connection, scope: Scope, receive: Receive) -> None:
        """Listen until the client is gone."""

    async def next(self, connection: Connection, receive: Receive) -> Message | None:
        """The next message that is not dealt with by the connection itself; ``None`` once the client is gone."""
        while (event := await receive())["type"] == "websocket.receive":
            if connection.closed:
                continue
            text = event.get("text")
            message = connection.receive(event["bytes"] if text is None else text, self.gateway.now())
            if message is not None and not connection.closed:
                return message
        return None


class PlayAddress(_Address):
    """``/v1/play``."""

    async def serve(self, connection: Connection, scope: Scope, receive: Receive) -> None:
        """Wait for a good hello, then play."""
        gateway = self.gateway
        gauge = gateway.meter.sockets.labels("play")
        token = bearer(scope["headers"])
        player: Player | None = None
        gauge.inc()
        try:
            while (message := await self.next(connection, receive)) is not None:
                if player is None:
                    player = await self._greet(connection, message, token)
                else:
                    gateway.play.handle(connection, player, message, gateway.now())
        finally:
            gauge.dec()
            if player is not None:
                gateway.play.leave(connection, player)

    async def _greet(self, connection: Connection, hello: Message, token: str | None) -> Player | None:
        """Find out who it is. ``None`` if that failed; the connection has been told."""
        if not isinstance(hello, client.Hello):
            connection.error("session/hello-expected", hint="say hello, then play")
        elif client.PROTOCOL not in hello.versions:
            _turn_away(connection, "session/protocol-version", f"this server speaks version {client.PROTOCOL}")
        else:
            return await self._identify(connection, hello, (hello.token or None) if token is None else token)
        return None

    async def _identify(self, connection: Connection, hello: client.Hello, token: str | None) -> Player | None:
        gateway = self.gateway
        try:
            identity = await gateway.roster.find(token) if token else None
        except Unavailable as error:
            connection.bye(error.code, after=gateway.limits.after)
            return None
        if connection.closed:
            return None
        if identity is None:
            _turn_away(connection, "session/bad-token", _why(token))
            return None
        view = gateway.roster.views[identity.tournament]
        if gateway.outbox.full:
            connection.bye("server/unready", after=gateway.limits.after)
        elif view.finished:
            connection.bye("tournament/finished")
        elif identity.entrant in view.withdrawn:
            connection.bye(view.out(identity.entrant))
        elif problem := unproven(view, identity.entrant, hello):
            _turn_away(connection, problem, CODES[problem])
        elif not gateway.tables.player(identity.tournament, identity.entrant).arrivals.take(gateway.now()):
            connection.bye("rate/flood", "too many connections in too short a time", after=gateway.limits.after)
        else:
            connection.greeted = True
            player = gateway.play.enter(connection, hello, identity)
            connection.ping(gateway.now())
            return player
        return None


class WatchAddress(_Address):
    """``/v1/watch/{game}``."""

    async def serve(self, connection: Connection, scope: Scope, receive: Receive) -> None:
        """Show the game until it is over or the spectator leaves."""
        gateway = self.gateway
        gauge = gateway.meter.sockets.labels("watch")
        gauge.inc()
        game = scope["path_params"]["game"]
        connection.greeted = True
        await self._let_in(connection, scope, game)
        entered = None if connection.closed else gateway.watch.enter(connection, game, gateway.now())
        try:
            while await self.next(connection, receive) is not None:
                connection.error("session/not-a-player")
        finally:
            gauge.dec()
            if entered is not None:
                gateway.watch.leave(*entered)

    async def _let_in(self, connection: Connection, scope: Scope, game: str) -> None:
        """Send a spectator away that has no token, where watching asks for one."""
        try:
            await self.gateway.doors.read(scope["headers"], tournament_of(game))
        except NotAllowed as error:
            _turn_away(connection, "session/bad-token", error.reason)
        except Unavailable as error:
            connection.bye(error.code, after=self.gateway.limits.after)


def _why(token: str | None) -> str:
    """What is wrong with a token that stands for nobody; the empty one was not in its form."""
    if token is None:
        return "no token came"
    return "the token is not known" if token else "the Authorization header is not 'Bearer ' and at most 200 characters"


def _turn_away(connection: Connection, code: str, reason: str) -> None:
    connection.error(code, reason)
    connection.bye(code, reason)

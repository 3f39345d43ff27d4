"""The echo server of the benchmark of sockets: what the gateway's stack does when it has nothing to do."""

import os

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

REPLY = os.environ.get("ECHO_REPLY", "x")


async def answer(socket: WebSocket) -> None:
    """Answer every message with the same text."""
    await socket.accept()
    try:
        while True:
            await socket.receive_text()
            await socket.send_text(REPLY)
    except WebSocketDisconnect:
        return


app = Starlette(routes=[WebSocketRoute("/", answer)])

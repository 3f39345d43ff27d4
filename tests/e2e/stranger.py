"""A client that knows the protocol's document and the websockets library, and nothing of Croupier's code."""

import json
from typing import Any

from websockets.asyncio.client import ClientConnection, connect


class Stranger:
    """One seat's client. It answers nothing by itself but ``ping``."""

    def __init__(self, url: str, token: str) -> None:
        self.url = f"{url}/v1/play"
        self.token = token
        self.socket: ClientConnection
        self.heard: list[dict[str, Any]] = []

    async def come(self) -> dict[str, Any]:
        """Connect and say hello; the welcome."""
        headers = {"Authorization": f"Bearer {self.token}"}
        self.socket = await connect(self.url, additional_headers=headers, max_size=2**20)
        await self.say(type="hello", versions=[1], client="stranger", nonce="5e" * 32)
        return await self.hear("welcome", "error", "bye")

    async def cut(self) -> None:
        """The connection breaks without a word."""
        self.socket.transport.abort()
        await self.socket.wait_closed()

    async def say(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def hear(self, *types: str) -> dict[str, Any]:
        """The next message of one of the types; others are kept in ``heard``."""
        while True:
            message: dict[str, Any] = json.loads(await self.socket.recv())
            if message["type"] == "ping":
                await self.say(type="pong", id=message["id"])
                continue
            self.heard.append(message)
            if message["type"] in types:
                return message

    async def turn(self) -> dict[str, Any] | None:
        """The next decision that is asked, be it in a snapshot; ``None`` when the game is over."""
        while True:
            message = await self.hear("turn", "game", "over")
            if message["type"] == "over":
                return None
            if message["type"] == "turn":
                return message
            if "turn" in message:
                turn: dict[str, Any] = message["turn"]
                return turn

    async def answer(self, turn: dict[str, Any]) -> None:
        """Play the first legal action."""
        await self.say(type="act", game=turn["game"], ply=turn["ply"], action=turn["legal"][0])

    async def play(self) -> None:
        """Answer until the game is over."""
        while (turn := await self.turn()) is not None:
            await self.answer(turn)

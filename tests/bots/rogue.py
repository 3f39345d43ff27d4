"""What the misbehaving bots share: flags, a connection, and good manners to depart from.

A rogue plays the first legal action of every turn and comes back when its connection breaks, except where its
own file says otherwise. What the server objects to (``refused``, ``error``, ``bye``) and every result goes to
stdout, one JSON text a line. Exit codes: 0 the server said good-bye, 2 it does not know the token.
"""

import argparse
import asyncio
import json
import os
import sys
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

Json = dict[str, Any]
TOLD = {"refused", "error", "bye", "over"}
PAUSE = 0.1


class Rogue:
    """One bot; a subclass overrides what it does badly."""

    def __init__(self, flags: argparse.Namespace) -> None:
        self.flags = flags
        self.socket: ClientConnection
        self.turns = 0
        """Turns asked so far, over all connections."""
        self.tasks: set[asyncio.Task[None]] = set()

    @classmethod
    def add_flags(cls, parser: argparse.ArgumentParser) -> None:
        """Flags of this rogue's own."""

    async def on_turn(self, turn: Json) -> None:
        """It is our turn."""
        await self.act(turn, first_action(turn))

    async def on_refused(self, message: Json) -> None:
        """An answer was not taken."""

    async def on_connected(self) -> None:
        """The connection stands; nothing was said."""
        await self.say(type="hello", versions=[1], client=type(self).__name__, nonce=self.flags.nonce)

    async def on_welcome(self) -> None:
        """The server knows us."""

    async def act(self, turn: Json, action: str) -> None:
        """Answer a turn."""
        await self.say(type="act", game=turn["game"], ply=turn["ply"], action=action)

    async def say(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    def later(self, job: Any) -> None:
        """Do something while messages are still read."""
        task = asyncio.create_task(self._quietly(job))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _quietly(self, job: Any) -> None:
        try:
            await job
        except ConnectionClosed:
            pass

    async def talk(self) -> bool:
        """Read and react until the connection ends; whether to come back."""
        await self.on_connected()
        async for frame in self.socket:
            message = json.loads(frame)
            if message["type"] in TOLD:
                print(json.dumps(message), flush=True)
            if message["type"] == "bye" and message.get("after") is None:
                return False
            await self.react(message)
        return True

    async def react(self, message: Json) -> None:
        """Dispatch a message."""
        kind = message["type"]
        asked = message if kind == "turn" else message.get("turn")
        if kind == "welcome":
            await self.on_welcome()
        elif kind == "ping":
            await self.say(type="pong", id=message["id"])
        elif kind == "refused":
            await self.on_refused(message)
        elif asked:
            self.turns += 1
            await self.on_turn(asked)


def first_action(turn: Json) -> str:
    """The first legal action; the shortest of the form where nothing else is legal."""
    if turn["legal"]:
        return str(turn["legal"][0])
    return " ".join([turn["form"]["verb"], *turn["form"]["cards"][: turn["form"]["least"]]])


def main(kind: type[Rogue]) -> None:
    """Run a rogue as a program."""
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("--url", default=os.environ.get("CROUPIER_URL"), help="ws://HOST:PORT (CROUPIER_URL)")
    parser.add_argument("--token", default=os.environ.get("CROUPIER_TOKEN"), help="(CROUPIER_TOKEN)")
    parser.add_argument("--nonce", default="0" * 64, help="64 hex characters")
    kind.add_flags(parser)
    flags = parser.parse_args()
    try:
        sys.exit(asyncio.run(_run(kind(flags))))
    except KeyboardInterrupt:
        sys.exit(130)


async def _run(rogue: Rogue) -> int:
    url = rogue.flags.url.rstrip("/").removesuffix("/v1/play") + "/v1/play"
    headers = {"Authorization": f"Bearer {rogue.flags.token}"}
    while True:
        try:
            async with connect(url, additional_headers=headers, compression=None, close_timeout=1) as rogue.socket:
                if not await rogue.talk():
                    return 0
        except InvalidStatus as error:
            print(error, file=sys.stderr)
            if error.response.status_code == 401:
                return 2
        except (OSError, ConnectionClosed, TimeoutError):
            pass
        except AttributeError as error:  # asyncio's transport, aborted in the moment in which it was lost
            if "call_soon" not in str(error):
                raise
        await asyncio.sleep(PAUSE)

"""A bot without croupier.sdk: the protocol step by step, to be written again in any language.

Needs only the package ``websockets``. Run it with
``CROUPIER_URL=ws://127.0.0.1:8080 CROUPIER_TOKEN=… python plain_websocket.py``.
"""

import asyncio
import json
import os
import secrets
import sys
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

URL = os.environ["CROUPIER_URL"].rstrip("/") + "/v1/play"
TOKEN = os.environ["CROUPIER_TOKEN"]

# Your share in the shuffle: 32 bytes that nobody else knows. The same for as long as this process lives.
NONCE = secrets.token_hex(32)

# What was answered, by game and ply: a turn that is asked again gets the same answer.
answers: dict[tuple[str, int], str] = {}


def choose(turn: dict[str, Any]) -> str:
    """Your strategy. ``legal`` lists actions; ``form`` stands for those that are too many to list."""
    if turn["legal"]:
        return str(turn["legal"][0])
    form = turn["form"]
    return " ".join([form["verb"], *form["cards"][: form["least"]]])


async def send(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))  # Every message is one JSON object in a text frame.


async def handle(socket: ClientConnection, message: dict[str, Any]) -> bool:
    """Step 3: react to a message. False where the server wants no more of us."""
    match message["type"]:
        case "turn":  # You are to act: one answer, for this game and this ply.
            await answer(socket, message)
        case "game":  # A snapshot: at the start, and of every live game after each reconnect. It may hold a turn.
            if message.get("turn"):
                await answer(socket, message["turn"])
        case "event":  # What happened, numbered by n from 1. A bot that needs all of them sends resync at a gap.
            pass
        case "refused":  # Not taken, and the state is as before: answer again. Too many of these lose the game.
            if message["legal"] and message["code"] not in ("move/stale", "move/not-asked"):
                action = message["legal"][0]
                answers[message["game"], message["ply"]] = action
                await send(socket, type="act", game=message["game"], ply=message["ply"], action=action)
        case "over":  # The result: points and places by side.
            print(message["game"], message["outcome"], message["points"])
        case "ping":  # A sign of life is wanted; the answer carries the same id.
            await send(socket, type="pong", id=message["id"])
        case "bye":  # The connection ends: come back after so many microseconds, or not at all.
            print(message["code"], message["reason"], file=sys.stderr)
            if message.get("after") is None:
                return False
            await asyncio.sleep(message["after"] / 1_000_000)
        case "error":  # A message of ours made no sense.
            print(message["code"], message["reason"], file=sys.stderr)
    return True  # Types that we do not know are left alone: a newer server may send more.


async def answer(socket: ClientConnection, turn: dict[str, Any]) -> None:
    key = turn["game"], turn["ply"]
    if key not in answers:
        answers[key] = choose(turn)
    await send(socket, type="act", game=turn["game"], ply=turn["ply"], action=answers[key])


async def show_life(socket: ClientConnection, idle: float) -> None:
    """Step 4: say something before the idle limit is up."""
    while True:
        await asyncio.sleep(idle / 3)
        await send(socket, type="ping")


async def talk(socket: ClientConnection) -> bool:
    # Step 2: say hello, and be welcomed. The welcome holds the limits of this connection.
    await send(socket, type="hello", versions=[1], client="plain websocket", nonce=NONCE)
    welcome = json.loads(await socket.recv())
    if welcome["type"] != "welcome":
        print(welcome, file=sys.stderr)
        return False
    heartbeat = asyncio.create_task(show_life(socket, welcome["limits"]["idle"] / 1_000_000))
    try:
        async for frame in socket:
            if not await handle(socket, json.loads(frame)):
                return False
    finally:
        heartbeat.cancel()
    return True


async def main() -> int:
    while True:
        try:
            # Step 1: connect, with the token in a header. A browser, which cannot set one, puts it into hello.
            async with connect(URL, additional_headers={"Authorization": f"Bearer {TOKEN}"}) as socket:
                if not await talk(socket):
                    return 0
        except InvalidStatus as error:  # 401: the token is not known.
            print(error, file=sys.stderr)
            if error.response.status_code == 401:
                return 2
        except (OSError, ConnectionClosed, AttributeError) as error:
            # asyncio may fail on a missing loop where a connection is lost while it is written to: as good as closed.
            if isinstance(error, AttributeError) and "call_soon" not in str(error):
                raise
            print(f"no connection: {error}", file=sys.stderr)
        await asyncio.sleep(secrets.randbelow(1000) / 1000)  # Step 5: come back; every live game goes on.


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))

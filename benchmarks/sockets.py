"""Bots on WebSockets: a whole tournament through the gateway, against an echo server on the same stack.

All bots share one process and answer with the first legal action. The echo server is uvicorn with the same
protocol implementation and settings as the gateway's; it answers each message of the size of an ``act`` with one
of the size of what a decision brings (an event and a turn).

    python -m benchmarks.sockets [--bots 64] [--seconds 15]
"""

import argparse
import asyncio
import json
import os
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path

import uvloop
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.processes import Stack, end
from croupier.cli.opening import open_tournament
from croupier.contracts.canonical import digest
from croupier.contracts.specs import SECOND, Clock, EntrantSpec, RoundRobin, TournamentSpec

SERVICES = ["dealer", "referee", "scoring", "director", "gateway"]
ACT = json.dumps({"type": "act", "game": "bench-r1-t1-1", "ply": 17, "action": "play KD"})
REPLY = "x" * 650


class Count:
    """Decisions and the time from an answer to the next message of its game, while ``on``."""

    def __init__(self) -> None:
        self.on = False
        self.decisions = 0
        self.waits: list[float] = []


def free_port() -> int:
    """A port of the loopback address that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def bot(url: str, token: str, count: Count) -> None:
    """Answer every turn with the first legal action."""
    async with connect(f"{url}/v1/play", additional_headers={"Authorization": f"Bearer {token}"}) as link:
        await link.send(json.dumps({"type": "hello", "versions": [1], "client": "benchmark"}))
        answered: dict[str, float] = {}
        async for raw in link:
            message = json.loads(raw)
            kind = message["type"]
            if kind == "ping":
                await link.send(json.dumps({"type": "pong", "id": message["id"]}))
                continue
            sent = answered.pop(message.get("game", ""), None)
            if sent is not None and count.on:
                count.waits.append(time.perf_counter() - sent)
            turn = message if kind == "turn" else message.get("turn")
            if turn is not None:
                answered[turn["game"]] = time.perf_counter()
                act = {"type": "act", "game": turn["game"], "ply": turn["ply"], "action": turn["legal"][0]}
                await link.send(json.dumps(act))
                count.decisions += count.on


async def tournament(bots: int, seconds: float) -> Count:
    """Decisions of a running tournament, counted for ``seconds``."""
    names = [f"bot-{number}" for number in range(bots)]
    entrants = [EntrantSpec(id=name, name=name, token=digest(name.encode())) for name in names]
    spec = TournamentSpec(
        id="bench", name="bench", game="briscola", entrants=entrants, format=RoundRobin(games=1_000),
        concurrency=bots, clock=Clock(action=600 * SECOND),
    )  # fmt: skip
    port, count = free_port(), Count()
    with tempfile.TemporaryDirectory() as folder:
        async with Stack(Path(folder), SERVICES, {"CROUPIER_GATEWAY_PORT": str(port)}) as stack:
            await open_tournament(stack.store.log, spec)
            await stack.until_open(port, f"/v1/tournaments/{spec.id}")
            playing = [asyncio.create_task(bot(f"ws://127.0.0.1:{port}", name, count)) for name in names]
            await asyncio.sleep(5)  # until the first games are well under way
            count.on = True
            await asyncio.sleep(seconds)
            count.on = False
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
    return count


async def echo(bots: int, seconds: float) -> float:
    """Messages that an echo server answers in a second."""
    port = free_port()
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "uvicorn", "benchmarks.echo:app", "--port", str(port), "--ws", "websockets-sansio",
        "--ws-per-message-deflate", "false", "--log-level", "error", env=os.environ | {"ECHO_REPLY": REPLY},
    )  # fmt: skip
    links: list[ClientConnection] = []
    async with asyncio.timeout(30):
        while len(links) < bots:
            try:
                links.append(await connect(f"ws://127.0.0.1:{port}/"))
            except OSError:
                await asyncio.sleep(0.05)
    answered = 0

    async def ask(link: ClientConnection) -> None:
        nonlocal answered
        while True:
            await link.send(ACT)
            await link.recv()
            answered += 1

    asking = [asyncio.create_task(ask(link)) for link in links]
    await asyncio.sleep(1)
    before = answered
    await asyncio.sleep(seconds)
    counted = answered - before
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    await end(server)
    return counted / seconds


def main() -> None:
    """Measure both in turn and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=15)
    options = parser.parse_args()
    count = uvloop.run(tournament(options.bots, options.seconds))
    rate = count.decisions / options.seconds
    echoes = uvloop.run(echo(options.bots, options.seconds / 3))
    cuts = statistics.quantiles(count.waits, n=100)
    print(f"{options.bots} bots through the gateway: {rate:,.0f} decisions/s; ", end="")
    print(f"answer to the next message of its game p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms")
    print(f"echo server on the same stack: {echoes:,.0f} messages/s; ratio {rate / echoes:.2f}")


if __name__ == "__main__":
    main()

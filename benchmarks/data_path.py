"""The data path: dealer, referee and scoring as processes, fed by players without a gateway.

Players keep ``--inflight`` games of briscola open, read every turn from ``to:table`` and answer it on
``cmd`` with the first legal action. In turn with each round a bare redis-py loop with the same hops and
neither rules nor validation is run on the same machine (``benchmarks/bare.py``, or a script of the same kind
given with ``--against``), and the ratio of the medians is printed.

    python -m benchmarks.data_path --games 2000 --inflight 256 --rounds 3
    python -m benchmarks.data_path --games 60 --inflight 1
    python -m benchmarks.data_path --partitions 2
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import orjson
import redis.asyncio as aioredis
import uvloop

from benchmarks import bare
from benchmarks.processes import Stack
from croupier.contracts.streams import feed_key, game_log, partition
from croupier.runtime.wire import Command, demand

SEATS = [{"entrant": "ada", "name": "Ada"}, {"entrant": "bob", "name": "Bob"}]
CLOCK = {"action": 600_000_000, "bank": 3_600_000_000, "increment": 0, "start": 600_000_000}
LEGAL = b'"legal":["'
"""What stands before the first legal action of a turn: the players are to cost as little as they can."""


class Players:
    """All players of all games: open, come to the table, answer, until ``games`` are over."""

    def __init__(self, client: aioredis.Redis, games: int, inflight: int, tag: str, partitions: int) -> None:
        self.client, self.games, self.inflight, self.tag = client, games, inflight, tag
        self.partitions = partitions
        self.commands = [feed_key("cmd", number) for number in range(partitions)]
        self.opened = self.done = self.decisions = 0
        self.asked: dict[bytes, float] = {}
        self.latencies: list[float] = []

    def open(self, out: list[Command]) -> None:
        """Open one more game and seat both players."""
        game = f"{self.tag}-r1-t{self.opened}-1"
        feed = self.feed(game)
        self.opened += 1
        command = {
            "type": "game.open", "id": game, "game": game, "plays": "briscola", "ruleset": "house", "options": {},
            "tournament": self.tag, "round": 1, "board": f"{game}-b", "seats": SEATS, "clock": CLOCK,
            "policy": {"strikes": 3, "lag": 0},
        }  # fmt: skip
        out.append((b"XADD", feed, b"*", b"e", orjson.dumps(command)))
        for seat in (0, 1):
            here = {"type": "seat.here", "id": game, "game": game, "seat": seat, "gateway": "bench", "at": 1}
            out.append((b"XADD", feed, b"*", b"e", orjson.dumps(here)))

    def feed(self, game: str) -> str:
        """Where what concerns a game goes."""
        return self.commands[partition(game_log(game), self.partitions) if self.partitions > 1 else 0]

    def answer(self, out: list[Command], game: bytes, asked: bytes, text: bytes) -> None:
        """Answer a turn, which comes last in an entry, with its first legal action."""
        seat, ply = asked.split(b":")
        start = text.rindex(LEGAL) + len(LEGAL)
        action, name = text[start : text.index(b'"', start)].decode(), game.decode()
        stamp = time.time_ns() // 1000
        act = {
            "type": "act", "id": "bench", "game": name, "seat": int(seat), "ply": int(ply), "action": action,
            "gateway": "bench", "sent": stamp, "received": stamp, "lag": 0,
        }  # fmt: skip
        out.append((b"XADD", self.feed(name), b"*", b"e", orjson.dumps(act)))

    def take(self, out: list[Command], body: bytes, now: float) -> None:
        """One entry of the table feed."""
        game, name, asked = heading(body)
        if game in self.asked and name in (b"t", b"end"):
            self.latencies.append(now - self.asked.pop(game))
        if name == b"end":
            self.done += 1
            if self.opened < self.games:
                self.open(out)
        elif name == b"t":
            self.answer(out, game, asked, body)
            self.decisions += 1
            self.asked[game] = now

    async def play(self) -> float:
        """Play all games; the seconds it took."""
        last: dict[bytes, bytes] = {feed_key("to:table", number).encode(): b"0" for number in range(self.partitions)}
        start = time.perf_counter()
        out: list[Command] = []
        while self.opened < min(self.inflight, self.games):
            self.open(out)
        while self.done < self.games:
            # As a gateway does: what is to be sent and the next read go out together, packed by hiredis.
            out.append((b"XREAD", b"COUNT", 500, b"BLOCK", 5000, b"STREAMS", *last, *last.values()))
            got = (await demand(self.client, out))[-1]
            if not got:
                raise SystemExit("nothing happens any more: see the services' output")
            out = []
            now = time.perf_counter()
            for table, entries in got:
                for _, flat in entries:
                    self.take(out, flat[1], now)
                last[table] = entries[-1][0]
                out.append((b"XTRIM", table, b"MINID", b"~", last[table]))
        return time.perf_counter() - start


def heading(body: bytes) -> tuple[bytes, bytes, bytes]:
    """Of an entry of the table its game, and what else it begins with: a name, and what that stands for."""
    lines = body.split(b"\n", 3)
    second = lines[2] if lines[1].startswith(b"e ") else lines[1]
    name, _, value = second.partition(b" ")
    return lines[0][2:], name, value


async def measure(games: int, inflight: int, partitions: int) -> tuple[float, list[float]]:
    """Decisions a second, and the time from an answer to the next turn of its game, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        async with Stack(Path(folder), ["dealer", "referee", "scoring"], partitions=partitions) as stack:
            client = stack.client()
            await stack.tournament("bench")
            players = Players(client, games, inflight, "bench", partitions)
            before = stack.cpu_seconds()
            took = await players.play()
            for name, spent in stack.cpu_seconds().items():
                print(f"  {name}: {(spent - before[name]) / players.decisions * 1e6:.1f} µs of CPU a decision")
            await client.aclose()
            return players.decisions / took, players.latencies


def script(path_of_script: str, games: int, inflight: int, server: str) -> float:
    """Decisions a second as a script of another kind prints them."""
    path = f"{Path(server).parent}{os.pathsep}{os.environ['PATH']}"
    command = [sys.executable, path_of_script, "--games", str(games), "--inflight", str(inflight)]
    printed = subprocess.run(
        command, env=os.environ | {"PATH": path}, check=True, capture_output=True, text=True
    ).stdout
    found = re.search(r"(\d+) decisions/s", printed)
    assert found is not None, printed
    return float(found.group(1))


def ceiling(other: str | None, games: int, inflight: int) -> float:
    """Decisions a second of the bare loop."""
    if other:
        return script(other, games, inflight, Stack.server())
    with tempfile.TemporaryDirectory() as folder:
        return uvloop.run(bare.measure(Path(folder), games, inflight))


def main() -> None:
    """Run the rounds and print medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--inflight", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--partitions", type=int, default=1, help="divide the games, with a referee for each part")
    parser.add_argument("--against", metavar="SCRIPT", help="a bare loop to compare with, instead of our own")
    options = parser.parse_args()
    ours: list[float] = []
    theirs: list[float] = []
    latencies: list[float] = []
    for number in range(options.rounds):
        rate, waits = uvloop.run(measure(options.games, options.inflight, options.partitions))
        ours.append(rate)
        latencies += waits
        line = f"round {number + 1}: {rate:,.0f} decisions/s"
        theirs.append(ceiling(options.against, options.games, options.inflight))
        line += f", bare loop {theirs[-1]:,.0f}"
        print(line, flush=True)
    cuts = statistics.quantiles(latencies, n=100)
    print(f"median {statistics.median(ours):,.0f} decisions/s, {options.inflight} in flight; ", end="")
    print(f"answer to next turn p50 {cuts[49] * 1000:.2f} ms, p99 {cuts[98] * 1000:.2f} ms")
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(f"ratio to the bare loop: {ratio:.2f} (time a decision: {1 / ratio:.2f} times)")


if __name__ == "__main__":
    main()

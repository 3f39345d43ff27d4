"""The ceiling of the data path: the same hops by plain redis-py loops, without rules, contracts or recovery.

A referee process answers each action with a version-checked append of one hashed line and one entry for the
players; a scoring process appends two lines when a game's last action is in. Run by ``benchmarks.data_path``;
alone it is ``python -m benchmarks.bare ROLE URL PLIES`` for one of the two processes.
"""

import asyncio
import contextlib
import hashlib
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
import redis.asyncio as aioredis
import uvloop
from redis.exceptions import ResponseError

from croupier.runtime.binaries import find_binary
from croupier.runtime.server import lay_out, running

PLIES = 40
COMMANDS, TABLE, SCORE = "bare:commands", "bare:table", "bare:score"
FIRST_LINES = ("game.opened", "deck.committed", "deal.ordered", "deal.dealt")
DECK = "5C 7D AB KD 2S QB 3C 6S JD 4B AC 7S 2D KB 6C 3S QD 5B AS 4D"

# KEYS: log, feeds …  ARGV: last seq expected, number of lines, the lines, one entry for every feed
STORE = """
local top = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local seq = top and tonumber(string.match(top[1], '%d+')) or 0
if seq ~= tonumber(ARGV[1]) then return -1 - seq end
local lines = tonumber(ARGV[2])
for i = 1, lines do redis.call('XADD', KEYS[1], (seq + i) .. '-0', 'e', ARGV[2 + i]) end
for i = 2, #KEYS do redis.call('XADD', KEYS[i], '*', 'e', ARGV[3 + lines]) end
return seq + lines
"""


def chained(kind: str, seq: int, prev: str, data: dict[str, Any]) -> tuple[bytes, str]:
    """A line of about 300 bytes and its hash."""
    line = orjson.dumps(
        {"seq": seq, "type": kind, "v": 1, "at": time.time_ns() // 1000, "by": "bare", "cause": "command-0001",
         "prev": prev, "data": data},
        option=orjson.OPT_SORT_KEYS,
    )  # fmt: skip
    return line, hashlib.sha256(line).hexdigest()


class Referee:
    """Knows of each game its last line and hash, and nothing of cards."""

    def __init__(self, client: aioredis.Redis, plies: int) -> None:
        self.store = client.register_script(STORE)
        self.plies = plies
        self.games: dict[int, tuple[int, str]] = {}

    async def take(self, pipe: Any, command: dict[str, Any]) -> None:
        """Queue what follows from one command."""
        game, ply = command["game"], command["ply"]
        if game not in self.games:
            lines, head = [], "0" * 64
            for seq, kind in enumerate(FIRST_LINES, 1):
                line, head = chained(kind, seq, head, {"game": game, "deck": DECK})
                lines.append(line)
            self.games[game] = (len(lines), head)
            asked = orjson.dumps({"game": game, "ply": 0})
            await self.store(keys=[f"bare:log:{game}", TABLE], args=[0, len(lines), *lines, asked], client=pipe)
            return
        seq, head = self.games[game]
        action = {"deal": 1, "ply": ply, "seat": ply % 2, "action": command["action"], "asked": command["received"],
                  "received": command["received"], "allowance": 0, "left": 59_000_000}  # fmt: skip
        line, head = chained("action.taken", seq + 1, head, action)
        last = ply + 1 == self.plies
        seen = {"seat": ply % 2, "action": command["action"], "hand": ["KD", "3C", "2S"], "left": 59_000_000}
        entry = orjson.dumps({"game": game, "ply": ply + 1, "seen": seen, "legal": ["play KD", "play 3C", "play 2S"]})
        keys = [f"bare:log:{game}", TABLE, SCORE] if last else [f"bare:log:{game}", TABLE]
        await self.store(keys=keys, args=[seq, 1, line, entry], client=pipe)
        self.games[game] = (seq + 1, head)
        if last:
            del self.games[game]


class Scoring:
    """Reads a game's log back and appends two lines."""

    def __init__(self, client: aioredis.Redis, plies: int) -> None:
        self.client = client
        self.store = client.register_script(STORE)

    async def take(self, pipe: Any, command: dict[str, Any]) -> None:
        """Queue the result of one game."""
        game = command["game"]
        stored = await self.client.xrange(f"bare:log:{game}")
        for _, fields in stored:
            orjson.loads(fields[b"e"])
        head = hashlib.sha256(stored[-1][1][b"e"]).hexdigest()
        deal, head = chained("deal.scored", len(stored) + 1, head, {"deal": 1, "points": [61, 59]})
        result, _ = chained("game.scored", len(stored) + 2, head, {"points": [61, 59], "places": [1, 2]})
        over = orjson.dumps({"game": game, "over": True})
        await self.store(keys=[f"bare:log:{game}", TABLE], args=[len(stored), 2, deal, result, over], client=pipe)


async def work(role: str, url: str, plies: int) -> None:
    """Take batches for ever: queue everything, acknowledge, send in one pipeline."""
    client = aioredis.Redis.from_url(url)
    feed = COMMANDS if role == "referee" else SCORE
    worker = Referee(client, plies) if role == "referee" else Scoring(client, plies)
    with contextlib.suppress(ResponseError):
        await client.xgroup_create(feed, "bare", id="0", mkstream=True)
    while True:
        got = await client.xreadgroup("bare", "one", {feed: ">"}, count=500, block=1000)
        for _, entries in got:
            pipe = client.pipeline(transaction=False)
            for _, fields in entries:
                await worker.take(pipe, orjson.loads(fields[b"e"]))
            ids = [entry for entry, _ in entries]
            pipe.xack(feed, "bare", *ids)
            pipe.xdel(feed, *ids)
            await pipe.execute()


async def play(client: aioredis.Redis, games: int, inflight: int, plies: int) -> float:
    """Answer every turn until all games are over; the seconds it took."""
    opened = over = 0
    last: bytes | str = "0"
    start = time.perf_counter()
    pipe = client.pipeline(transaction=False)
    while opened < min(games, inflight):
        pipe.xadd(COMMANDS, {"e": orjson.dumps({"game": opened, "ply": 0})})
        opened += 1
    await pipe.execute()
    while over < games:
        got = await client.xread({TABLE: last}, count=500, block=5000)
        pipe = client.pipeline(transaction=False)
        entries = got[0][1]
        last = entries[-1][0]
        for _, fields in entries:
            turn = orjson.loads(fields[b"e"])
            if "over" in turn:
                over += 1
                if opened < games:
                    pipe.xadd(COMMANDS, {"e": orjson.dumps({"game": opened, "ply": 0})})
                    opened += 1
            elif turn["ply"] < plies:
                answer = {"game": turn["game"], "ply": turn["ply"], "action": "play KD",
                          "received": time.time_ns() // 1000}  # fmt: skip
                pipe.xadd(COMMANDS, {"e": orjson.dumps(answer)})
        pipe.xtrim(TABLE, minid=last, approximate=True)
        await pipe.execute()
    return time.perf_counter() - start


async def measure(folder: Path, games: int, inflight: int, plies: int = PLIES) -> float:
    """Decisions a second of the bare loop, on a server of its own in ``folder``."""
    async with running(lay_out(folder, find_binary())) as server:
        url = server.url("admin")
        client = aioredis.Redis.from_url(url)
        commands = [[sys.executable, "-m", "benchmarks.bare", role, url, str(plies)] for role in ("referee", "scoring")]
        workers = [await asyncio.create_subprocess_exec(*command) for command in commands]
        try:
            while await client.exists(COMMANDS, SCORE) < 2:
                await asyncio.sleep(0.02)
            return games * plies / await play(client, games, inflight, plies)
        finally:
            for worker in workers:
                worker.kill()
                await worker.wait()
            await client.aclose()


def main(arguments: Sequence[str]) -> None:
    """One of the two processes."""
    role, url, plies = arguments
    uvloop.run(work(role, url, int(plies)))


if __name__ == "__main__":
    main(sys.argv[1:])

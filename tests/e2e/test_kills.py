"""A tournament that is cut again and again ends as the one that nobody touched.

Again and again a service or redis-server is killed with SIGKILL at a random moment. The bots are the built-in
ones with a seed, so they answer alike; everything but stamps, lost connections and causes must come out equal.
"""

import asyncio
import contextlib
import json
import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest

from .installation import CROUPIER, command, environment

FILE = """\
id = "cut"
game = "{game}"
{how}
seed = "the same cards twice"
{format}
[clock]
action = "30s"
start = "60s"
[[entrant]]
name = "Ada"
bot = "greedy"
[[entrant]]
name = "Bob"
bot = "greedy"
[[entrant]]
name = "Cleo"
bot = "random"
[[entrant]]
name = "Dan"
bot = "random"
"""
SIGNED = {"piquet"}
"""The games in which the bots sign their play here."""
VICTIMS = ("store", "dealer", "referee", "scoring", "director", "gateway")
TRANSPORT = {"seat.lost", "seat.back", "seat.ready"}
STAMPS = {"asked", "received", "allowance", "head", "lines"}
OF_A_RUN = {"key", "signature"}
"""What a seal holds that differs from run to run: keys are made at the first start."""


def essence(path: Path) -> list[tuple[str, Any]]:
    """What happened in a log: events without stamps and hashes, in order; comings and goings left out."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for seat in (seat for line in lines if line["type"] == "game.opened" for seat in line["data"]["seats"]):
        seat.pop("key", None)
    lines.sort(key=lambda line: line["data"]["service"] if line["type"] == "game.sealed" else "")
    return [
        (line["type"], {key: value for key, value in line["data"].items() if key not in STAMPS | OF_A_RUN})
        for line in lines
        if line["type"] not in TRANSPORT
    ]


def tournament(runs: Path) -> dict[str, Any]:
    """Everything of a bundle that must not depend on when it was cut."""
    bundle = runs / "cut"
    games = {path.stem: essence(path) for path in sorted((bundle / "games").iterdir())}
    log = essence(bundle / "tournament.jsonl")
    results = sorted(json.dumps(data, sort_keys=True) for kind, data in log if kind == "game.recorded")
    pairings = [data for kind, data in log if kind == "round.paired"]
    standings = [data for kind, data in log if kind == "tournament.finished"]
    secrets = [data for kind, data in log if kind in ("seed.committed", "tournament.started", "seed.revealed")]
    return {"games": games, "results": results, "pairings": pairings, "standings": standings, "secrets": secrets}


def sound(runs: Path) -> None:
    """No line twice, none missing, in any log."""
    bundle = runs / "cut"
    for path in [bundle / "tournament.jsonl", *(bundle / "games").iterdir()]:
        numbers = [json.loads(line)["seq"] for line in path.read_text().splitlines()]
        assert numbers == list(range(1, len(numbers) + 1)), path.name


def _recorded(runs: Path) -> int:
    """How many games are recorded; -1 before the tournament has started."""
    with contextlib.suppress(OSError):
        log = (runs / "cut" / "tournament.jsonl").read_bytes()
        return log.count(b'"game.recorded"') if b"tournament.started" in log else -1
    return -1


async def _kill(runs: Path, chance: random.Random) -> str | None:
    """SIGKILL a random part of the running installation; its name."""
    with contextlib.suppress(OSError, ValueError):
        marks = {
            mark["name"]: mark["pid"] for mark in json.loads((runs / "cut" / ".work" / "processes.json").read_text())
        }
        name = chance.choice([victim for victim in VICTIMS if victim in marks])
        os.kill(marks[name], signal.SIGKILL)
        return name
    return None


async def play_and_kill(file: Path, wild: Path, total: int, kills: int) -> None:
    """Run ``file`` to its end, killing something ``kills`` times while its ``total`` games are played."""
    seed = os.environ.get("KILLS_SEED") or str(random.randrange(10**6))
    chance = random.Random(seed)
    # One kill when the tournament starts, the others when random numbers of games are recorded.
    moments = [0, *sorted(chance.randrange(total * 5 // 6) for _ in range(kills - 1))]
    killed: list[str] = []
    while not (wild / "cut" / "manifest.json").exists():
        process = await asyncio.create_subprocess_exec(
            *CROUPIER, "run", str(file), "--runs", str(wild), "--quiet",
            stdout=asyncio.subprocess.DEVNULL, env=environment(), start_new_session=True,
        )  # fmt: skip
        ended = asyncio.create_task(process.wait())
        while not ended.done():
            due = sum(moment <= _recorded(wild) for moment in moments)
            if len(killed) < due and (name := await _kill(wild, chance)) is not None:
                killed.append(name)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(ended), chance.uniform(0.01, 0.2))
        assert await ended == 0
    assert len(killed) == kills, f"only {len(killed)} kills"
    print(f"seed {seed}: {' '.join(killed)}")
    sound(wild)
    assert len(tournament(wild)["games"]) == total
    await command("audit", str(wild / "cut"))


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("game", "games", "total", "kills"),
    [("briscola", 10, 60, 20), ("bezique", 2, 12, 5), ("piquet", 2, 12, 5), ("trionfo", 12, 12, 5)],
)
async def test_killed_again_and_again_it_ends_the_same(
    tmp_path: Path, game: str, games: int, total: int, kills: int
) -> None:
    """``games`` of every pair or four, ``total`` in all."""
    file = tmp_path / "cut.toml"
    how = f"games = {games}\nsigned = {'true' if game in SIGNED else 'false'}\nconcurrency = 8"
    file.write_text(FILE.format(game=game, how=how, format=""))
    calm, wild = tmp_path / "calm", tmp_path / "wild"
    await command("run", str(file), "--runs", str(calm), "--json")
    await play_and_kill(file, wild, total, kills)
    assert tournament(wild) == tournament(calm)


@pytest.mark.timeout(600)
async def test_an_arena_of_one_table_ends_the_same_too(tmp_path: Path) -> None:
    """Where one game is played at a time, results come in the only order there is, so all pairings are the same."""
    file = tmp_path / "cut.toml"
    file.write_text(FILE.format(game="briscola", how="concurrency = 1", format='[format]\nkind = "arena"\ntotal = 12'))
    calm, wild = tmp_path / "calm", tmp_path / "wild"
    await command("run", str(file), "--runs", str(calm), "--json")
    await play_and_kill(file, wild, 12, 5)
    assert tournament(wild) == tournament(calm)


@pytest.mark.timeout(600)
async def test_an_arena_of_several_tables_stays_sound(tmp_path: Path) -> None:
    """Who is free when depends on the order of the results; every pairing still follows from the log."""
    file = tmp_path / "cut.toml"
    file.write_text(FILE.format(game="briscola", how="concurrency = 2", format='[format]\nkind = "arena"\ntotal = 20'))
    await play_and_kill(file, tmp_path / "wild", 20, 5)

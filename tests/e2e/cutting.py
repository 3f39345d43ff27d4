"""A tournament that is cut, and what of its bundle must not depend on when.

It is cut by SIGKILL to a service or to redis-server, or by Ctrl-C. The bots are the built-in ones with a seed, so
they answer alike; everything but stamps, lost connections and causes must come out equal.
"""

import asyncio
import contextlib
import json
import os
import random
import re
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .installation import CROUPIER, command, environment

ID = "cut"
"""What every tournament here is called."""
VICTIMS = ("store", "dealer", "referee", "scoring", "director", "gateway")
INTERRUPTED = {130, -signal.SIGINT}
"""How a run ends that was stopped by Ctrl-C: in order, or at once if it had not yet begun."""
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
    bundle = runs / ID
    games = {path.stem: essence(path) for path in sorted((bundle / "games").iterdir())}
    log = essence(bundle / "tournament.jsonl")
    results = sorted(json.dumps(data, sort_keys=True) for kind, data in log if kind == "game.recorded")
    pairings = [data for kind, data in log if kind == "round.paired"]
    standings = [data for kind, data in log if kind == "tournament.finished"]
    secrets = [data for kind, data in log if kind in ("seed.committed", "tournament.started", "seed.revealed")]
    return {"games": games, "results": results, "pairings": pairings, "standings": standings, "secrets": secrets}


def sound(runs: Path) -> None:
    """No line twice, none missing, in any log."""
    bundle = runs / ID
    for path in [bundle / "tournament.jsonl", *(bundle / "games").iterdir()]:
        numbers = [json.loads(line)["seq"] for line in path.read_text().splitlines()]
        assert numbers == list(range(1, len(numbers) + 1)), path.name


def _recorded(runs: Path) -> int:
    """How many games are recorded; -1 before the tournament has started."""
    with contextlib.suppress(OSError):
        log = (runs / ID / "tournament.jsonl").read_bytes()
        return log.count(b'"game.recorded"') if b"tournament.started" in log else -1
    return -1


def _closed(runs: Path) -> int:
    """How many rounds are over."""
    with contextlib.suppress(OSError):
        return (runs / ID / "tournament.jsonl").read_bytes().count(b'"round.closed"')
    return 0


def _kill(runs: Path, chance: random.Random) -> str | None:
    """SIGKILL a random part of the running installation; its name."""
    with contextlib.suppress(OSError, ValueError):
        marks = {mark["name"]: mark["pid"] for mark in json.loads((runs / ID / ".work" / "processes.json").read_text())}
        name = chance.choice(VICTIMS)
        if name in marks:  # it may be on its way up or down
            os.kill(marks[name], signal.SIGKILL)
            return name
    return None


class Cuts:
    """When to cut a run of ``total`` games, and what was cut so far.

    The first kill is due when the tournament has started, the others when random numbers of games are recorded. With
    ``stops`` it is stopped too whenever a round has been closed, and at two random games.
    """

    def __init__(self, total: int, kills: int, seed: str, *, stops: bool = False) -> None:
        self.chance = random.Random(seed)
        self.killed: list[str] = []
        self.stopped = 0
        self._kills = [0, *sorted(self.chance.randrange(total * 5 // 6) for _ in range(kills - 1))]
        self._stops = sorted(self.chance.randrange(total * 5 // 6) for _ in range(2)) if stops else []
        self._at_rounds = stops
        self._rounds = 0

    def kill(self, runs: Path) -> None:
        """Kill something if it is time to."""
        due = sum(moment <= _recorded(runs) for moment in self._kills)
        if len(self.killed) < due and (name := _kill(runs, self.chance)) is not None:
            self.killed.append(name)

    def stops(self, runs: Path) -> bool:
        """Whether to stop the run now; asked again it says no, until there is a new reason."""
        recorded, closed = _recorded(runs), _closed(runs) if self._at_rounds else 0
        if closed > self._rounds or (self._stops and self._stops[0] <= recorded):
            self._rounds = closed
            self._stops = [moment for moment in self._stops if moment > recorded]
            self.stopped += 1
            return True
        return False


async def play_and_cut(file: Path, runs: Path, cuts: Cuts) -> None:
    """Run ``file`` again and again until it ends by itself, cut as ``cuts`` says."""
    ends: int | None = None
    while ends != 0:
        process = await asyncio.create_subprocess_exec(
            *CROUPIER, "run", str(file), "--runs", str(runs), "--quiet",
            stdout=asyncio.subprocess.DEVNULL, env=environment(), start_new_session=True,
        )  # fmt: skip
        ended = asyncio.create_task(process.wait())
        stopped = False
        while not ended.done():
            cuts.kill(runs)
            if not stopped and cuts.stops(runs):
                stopped = True
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGINT)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(ended), cuts.chance.uniform(0.01, 0.2))
        ends = await ended
        assert ends == 0 or (stopped and ends in INTERRUPTED), f"the run ended with {ends}"


async def play_and_kill(file: Path, runs: Path, total: int, kills: int) -> None:
    """Run ``file`` to its end, killing something ``kills`` times while its ``total`` games are played."""
    seed = os.environ.get("KILLS_SEED") or str(random.randrange(10**6))
    cuts = Cuts(total, kills, seed)
    await play_and_cut(file, runs, cuts)
    assert len(cuts.killed) == kills, f"only {len(cuts.killed)} kills"
    print(f"seed {seed}: {' '.join(cuts.killed)}")
    await check(runs, total)


async def check(runs: Path, total: int) -> None:
    """All games are there, no line is there twice or missing, and an audit finds nothing."""
    sound(runs)
    assert len(tournament(runs)["games"]) == total
    await command("audit", str(runs / ID))


async def exports(runs: Path, formats: Sequence[str]) -> dict[str, str]:
    """What ``croupier export`` writes of a bundle, by format, and the report without the line that holds times."""
    made = {name: await command("export", str(runs / ID), "--format", name) for name in formats}
    report = (runs / ID / "report.md").read_text()
    return made | {"report": re.sub(r"Played from .*\n", "", report)}

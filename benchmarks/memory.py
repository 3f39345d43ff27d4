"""Memory of every process while ten thousand games are played in one run.

``croupier run`` plays briscola between eight of its own bots: the store, the five services, the bots and the command
itself are processes, and each is asked for its resident memory at every fifth of the games. At the last fifth
none may hold more than a tenth above what it held at the first; games that are over must have left the store,
and the bundle must hold every one of them and pass the audit.

    python -m benchmarks.memory [--games 10000] [--write]
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from benchmarks.kernel import machine
from croupier.contracts.streams import live_key
from croupier.runtime.server import lay_out
from croupier.runtime.store import connect

RESULT = Path(__file__).parent / "results" / "memory.md"
BUDGET = 1.10
STEPS = 5
BOTS = ("greedy", "random") * 4
PAIRS = len(BOTS) * (len(BOTS) - 1) // 2
CONCURRENCY = 48
STALLED = 180.0
"""Seconds without a result after which the run is given up."""
LIVE = 1_000
"""Logs in the store at one time that would mean that games do not leave it."""


class GivenUp(Exception):
    """The run did not come to its end; says why."""


@dataclass(slots=True)
class Sample:
    """What was seen after ``games``: resident bytes by process, and the store's own count of itself."""

    games: int
    seconds: float
    resident: dict[str, int]
    used: int
    keys: int
    logs: int


@dataclass(slots=True)
class Outcome:
    """All samples of a run, and what it left behind."""

    samples: list[Sample] = field(default_factory=list)
    recorded: int = 0
    archived: int = 0
    sound: bool = False
    seconds: float = 0.0


def run_file(games: int) -> str:
    """A tournament of a few more than ``games``, so that the last sample is taken in the middle of play."""
    each = -(-games * 51 // (50 * PAIRS))
    entrants = "".join(f'\n[[entrant]]\nname = "bot {number}"\nbot = "{bot}"\n' for number, bot in enumerate(BOTS))
    head = f'id = "memory"\ngame = "briscola"\ngames = {each}\nconcurrency = {CONCURRENCY}\n'
    return f'{head}\n[clock]\naction = "10m"\n{entrants}'


def processes(root: int) -> dict[str, psutil.Process]:
    """The processes of a run by what they are."""
    command = psutil.Process(root)
    named, bots = {"croupier run": command}, 0
    for process in sorted(command.children(recursive=True), key=lambda child: child.pid):
        words = process.cmdline()
        if "serve" in words:
            named[words[-1]] = process
        elif "croupier.sdk.bots" in words:
            bots += 1
            named[f"bot {bots} ({words[-1]})"] = process
        elif words and "redis-server" in words[0]:
            named["redis-server"] = process
        elif "croupier.runtime.guard" in words:
            named["guard"] = process
    return named


async def sample(games: int, seconds: float, watched: dict[str, psutil.Process], store: Path) -> Sample:
    """Look at every process and at the store. Raises ``GivenUp`` for a process that is gone."""
    try:
        resident = {name: process.memory_info().rss for name, process in watched.items()}
    except psutil.NoSuchProcess as gone:
        raise GivenUp(f"process {gone.pid} ended after {games} games, so there is nothing to compare") from None
    client = connect(lay_out(store).url("admin"))
    try:
        facts, keys = await client.info("memory"), await client.dbsize()
        logs = await client.scard(live_key(0))
    finally:
        await client.aclose()
    return Sample(games, seconds, resident, int(facts["used_memory"]), keys, logs)


async def progress(process: asyncio.subprocess.Process) -> AsyncIterator[int]:
    """How many games are recorded, whenever it is more. Raises ``GivenUp`` where nothing moves."""
    assert process.stdout is not None
    done, moved = 0, time.monotonic()
    while True:
        try:
            line = await asyncio.wait_for(process.stdout.readline(), STALLED)
        except TimeoutError:
            raise GivenUp(f"nothing was heard for {STALLED:.0f} s after {done} games") from None
        if not line:
            return
        told = json.loads(line)
        now = told.get("done", done)
        if not done <= now <= told.get("total", now):
            raise GivenUp(f"after {done} games the progress says {now} of {told['total']}")
        if now > done:
            done, moved = now, time.monotonic()
            yield done
        elif time.monotonic() - moved > STALLED:
            raise GivenUp(f"no game was recorded for {STALLED:.0f} s after {done}")


async def play(games: int, folder: Path) -> Outcome:
    """Run a tournament and look at it at every fifth of its games. Raises ``GivenUp``."""
    (folder / "memory.toml").write_text(run_file(games))
    errors = folder / "errors"
    with errors.open("wb") as stderr:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "croupier.cli.main", "run", "memory.toml", "--json-lines",
            cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=stderr,
        )  # fmt: skip
    try:
        outcome = await _watch(process, games, folder / "runs" / "memory")
        if await process.wait():
            raise GivenUp(f"the run ended with code {process.returncode}:\n{errors.read_text()[-2000:]}")
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
    outcome.sound = await _audit(folder / "runs" / "memory")
    return outcome


async def _audit(bundle: Path) -> bool:
    auditor = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "croupier.cli.main", "audit", str(bundle), stdout=asyncio.subprocess.DEVNULL
    )
    return await auditor.wait() == 0


async def _watch(process: asyncio.subprocess.Process, games: int, bundle: Path) -> Outcome:
    outcome, began = Outcome(), time.monotonic()
    watched: dict[str, psutil.Process] = {}
    async for done in progress(process):
        watched = watched or processes(process.pid)
        outcome.recorded, outcome.seconds = done, time.monotonic() - began
        if done >= games * (len(outcome.samples) + 1) // STEPS and len(outcome.samples) < STEPS:
            outcome.samples.append(await sample(done, outcome.seconds, watched, bundle / ".work" / "store"))
            say(outcome.samples[-1])
    outcome.archived = sum(1 for _ in (bundle / "games").glob("*.jsonl"))
    return outcome


def say(taken: Sample) -> None:
    """A line while one waits."""
    total = sum(taken.resident.values()) / 2**20
    text = f"{taken.games:,} games, {taken.seconds:.0f} s: {total:.0f} MB in all; store {taken.used / 2**20:.1f} MB"
    print(f"{text}, {taken.keys} keys, {taken.logs} logs", file=sys.stderr, flush=True)


def report(outcome: Outcome) -> tuple[str, bool]:
    """The table as Markdown, and whether all that was promised was kept."""
    first, last = outcome.samples[0], outcome.samples[-1]
    ratios = {name: last.resident[name] / first.resident[name] for name in first.resident}
    flat = max(ratios.values()) <= BUDGET
    left = (
        max(taken.logs for taken in outcome.samples) <= LIVE and outcome.archived == outcome.recorded and outcome.sound
    )
    rows = [
        _row(name, [f"{taken.resident[name] / 2**20:.1f}" for taken in outcome.samples], f"{ratio:.2f}")
        for name, ratio in ratios.items()
    ]
    used = [f"{s.used / 2**20:.1f}" for s in outcome.samples]
    store = [
        _row("used_memory of the store", used, f"{last.used / first.used:.2f}"),
        _row("keys in the store", [str(s.keys) for s in outcome.samples], ""),
        _row("logs in the store", [str(s.logs) for s in outcome.samples], ""),
    ]  # fmt: skip
    head = _row("resident memory, MB, after games", [f"{s.games:,}" for s in outcome.samples], "last / first")
    verdict = f"the most that a process grew is {max(ratios.values()):.2f} (budget: {BUDGET:.2f}, {_kept(flat)})"
    rate = outcome.recorded / outcome.seconds
    text = f"**{outcome.recorded:,} games in one run**, {rate:.0f} a second with {len(BOTS)} bots, {CONCURRENCY} open "
    audit = "passes" if outcome.sound else "DOES NOT PASS"
    text += f"at once: {verdict}. The bundle holds the logs of {outcome.archived:,} games and {audit} the audit "
    text += f"({_kept(left)})."
    return "\n".join([text, "", head, "|---|" + "---:|" * (STEPS + 1), *rows, *store]), flat and left


def _row(name: str, cells: list[str], end: str) -> str:
    return f"| {name} | {' | '.join(cells)} | {end} |"


def _kept(kept: bool) -> str:
    return "kept" if kept else "MISSED"


def main() -> int:
    """Play, print the table; with ``--write`` keep it. 1 where memory grew or games stayed, 2 where the run failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            text, kept = report(asyncio.run(play(options.games, Path(folder))))
    except GivenUp as error:
        print(f"memory: {error}", file=sys.stderr)
        return 2
    print(text)
    if options.write:
        RESULT.parent.mkdir(exist_ok=True)
        head = "# Memory\n\nWritten by `python -m benchmarks.memory --write`. Two-player briscola, `croupier run` with "
        how = "its own bots; resident memory of each process as the system counts it."
        RESULT.write_text(f"{head}{how}\n\nMachine: {machine()}\n\n{text}\n", encoding="utf-8")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())

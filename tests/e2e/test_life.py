"""A Swiss tournament by the command line: held back, paused, killed, changed, resumed, and sound in the end."""

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from .installation import CROUPIER, command, environment, until

FILE = """\
id = "cup"
game = "briscola"
games = 16
concurrency = 4
concurrency_per_entrant = 2
[format]
kind = "swiss"
rounds = 3
[clock]
start = "3s"
[start]
by_hand = true
"""
BOT = """\
import asyncio

from croupier.sdk import Bot, Turn


class Unhurried(Bot):
    async def choose(self, turn: Turn) -> str:
        await asyncio.sleep(0.02)
        return turn.legal[0]


Unhurried().run()
"""
"""A round of such bots takes longer than a command of the organiser."""
NAMES = ("Ann", "Bob", "Cleo", "Dan")


def lines(runs: Path) -> list[dict[str, Any]]:
    """The tournament's log as far as it is archived."""
    with contextlib.suppress(OSError):
        content = (runs / "cup" / "tournament.jsonl").read_text()
        return [json.loads(line) for line in content.splitlines(keepends=True) if line.endswith("\n")]
    return []


def found(runs: Path, kind: str) -> list[dict[str, Any]]:
    return [line["data"] for line in lines(runs) if line["type"] == kind]


@contextlib.asynccontextmanager
async def running(file: Path, runs: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """``croupier run``; killed with all that it started where the context ends before it does."""
    process = await asyncio.create_subprocess_exec(
        *CROUPIER, "run", str(file), "--runs", str(runs), "--quiet",
        stdout=asyncio.subprocess.DEVNULL, env=environment(), start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


async def ask(runs: Path, verb: str, *more: str) -> dict[str, Any]:
    """A command of the organiser, asked again while the server is on its way up."""
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(AssertionError):
                told: dict[str, Any] = json.loads(
                    await command("tournament", verb, "cup", *more, "--runs", str(runs), "--json")
                )
                return told
            await asyncio.sleep(0.2)


def seated(paired: dict[str, Any]) -> set[str]:
    return {name for game in paired["games"] for name in game["seats"]} | set(paired["byes"])


@pytest.mark.timeout(400)
async def test_a_tournament_is_held_back_paused_killed_changed_and_played_to_its_end(tmp_path: Path) -> None:
    file, runs = tmp_path / "cup.toml", tmp_path / "runs"
    bot = tmp_path / "unhurried.py"
    bot.write_text(BOT)
    file.write_text(FILE + "".join(f'[[entrant]]\nname = "{name}"\ncommand = "python {bot}"\n' for name in NAMES))
    async with running(file, runs):
        await until(lambda: len(found(runs, "entrant.registered")) == 4, "all are here", 90)
        assert found(runs, "tournament.started") == []
        await ask(runs, "start")
        await until(lambda: found(runs, "game.recorded"), "play has begun", 60)
        paused = await ask(runs, "pause", "--why", "night")
        assert (paused["status"], paused["pause"]["why"]) == ("paused", "night")
    async with running(file, runs) as again:
        entered = await ask(runs, "enter", "Eve", "--command", f"python {bot}")
        assert entered["status"] == "paused"
        assert entered["entrants"] == 5
        await ask(runs, "withdraw", "bob", "--why", "ill")
        await ask(runs, "replace", "cleo", "--bot", "random", "--why", "it crashed")
        assert (await ask(runs, "add-rounds", "4"))["rounds"] == 4
        await until(lambda: len(found(runs, "entrant.registered")) == 5, "the late entrant is here", 60)
        await ask(runs, "resume")
        await until(lambda: len(found(runs, "round.paired")) == 2, "the second round is paired", 120)
        await ask(runs, "rejoin", "bob")
        assert await asyncio.wait_for(again.wait(), 240) == 0
    rounds = found(runs, "round.paired")
    assert [seated(paired) for paired in rounds][:2] == [{"ann", "bob", "cleo", "dan"}, {"ann", "cleo", "dan", "eve"}]
    assert seated(rounds[-1]) == {"ann", "bob", "cleo", "dan", "eve"}
    assert len(rounds) == 4
    assert len(found(runs, "entrant.replaced")) == len(found(runs, "entrant.returned")) == 1
    await command("audit", str(runs / "cup"))

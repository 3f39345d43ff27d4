"""A whole installation as a user starts it: ``croupier up`` in a folder of its own, used from outside."""

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

CROUPIER = (sys.executable, "-m", "croupier.cli.main")
SPEC = """\
id = "{id}"
game = "briscola"
games = {games}
[clock]
action = "{action}"
bank = "5m"
{more}
"""


@dataclass
class Installation:
    """Where it listens, and the folder that holds its bundles."""

    folder: Path
    url: str

    async def open(
        self, name: str, *, games: int = 2, action: str = "20s", more: str = "", entrants: int = 2
    ) -> dict[str, str]:
        """Open a tournament of remote entrants ``e1``, ``e2`` …; their tokens."""
        file = self.folder / f"{name}.toml"
        text = SPEC.format(id=name, games=games, action=action, more=more)
        text += "".join(f'[[entrant]]\nname = "E{n}"\nremote = true\n' for n in range(1, entrants + 1))
        file.write_text(text)
        tokens = str(self.folder / f"{name}.tokens.json")
        printed = await command("open", str(file), "--redis", str(self.folder), "--tokens", tokens, "--json")
        told: dict[str, str] = json.loads(printed)["tokens"]
        return told

    async def get(self, path: str) -> httpx.Response:
        """The answer to an HTTP request."""
        async with httpx.AsyncClient(base_url=self.url.replace("ws://", "http://")) as client:
            return await client.get(path)

    async def log_of(self, tournament: str, game: str) -> list[dict[str, Any]]:
        """The lines of an archived game."""
        path = self.folder / tournament / "games" / f"{game}.jsonl"
        await until(path.exists, f"{path.name} is archived")
        return [json.loads(line) for line in path.read_text().splitlines()]


async def until(holds: Any, what: str, seconds: float = 30) -> None:
    """Poll until ``holds()``; fails with ``what`` after the deadline."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        await asyncio.sleep(0.02)


async def command(*arguments: str) -> str:
    """Run a croupier command to its end; what it printed. Fails if it does."""
    process = await asyncio.create_subprocess_exec(
        *CROUPIER, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env=environment()
    )
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    return out.decode()


def environment() -> dict[str, str]:
    """The environment without settings of ours."""
    return {name: value for name, value in os.environ.items() if not name.startswith("CROUPIER_")}


@contextlib.asynccontextmanager
async def up(folder: Path) -> AsyncIterator[Installation]:
    """``croupier up`` while the context lasts."""
    process = await asyncio.create_subprocess_exec(
        *CROUPIER, "up", "--folder", str(folder), "--port", "0", "--json",
        stdout=asyncio.subprocess.PIPE, stderr=None, env=environment(), start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            told = json.loads(await process.stdout.readline())
        yield Installation(folder, told["url"])
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGINT)
        await process.wait()

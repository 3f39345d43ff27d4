"""A bot as a program: flags, environment, last words and exit codes."""

import asyncio
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from fake_gateway import BYE, TOKEN, Client, action, gateway, over, snapshot, turn

EXAMPLES = Path(__file__).parents[2] / "examples/bots"
BUILT_IN = ["-m", "croupier.sdk.bots"]
VIEW = {"hand": ["AC", "2D", "KB"], "trick": [], "leader": 0, "trump": "S", "turn_up": "4S", "stock": 34}


async def start(*command: str, **env: str) -> asyncio.subprocess.Process:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CROUPIER_")}
    return await asyncio.create_subprocess_exec(
        sys.executable, *command, env={**clean, **env}, stderr=asyncio.subprocess.PIPE
    )


async def finish(process: asyncio.subprocess.Process) -> tuple[int, str]:
    """Exit code and stderr."""
    try:
        async with asyncio.timeout(20):
            _, said = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode is not None
    return process.returncode, said.decode()


async def a_game(client: Client) -> None:
    """Two decisions and a result."""
    await client.greet()
    await client.send(**snapshot(0, view=VIEW, asked=turn(0, view=VIEW)))
    first = await client.expect("act", ply=0)
    await client.send(**action(1, 0, first["action"]))
    await client.send(**turn(2, view=VIEW))
    await client.expect("act", ply=2)
    await client.send(**over())
    await client.send(**BYE)


async def run(*command: str, script: Any = a_game, token: str = TOKEN) -> tuple[int, str]:
    async with gateway(script) as server:

        async def whole() -> tuple[int, str]:
            return await finish(await start(*command, CROUPIER_URL=server.url, CROUPIER_TOKEN=token))

        done: tuple[int, str] = await server.watch(whole(), 25)
        return done


@pytest.mark.parametrize("bot", ["greedy", "random"])
async def test_a_built_in_bot_plays_as_a_program(bot: str) -> None:
    """Address and token from the environment, exit code 0 after good-bye."""
    code, said = await run(*BUILT_IN, bot, "--seed", "7")
    assert code == 0, said
    assert "tournament/finished" in said


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
async def test_every_example_plays_a_game(path: Path) -> None:
    """What the documentation hands out must work as it stands."""
    code, said = await run(str(path))
    assert code == 0, said


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
async def test_the_example_in_javascript_plays_a_game() -> None:
    """Any client can plug in: a browser's WebSocket, JSON, and no package."""
    async with gateway(a_game) as server:
        env = {**os.environ, "CROUPIER_URL": server.url, "CROUPIER_TOKEN": TOKEN}
        # The flag is for Node 20 and 21; newer ones have a WebSocket without it.
        command = ("node", "--experimental-websocket", str(EXAMPLES / "bot.mjs"))
        process = await asyncio.create_subprocess_exec(*command, env=env, stderr=asyncio.subprocess.PIPE)
        code, said = await server.watch(finish(process), 25)
    assert code == 0, said
    assert "tournament/finished" in said


def test_the_first_bot_fits_in_ten_lines() -> None:
    """That is all it takes."""
    assert len((EXAMPLES / "first_bot.py").read_text(encoding="utf-8").splitlines()) <= 10


async def test_a_wrong_token_is_said_in_one_line_with_exit_code_2() -> None:
    """No traceback for a user's mistake."""
    code, said = await run(*BUILT_IN, "greedy", token="wrong")
    assert code == 2
    assert "session/bad-token" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["greedy"], "no server"),
        (["greedy", "--url", "ws://a"], "no token"),
        (["gredy"], "invalid choice"),
        (["greedy", "--sede", "1"], "unrecognized"),
    ],
    ids=str,
)
async def test_a_wrong_flag_is_said_with_exit_code_2(flags: list[str], words: str) -> None:
    """And with the flag to use instead."""
    code, said = await finish(await start(*BUILT_IN, *flags))
    assert code == 2
    assert words in said
    assert "Traceback" not in said


FAILING = """
from croupier.sdk import Bot
class Failing(Bot):
    def choose(self, turn):
        return {}[turn.ply]
Failing().run()
"""


async def test_a_bot_with_a_bug_shows_its_traceback_and_exits_with_1(tmp_path: Path) -> None:
    """The author sees the line of the bug, and how to go on in spite of it."""
    path = tmp_path / "failing.py"
    path.write_text(FAILING)

    async def ask(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0, asked=turn(0)))
        await client.socket.wait_closed()

    code, said = await run(str(path), script=ask)
    assert code == 1
    assert "return {}[turn.ply]" in said
    assert "KeyError" in said
    assert "--keep-going" in said
    assert (await run(str(path), "--keep-going"))[0] == 0


async def test_an_interrupted_bot_exits_with_130() -> None:
    """Control-C is no failure and prints no traceback."""
    playing = asyncio.Event()

    async def hold(client: Client) -> None:
        await client.greet()
        playing.set()
        await client.socket.wait_closed()

    async with gateway(hold) as server:
        process = await start(*BUILT_IN, "random", CROUPIER_URL=server.url, CROUPIER_TOKEN=TOKEN)
        await server.watch(playing.wait())
        process.send_signal(signal.SIGINT)
        code, said = await finish(process)
    assert code == 130
    assert "Traceback" not in said

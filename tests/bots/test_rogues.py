"""Misbehaving bots do misbehave, each in its own way: they are the fixtures of tests that must fail without them."""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from fake_gateway import BYE, TOKEN, Client, Json, action, gateway, snapshot, turn

HERE = Path(__file__).parent
ROGUES = ["silent", "slow", "illegal", "garbled", "disconnecting", "talkative", "huge"]


async def run(script: Any, name: str, *flags: str) -> list[Json]:
    """Run a rogue against a script until it ends; what it told."""
    async with gateway(script) as server:
        command = (str(HERE / f"{name}.py"), "--url", server.url, "--token", TOKEN, *flags)
        env = {key: value for key, value in os.environ.items() if not key.startswith("CROUPIER_")}
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, env=env, stdout=asyncio.subprocess.PIPE
        )
        try:
            told, _ = await server.watch(process.communicate())
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        assert process.returncode == 0
        return [json.loads(line) for line in told.splitlines()]


async def frames_until_act(client: Client) -> list[str | bytes]:
    """All that comes up to the first good answer, unread."""
    frames: list[str | bytes] = []
    while True:
        frame = await client.socket.recv()
        frames.append(frame)
        if isinstance(frame, str) and frame.startswith('{"type": "act"') and '"ply": 0,' in frame:
            return frames


async def test_silent_answers_pings_and_no_turn() -> None:
    """Alive, and its clock runs out."""

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0, asked=turn(0)))
        for number in range(3):
            await client.send(type="ping", id=number)
            assert (await client.hear()) == {"type": "pong", "id": number}
        await client.send(**BYE)

    assert await run(script, "silent") == [BYE]


@pytest.mark.parametrize("flag", ["--deaf", "--mute"])
async def test_silent_may_be_deaf_or_mute(flag: str) -> None:
    """No sign of life: the gateway must end the connection."""

    async def script(client: Client) -> None:
        if flag == "--deaf":
            await client.greet()
            await client.send(type="ping", id=1)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await client.hear()
        await client.send(**BYE)

    await run(script, "silent", flag)


async def test_slow_answers_after_its_time_and_pings_at_once() -> None:
    """Late, not gone."""
    loop = asyncio.get_running_loop()

    async def script(client: Client) -> None:
        await client.greet()
        start = loop.time()
        await client.send(**snapshot(0, asked=turn(0)))
        await client.send(type="ping", id=1)
        assert (await client.hear())["type"] == "pong"
        await client.expect("act", ply=0)
        assert loop.time() - start >= 0.5
        await client.send(**BYE)

    await run(script, "slow", "--seconds", "0.5")


@pytest.mark.parametrize("kind", ["unknown", "malformed", "unheld", "old", "long", "empty"])
async def test_illegal_is_wrong_as_often_as_it_is_told_and_right_afterwards(kind: str) -> None:
    """Every wrong answer is one that the contracts let through and no rule does."""

    async def script(client: Client) -> None:
        await client.greet()
        asked = turn(0)
        await client.send(**snapshot(0, asked=asked))
        why = {"code": "move/card-not-held", "reason": "the card is not in the hand", "legal": asked["legal"]}
        for strike in (1, 2):
            said = await client.expect("act", ply=0)
            assert said["action"] not in asked["legal"]
            await client.send(type="refused", game=asked["game"], ply=0, strikes=strike, left=3 - strike, **why)
        await client.expect("act", ply=0, action=asked["legal"][0])
        await client.send(**BYE)

    told = await run(script, "illegal", "--kind", kind, "--times", "2")
    assert [message["type"] for message in told] == ["refused", "refused", "bye"]


async def test_garbled_sends_what_is_no_message_and_then_answers() -> None:
    """Broken JSON, wrong types, a binary frame; each must be answered with an error and harm no game."""
    seen: list[str | bytes] = []

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0, asked=turn(0)))
        seen.extend(await frames_until_act(client))
        await client.send(**BYE)

    await run(script, "garbled")
    assert "not json" in seen
    assert b"\x00\xff\xfe" in seen
    assert len(seen) > 25


@pytest.mark.parametrize("flags", [["--when", "before"], ["--when", "after"], ["--when", "before", "--abort"]], ids=str)
async def test_disconnecting_is_away_at_every_second_turn_and_comes_back(flags: list[str]) -> None:
    """A bad line, or a crash, right before or right after the answer."""
    answered: list[int] = []
    connections: list[int] = []

    async def script(client: Client) -> None:
        connections.append(client.number)
        await client.greet()
        ply = len(answered)
        if ply >= 3:
            await client.send(**BYE)
            return
        await client.send(**snapshot(ply, asked=turn(ply)))
        try:
            while True:
                await client.expect("act", ply=len(answered))
                answered.append(len(answered))
                await client.send(**turn(len(answered)))
        except ConnectionClosed:
            pass

    await run(script, "disconnecting", "--every", "2", *flags)
    assert answered[:3] == [0, 1, 2]
    assert len(connections) >= 2


async def test_talkative_repeats_itself() -> None:
    """Copies, old answers, an answer to a turn that nobody asked: each must count once or not at all."""

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0, asked=turn(0)))
        for _ in range(4):
            await client.expect("act", ply=0)
        await client.send(**action(1, 0))
        await client.send(**turn(2))
        for _ in range(25):
            await client.hear()
        plies = [said["ply"] for said in client.said if said["type"] == "act"]
        assert plies.count(0) == 6
        assert plies.count(2) == 6
        assert plies.count(4) == 1
        await client.send(**BYE)

    await run(script, "talkative", "--copies", "4", "--resyncs", "5", "--eager")


async def test_talkative_may_flood() -> None:
    """A thousand pings without being asked."""

    async def script(client: Client) -> None:
        await client.greet()
        for _ in range(1_000):
            assert (await client.hear())["type"] == "ping"
        await client.send(**BYE)

    await run(script, "talkative", "--flood")


async def test_huge_sends_ten_megabytes_once_and_plays_on() -> None:
    """The connection is ended for it (the default limit is 1 MiB); afterwards the bot is as good as any."""

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0, asked=turn(0)))
        if client.number == 1:
            with pytest.raises(ConnectionClosed):
                await client.hear()
            return
        await client.expect("act", ply=0, action="play AC")
        await client.send(**BYE)

    await run(script, "huge")


@pytest.mark.parametrize("name", ROGUES)
def test_every_rogue_says_what_it_does_wrong(name: str) -> None:
    """The first line of its file is its help."""
    assert (HERE / f"{name}.py").read_text(encoding="utf-8").startswith('"""')
    assert {path.stem for path in HERE.glob("*.py")} == {*ROGUES, "rogue", "test_rogues"}

"""Bad input from a client: each kind gets its stable code within a second, and nobody else notices."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from .installation import Installation
from .stranger import Stranger

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(90)]


@contextlib.asynccontextmanager
async def table(installation: Installation, name: str, **options: Any) -> AsyncIterator[tuple[Stranger, Stranger, Any]]:
    """Two players of a game that has begun: the one who is asked, the other, and the turn."""
    tokens = await installation.open(name, games=1, **options)
    first, second = Stranger(installation.url, tokens["e1"]), Stranger(installation.url, tokens["e2"])
    await first.come()
    await second.come()
    asked = asyncio.create_task(first.turn())
    other = asyncio.create_task(second.turn())
    done, left = await asyncio.wait({asked, other}, return_when=asyncio.FIRST_COMPLETED)
    for task in left:
        task.cancel()
    players = (first, second) if asked in done else (second, first)
    try:
        yield *players, done.pop().result()
    finally:
        await first.socket.close()
        await second.socket.close()


@contextlib.asynccontextmanager
async def undisturbed(installation: Installation, name: str) -> AsyncIterator[None]:
    """Another game goes on from its first to its last card meanwhile, without a refusal or a lost seat."""
    tokens = await installation.open(f"{name}-peace", games=1)
    players = [Stranger(installation.url, tokens[who]) for who in ("e1", "e2")]
    for player in players:
        await player.come()
    playing = asyncio.gather(*(player.play() for player in players))
    yield
    await playing
    for player in players:
        assert not [message for message in player.heard if message["type"] in ("refused", "error", "bye")]
        assert player.heard[-1]["outcome"] in ("won", "drawn")


async def _code(answer: Any) -> str:
    """The code of the answer to bad input, which comes within a second."""
    started = time.monotonic()
    message = await asyncio.wait_for(answer, 5)
    assert time.monotonic() - started < 1
    return str(message["code"])


@pytest.mark.parametrize(
    ("name", "raw", "code"),
    [
        ("type", '{"type":"dance"}', "message/unknown-type"),
        ("json", '{"type":', "message/not-json"),
        ("schema", '{"type":"act","game":7}', "message/schema"),
        ("binary", b"\x00\x01", "message/not-text"),
        ("game", '{"type":"resign","game":"nowhere"}', "session/unknown-game"),
    ],
)
async def test_messages_that_cannot_be_used(installation: Installation, name: str, raw: str | bytes, code: str) -> None:
    async with undisturbed(installation, f"bad-{name}"), table(installation, f"bad-{name}") as (asked, _, turn):
        await asked.socket.send(raw)
        assert await _code(asked.hear("error")) == code
        await asked.answer(turn)
        assert (await asked.hear("event"))["kind"] == "action"


@pytest.mark.parametrize(
    ("name", "action", "code"),
    [
        ("card", "play 10C", "malformed/malformed-card"),
        ("verb", "dance", "malformed/unknown-action"),
        ("held", None, "move/card-not-held"),
    ],
)
async def test_answers_that_are_refused(installation: Installation, name: str, action: str | None, code: str) -> None:
    async with undisturbed(installation, f"ref-{name}"), table(installation, f"ref-{name}") as (asked, _, turn):
        said = action or f"play {turn['view']['turn_up']}"
        await asked.say(type="act", game=turn["game"], ply=turn["ply"], action=said)
        assert await _code(asked.hear("refused")) == code
        assert asked.heard[-1]["legal"] == turn["legal"]


async def test_out_of_turn(installation: Installation) -> None:
    async with table(installation, "ooturn") as (_, other, turn):
        await other.say(type="act", game=turn["game"], ply=turn["ply"], action="play KD")
        assert await _code(other.hear("refused")) == "move/not-your-turn"


async def test_after_the_deadline(installation: Installation) -> None:
    async with undisturbed(installation, "late"), table(installation, "late", action="500ms") as (asked, _, turn):
        over = await asked.hear("over")
        assert (over["why"], over["limit"]) == ("clock/flag", 500_000)
        await asked.answer(turn)
        assert await _code(asked.hear("refused", "error")) == "clock/late"


async def test_a_wrong_token(installation: Installation) -> None:
    player = Stranger(installation.url, "no-such-token")
    assert (await asyncio.wait_for(player.come(), 1))["code"] == "session/bad-token"


async def test_a_second_connection_with_one_token_takes_over(installation: Installation) -> None:
    async with undisturbed(installation, "twice"), table(installation, "twice") as (asked, _, turn):
        again = Stranger(installation.url, asked.token)
        await again.come()
        assert await _code(asked.hear("bye")) == "session/superseded"
        snapshot = await again.hear("game")
        assert snapshot["turn"]["ply"] == turn["ply"]
        await again.answer(snapshot["turn"])
        assert (await again.hear("event"))["kind"] == "action"
        await again.socket.close()


async def test_a_flood(installation: Installation) -> None:
    async with undisturbed(installation, "flood"), table(installation, "flood") as (asked, _, _turn):
        with contextlib.suppress(ConnectionClosed):
            for number in range(20_000):
                await asked.say(type="ping", id=number)
        codes = set()
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = json.loads(await asked.socket.recv())
                codes.add(message.get("code"))
        assert "rate/flood" in codes


async def test_a_frame_of_ten_megabytes(installation: Installation) -> None:
    async with undisturbed(installation, "huge"), table(installation, "huge") as (asked, _, turn):
        with contextlib.suppress(ConnectionClosed):
            await asked.socket.send("x" * 10_000_000)
        seen = "1009"
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = json.loads(await asyncio.wait_for(asked.socket.recv(), 1))
                if message["type"] in ("error", "bye"):
                    seen = message["code"]
                    break
        assert seen in ("message/too-big", "1009")
        if seen == "1009":
            assert asked.socket.close_code == 1009
        back = Stranger(installation.url, asked.token)
        await back.come()
        assert (await back.hear("game"))["turn"]["ply"] == turn["ply"]
        await back.socket.close()


async def test_hello_comes_first(installation: Installation) -> None:
    async with connect(f"{installation.url}/v1/play") as socket:
        await socket.send('{"type":"resync","game":"g"}')
        async with asyncio.timeout(1):
            while (message := json.loads(await socket.recv()))["type"] == "ping":
                pass
        assert message["code"] == "session/hello-expected"

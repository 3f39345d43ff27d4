"""What clients may do wrong: a stable code, at once, and no harm to anybody else."""

import asyncio
import contextlib
import json
import random
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from croupier.contracts.table import TableEntry
from croupier.services.gateway.limits import Limits
from croupier.services.gateway.sockets import GatewaySocket
from gateway_kit import GAME, OTHER_GAME, House, event, hear, house, opening, token, until

MISTAKES: list[tuple[str | bytes, str, str]] = [
    ("{", "message/not-json", ""),
    ("", "message/not-json", ""),
    ('{"type":"act"', "message/not-json", ""),
    ('{"type":"ping","id":1}}', "message/not-json", ""),
    ('"\\ud800"', "message/not-json", ""),
    ("[" * 5_000, "message/not-json", ""),
    (b'{"type":"ping"}', "message/not-text", ""),
    ("null", "message/schema", ""),
    ("[]", "message/schema", ""),
    ("{}", "message/schema", "type"),
    ('{"type":"atc","game":"g","ply":0,"action":"x"}', "message/unknown-type", "type"),
    ('{"type":{}}', "message/unknown-type", "type"),
    ('{"type":"act","game":"cup-r1-t1-1","ply":0}', "message/schema", "action"),
    ('{"type":"act","game":"cup-r1-t1-1","ply":"0","action":"x"}', "message/schema", "ply"),
    ('{"type":"act","game":"cup-r1-t1-1","ply":0.0,"action":"x"}', "message/schema", "ply"),
    ('{"type":"act","game":"cup-r1-t1-1","ply":-1,"action":"x"}', "message/schema", "ply"),
    ('{"type":"act","game":"cup-r1-t1-1","ply":9007199254740992,"action":"x"}', "message/schema", "ply"),
    ('{"type":"act","game":"../../etc","ply":0,"action":"x"}', "message/schema", "game"),
    ('{"type":"act","game":"cup-r1-t1-1","ply":0,"action":"x","acton":1}', "message/schema", "acton"),
    ('{"type":"act","game":"cup-r1-t1-1","ply":NaN,"action":"x"}', "message/schema", "ply"),
    (json.dumps({"type": "act", "game": GAME, "ply": 0, "action": "x" * 1001}), "message/schema", "action"),
    (json.dumps({"type": "act", "game": GAME, "ply": 0, "action": "x" * 70_000}), "message/too-big", ""),
    ('{"type":"ping","id":"' + "é" * 40_000 + '"}', "message/too-big", ""),
]  # fmt: skip

HANDSHAKE = (
    b"GET /v1/play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

BEGINNINGS = (b"", b"\x81\xfe", b"\x01\x80\0\0\0\0", b"\x88\x82\0\0\0\0", b"\x81\xff\xff", b"\xf1")
"""Of a long frame, of fragments, of a close frame without content, of the longest frame there is, of none."""


@pytest.mark.parametrize("path", ["/v1/play", "/v1/watch/no-such-game"])
async def test_a_client_that_leaves_before_the_handshake_is_no_error_of_ours(
    path: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its transport closes while the application starts, and the loss has not been reported yet."""
    run, ran = GatewaySocket.run_asgi, asyncio.Event()

    async def leave(self: GatewaySocket) -> None:
        self.transport.abort()
        await run(self)
        ran.set()

    monkeypatch.setattr(GatewaySocket, "run_asgi", leave)
    async with house() as h:
        _, writer = await asyncio.open_connection("127.0.0.1", h.server.port)
        writer.write(HANDSHAKE.replace(b"/v1/play", path.encode()))
        await asyncio.wait_for(ran.wait(), 10)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


@contextlib.asynccontextmanager
async def two_tables(limits: Limits | None = None) -> AsyncIterator[tuple[House, ClientConnection, ClientConnection]]:
    """A house with a game of ann's and a game of cid's."""
    async with house(limits) as h, h.player("ann") as bad, h.player("cid") as good:
        h.feed.push(opening(), opening(OTHER_GAME, ("cid", "dot")))
        await hear(bad, "game")
        await hear(good, "game")
        yield h, bad, good


async def undisturbed(h: House, good: ClientConnection) -> None:
    """The other table goes on: news comes, and an answer is taken."""
    h.feed.push(TableEntry(OTHER_GAME, messages={"0": [event(OTHER_GAME)]}))
    await hear(good, "event", seconds=1)
    count = len(h.commands("act")) + 1
    await good.send(json.dumps({"type": "act", "game": OTHER_GAME, "ply": 0, "action": "pass"}))
    assert (await h.command("act", count=count))["game"] == OTHER_GAME


async def test_every_mistake_gets_its_code_and_the_connection_stays_open() -> None:
    """The place is that of the field that is wrong."""
    async with two_tables(Limits(burst=1000)) as (h, bad, good):
        for frame, code, place in MISTAKES:
            await bad.send(frame)
            error = await hear(bad, "error", seconds=1)
            assert (error["code"], error["place"]) == (code, place), frame[:80]
            assert error["reason"]
        await undisturbed(h, good)
        await bad.send(json.dumps({"type": "act", "game": GAME, "ply": 0, "action": "play KD"}))
        assert (await h.command("act", count=2))["game"] == GAME


@pytest.mark.parametrize(
    ("frame", "hint"),
    [
        ('{"type":"atc"}', "did you mean 'act'?"),
        ('{"type":"zzz"}', "one of hello, act, resign, resync, dispute, ping, pong"),
        ('{"type":"act","game":"cup-r1-t1-1","ply":0,"action":"x","acton":0}', "did you mean 'action'?"),
    ],
)
async def test_a_slip_of_the_pen_is_recognised(frame: str, hint: str) -> None:
    """The hint names what was probably meant."""
    async with house() as h, h.player("ann") as socket:
        await socket.send(frame)
        assert (await hear(socket, "error"))["hint"] == hint


async def test_a_frame_of_ten_megabytes_ends_only_its_own_connection() -> None:
    """The sender is told, though it is still sending; it takes less than a second and disturbs nobody."""
    async with two_tables() as (h, bad, good):
        sending = asyncio.create_task(bad.send("x" * 10_000_000))
        bye = await hear(bad, "bye", seconds=1)
        assert (bye["code"], "after" in bye) == ("message/too-big", False)
        await undisturbed(h, good)
        with contextlib.suppress(ConnectionClosed):
            await sending
        await bad.wait_closed()
        assert bad.close_code == 1009


async def test_a_message_in_many_fragments_is_as_large_as_its_sum() -> None:
    """The limit cannot be got round by cutting, not even into nothings."""
    for pieces in (["x" * 60_000] * 10, [""] * 1_000):
        async with two_tables() as (h, bad, good):
            with contextlib.suppress(ConnectionClosed):
                await bad.send(pieces)
            assert (await hear(bad, "bye", seconds=1))["code"] == "message/too-big"
            await undisturbed(h, good)


async def test_a_flood_is_first_dropped_then_ended() -> None:
    """What is within the limits was taken; the rest of the burst gets one error a second, then the end."""
    async with two_tables(Limits(rate=50, burst=100)) as (h, bad, good):
        act = json.dumps({"type": "act", "game": GAME, "ply": 0, "action": "pass"})
        with contextlib.suppress(ConnectionClosed):
            for _ in range(1_000):
                await bad.send(act)
        codes: list[dict[str, Any]] = [await hear(bad, "error", "bye", seconds=1)]
        while codes[-1]["type"] != "bye":
            codes.append(await hear(bad, "error", "bye", seconds=1))
        assert {message["code"] for message in codes} == {"rate/flood"}
        assert 95 <= len(h.commands("act")) <= 250
        await undisturbed(h, good)


async def test_a_short_burst_over_the_limit_is_forgiven() -> None:
    """The connection stays, and what comes later is taken again."""
    async with house(Limits(rate=200, burst=50)) as h, h.player("ann") as socket:
        for number in range(70):
            await socket.send(json.dumps({"type": "ping", "id": number}))
        assert (await hear(socket, "error"))["code"] == "rate/flood"
        await asyncio.sleep(0.3)
        await socket.send(json.dumps({"type": "ping", "id": 1000}))
        async with asyncio.timeout(1):
            while (await hear(socket, "pong"))["id"] != 1000:
                pass


async def test_a_client_that_does_not_read_is_let_go() -> None:
    """What waits for it is bounded, and the others hear everything."""
    async with house(Limits(queue=50_000)) as h:
        headers = {"Authorization": f"Bearer {token('ann')}"}
        async with h.dial(additional_headers=headers, max_queue=1, close_timeout=0.1) as slow, h.player("bob") as bob:
            await slow.send(json.dumps({"type": "hello", "versions": [1]}))
            await h.command("entrant.join", "to:director", count=2)
            h.feed.push(opening())
            await hear(bob, "game")
            for n in range(1, 301):
                text = event(n=n, padding="x" * 30_000)
                h.feed.push(TableEntry(GAME, messages={"0": [text], "1": [text]}))
                assert (await hear(bob, "event"))["n"] == n
            assert (await h.command("seat.gone"))["seat"] == 0
            assert h.gateway.meter.registry.get_sample_value("croupier_gateway_overflows_total") == 1


async def test_pings_that_nobody_reads_do_not_pile_up() -> None:
    """The protocol's own pings have a limit too."""
    async with two_tables() as (h, bad, good):
        with contextlib.suppress(ConnectionClosed):
            for _ in range(1_000):
                await bad.ping()
        await bad.wait_closed()
        await undisturbed(h, good)


async def test_text_that_is_no_unicode_ends_the_connection_with_a_reason() -> None:
    """The WebSocket protocol leaves no other way."""
    async with house() as h, h.player("ann") as socket:
        await socket.send(b"\xff\xfe", text=True)
        assert (await hear(socket, "bye"))["code"] == "message/not-text"
        await socket.wait_closed()
        assert socket.close_code == 1007


async def test_garbage_on_the_wire_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
    """Random bytes instead of frames, connections that are cut, closed by halves, or never closed."""
    chance = random.Random(7)
    loop = asyncio.get_running_loop()
    with contextlib.ExitStack() as stack:
        async with two_tables() as (h, _, good):
            for number in range(60):
                wire = stack.enter_context(socket.socket())
                wire.setblocking(False)
                await loop.sock_connect(wire, ("127.0.0.1", h.server.port))
                await loop.sock_sendall(wire, HANDSHAKE)
                assert b"101" in await asyncio.wait_for(loop.sock_recv(wire, 4096), 5)
                garbage = chance.choice(BEGINNINGS) + chance.randbytes(chance.choice([0, 1, 50, 20_000]))
                await loop.sock_sendall(wire, garbage)
                if number % 3 == 0:
                    wire.close()
                elif number % 3 == 1:
                    wire.shutdown(socket.SHUT_WR)
            await undisturbed(h, good)
            await until(lambda: len(h.gateway.connections) <= 22, seconds=10)
    assert not [record for record in caplog.records if record.exc_info]

"""How a connection begins and ends, over a real socket."""

import asyncio
import contextlib
import json
import time
from pathlib import Path

import pytest

from croupier.contracts import events as ev
from croupier.contracts.errors import Unavailable
from croupier.contracts.table import TableEntry
from croupier.runtime.eventlog import Append
from croupier.runtime.memory import MemoryLog
from croupier.services.gateway.archive import Archive
from croupier.services.gateway.limits import Limits
from croupier.services.gateway.roster import Roster
from croupier.services.gateway.tables import ARRIVALS
from gateway_kit import CUP, GAME, House, chain, hear, house, spec, token, until


async def test_a_hello_with_the_right_token_is_welcomed_and_registered() -> None:
    """The gateway names the entrant, and tells the director that it came."""
    async with house() as h, h.dial(additional_headers={"Authorization": f"Bearer {token('ann')}"}) as socket:
        await socket.send(json.dumps({"type": "hello", "versions": [1], "nonce": "ab" * 32, "client": "mine"}))
        welcome = await hear(socket, "welcome")
        assert (welcome["version"], welcome["tournament"], welcome["entrant"], welcome["name"]) == (
            1,
            CUP,
            "ann",
            "Ann",
        )
        assert welcome["limits"]["message_bytes"] == 65536
        join = await h.command("entrant.join", "to:director")
        assert (join["tournament"], join["entrant"], join["nonce"], join["client"]) == (CUP, "ann", "ab" * 32, "mine")


async def test_the_token_may_stand_in_hello_and_the_nonce_is_drawn_for_a_client_without_one() -> None:
    """A browser cannot set a header."""
    async with house() as h, h.dial() as socket:
        await socket.send(json.dumps({"type": "hello", "versions": [7, 1], "token": token("bob")}))
        assert (await hear(socket, "welcome"))["entrant"] == "bob"
        join = await h.command("entrant.join", "to:director")
        assert len(bytes.fromhex(join["nonce"])) == 32


@pytest.mark.parametrize("header", ["Bearer nobodys", "Basic YTpi", "Bearer", "Bearer a b"])
async def test_an_unknown_token_is_turned_away(header: str) -> None:
    """Error, bye and close code all say why."""
    async with house() as h, h.dial(additional_headers={"Authorization": header}) as socket:
        await socket.send(json.dumps({"type": "hello", "versions": [1]}))
        assert (await hear(socket))["code"] == "session/bad-token"
        bye = await hear(socket)
        assert (bye["type"], bye["code"], "after" in bye) == ("bye", "session/bad-token", False)
        await socket.wait_closed()
        assert (socket.close_code, socket.close_reason) == (4401, "session/bad-token")
        assert h.commands("entrant.join", "to:director") == []


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"Authorization": "Bearer " + "x" * 7_000}, "at most 200 characters"),
        ({"Authorization": "Basic abc"}, "is not 'Bearer '"),
        ({"Authorization": "Bearer abc"}, "not known"),
        ({}, "no token came"),
    ],
)
async def test_a_token_is_refused_for_what_it_is(headers: dict[str, str], reason: str) -> None:
    """Too long, of another kind, unknown, or not there at all."""
    async with house() as h, h.dial(additional_headers=headers) as socket:
        await socket.send(json.dumps({"type": "hello", "versions": [1]}))
        error = await hear(socket)
        assert error["code"] == "session/bad-token"
        assert reason in error["reason"]


async def test_the_token_is_never_taken_from_the_address() -> None:
    """Addresses end up in logs."""
    async with house() as h, h.dial(f"/v1/play?token={token('ann')}") as socket:
        await socket.send(json.dumps({"type": "hello", "versions": [1]}))
        assert (await hear(socket))["code"] == "session/bad-token"


async def test_a_tournament_that_opens_later_is_found_by_its_tokens() -> None:
    """An unknown token makes the gateway look again, at most every tenth of a second."""
    async with house() as h:
        await h.open_tournament("late", ("eva", "fay"))
        async with h.player("eva") as socket:
            assert socket.close_code is None


async def test_a_token_of_a_tournament_that_opened_just_now_is_never_refused() -> None:
    """Also right after a reading that did not see it yet: bots come at once, and do not come back when refused."""
    async with house() as h:
        for number in range(5):
            await h.gateway.roster.refresh()
            await h.open_tournament(f"sudden-{number}", (f"eva-{number}", f"fay-{number}"))
            async with h.player(f"eva-{number}") as socket:
                assert socket.close_code is None


async def test_a_token_that_cannot_be_looked_up_is_not_called_wrong() -> None:
    """While the store is away the client is asked to come back."""

    class Away(MemoryLog):
        async def live(self, partition: int) -> list[str]:
            raise Unavailable("store/unreachable", "away")

    roster = Roster(Away(), Archive(None), time.monotonic)
    with pytest.raises(Unavailable) as error:
        await roster.find(token("ann"))
    assert error.value.code == "server/unready"
    async with house() as h:
        h.gateway.roster._logs = Away()
        async with h.dial() as socket:
            await socket.send(json.dumps({"type": "hello", "versions": [1], "token": "new"}))
            bye = await hear(socket)
            assert (bye["type"], bye["code"], bye["after"]) == ("bye", "server/unready", 2_000_000)


async def test_a_client_without_a_common_version_is_turned_away() -> None:
    """The gateway says which version it speaks."""
    async with house() as h, h.dial(additional_headers={"Authorization": f"Bearer {token('ann')}"}) as socket:
        await socket.send(json.dumps({"type": "hello", "versions": [2, 3]}))
        error = await hear(socket, "error")
        assert error["code"] == "session/protocol-version"
        assert "version 1" in error["reason"]
        assert (await hear(socket, "bye"))["code"] == "session/protocol-version"


async def test_hello_comes_first_and_once() -> None:
    """Both mistakes leave the connection open."""
    async with house() as h, h.dial(additional_headers={"Authorization": f"Bearer {token('ann')}"}) as socket:
        await socket.send(json.dumps({"type": "resync", "game": "cup-r1-t1-1"}))
        assert (await hear(socket))["code"] == "session/hello-expected"
        await socket.send(json.dumps({"type": "hello", "versions": [1]}))
        await hear(socket, "welcome")
        await socket.send(json.dumps({"type": "hello", "versions": [1]}))
        assert (await hear(socket))["code"] == "session/hello-repeated"


async def test_a_second_connection_takes_over() -> None:
    """The first is told so, with no time to come back; the entrant was never gone."""
    async with house() as h, h.player("ann") as first:
        h.feed.push(h.opening())
        await hear(first, "game")
        async with h.player("ann") as second:
            bye = await hear(first, "bye")
            assert (bye["code"], "after" in bye) == ("session/superseded", False)
            await first.wait_closed()
            assert first.close_code == 4409
            assert (await h.command("seat.here", count=2))["seat"] == 0
            h.feed.push(h.opening(n=3))
            assert (await hear(second, "game"))["n"] == 3
            assert h.commands("seat.gone") == []
        assert (await h.command("seat.gone"))["seat"] == 0


async def test_silence_before_hello_and_after_ends_the_connection() -> None:
    """Both limits are the operator's; ``after`` says when to come back."""
    async with house(Limits(hello=0.2)) as h, h.dial() as socket:
        bye = await hear(socket, "bye")
        assert (bye["code"], bye["after"]) == ("session/timeout", 2_000_000)
    async with house(Limits(idle=0.3, ping=60)) as h, h.player("ann") as socket:
        assert (await hear(socket, "bye"))["code"] == "session/timeout"


async def test_signs_of_life_go_both_ways() -> None:
    """Each side answers a ping with its id; a client that answers stays."""
    async with house(Limits(idle=0.4, ping=0.1)) as h, h.player("ann") as socket:
        await socket.send('{"type":"ping","id":77}')
        assert (await hear(socket, "pong"))["id"] == 77
        for _ in range(8):
            ping = await hear(socket, "ping")
            await socket.send(json.dumps({"type": "pong", "id": ping["id"]}))
        (connection,) = h.gateway.connections
        assert 0 < connection.lag < 400_000


async def test_one_connection_too_many_is_sent_away() -> None:
    """In total, and from one address."""
    for limits in (Limits(sockets=1), Limits(per_address=1)):
        async with house(limits) as h, h.player("ann"), h.dial() as socket:
            assert (await hear(socket))["code"] == "session/too-many"
            await socket.wait_closed()
            assert socket.close_code == 1013


async def test_the_last_word_of_a_server_that_stops_is_bye() -> None:
    """Everyone learns when to come back."""
    async with contextlib.AsyncExitStack() as stack:
        async with house() as h:
            playing = await stack.enter_async_context(h.player("ann"))
            stranger = await stack.enter_async_context(h.dial())
            await until(lambda: len(h.gateway.connections) == 2)
        for socket in (playing, stranger):
            bye = await hear(socket, "bye")
            assert (bye["code"], bye["after"]) == ("server/going-down", 2_000_000)
            await socket.wait_closed()
            assert socket.close_code == 1012


async def test_a_finished_tournament_sends_its_players_home() -> None:
    """But not before their last game is over, and nobody is let in again."""
    async with house() as h, h.player("ann") as socket:
        h.feed.push(h.opening())
        await hear(socket, "game")
        await h.append(ev.TournamentStarted(beacon="0" * 64), ev.TournamentFinished(standings=[], ratings=[]))
        await until(lambda: h.gateway.roster.views[CUP].finished)
        assert socket.close_code is None
        h.feed.push(TableEntry(GAME, end=True, messages={"0": [b'{"type":"over"}']}))
        assert (await hear(socket, "over", "bye"))["type"] == "over"
        assert (await hear(socket, "bye"))["code"] == "tournament/finished"
        async with h.dial(additional_headers={"Authorization": f"Bearer {token('bob')}"}) as late:
            await late.send(json.dumps({"type": "hello", "versions": [1]}))
            assert (await hear(late))["code"] == "tournament/finished"


async def test_a_server_that_stops_after_the_last_game_does_not_ask_its_players_back() -> None:
    """Though it had not read yet that the tournament is over, or the tournament is in the archive already."""
    for archived in (False, True):
        async with contextlib.AsyncExitStack() as stack:
            async with house() as h:
                socket = await stack.enter_async_context(h.player("ann"))
                await h.append(ev.TournamentStarted(beacon="0" * 64), ev.TournamentFinished(standings=[], ratings=[]))
                if archived:
                    await h.log.drop(f"t/{CUP}")
            bye = await hear(socket, "bye")
            assert (bye["code"], "after" in bye) == ("tournament/finished", False)


async def test_an_entrant_that_connects_again_and_again_has_to_wait() -> None:
    """Each time all of its games would be shown anew."""
    async with house() as h:
        moment = h.gateway.now()
        h.gateway.now = lambda: moment
        h.feed.push(h.opening())
        await until(h.gateway.tables.live)
        for _ in range(ARRIVALS):
            async with h.player("ann"):
                pass
        async with h.dial(additional_headers={"Authorization": f"Bearer {token('ann')}"}) as socket:
            await socket.send(json.dumps({"type": "hello", "versions": [1]}))
            bye = await hear(socket)
            assert (bye["code"], bye["after"]) == ("rate/flood", 2_000_000)
        async with h.player("bob") as other:
            assert other.close_code is None


async def test_a_gateway_that_cannot_hand_on_commands_lets_nobody_in() -> None:
    """It asks to come back, and holds no more commands than it may."""
    async with house() as h:
        h.gateway.outbox._most = 0
        async with h.dial(additional_headers={"Authorization": f"Bearer {token('ann')}"}) as socket:
            await socket.send(json.dumps({"type": "hello", "versions": [1]}))
            bye = await hear(socket)
            assert (bye["type"], bye["code"], bye["after"]) == ("bye", "server/unready", 2_000_000)


async def test_connections_that_never_ask_for_anything_are_bounded_by_address() -> None:
    """They are cut at once, and those that ask are served."""
    async with house(Limits(per_address=3)) as h:
        opened = [await asyncio.open_connection("127.0.0.1", h.server.port) for _ in range(3)]
        reader, writer = await asyncio.open_connection("127.0.0.1", h.server.port)
        with contextlib.suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 2) == b""
        for _, other in [*opened, (reader, writer)]:
            other.close()
        await until(lambda: not http_connections(h))
        async with h.player("ann") as socket:
            assert socket.close_code is None


def http_connections(h: House) -> int:
    """Connections that have not become a WebSocket."""
    protocol = h.server.config.http_protocol_class
    return sum(protocol.addresses.values())  # type: ignore[attr-defined]


async def test_results_that_have_left_the_store_are_read_from_the_archive(tmp_path: Path) -> None:
    """A gateway that starts in the middle of a tournament knows all of it."""
    seats = ev.PairedGame(id=GAME, board="cup-r1-b1", seats=["ann", "bob"])
    result = ev.GameRecorded(id=GAME, head="0" * 64, lines=1, points=[70, 50], places=[1, 2], outcome="won")
    started = ev.TournamentStarted(beacon="0" * 64)
    events = [
        ev.TournamentOpened(spec=spec()),
        started,
        ev.RoundPaired(round=1, games=[seats], byes=[], why=""),
        result,
    ]
    lines = chain(f"t/{CUP}", [*events, ev.RoundClosed(round=1, standings=[])])
    (tmp_path / CUP).mkdir()
    (tmp_path / CUP / "tournament.jsonl").write_bytes(b"".join(line + b"\n" for line in lines[:4]))
    log = MemoryLog()
    await log.commit([Append(f"t/{CUP}", 0, lines)])
    await log.forget(f"t/{CUP}", [4])
    roster = Roster(log, Archive(tmp_path), lambda: 0.0)
    assert await roster.refresh()
    assert roster.views[CUP].recorded == 1
    (tmp_path / CUP / "tournament.jsonl").write_bytes(b"nonsense\n")
    again = Roster(log, Archive(tmp_path), lambda: 0.0)
    assert await again.refresh()
    assert (await again.find(token("ann"))) is not None

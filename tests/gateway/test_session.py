"""How a connection begins and ends, over a real socket."""

import contextlib
import json

import pytest

from croupier.contracts import events as ev
from croupier.contracts.table import TableEntry
from croupier.services.gateway.limits import Limits
from gateway_kit import CUP, GAME, hear, house, token, until


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
        await h.append(ev.TournamentFinished(standings=[]))
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
                await h.append(ev.TournamentFinished(standings=[]))
                if archived:
                    await h.log.drop(f"t/{CUP}")
            bye = await hear(socket, "bye")
            assert (bye["code"], "after" in bye) == ("tournament/finished", False)

"""Spectators: they see what the public may see, and touch nothing."""

import json

from croupier.contracts.table import TableEntry
from gateway_kit import GAME, event, hear, house, opening, snapshot, until


async def test_a_spectator_gets_the_snapshot_then_the_news_then_the_end() -> None:
    """Without a token, and without what only seats may see."""
    async with house() as h:
        h.feed.push(opening())
        await until(lambda: GAME in h.gateway.tables.tables)
        async with h.dial(f"/v1/watch/{GAME}") as socket:
            welcome = await hear(socket, "welcome")
            assert "entrant" not in welcome
            assert "seat" not in await h.command("look")
            h.feed.push(
                TableEntry(GAME, messages={"p": [event(n=1)], "0": [event(n=1, secret="KD")]}),
                TableEntry(GAME, ("ann", "bob"), messages={"p": [snapshot(n=1)]}),
                TableEntry(GAME, messages={"p": [event(n=2)], "0": [event(n=2, secret="KD")]}),
                TableEntry(GAME, end=True, messages={"p": [b'{"type":"over"}'], "0": [b'{"type":"over"}']}),
            )
            heard = [await hear(socket) for _ in range(4)]
            assert [(message["type"], message.get("n")) for message in heard] == [
                ("game", 1), ("event", 2), ("over", None), ("bye", None),
            ]  # fmt: skip
            assert heard[-1]["code"] == "game/finished"
            await socket.wait_closed()
            assert socket.close_code == 1000
        await until(lambda: not h.gateway.tables.tables[GAME].watchers)


async def test_many_spectators_share_one_question_and_hear_one_snapshot_each() -> None:
    """A crowd costs the referee no more than one spectator."""
    async with house() as h:
        h.feed.push(opening())
        await until(lambda: GAME in h.gateway.tables.tables)
        async with h.dial(f"/v1/watch/{GAME}") as one, h.dial(f"/v1/watch/{GAME}") as two:
            await hear(one, "welcome")
            await hear(two, "welcome")
            assert len(h.commands("look")) == 1
            h.feed.push(TableEntry(GAME, ("ann", "bob"), messages={"p": [snapshot(n=1)]}))
            await hear(one, "game")
            await hear(two, "game")
            async with h.dial(f"/v1/watch/{GAME}") as three:
                await h.command("look", count=2)
                h.feed.push(
                    TableEntry(GAME, ("ann", "bob"), messages={"p": [snapshot(n=1)]}),
                    TableEntry(GAME, messages={"p": [event(n=2)]}),
                )
                assert (await hear(three))["type"] == "welcome"
                assert (await hear(three))["type"] == "game"
                assert (await hear(one))["type"] == "event"


async def test_a_spectator_that_acts_is_told_that_it_cannot() -> None:
    """Signs of life are all that it may send."""
    async with house() as h:
        h.feed.push(opening())
        await until(lambda: GAME in h.gateway.tables.tables)
        async with h.dial(f"/v1/watch/{GAME}") as socket:
            await hear(socket, "welcome")
            await socket.send(json.dumps({"type": "act", "game": GAME, "ply": 0, "action": "play KD"}))
            assert (await hear(socket))["code"] == "session/not-a-player"
            await socket.send('{"type":"ping","id":5}')
            assert await hear(socket) == {"type": "pong", "id": 5}
            assert h.commands("act") == []


async def test_a_game_that_is_not_in_play_cannot_be_watched() -> None:
    """The hint says where its log may be."""
    async with house() as h, h.dial("/v1/watch/cup-r7-t7-7") as socket:
        error = await hear(socket)
        assert (error["code"], error["place"]) == ("session/unknown-game", "game")
        assert "/v1/games/cup-r7-t7-7/log" in error["hint"]
        assert (await hear(socket, "bye"))["code"] == "session/unknown-game"
        await socket.wait_closed()
        assert socket.close_code == 4404

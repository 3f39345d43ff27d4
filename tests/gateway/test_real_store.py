"""The gateway in front of a real Redis, with no more rights there than it has in operation."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from croupier.contracts import events as ev
from croupier.contracts.commands import DIRECTOR_MESSAGE, REFEREE_MESSAGE
from croupier.contracts.streams import feed_key
from croupier.contracts.table import TableEntry
from croupier.runtime.eventlog import Append, Send
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store, open_store
from croupier.services.gateway.main import main
from gateway_kit import CUP, GAME, chain, event, hear, opening, snapshot, spec, token, turn
from redis_server import RealServer

pytestmark = pytest.mark.untidy


class Operation:
    """A gateway process in all but name, and the store as an administrator sees it."""

    def __init__(self, server: RealServer, store: Store, port: int, archive: Path) -> None:
        self.server = server
        self.store = store
        self.settings = Settings(
            redis_url=server.server.url("gateway"),
            redis_read_url=server.server.url("gateway-reads"),
            gateway_port=port,
            gateway_name="gw-real",
            archive=archive,
            gateway_rate=100,
        )

    async def publish(self, *entries: TableEntry) -> None:
        """Put entries on the table, as the referee does."""
        await self.store.log.send([Send(0, "to:table", entry.to_body()) for entry in entries])

    async def sent(self, feed: Any = "cmd") -> list[Any]:
        """The commands that came, ticks left out, each checked against its contract."""
        entries: list[Any] = await self.store.client.xrange(feed_key(feed, 0))  # type: ignore[assignment]
        reader = REFEREE_MESSAGE if feed == "cmd" else DIRECTOR_MESSAGE
        commands: list[Any] = [reader.validate_json(fields[b"e"]) for _, fields in entries]
        return [command for command in commands if command.type != "tick"]

    async def wait_for(self, kind: str, count: int = 1, feed: str = "cmd") -> Any:
        """The command number ``count`` of a kind."""
        async with asyncio.timeout(5):
            while True:
                found = [command for command in await self.sent(feed) if command.type == kind]
                if len(found) >= count:
                    return found[count - 1]
                await asyncio.sleep(0.01)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the gateway meanwhile."""
        stop = asyncio.Event()
        task = asyncio.create_task(main(self.settings, stop))
        try:
            await self.ready(task)
            yield
        finally:
            stop.set()
            await task

    async def ready(self, task: "asyncio.Task[None] | None" = None) -> None:
        """Wait until ``/readyz`` says so."""
        async with asyncio.timeout(10), httpx.AsyncClient(trust_env=False) as web:
            while task is None or not task.done():
                with contextlib.suppress(httpx.TransportError):
                    if (await web.get(f"http://127.0.0.1:{self.settings.gateway_port}/readyz")).status_code == 200:
                        return
                await asyncio.sleep(0.02)

    def player(self, entrant: str) -> connect:
        """A connection with a token."""
        url = f"ws://127.0.0.1:{self.settings.gateway_port}/v1/play"
        return connect(url, proxy=None, additional_headers={"Authorization": f"Bearer {token(entrant)}"})


@pytest.fixture
async def op(own_server: RealServer, tmp_path: Path, unused_tcp_port: int) -> AsyncIterator[Operation]:
    """A store in which the cup is open."""
    store = await open_store(own_server.url)
    await store.log.commit([Append(f"t/{CUP}", 0, chain(f"t/{CUP}", [ev.TournamentOpened(spec=spec())]))])
    yield Operation(own_server, store, unused_tcp_port, tmp_path / "runs")
    await store.close()


async def greet(socket: ClientConnection) -> None:
    """Say hello and be welcomed."""
    await socket.send(json.dumps({"type": "hello", "versions": [1]}))
    await hear(socket, "welcome")


async def test_a_game_is_played_through_a_real_store(op: Operation) -> None:
    """Hello, snapshot, turn, answer, result: what goes in and out are the contracts' own records."""
    async with op.running(), op.player("ann") as ann:
        assert (await op.wait_for("gateway.up")).gateway == "gw-real"
        await greet(ann)
        assert (await op.wait_for("entrant.join", feed="to:director")).entrant == "ann"
        await op.publish(opening())
        await hear(ann, "game")
        assert (await op.wait_for("seat.here")).seat == 0
        await op.publish(TableEntry(GAME, asks=(0, 0), messages={"0": [turn()]}))
        await hear(ann, "turn")
        await ann.send(json.dumps({"type": "act", "game": GAME, "ply": 0, "action": "play KD"}))
        act = await op.wait_for("act")
        assert (act.action, act.gateway) == ("play KD", "gw-real")
        assert act.sent <= act.received
        await op.publish(TableEntry(GAME, end=True, messages={"0": [event(), b'{"type":"over"}']}))
        await hear(ann, "over")


async def test_answers_that_were_given_while_the_store_was_away_arrive_when_it_is_back(op: Operation) -> None:
    """Killed and started again, with its data on disk; the client notices nothing but the time it takes."""
    async with op.running(), op.player("ann") as ann:
        await greet(ann)
        await op.publish(opening())
        await hear(ann, "game")
        await op.wait_for("seat.here")
        op.server.kill()
        await ann.send(json.dumps({"type": "act", "game": GAME, "ply": 0, "action": "play KD"}))
        await ann.send('{"type":"ping","id":9}')
        assert (await hear(ann, "pong"))["id"] == 9
        await op.server.up()
        assert (await op.wait_for("act")).ply == 0
        await op.publish(TableEntry(GAME, messages={"0": [event(n=1)]}))
        assert (await hear(ann, "event", seconds=5))["n"] == 1
        await op.ready()


async def test_a_gateway_that_starts_again_learns_of_live_games_by_their_snapshots(op: Operation) -> None:
    """What was on the feed before is history."""
    await op.publish(opening("cup-r1-t9-1"))
    async with op.running(), op.player("ann") as ann:
        await greet(ann)
        await op.wait_for("gateway.up")
        await op.publish(TableEntry(GAME, ("ann", "bob"), messages={"0": [snapshot(n=4)], "1": [snapshot(n=4)]}))
        message = await hear(ann)
        assert (message["game"], message["n"]) == (GAME, 4)


async def test_the_gateway_cannot_read_the_log_of_a_game(op: Operation) -> None:
    """What it cannot read it cannot leak."""
    game = ev.DeckCommitted(commitment="0" * 64)
    await op.store.log.commit([Append(f"g/{GAME}", 0, chain(f"g/{GAME}", [game]))])
    restricted = await open_store(op.server.server.url("gateway-reads"))
    assert await restricted.log.read(f"t/{CUP}")
    with pytest.raises(Exception, match="store/denied"):
        await restricted.log.read(f"g/{GAME}")
    await restricted.close()


async def test_an_address_that_is_taken_is_an_error_with_a_code(op: Operation) -> None:
    """And no traceback of the server's."""
    async with op.running():
        with pytest.raises(Exception, match=f"server/address: 127.0.0.1:{op.settings.gateway_port}: Address already"):
            await main(op.settings, asyncio.Event())

"""Over the wire: no byte to a seat or a spectator depends on a card that this audience may not know.

Two worlds with the same ids and the same answers differ in two cards. All services run as they are, on a
real server; only the shuffle is replaced by the deck of the world. What each audience receives over
WebSocket and HTTP is compared until a card that differs is shown to it.
"""

import asyncio
import contextlib
import json
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
from prometheus_client import CollectorRegistry
from websockets.asyncio.client import ClientConnection, connect

from croupier.cli.opening import open_tournament
from croupier.contracts.canonical import digest
from croupier.contracts.specs import EntrantSpec, Policy, TournamentSpec
from croupier.games import deck as decks
from croupier.games import get
from croupier.runtime.settings import Settings
from croupier.runtime.store import open_store
from croupier.runtime.table import TableReader
from croupier.services.dealer import main as dealer
from croupier.services.director import main as director
from croupier.services.gateway import main as gateway
from croupier.services.gateway.archive import Archive
from croupier.services.gateway.gateway import Gateway
from croupier.services.gateway.metrics import Meter
from croupier.services.gateway.running import running
from croupier.services.referee import main as referee
from croupier.services.scoring import main as scoring
from redis_server import RealServer

from .installation import until

GAME = "w-r1-t1-1"
STAMPS = re.compile(rb'"(at|id|limit)":\d+')
PATHS = (f"/v1/games/{GAME}", f"/v1/games/{GAME}/log", "/v1/tournaments/w", "/v1/tournaments/w/games")


class Ear:
    """A connection that keeps every frame as it came, and answers turns by their number."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[bytes] = []

    async def listen(self, picks: list[int]) -> None:
        """Receive until the game is over; answer each turn with the legal action that ``picks`` says."""
        async for raw in self.socket:
            text = raw.encode() if isinstance(raw, str) else raw
            message = json.loads(text)
            if message["type"] == "ping":
                await self.socket.send(json.dumps({"type": "pong", "id": message["id"]}))
                continue
            self.frames.append(STAMPS.sub(rb'"\1":0', text))
            if message["type"] == "over":
                return
            turn = message if message["type"] == "turn" else message.get("turn")
            if turn is not None and self.socket is not None:
                await self._answer(turn, picks)

    async def _answer(self, turn: dict[str, Any], picks: list[int]) -> None:
        ply = turn["ply"]
        if picks[ply] >= 3:  # an answer that is refused first
            await self.socket.send(json.dumps({"type": "act", "game": GAME, "ply": ply, "action": "play 9X"}))
        action = turn["legal"][picks[ply] % len(turn["legal"])]
        await self.socket.send(json.dumps({"type": "act", "game": GAME, "ply": ply, "action": action}))


@contextlib.asynccontextmanager
async def services(url: str, folder: Path) -> AsyncIterator[int]:
    """All services in this loop; the gateway's port."""
    settings = Settings(
        redis_url=url, archive=folder, dealer_secret="ab" * 32, signing_key="cd" * 32, gateway_name="gw", gateway_port=0
    )
    stop = asyncio.Event()
    modules: list[ModuleType] = [dealer, referee, scoring, director]
    tasks = [asyncio.create_task(module.main(settings, stop)) for module in modules]
    store = await open_store(url)
    reader = TableReader(store)
    await reader.find_end()
    core = Gateway(store.log, Archive(folder), gateway.limits(settings), Meter(CollectorRegistry()), "gw")
    async with running(core, gateway.address(settings), reader.follow()) as server:
        yield server.port
    stop.set()
    await asyncio.gather(*tasks)
    await store.close()


async def world(url: str, folder: Path, picks: list[int]) -> dict[str, list[bytes]]:
    """Play the game in one world: every frame by audience, and the answers to HTTP requests in between."""
    entrants = [EntrantSpec(id=name, name=name, token=digest(name.encode())) for name in ("ada", "bob")]
    spec = TournamentSpec(id="w", name="W", game="briscola", entrants=entrants, policy=Policy(strikes=1000))
    spec = spec.model_copy(update={"format": spec.format.model_copy(update={"games": 1})})
    async with services(url, folder) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        store = await open_store(url)
        await open_tournament(store.log, spec)
        ears: dict[str, Ear] = {}
        listening = []
        async with contextlib.AsyncExitStack() as sockets:
            await _found(http, "/v1/tournaments/w")
            for name in ("ada", "bob"):
                ears[name] = Ear(await sockets.enter_async_context(_come(port, name)))
            await _found(http, f"/v1/games/{GAME}")
            ears["public"] = Ear(await sockets.enter_async_context(connect(f"ws://127.0.0.1:{port}/v1/watch/{GAME}")))
            watching = asyncio.create_task(ears["public"].listen(picks))
            await until(lambda: any(b'"type":"game"' in frame for frame in ears["public"].frames), "a snapshot")
            pages = [(await http.get(path)).content for path in PATHS]
            listening = [asyncio.create_task(ears[name].listen(picks)) for name in ("ada", "bob")]
            await asyncio.gather(*listening, watching)
        await store.close()
    heard = {name: ear.frames for name, ear in ears.items()}
    return heard | {"http": [re.sub(rb'"at":\d+', b"", page) for page in pages]}


async def _found(http: httpx.AsyncClient, path: str) -> None:
    """Wait until the gateway knows what the path names."""
    async with asyncio.timeout(30):
        answer = await http.get(path)
        while answer.status_code != 200:
            await asyncio.sleep(0.02)
            answer = await http.get(path)


@contextlib.asynccontextmanager
async def _come(port: int, name: str) -> AsyncIterator[ClientConnection]:
    headers = {"Authorization": f"Bearer {name}"}
    async with connect(f"ws://127.0.0.1:{port}/v1/play", additional_headers=headers) as socket:
        await socket.send(json.dumps({"type": "hello", "versions": [1], "nonce": digest(name.encode())}))
        yield socket


def _compare(mine: list[bytes], yours: list[bytes], cards: tuple[str, str]) -> int:
    """How many frames are equal before a card that differs is shown, or an answer differs because of it."""
    for count, (one, two) in enumerate(zip(mine, yours, strict=False)):
        hidden = one.replace(b'"removed_two":"2C"', b""), two.replace(b'"removed_two":"2C"', b"")
        if any(card.encode() in text for card in cards for text in hidden):
            return count
        assert one == two
    return min(len(mine), len(yours))


@pytest.mark.timeout(120)
@pytest.mark.parametrize("number", range(3))
async def test_seats_and_spectators_cannot_tell_two_worlds_apart(
    own_server: RealServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    chance = random.Random(number)
    briscola = get("briscola")
    deck = list(briscola.pack(briscola.resolve("house", {})))
    chance.shuffle(deck)
    # Cards of the stock that are drawn late: nobody may know them, so both seats and the public are compared.
    first, second = chance.sample(range(24, 40), 2)
    other = list(deck)
    other[first], other[second] = other[second], other[first]
    picks = [chance.randrange(6) for _ in range(40)]
    heard = []
    for name, cards in (("one", deck), ("two", other)):
        monkeypatch.setattr(decks, "shuffle", lambda *_, cards=cards: list(cards))
        heard.append(await world(own_server.url, tmp_path / name, picks))
        store = await open_store(own_server.url)
        await store.client.flushall()
        await store.close()
    one, two = heard
    for audience in ("ada", "bob", "public"):
        equal = _compare(one[audience], two[audience], (deck[first], deck[second]))
        assert equal > 15, f"{audience}: only {equal} frames could be compared"
    assert one["http"] == two["http"]

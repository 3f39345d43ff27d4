"""Over the wire: no byte to a seat or a spectator depends on a card that this audience may not know.

Two worlds with the same ids and the same answers differ in two cards. All services run as they are, on a
real server; only the shuffle is replaced by the deck of the world. What each audience receives over
WebSocket and HTTP is compared until a card that differs is shown to it, which may not be before it is drawn or played.

How many snapshots an audience gets, and which events they take the place of, is chance. So frames are compared by what
they tell of: the number of an event, the ply of a turn.
"""

import asyncio
import contextlib
import json
import random
import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
from prometheus_client import CollectorRegistry
from pydantic import SecretStr
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
AUDIENCES: dict[str, int | None] = {"ada": 0, "bob": 1, "public": None}
STAMPS = re.compile(rb'"(at|id|limit)":\d+')
PATHS = (f"/v1/games/{GAME}", f"/v1/games/{GAME}/log", "/v1/tournaments/w", "/v1/tournaments/w/games")


FAR = 99
"""A ply that no game of briscola has."""

Topic = tuple[str, int, int]
"""What a frame tells of: its type, the event or ply that it is about, and which one of those it is."""


class Ear:
    """A connection that keeps every frame as it came, and answers turns by their number once it may ``answer``."""

    def __init__(self, socket: ClientConnection, answer: asyncio.Event) -> None:
        self.socket = socket
        self.answer = answer
        self.frames: list[bytes] = []

    def heard(self, *parts: bytes) -> bool:
        """Whether a frame holds all the ``parts``."""
        return any(all(part in frame for part in parts) for frame in self.frames)

    async def listen(self, picks: list[int]) -> None:
        """Receive until the game is over; answer each turn with the legal action that ``picks`` says."""
        async with asyncio.TaskGroup() as answers:
            await self._listen(picks, answers)

    async def _listen(self, picks: list[int], answers: asyncio.TaskGroup) -> None:
        asked: set[int] = set()
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
            if turn is not None and turn["ply"] not in asked:
                asked.add(turn["ply"])
                answers.create_task(self._answer(turn, picks))

    async def _answer(self, turn: dict[str, Any], picks: list[int]) -> None:
        await self.answer.wait()
        ply = turn["ply"]
        if picks[ply] >= 3:  # an answer that is refused first
            await self.socket.send(json.dumps({"type": "act", "game": GAME, "ply": ply, "action": "play 9X"}))
        action = turn["legal"][picks[ply] % len(turn["legal"])]
        await self.socket.send(json.dumps({"type": "act", "game": GAME, "ply": ply, "action": action}))


@contextlib.asynccontextmanager
async def services(url: str, folder: Path) -> AsyncIterator[int]:
    """All services in this loop; the gateway's port."""
    settings = Settings(redis_url=url, archive=folder, dealer_secret="ab" * 32, gateway_name="gw", gateway_port=0)
    stop = asyncio.Event()
    modules: list[ModuleType] = [dealer, referee, scoring, director]
    keys = [{"signing_key": SecretStr(digit * 64)} for digit in "abcd"]  # each service has its own
    tasks = [
        asyncio.create_task(module.main(settings.model_copy(update=key), stop))
        for module, key in zip(modules, keys, strict=True)
    ]
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
        answer = asyncio.Event()
        async with contextlib.AsyncExitStack() as sockets:
            await _found(http, "/v1/tournaments/w")
            for name in ("ada", "bob"):
                ears[name] = Ear(await sockets.enter_async_context(_come(port, name)), answer)
                listening.append(asyncio.create_task(ears[name].listen(picks)))
            await _settled([ears["ada"], ears["bob"]])
            watch = connect(f"ws://127.0.0.1:{port}/v1/watch/{GAME}")
            ears["public"] = Ear(await sockets.enter_async_context(watch), answer)
            listening.append(asyncio.create_task(ears["public"].listen(picks)))
            await until(lambda: ears["public"].heard(b'"type":"game"'), "a snapshot")
            await _found(http, f"/v1/games/{GAME}")
            pages = [(await http.get(path)).content for path in PATHS]
            answer.set()
            await asyncio.gather(*listening)
        await store.close()
    heard = {name: ear.frames for name, ear in ears.items()}
    return heard | {"http": [re.sub(rb'"at":\d+', b"", page) for page in pages]}


async def _settled(players: list[Ear]) -> None:
    """Wait until the first turn has been put and nothing else is on its way: every seat has been refused an answer."""
    await until(lambda: any(ear.heard(b'"ply":0', b'"legal":') for ear in players), "a turn")
    for ear in players:
        await ear.socket.send(json.dumps({"type": "act", "game": GAME, "ply": FAR, "action": "play 9X"}))
    await until(lambda: all(ear.heard(b'"type":"refused"') for ear in players), "a refusal")


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


def _by_topic(frames: list[bytes], seat: int | None, places: dict[str, int]) -> dict[Topic, bytes]:
    """The frames up to the first that shows an audience a card that differs; fails if that comes too early.

    ``places``: where in the deck of this world the cards lie that differ.
    """
    found: dict[Topic, bytes] = {}
    count: Counter[tuple[str, int]] = Counter()
    for frame in frames:
        message = json.loads(frame)
        if any(card.encode() in frame.replace(b'"removed_two":"2C"', b"") for card in places):
            assert _may_show(message, seat, places), f"seat {seat} must not see this: {frame!r}"
            break
        kind = message["type"]
        about = (kind, message.get("ply", 0) if kind in ("turn", "refused") else message.get("n", 0))
        count[about] += kind not in ("game", "turn")
        told = {(*about, count[about]): frame}
        if "turn" in message:  # a snapshot holds the same turn, to the byte
            told["turn", message["turn"]["ply"], 0] = json.dumps(message["turn"], separators=(",", ":")).encode()
        for topic, text in told.items():
            assert found.setdefault(topic, text) == text, f"{topic} was told in two ways"
    return found


def _may_show(message: dict[str, Any], seat: int | None, places: dict[str, int]) -> bool:
    """A card comes to light for everybody when it is played, and before that for the seat that draws it."""
    if message["type"] != "event" or message["kind"] != "action":
        return False
    return message["action"].split()[-1] in places or any(_draws(fact, seat, places) for fact in message["facts"])


def _draws(fact: dict[str, Any], seat: int | None, places: dict[str, int]) -> bool:
    """Two cards are drawn from the top of the stock, of which ``stock`` remain; the seat gets one of ``places``."""
    if fact["kind"] != "draw":
        return False
    first = 40 - 1 - fact["stock"]  # the turn-up lies above the stock in the deck, and counts with it
    drawers = dict(enumerate(fact["seats"], first))
    return seat is not None and any(drawers.get(place) == seat for place in places.values())


def _compare(one: dict[Topic, bytes], two: dict[Topic, bytes]) -> int:
    """How much of what two worlds tell is equal. Fails for a difference, and for what only one of them tells."""
    for topic in one.keys() & two.keys():
        assert one[topic] == two[topic]
    for mine, yours in ((one, two), (two, one)):
        shown = max(n for kind, n, _ in yours if kind == "game")
        for kind, about, number in mine.keys() - yours.keys():
            # What a snapshot holds that came later in the other world is not told there by itself.
            assert kind == "game" or (kind == "event" and about <= shown), (kind, about, number)
    return len(one.keys() & two.keys())


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
    for audience, seat in AUDIENCES.items():
        here, there = {deck[first]: first, deck[second]: second}, {deck[first]: second, deck[second]: first}
        equal = _compare(_by_topic(one[audience], seat, here), _by_topic(two[audience], seat, there))
        assert equal > 15, f"{audience}: only {equal} frames could be compared"
    assert one["http"] == two["http"]

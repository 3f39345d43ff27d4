"""The hooks on a real store, with receivers that fail in every way receivers fail."""

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.lines import write_line
from croupier.contracts.streams import tournament_log
from croupier.runtime.eventlog import Append
from croupier.runtime.hooks import Receiver, Webhook, fresh_secret
from croupier.runtime.hookstore import HookStore, Message
from croupier.runtime.shell import now_micros
from croupier.runtime.store import Store, open_store
from croupier.services.hooks import postman as postmen
from croupier.services.hooks.calling import call, make_client
from croupier.services.hooks.decider import Answer
from croupier.services.hooks.postman import Chances, Postman
from croupier.services.hooks.service import Hooks
from croupier.services.hooks.watcher import Watcher
from receiving import Receiving, receiving
from redis_server import RealServer
from redis_server import eventually as within_ten_seconds

SECRET = fresh_secret().strip()
eventually = functools.partial(within_ten_seconds, within=40.0)
QUICK = (50_000,) * 1_000
"""Microseconds between attempts, for tests."""


class Log:
    """A tournament's log that a test writes: closings of rounds, as the director would store them."""

    def __init__(self, store: Store, tournament: str = "cup") -> None:
        self.store, self.tournament = store, tournament
        self.lines: list[bytes] = []
        self.head = digest(b"croupier/log/v1:" + tournament_log(tournament).encode())

    async def write(self, *written: ev.Event, at: int | None = None) -> list[str]:
        """Append events; the hashes of their lines."""
        raws = []
        for event in written:
            seq = len(self.lines) + 1
            raw = write_line(event, seq=seq, at=at or now_micros(), by="director", cause="x", prev=self.head)
            self.head = digest(raw)
            self.lines.append(raw)
            raws.append(raw)
        await self.store.log.commit([Append(tournament_log(self.tournament), len(self.lines) - len(raws), raws)])
        return [digest(raw) for raw in raws]

    async def rounds(self, count: int, **more: Any) -> list[str]:
        """Close so many rounds."""
        start = len(self.lines) + 1
        return await self.write(*(ev.RoundClosed(round=start + n, standings=[]) for n in range(count)), **more)


class Site:
    """One life of the hooks with a receiver each."""

    def __init__(self, store: Store, folder: Path, *receivers: Receiving, pauses: tuple[int, ...] = QUICK) -> None:
        self.store, self.folder, self.pauses = store, folder, pauses
        self.keeps = HookStore(store.client)
        self.hooks = [
            Receiver(Webhook(name=f"hook-{n}", url=r.url, secret_file="x", events=["round.closed"]), (SECRET,))
            for n, r in enumerate(receivers)
        ]

    @contextlib.asynccontextmanager
    async def life(self, patience: float = 5.0) -> AsyncIterator[list[Postman]]:
        """From a start to an end without a word."""
        async with make_client() as client:
            send = functools.partial(call, client, patience=patience)
            chances = Chances(now_micros, lambda: 0.0, self.pauses)
            made = [Postman(hook, self.keeps, send, chances) for hook in self.hooks]
            work = Hooks(self.keeps, Watcher(self.store.log, self.folder, made), made)
            stop = asyncio.Event()
            running = asyncio.create_task(work.run(stop))
            try:
                yield made
            finally:
                stop.set()
                await running

    async def known_from(self, since: int) -> None:
        """The receivers want to hear of everything after this moment."""
        for hook in self.hooks:
            await self.keeps.learn(hook.name, since)

    async def outcomes(self) -> list[tuple[str, int]]:
        return [(delivery.outcome, delivery.status) for delivery in await self.keeps.deliveries()]


async def test_what_happens_is_told_once_and_signed(store: Store, tmp_path: Path) -> None:
    """Given a log that grows, then what was asked for arrives, and nothing else; the receiver verifies each."""
    log = Log(store)
    async with receiving(SECRET) as receiver:
        site = Site(store, tmp_path, receiver)
        async with site.life():
            await eventually(lambda: _is(site.keeps.known(), lambda known: "hook-0" in known))
            told = await log.rounds(3)
            await log.write(ev.SeedCommitted(commitment="0" * 64))
            told += await log.rounds(2)
            await eventually(lambda: _is(site.outcomes(), lambda found: len(found) >= 5))
        assert sorted(receiver.ids) == sorted(told)
        assert {body["type"] for body in receiver.bodies} == {"round.closed"}
        assert sorted(body["data"]["line"] for body in receiver.bodies) == [1, 2, 3, 5, 6]
        assert await site.outcomes() == [("delivered", 200)] * 5
        assert await site.keeps.waiting("hook-0") == {}


async def test_what_was_before_a_webhook_is_not_told(store: Store, tmp_path: Path) -> None:
    """Given tournaments that were played before, then a new receiver is not flooded with them."""
    log = Log(store)
    await log.rounds(2, at=1)
    async with receiving(SECRET) as receiver, Site(store, tmp_path, receiver).life() as (postman,):
        await eventually(lambda: _true(postman.places.get("cup") == 2))
        (told,) = await log.rounds(1)
        await eventually(lambda: _true(receiver.ids))
        assert receiver.ids == [told]


@pytest.mark.parametrize("status", [500, 302, 404, 429])
async def test_a_receiver_that_fails_is_tried_again_until_it_does_not(
    store: Store, tmp_path: Path, status: int
) -> None:
    """Given a receiver that refuses, then the same messages come again under the same ids, and nothing is lost."""
    async with receiving(SECRET) as receiver:
        receiver.status = status
        receiver.extra = "Location: http://127.0.0.1:1/elsewhere\r\n"
        site = Site(store, tmp_path, receiver)
        await site.known_from(0)
        async with site.life():
            told = await Log(store).rounds(3)
            await eventually(lambda: _true(len(receiver.ids) >= 6))
            receiver.status = 200
            await eventually(lambda: _is(site.keeps.waiting("hook-0"), lambda waiting: not waiting))
        assert sorted(receiver.heard()) == sorted(told)
        assert set(receiver.ids) == set(told)
        assert ("failed", status) in await site.outcomes()


async def test_a_receiver_that_never_succeeds_is_given_up(store: Store, tmp_path: Path) -> None:
    """Given the last attempt failed, then the message is dropped, on the record, and the next is tried."""
    async with receiving(SECRET) as receiver:
        receiver.status = 500
        site = Site(store, tmp_path, receiver, pauses=(1_000, 1_000))
        await site.known_from(0)
        async with site.life():
            await Log(store).rounds(1)
            await eventually(lambda: _is(site.outcomes(), lambda found: ("given up", 500) in found))
            await eventually(lambda: _is(site.keeps.waiting("hook-0"), lambda waiting: not waiting))
        assert await site.outcomes() == [("failed", 500), ("failed", 500), ("given up", 500)]


async def test_a_receiver_that_is_gone_hears_no_more_until_it_is_switched_on(store: Store, tmp_path: Path) -> None:
    """Given 410, then there are no calls; switched on again, it is told what it missed, the refused one too."""
    log = Log(store)
    async with receiving(SECRET) as receiver:
        receiver.status = 410
        site = Site(store, tmp_path, receiver)
        await site.known_from(0)
        async with site.life() as (postman,):
            told = await log.rounds(1)
            await eventually(lambda: _true(postman.off))
            told += await log.rounds(2)
            await eventually(lambda: _is(site.outcomes(), lambda found: found == [("switched off", 410)]))
        assert len(receiver.ids) == 1
        receiver.status = 200
        async with site.life() as (postman,):
            known = (await site.keeps.known())["hook-0"]
            assert known.off
            await site.keeps.hurry("hook-0")
            await site.keeps.switch("hook-0", known, None)
            await eventually(lambda: _true(sorted(receiver.heard()) == sorted(told)))


async def test_a_webhook_can_be_switched_on_while_a_call_to_it_is_under_way(store: Store) -> None:
    """Given one message that waits for an hour, one refused by 410 and one under way, then each is told once."""
    called: list[int] = []
    answered = asyncio.Event()

    async def answer(_receiver: Receiver, message: Message, _now: int) -> Answer:
        called.append(message.line)
        if message.line == 3:
            await answered.wait()
        return Answer({1: 500, 2: 410}.get(message.line, 200) if len(called) <= 3 else 200)

    keeps = HookStore(store.client)
    receiver = Receiver(Webhook(name="hook", url="http://127.0.0.1:1", secret_file="x"), (SECRET,))
    postman = Postman(receiver, keeps, answer, Chances(now_micros, lambda: 0.0, (3_600_000_000,)))
    await postman.recall()
    await postman.add("cup", 3, [Message(str(line), "cup", line, "round.closed", "{}", 0) for line in (1, 2, 3)])
    async with asyncio.TaskGroup() as group:
        running = group.create_task(postman.run())
        await eventually(lambda: _is(keeps.deliveries(), lambda found: len(found) == 2))
        await keeps.switch("hook", postman.known, None)
        postman.heed((await keeps.known())["hook"])
        answered.set()
        await eventually(lambda: _true(not postman.waiting))
        running.cancel()
    outcomes = [(delivery.line, delivery.outcome) for delivery in await keeps.deliveries()]
    assert sorted(outcomes) == [
        (1, "delivered"), (1, "failed"), (2, "delivered"), (2, "switched off"), (3, "delivered"),
    ]  # fmt: skip
    assert await keeps.waiting("hook") == {}


async def test_a_slow_or_dead_receiver_holds_up_nobody_else(store: Store, tmp_path: Path) -> None:
    """Given one that never answers, one that is not there and one that works, then the last is told at once."""
    async with receiving(SECRET) as silent, receiving(SECRET) as dead, receiving(SECRET) as well:
        silent.silent = True
        site = Site(store, tmp_path, silent, dead, well)
        await dead.down()
        await site.known_from(0)
        async with site.life(patience=1.0):
            told = await Log(store).rounds(20)
            await eventually(lambda: _true(sorted(well.heard()) == sorted(told)))
            await eventually(lambda: _is(site.keeps.deliveries(), _both_failed))
        assert len(await site.keeps.waiting("hook-0")) == 20
        assert len(await site.keeps.waiting("hook-1")) == 20


def _both_failed(deliveries: Any) -> bool:
    why = {(delivery.hook, delivery.why) for delivery in deliveries if delivery.outcome == "failed"}
    return why >= {("hook-0", "no answer within 1 s"), ("hook-1", "no connection")}


async def test_calls_that_hang_keep_no_other_call_from_being_made() -> None:
    """Given more calls without an answer than a client holds connections of its own accord, then each goes out."""
    async with receiving(SECRET) as silent, make_client() as client, asyncio.TaskGroup() as group:
        silent.silent = True
        hook = Receiver(Webhook(url=silent.url, secret_file="x"), (SECRET,))
        messages = [Message(str(number), "cup", number, "x", "{}", 0) for number in range(120)]
        calls = [group.create_task(call(client, hook, message, now_micros())) for message in messages]
        try:
            await eventually(lambda: _true(len(silent.ids) == len(messages)), within=15.0)
        finally:
            for each in calls:
                each.cancel()


async def test_what_waits_survives_the_end_of_the_process(store: Store, tmp_path: Path) -> None:
    """Given a receiver that is down and hooks that are killed, then a later life delivers all, from where it was."""
    log = Log(store)
    async with receiving(SECRET) as receiver:
        site = Site(store, tmp_path, receiver)
        await receiver.down()
        await site.known_from(0)
        async with site.life() as (postman,):
            told = await log.rounds(4)
            await eventually(lambda: _true(len(postman.waiting) == 4))
        told += await log.rounds(3)
        await receiver.up()
        async with site.life():
            await eventually(lambda: _true(sorted(receiver.heard()) == sorted(told)))


@pytest.mark.timeout(120)
async def test_a_store_that_is_killed_loses_nothing_and_is_waited_for(own_server: RealServer, tmp_path: Path) -> None:
    """Given a store that dies while messages wait and comes back, then each of them arrives."""
    store = await open_store(own_server.url)
    log = Log(store)
    async with contextlib.aclosing(store.client), receiving(SECRET) as receiver:
        receiver.status = 500
        site = Site(store, tmp_path, receiver)
        await site.known_from(0)
        async with site.life():
            told = await log.rounds(5)
            await eventually(lambda: _true(len(receiver.ids) >= 5))
            own_server.kill()
            receiver.status = 200
            await own_server.up()
            told += await log.rounds(2)
            await eventually(lambda: _true(sorted(receiver.heard()) == sorted(told)))
            await eventually(lambda: _is(site.keeps.waiting("hook-0"), lambda waiting: not waiting))


async def test_memory_is_bounded_by_reading_no_further(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given far more events than may wait, then the rest stays in the log, and comes when there is room again."""
    monkeypatch.setattr(postmen, "MOST", 10)
    async with receiving(SECRET) as receiver:
        receiver.status = 500
        site = Site(store, tmp_path, receiver)
        await site.known_from(0)
        async with site.life() as (postman,):
            told = await Log(store).rounds(50)
            await eventually(lambda: _true(len(receiver.ids) >= 5))
            assert len(postman.waiting) == len(await site.keeps.waiting("hook-0")) == 10
            assert postman.places["cup"] == 10
            receiver.status = 200
            await eventually(lambda: _true(sorted(receiver.heard()) == sorted(told)))


async def test_lines_that_have_left_the_store_come_from_the_archive(store: Store, tmp_path: Path) -> None:
    """Given hooks that were away while the log moved to the archive, then nothing is missed, up to its last line.

    What is in the archive and was never in this store is another's, and nobody is told of it.
    """
    log = Log(store)
    told = await log.rounds(5)
    await log.write(*(ev.SeedCommitted(commitment="0" * 64) for _ in range(600)))
    told += await log.rounds(5)
    await log.write(ev.TournamentSealed(checkpoint="a checkpoint"))
    (tmp_path / "cup").mkdir()
    (tmp_path / "cup" / "tournament.jsonl").write_bytes(b"".join(line + b"\n" for line in log.lines))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "tournament.jsonl").write_bytes(b"".join(line + b"\n" for line in log.lines))
    await store.log.forget("t/cup", list(range(2, 300)))
    async with receiving(SECRET) as receiver:
        site = Site(store, tmp_path, receiver)
        await site.known_from(0)
        async with site.life() as (postman,):
            await eventually(lambda: _true((postman.places.get("cup") or 0) > 0))
            await store.log.drop("t/cup")
            await eventually(lambda: _true(postman.places["cup"] is None))
            await eventually(lambda: _true(len(receiver.heard()) == 10))
        assert sorted(receiver.heard()) == sorted(told)
        assert {body["data"]["tournament"] for body in receiver.bodies} == {"cup"}


async def test_a_log_that_cannot_be_read_stops_itself_alone(store: Store, tmp_path: Path) -> None:
    """Given a log with a foreign entry, then other tournaments are told of as ever."""
    await store.log.commit([Append("t/bad", 0, [b"no line at all"])])
    async with receiving(SECRET) as receiver:
        site = Site(store, tmp_path, receiver)
        await site.known_from(0)
        async with site.life():
            told = await Log(store).rounds(2)
            await eventually(lambda: _true(sorted(receiver.heard()) == sorted(told)))


async def test_no_secret_stands_in_what_is_kept(store: Store, tmp_path: Path) -> None:
    """Given an address with a key in it, then neither it nor the signing secret is in the store."""
    async with receiving(SECRET) as receiver:
        site = Site(store, tmp_path, receiver)
        await receiver.down()
        await site.known_from(0)
        async with site.life():
            await Log(store).rounds(1)
            await eventually(lambda: _is(site.outcomes(), bool))
        text = str(await store.client.hgetall("croupier:{hooks}:waiting:hook-0"))
        text += str(await site.keeps.deliveries())
        assert "hush" not in text
        assert SECRET not in text


async def test_a_call_that_cannot_be_made_has_a_reason_without_the_address() -> None:
    """Given an address that leads nowhere, then the reason names what went wrong and not the address."""
    hook = Receiver(Webhook(url="http://127.0.0.1:1/secret-path", secret_file="x"), (SECRET,))
    async with httpx.AsyncClient() as client:
        answer = await call(client, hook, Message("id", "cup", 1, "x", "{}", 0), now_micros())
    assert (answer.status, answer.why) == (0, "no connection")


async def _true(found: object) -> bool:
    return bool(found)


async def _is(asked: Any, fits: Any) -> bool:
    return bool(fits(await asked))

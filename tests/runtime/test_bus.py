"""What the bus promises to a service, each promise on a real server."""

import asyncio
import logging
from collections.abc import Sequence

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from bus_helpers import BAD, Recorder, on_the_bus, pending, quiet, send
from croupier.contracts.errors import BadConfig, Unavailable
from croupier.contracts.streams import feed_key
from croupier.runtime import deadletters, upkeep
from croupier.runtime.bus import Entry
from croupier.runtime.eventlog import Append, Route, Send
from croupier.runtime.metrics import Meter
from croupier.runtime.store import Store, open_store
from croupier.runtime.upkeep import Upkeep
from redis_server import RealServer, eventually


async def test_entries_sent_before_the_service_ran_are_handled(store: Store) -> None:
    """Given entries in a feed that no group has read, when the service starts, then it gets them from the first on."""
    await send(store, b"1", b"2")
    service = Recorder()
    async with on_the_bus(service, store):
        await eventually(lambda: quiet(store))
        await send(store, b"3")
        await eventually(lambda: quiet(store))
    assert service.handled == [b"1", b"2", b"3"]
    assert service.stopped


async def test_all_feeds_of_a_service_are_read(store: Store) -> None:
    """Given entries in both feeds of the referee, then it gets both, and knows which feed each came from."""
    seen: dict[str, bytes] = {}
    service = Recorder(lambda entries: seen.update({entry.feed: entry.body for entry in entries}))
    async with on_the_bus(service, store):
        await send(store, b"act")
        await store.log.commit([Append("g/a", 0, [b"line"], [Route("to:referee", b"notice")])])
        await eventually(lambda: quiet(store))
        await eventually(lambda: quiet(store, "to:referee"))
    assert seen == {"cmd": b"act", "to:referee": b"notice"}


async def test_batches_are_bounded_and_in_order(store: Store) -> None:
    """Given more entries than a batch takes, then they come in order, in batches of no more than that."""
    bodies = [str(number).encode() for number in range(1_234)]
    await send(store, *bodies)
    service = Recorder()
    async with on_the_bus(service, store, batch=100):
        await eventually(lambda: quiet(store))
    assert service.handled == bodies
    assert max(len(batch) for batch in service.batches) == 100


async def test_a_rejected_entry_goes_to_the_dead_letters_and_the_rest_goes_on(store: Store) -> None:
    """Given a bad entry in a batch, then it is kept with the reason, and its neighbours are handled once."""
    await send(store, b"1", BAD, b"2")
    service = Recorder()
    async with on_the_bus(service, store):
        await eventually(lambda: quiet(store))
    (letter,) = await deadletters.letters(store.client, 1)
    assert service.handled == [b"1", b"2"]
    assert len(service.batches) == 1
    assert (letter.feed, letter.body, letter.code, letter.reason) == ("cmd", BAD, "bus/unreadable", "it is bad")
    await deadletters.discard(store.client, [letter])


async def test_an_entry_without_a_body_goes_to_the_dead_letters(store: Store) -> None:
    """Given an entry that is none of ours, then the service never sees it, and others are handled."""
    await store.client.xadd(feed_key("cmd", 0), {"other": b"x"})
    await store.log.send([Send(0, "cmd", b"1")])
    service = Recorder()
    async with on_the_bus(service, store):
        await eventually(lambda: quiet(store))
    (letter,) = await deadletters.letters(store.client, 1)
    assert service.handled == [b"1"]
    assert (letter.code, letter.body) == ("bus/unreadable", b"other\nx")
    await deadletters.discard(store.client, [letter])


async def test_an_entry_that_fails_is_found_and_the_others_go_on(store: Store) -> None:
    """Given one entry among a hundred that makes the handler fail, then it alone is buried, after its attempts."""

    def fail(entries: Sequence[Entry]) -> None:
        if any(entry.body == b"66" for entry in entries):
            raise ValueError("sixty-six")

    bodies = [str(number).encode() for number in range(100)]
    await send(store, *bodies)
    service = Recorder(fail)
    async with on_the_bus(service, store, attempts=3):
        await eventually(lambda: quiet(store))
    (letter,) = await deadletters.letters(store.client, 1)
    assert service.handled == [body for body in bodies if body != b"66"]
    assert (letter.body, letter.code, letter.reason) == (b"66", "bus/failed", "ValueError: sixty-six")
    assert service.batches.count([b"66"]) == 3
    await deadletters.discard(store.client, [letter])


@pytest.mark.parametrize(
    "error", [Unavailable("store/unreachable", "gone"), RedisConnectionError("gone"), OSError(28, "disk full")]
)
async def test_what_is_unavailable_is_waited_for(store: Store, error: Exception) -> None:
    """Given a handler whose store is away for a while, then nothing is acknowledged or buried until it works."""
    failures = iter([error] * 5)
    held: list[int] = []

    async def fail(entries: Sequence[Entry]) -> None:
        held.append(await pending(store))
        for failure in failures:
            raise failure

    await send(store, b"1", b"2")
    service = Recorder(fail)
    async with on_the_bus(service, store):
        await eventually(lambda: quiet(store))
    assert service.handled == [b"1", b"2"]
    assert service.batches == [[b"1", b"2"]] * 6
    assert held == [2] * 6
    assert await deadletters.count(store.client, 1) == 0


async def test_a_restarted_service_takes_what_it_had_not_acknowledged_first(store: Store) -> None:
    """Given a consumer that read two entries and crashed, when it is back, then it gets them before newer ones."""
    key = feed_key("cmd", 0)
    await store.client.xgroup_create(key, "referee", id="0", mkstream=True)
    await send(store, b"1", b"2")
    await store.client.xreadgroup("referee", "me", {key: ">"})
    await send(store, b"3")
    service = Recorder()
    async with on_the_bus(service, store, consumer="me"):
        await eventually(lambda: quiet(store))
    assert service.handled == [b"1", b"2", b"3"]


async def test_what_a_dead_consumer_left_is_taken_over(store: Store) -> None:
    """Given entries that another consumer read and never acknowledged, then they come after the idle limit."""
    key = feed_key("cmd", 0)
    await store.client.xgroup_create(key, "referee", id="0", mkstream=True)
    await send(store, b"1", b"2")
    await store.client.xreadgroup("referee", "dead", {key: ">"})
    service = Recorder()
    async with on_the_bus(service, store, consumer="me", claim_after=0.2):
        await send(store, b"3")
        await eventually(lambda: quiet(store))
    assert sorted(service.handled) == [b"1", b"2", b"3"]


async def test_a_consumer_that_is_slow_keeps_its_entries(store: Store) -> None:
    """Given entries that another consumer read a moment ago, then they stay with it."""
    key = feed_key("cmd", 0)
    await store.client.xgroup_create(key, "referee", id="0", mkstream=True)
    await send(store, b"1")
    ((_, ((entry, _),)),) = await store.client.xreadgroup("referee", "slow", {key: ">"})
    service = Recorder()
    async with on_the_bus(service, store, consumer="me", claim_after=60):
        await send(store, b"2")
        await eventually(lambda: _handled(service, b"2"))
    assert service.handled == [b"2"]
    assert await store.client.xack(key, "referee", entry) == 1


async def test_an_entry_that_was_delivered_too_often_is_buried_and_its_batch_is_not(store: Store) -> None:
    """Given an entry that killed every process that got it, then it alone goes to the dead letters."""
    key = feed_key("cmd", 0)
    await store.client.xgroup_create(key, "referee", id="0", mkstream=True)
    await send(store, b"fine", b"poison", b"fine too")
    ((_, entries),) = await store.client.xreadgroup("referee", "me", {key: ">"})
    for _ in range(3):
        await store.client.xclaim(key, "referee", "me", 0, [entries[1][0]])
    service = Recorder()
    async with on_the_bus(service, store, consumer="me", deliveries=4):
        await eventually(lambda: quiet(store))
    (letter,) = await deadletters.letters(store.client, 1)
    assert service.handled == [b"fine", b"fine too"]
    assert (letter.body, letter.code, letter.deliveries) == (b"poison", "bus/undeliverable", 5)
    await deadletters.discard(store.client, [letter])


async def test_suspects_come_alone(store: Store) -> None:
    """Given entries that were delivered twice, then each comes in a batch of its own, so that a crash names one."""
    key = feed_key("cmd", 0)
    await store.client.xgroup_create(key, "referee", id="0", mkstream=True)
    await send(store, b"1", b"2", b"3", b"4")
    ((_, entries),) = await store.client.xreadgroup("referee", "me", {key: ">"})
    await store.client.xclaim(key, "referee", "me", 0, [entries[0][0], entries[1][0]])
    service = Recorder()
    async with on_the_bus(service, store, consumer="me"):
        await eventually(lambda: quiet(store))
    assert service.batches == [[b"1"], [b"2"], [b"3", b"4"]]


async def test_pending_entries_that_are_gone_from_the_stream_are_let_go(store: Store) -> None:
    """Given a pending entry that somebody deleted, then the service goes on and nothing stays pending."""
    key = feed_key("cmd", 0)
    await store.client.xgroup_create(key, "referee", id="0", mkstream=True)
    await send(store, b"1", b"2")
    ((_, entries),) = await store.client.xreadgroup("referee", "me", {key: ">"})
    await store.client.xdel(key, entries[0][0])
    service = Recorder()
    async with on_the_bus(service, store, consumer="me"):
        await eventually(lambda: quiet(store))
    assert service.handled == [b"2"]


async def test_a_group_that_was_removed_is_made_again(store: Store) -> None:
    """Given a running service, when its feed is deleted under it, then it goes on with what comes next."""
    service = Recorder()
    async with on_the_bus(service, store):
        await send(store, b"1")
        await eventually(lambda: quiet(store))
        await store.client.delete(feed_key("cmd", 0))
        await send(store, b"2")
        await eventually(lambda: quiet(store))
    assert service.handled == [b"1", b"2"]


@pytest.mark.timeout(120)
async def test_a_killed_server_is_back_within_a_second_and_nothing_is_lost(own_server: RealServer) -> None:
    """Given a service at work, when redis-server is killed and started again, then it goes on, in order."""
    store = await open_store(own_server.url)
    service = Recorder()
    async with on_the_bus(service, store):
        for life in range(3):
            await send(store, *[f"{life}-{n}".encode() for n in range(100)])
            own_server.kill()
            await own_server.up()
            began = asyncio.get_running_loop().time()
            await eventually(lambda: quiet(store))
            assert asyncio.get_running_loop().time() - began < 2
    assert list(dict.fromkeys(service.handled)) == [f"{life}-{n}".encode() for life in range(3) for n in range(100)]
    await store.close()


async def test_a_store_without_memory_is_waited_for(own_server: RealServer) -> None:
    """Given a server at its limit, when the handler cannot append, then the batch waits and then succeeds."""
    store = await open_store(own_server.url)
    ask_again = asyncio.Event()

    async def append(entries: Sequence[Entry]) -> None:
        if entries[0].body == b"2":
            await ask_again.wait()
        await store.log.commit([Append("g/" + entries[0].body.decode(), 0, [b"line"])])

    service = Recorder(append)
    async with on_the_bus(service, store):
        await send(store, b"1")
        await eventually(lambda: quiet(store))
        await send(store, b"2")
        await store.client.config_set("maxmemory", 1)
        ask_again.set()
        await eventually(lambda: _tried(service, b"2", 3))
        assert service.handled == [b"1"]
        await store.client.config_set("maxmemory", 0)
        await eventually(lambda: quiet(store))
    assert service.handled == [b"1", b"2"]
    await store.close()


async def test_no_line_of_log_per_message(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """Given a hundred messages, then the log does not grow with them: lines cost more than the work."""
    caplog.set_level(logging.DEBUG)
    service = Recorder()
    async with on_the_bus(service, store):
        await send(store, b"1")
        await eventually(lambda: quiet(store))
        before = len([record for record in caplog.records if record.name != "asyncio"])
        for number in range(100):
            await send(store, str(number).encode())
        await eventually(lambda: quiet(store))
        after = len([record for record in caplog.records if record.name != "asyncio"])
    assert after == before


async def test_the_table_is_trimmed_by_age(store: Store) -> None:
    """Given entries of ``to:table`` older than the limit, then whoever runs removes them and keeps the young."""
    old = [Send(0, "to:table", b"x" * 400) for _ in range(1_000)]
    await store.log.send(old)
    async with on_the_bus(Recorder(), store, table_age=1):
        await eventually(lambda: _table_is_short(store, 500))


async def test_the_table_keeps_more_the_more_games_are_in_play(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given young entries, then so many are kept for each live log, and some in any case."""
    monkeypatch.setattr(upkeep, "FEW", 200)
    trimmer = Upkeep(store, [0], Meter("referee"), table_age=60, table_entries=1_500)
    for logs, most in ((1, 200), (39, 800), (60, 1_500)):
        await store.log.send([Send(0, "to:table", b"x" * 400) for _ in range(3_000)])
        await store.log.commit([Append(f"g/{logs}-{n}", 0, [b"1"]) for n in range(logs)])
        await trimmer.trim_table()
        assert most <= await store.client.xlen(feed_key("to:table", 0)) < most + 100


async def test_partitions_are_shared_out(redis_url: str) -> None:
    """Given two processes of a service with partitions of their own, then each gets the entries of its own."""
    store = await open_store(redis_url, partitions=4)
    low, high = Recorder(), Recorder()
    async with on_the_bus(low, store, serve="0-1"), on_the_bus(high, store, serve="2,3"):
        sends = [Send(number, "cmd", str(number).encode()) for number in range(4)]
        await store.log.send(sends * 10)
        await eventually(lambda: _count(low, high, 40))
    assert set(low.handled) == {b"0", b"1"}
    assert set(high.handled) == {b"2", b"3"}
    await store.close()


async def test_a_partition_that_is_not_there_cannot_be_served(store: Store) -> None:
    """Given a store of one partition, when a process is to serve another, then it says so and does not start."""
    with pytest.raises(BadConfig, match="0 to 0"):
        async with on_the_bus(Recorder(), store, serve="1"):
            pass


async def test_the_running_batch_ends_before_the_service_does(store: Store) -> None:
    """Given a batch at work, when the service is told to stop, then the batch is finished and acknowledged."""
    going, go = asyncio.Event(), asyncio.Event()

    async def wait(entries: Sequence[Entry]) -> None:
        going.set()
        await go.wait()

    service = Recorder(wait)
    async with on_the_bus(service, store):
        await send(store, b"1")
        await going.wait()
        asyncio.get_running_loop().call_later(0.05, go.set)
    assert service.handled == [b"1"]
    assert await quiet(store)


async def _handled(service: Recorder, body: bytes) -> bool:
    return body in service.handled


async def _tried(service: Recorder, body: bytes, times: int) -> bool:
    return service.batches.count([body]) >= times


async def _count(low: Recorder, high: Recorder, number: int) -> bool:
    return len(low.handled) + len(high.handled) == number


async def _table_is_short(store: Store, most: int) -> bool:
    return await store.client.xlen(feed_key("to:table", 0)) <= most

"""Feeds that several groups read, or none: what goes when a service has acknowledged, on a real server."""

import pytest

from bus_helpers import Recorder, on_the_bus, pending, send
from croupier.contracts.streams import feed_key
from croupier.runtime.intake import ACK
from croupier.runtime.metrics import Meter
from croupier.runtime.store import Store
from croupier.runtime.upkeep import Upkeep
from croupier.runtime.wire import run
from redis_server import eventually


async def test_entries_that_other_groups_need_stay(store: Store) -> None:
    """Given a second group on a feed, when the service has acknowledged, then the entry stays for the other."""
    key = feed_key("cmd", 0)
    await store.client.xgroup_create(key, "observer", id="0", mkstream=True)
    service = Recorder()
    async with on_the_bus(service, store):
        await send(store, b"1", b"2")
        await eventually(lambda: _handled(service, b"2"))
        await eventually(lambda: _acknowledged(store))
        ((_, entries),) = await store.client.xreadgroup("observer", "me", {key: ">"})
        assert len(entries) == 2
        await store.client.xack(key, "observer", *[entry for entry, _ in entries])
        await eventually(lambda: _short(store, key))


@pytest.mark.parametrize("unread", [True, False], ids=["unread", "pending"])
async def test_what_a_group_acknowledges_that_was_removed_stays_for_the_one_that_is_there(
    store: Store, unread: bool
) -> None:
    """Given a service whose group is gone, when it acknowledges, then another group keeps all that it has not done."""
    key = feed_key("cmd", 0)
    await store.client.xgroup_create(key, "observer", id="0", mkstream=True)
    await send(store, b"1", b"2", b"3")
    entries = await store.client.xrange(key)
    if not unread:
        await store.client.xreadgroup("observer", "me", {key: ">"}, count=2)
    await run(store.client, ACK, [ACK.call([key], ["referee", *(entry for entry, _ in entries)])])

    assert await store.client.xrange(key) == entries
    await store.client.xack(key, "observer", *[entry for entry, _ in entries])


async def test_what_is_acknowledged_on_a_feed_without_groups_stays(store: Store) -> None:
    """Given a feed that no group reads, when a service acknowledges, then nothing goes and nothing fails."""
    key = feed_key("cmd", 0)
    await send(store, b"1")
    ((entry, _),) = await store.client.xrange(key)
    assert await run(store.client, ACK, [ACK.call([key], ["referee", entry])]) == [0]
    assert await store.client.xlen(key) == 1


async def test_entries_of_a_feed_whose_service_never_ran_stay(store: Store) -> None:
    """Given a feed that only an observer reads yet, when it has acknowledged, then all stays for the service."""
    key = feed_key("to:dealer", 0)
    await send(store, b"1", feed="to:dealer")
    await store.client.xgroup_create(key, "observer", id="$")
    trimmer = Upkeep(store, [0], Meter("referee"), table_age=60, table_entries=1_000)
    await trimmer.trim_feeds()
    assert await store.client.xlen(key) == 1
    await store.client.xgroup_create(key, "dealer", id="$")
    await trimmer.trim_feeds()
    await send(store, b"2", feed="to:dealer")
    await trimmer.trim_feeds()
    assert await store.client.xlen(key) <= 2
    assert (await store.client.xrange(key))[-1][1] == {b"e": b"2"}


async def _handled(service: Recorder, body: bytes) -> bool:
    return body in service.handled


async def _acknowledged(store: Store) -> bool:
    return await pending(store) == 0


async def _short(store: Store, key: str) -> bool:
    return await store.client.xlen(key) <= 1

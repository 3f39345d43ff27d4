"""Dead letters can be listed, sent again and thrown away."""

import pytest

from bus_helpers import Recorder, on_the_bus, quiet, send
from croupier.contracts.errors import BadConfig
from croupier.contracts.streams import dead_key
from croupier.runtime.bus import Entry
from croupier.runtime.deadletters import DeadLetter, count, discard, letters, requeue
from croupier.runtime.store import Store
from redis_server import eventually


async def bury(store: Store, *bodies: bytes) -> None:
    """Have a referee fail on entries."""

    def fail(entries: list[Entry]) -> None:
        raise ValueError("not today")

    async with on_the_bus(Recorder(fail), store, attempts=1):
        await send(store, *bodies)
        await eventually(lambda: quiet(store))


async def test_letters_are_listed_oldest_first(store: Store) -> None:
    """Given two buried entries, then both are listed with feed, id, body, code, reason, deliveries and time."""
    await bury(store, b"1", b"2")
    first, second = await letters(store.client, 1)
    assert (first.body, second.body) == (b"1", b"2")
    assert (first.feed, first.code, first.reason, first.deliveries) == ("cmd", "bus/failed", "ValueError: not today", 1)
    assert first.entry.count("-") == 1
    assert first.at > 1_700_000_000_000_000
    assert await count(store.client, 1) == 2
    assert await letters(store.client, 1, limit=1) == [first]
    await discard(store.client, [first, second])
    assert await count(store.client, 1) == 0


async def test_a_letter_that_is_sent_again_is_handled(store: Store) -> None:
    """Given a buried entry whose cause was mended, when it is requeued, then the service handles it."""
    await bury(store, b"1")
    await requeue(store.client, await letters(store.client, 1))
    assert await count(store.client, 1) == 0
    service = Recorder()
    async with on_the_bus(service, store):
        await eventually(lambda: quiet(store))
    assert service.handled == [b"1"]


async def test_a_letter_of_an_unknown_feed_stays(store: Store) -> None:
    """Given a letter whose feed is none of ours, then requeuing is refused as a whole."""
    await store.client.xadd(dead_key(0), {"feed": "elsewhere", "body": b"\xff"})
    (strange,) = await letters(store.client, 1)
    assert isinstance(strange, DeadLetter)
    with pytest.raises(BadConfig):
        await requeue(store.client, [strange])
    assert await count(store.client, 1) == 1
    await discard(store.client, [strange])

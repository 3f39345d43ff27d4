"""A mark in a feed tells when all that stood before it has been dealt with."""

from croupier.contracts.streams import feed_key
from croupier.runtime.eventlog import Send
from croupier.runtime.store import Store


async def test_a_mark_is_passed_when_the_entries_before_it_are_gone(store: Store) -> None:
    log = store.log
    assert await log.passed("to:referee", 0, await log.mark("to:referee", 0)), "nothing stands in an empty feed"
    await log.send([Send(0, "to:referee", b"1")])
    mark = await log.mark("to:referee", 0)
    await log.send([Send(0, "to:referee", b"2")])
    assert not await log.passed("to:referee", 0, mark)
    key = feed_key("to:referee", 0)
    (first, _), _ = await store.client.xrange(key)
    await store.client.xdel(key, first)
    assert await log.passed("to:referee", 0, mark), "what came later does not count"

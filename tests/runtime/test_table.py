"""What a gateway may rely on when it reads ``to:table``."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from croupier.contracts.streams import feed_key
from croupier.contracts.table import TableEntry
from croupier.runtime.eventlog import Send
from croupier.runtime.store import Store, open_store
from croupier.runtime.table import COUNT, News, TableReader
from redis_server import RealServer

TABLE = feed_key("to:table", 0)


def entry(game: str, number: int = 0) -> Send:
    return Send(number, "to:table", TableEntry(game, messages={"p": [b"{}"], "0": [b"{}", b"[]"]}).to_body())


async def take(feed: AsyncIterator[News]) -> News:
    return await asyncio.wait_for(anext(feed), 5)


def games(news: News) -> list[str]:
    return [entry.game for entry in news.entries]


async def test_only_what_comes_after_the_start_is_read(store: Store) -> None:
    """Given a feed with entries, when a reader starts, then it gets what is new, each entry once and whole."""
    await store.log.send([entry("old")])
    reader = TableReader(store)
    await reader.find_end()
    await store.log.send([entry("a"), entry("b")])
    feed = reader.follow()
    first = await take(feed)
    assert games(first) == ["a", "b"]
    assert first.entries[0].messages == {"p": [b"{}"], "0": [b"{}", b"[]"]}
    await store.log.send([entry("c")])
    assert games(await take(feed)) == ["c"]
    await feed.aclose()


async def test_a_feed_that_is_not_there_yet_is_read_from_its_first_entry(store: Store) -> None:
    """Given no feed, when the reader waits and an entry comes, then it gets it."""
    reader = TableReader(store)
    await reader.find_end()
    feed = reader.follow()
    waiting = asyncio.ensure_future(take(feed))
    await asyncio.sleep(0)
    await store.log.send([entry("a")])
    assert games(await waiting) == ["a"]
    await feed.aclose()


async def test_a_reader_that_comes_back_goes_on_where_it_was(store: Store) -> None:
    """Given the position of an earlier reader whose last entry is still there, then nothing is missing."""
    await store.log.send([entry("a"), entry("b")])
    ((first, _), _) = await store.client.xrange(TABLE)
    feed = TableReader(store, {0: first.decode()}).follow()
    news = await take(feed)
    assert (games(news), news.gap) == (["b"], False)
    await feed.aclose()


async def test_a_reader_that_fell_behind_the_trim_is_told(store: Store) -> None:
    """Given a position whose entry was trimmed, then the next entries come with a gap, and the ones after without."""
    await store.log.send([entry("a"), entry("b"), entry("c")])
    ((first, _), _, _) = await store.client.xrange(TABLE)
    await store.client.xtrim(TABLE, maxlen=1, approximate=False)
    feed = TableReader(store, {0: first.decode()}).follow()
    news = await take(feed)
    assert (games(news), news.gap) == (["c"], True)
    await store.log.send([entry("d")])
    assert not (await take(feed)).gap
    await feed.aclose()


async def test_an_idle_reader_misses_nothing_when_its_last_entry_is_trimmed(store: Store) -> None:
    """Given a reader at the end whose last entry has grown old and gone, then the next entry is no gap."""
    reader = TableReader(store)
    await store.log.send([entry("a")])
    await reader.find_end()
    feed = reader.follow()
    waiting = asyncio.ensure_future(take(feed))
    await asyncio.sleep(0)
    await store.client.xtrim(TABLE, maxlen=0, approximate=False)
    await store.log.send([entry("b")])
    news = await waiting
    assert (games(news), news.gap) == (["b"], False)
    await feed.aclose()


async def test_a_long_backlog_comes_in_parts_without_a_gap(store: Store) -> None:
    """Given more entries than one read takes, then all come, in order."""
    reader = TableReader(store)
    await reader.find_end()
    await store.log.send([entry(str(n)) for n in range(2 * COUNT + 10)])
    feed = reader.follow()
    seen: list[str] = []
    while len(seen) < 2 * COUNT + 10:
        news = await take(feed)
        assert not news.gap
        seen += games(news)
    assert seen == [str(n) for n in range(2 * COUNT + 10)]
    await feed.aclose()


async def test_all_partitions_are_read(redis_url: str) -> None:
    """Given a store of four partitions, then entries of each come, under its number."""
    store = await open_store(redis_url, partitions=4)
    reader = TableReader(store)
    await reader.find_end()
    await store.log.send([entry(f"g{n}", n) for n in range(4)])
    feed = reader.follow()
    seen = {}
    while len(seen) < 4:
        news = await take(feed)
        seen[news.partition] = games(news)
    assert seen == {n: [f"g{n}"] for n in range(4)}
    await feed.aclose()
    await store.close()


async def test_a_restart_of_the_store_is_waited_out(own_server: RealServer) -> None:
    """Given a reader, when redis-server is killed and comes back, then it goes on with no gap."""
    store = await open_store(own_server.url)
    reader = TableReader(store)
    await reader.find_end()
    feed = reader.follow()
    await store.log.send([entry("a")])
    assert games(await take(feed)) == ["a"]
    waiting = asyncio.ensure_future(take(feed))
    await asyncio.sleep(0)
    assert not reader.astray
    own_server.kill()
    async with asyncio.timeout(20):
        while not reader.astray:
            await asyncio.sleep(0.01)
    await own_server.up()
    other = await open_store(own_server.url)
    await other.log.send([entry("b")])
    news = await waiting
    assert (games(news), news.gap, reader.astray) == (["b"], False, False)
    await feed.aclose()
    await other.close()
    await store.close()


@pytest.mark.untidy
async def test_an_entry_that_cannot_be_read_is_left_out(store: Store) -> None:
    """Given an entry that is none of ours between two that are, then those two come."""
    reader = TableReader(store)
    await reader.find_end()
    await store.log.send([entry("a"), Send(0, "to:table", b"x y"), entry("b")])
    feed = reader.follow()
    assert games(await take(feed)) == ["a", "b"]
    await feed.aclose()

"""What an event log promises, held by the one on Redis and by its twin in memory alike."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.contracts.errors import Unavailable, Unreadable
from croupier.contracts.streams import Feed, feed_key, log_key
from croupier.runtime import memory, redislog
from croupier.runtime.eventlog import Append, Appended, Conflict, EventLog, Foreign, Gone, Route, Send
from croupier.runtime.memory import MemoryLog
from croupier.runtime.redislog import RedisLog
from croupier.runtime.store import connect, open_store
from redis_container import redis_container
from redis_server import RealServer, binaries

LOG = "g/cup-r1-t1-1"
OTHER = "g/cup-r1-t2-1"


class Bench:
    """A log under test, and a way to look into its feeds."""

    def __init__(self, log: EventLog) -> None:
        self.log = log

    async def feed(self, feed: Feed, number: int = 0) -> list[dict[str, bytes]]:
        """The entries of a feed, oldest first."""
        if isinstance(self.log, MemoryLog):
            return self.log.feeds.get((number, feed), [])
        assert isinstance(self.log, RedisLog)
        entries = await self.log._client.xrange(feed_key(feed, number))
        return [{name.decode(): value for name, value in fields.items()} for _, fields in entries]


SERVERS = [f"redis {'.'.join(map(str, binary.version))} ({binary.origin})" for binary in binaries()]


@pytest.fixture(scope="module", params=["memory", *SERVERS, "a container"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    if request.param == "memory":
        yield None
        return
    if request.param == "a container":
        with redis_container() as address:
            yield SimpleNamespace(url=f"redis://{address}/0")
        return
    real = RealServer(tmp_path_factory.mktemp("redis"), binaries()[SERVERS.index(request.param)])
    try:
        asyncio.run(real.up())
        yield real
    finally:
        real.kill()


@pytest.fixture
async def bench(server: RealServer | None) -> AsyncIterator[Bench]:
    if server is None:
        yield Bench(MemoryLog())
        return
    client = connect(server.url)
    await client.flushall()
    store = await open_store(server.url)
    yield Bench(store.log)
    await store.close()
    await client.aclose()


def told(text: str, feed: Feed = "to:referee") -> Route:
    return Route(feed, text.encode())


async def test_an_append_writes_its_lines_and_its_routes(bench: Bench) -> None:
    """Given an empty log, when two lines are appended with a route, then the log has both and the feed one entry."""
    assert await bench.log.commit([Append(LOG, 0, [b"one", b"two"], [told("n")])]) == [Appended(2)]
    assert await bench.log.read(LOG) == [b"one", b"two"]
    assert await bench.feed("to:referee") == [{"e": b"n"}]


async def test_routes_are_written_in_order_whatever_they_hold(bench: Bench) -> None:
    """Given routes to several feeds with any bytes, then each entry holds its own."""
    bodies = [b"\x00\xff\r\n", b"", "♠".encode()]
    routes = [Route("to:table", bodies[0]), told("n"), *(Route("to:table", body) for body in bodies[1:])]
    await bench.log.commit([Append(LOG, 0, [b"one"], routes)])
    assert await bench.feed("to:table") == [{"e": body} for body in bodies]
    assert await bench.feed("to:referee") == [{"e": b"n"}]


async def test_an_append_to_a_log_that_has_grown_is_a_conflict(bench: Bench) -> None:
    """Given a log of one line, when somebody who saw none appends, then nothing is written and the answer is 1."""
    await bench.log.commit([Append(LOG, 0, [b"one"])])
    assert await bench.log.commit([Append(LOG, 0, [b"mine"], [told("n")])]) == [Conflict(1)]
    assert await bench.log.read(LOG) == [b"one"]
    assert await bench.feed("to:referee") == []


async def test_an_append_beyond_the_end_is_a_conflict(bench: Bench) -> None:
    """Given a shorter log than expected (or none), then nothing is written, so that a log never has a gap."""
    assert await bench.log.commit([Append(LOG, 3, [b"four"])]) == [Conflict(0)]
    await bench.log.commit([Append(LOG, 0, [b"one"])])
    assert await bench.log.commit([Append(LOG, 2, [b"three"])]) == [Conflict(1)]
    assert await bench.log.read(LOG) == [b"one"]


async def test_a_repeat_is_a_success_that_writes_nothing(bench: Bench) -> None:
    """Given an append whose answer was lost, when it is repeated, then it succeeds and no feed hears it twice."""
    append = Append(LOG, 0, [b"one", b"two"], [told("n")])
    await bench.log.commit([append])
    await bench.log.commit([Append(LOG, 2, [b"three"])])
    assert await bench.log.commit([append]) == [Appended(2)]
    assert await bench.log.read(LOG) == [b"one", b"two", b"three"]
    assert len(await bench.feed("to:referee")) == 1


@pytest.mark.parametrize("lines", [[b"one", b"TWO"], [b"one", b"two", b"three"], [b"one "]])
async def test_what_differs_in_a_byte_is_no_repeat(bench: Bench, lines: list[bytes]) -> None:
    """Given other bytes, or one line more than stands there, then the append is a conflict."""
    await bench.log.commit([Append(LOG, 0, [b"one", b"two"])])
    assert await bench.log.commit([Append(LOG, 0, lines)]) == [Conflict(2)]


async def test_a_batch_answers_each_append_by_itself(bench: Bench) -> None:
    """Given a batch with a conflict in the middle, then its neighbours are written, in order, also to the same log."""
    batch = [
        Append(LOG, 0, [b"one"]),
        Append(OTHER, 7, [b"never"], [told("never")]),
        Append(LOG, 1, [b"two"], [told("n")]),
        Append(OTHER, 0, [b"first"]),
    ]
    assert await bench.log.commit(batch) == [Appended(1), Conflict(0), Appended(2), Appended(1)]
    assert await bench.log.read_many([(LOG, 0), (OTHER, 0), (LOG, 1)]) == [[b"one", b"two"], [b"first"], [b"two"]]
    assert await bench.feed("to:referee") == [{"e": b"n"}]


async def test_a_large_batch_keeps_its_order(bench: Bench) -> None:
    """Given more appends than one call of the script takes, then answers and feeds are in the batch's order."""
    batch = [Append(f"g/game-{n}", 0, [b"line"], [told(str(n))]) for n in range(300)]
    assert await bench.log.commit(batch) == [Appended(1)] * 300
    assert [entry["e"] for entry in await bench.feed("to:referee")] == [str(n).encode() for n in range(300)]


async def test_an_append_has_a_line(bench: Bench) -> None:
    """Given an append without lines in a batch, then the batch is refused before anything is written."""
    with pytest.raises(ValueError, match="at least one line"):
        await bench.log.commit([Append(LOG, 0, [b"one"]), Append(OTHER, 0, [])])
    assert await bench.log.live(0) == []


async def test_an_empty_batch_does_nothing(bench: Bench) -> None:
    """Given nothing to do, then the answers are empty."""
    assert await bench.log.commit([]) == []
    assert await bench.log.read_many([]) == []
    await bench.log.send([])


async def test_live_logs_are_those_begun_and_not_dropped(bench: Bench) -> None:
    """Given two logs begun and one dropped, then one is live and its lines can be read; the other is gone."""
    await bench.log.commit([Append(OTHER, 0, [b"one"]), Append(LOG, 0, [b"one"]), Append("g/new", 5, [b"six"])])
    assert await bench.log.live(0) == [LOG, OTHER]
    await bench.log.drop(OTHER)
    assert await bench.log.live(0) == [LOG]
    assert await bench.log.read(OTHER) == []


async def test_a_dropped_log_does_not_come_back(bench: Bench) -> None:
    """Given a log that moved to the archive, when a late append comes, then it hears so and nothing is written."""
    append = Append(LOG, 0, [b"one"], [told("n")])
    await bench.log.commit([append])
    await bench.log.drop(LOG)
    await bench.log.drop(LOG)
    assert await bench.log.commit([append, Append(LOG, 1, [b"two"], [told("m")])]) == [Gone(), Gone()]
    assert await bench.log.live(0) == []
    assert len(await bench.feed("to:referee")) == 1


async def test_tombstones_are_bounded(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given more dropped logs than are remembered, then the oldest tombstones go."""
    monkeypatch.setattr(memory, "TOMBSTONES", 3)
    monkeypatch.setattr(redislog, "TOMBSTONES", 3)
    for n in range(5):
        await bench.log.drop(f"g/{n}")
    outcomes = await bench.log.commit([Append(f"g/{n}", 0, [b"one"]) for n in range(5)])
    assert outcomes == [Appended(1), Appended(1), Gone(), Gone(), Gone()]


async def test_archived_lines_may_be_forgotten_but_never_the_newest(bench: Bench) -> None:
    """Given lines that are on disk, when they are forgotten, then appends still find the end of the log."""
    await bench.log.commit([Append("t/cup", 0, [b"1", b"2", b"3"])])
    await bench.log.forget("t/cup", [1, 2, 3])
    await bench.log.forget("t/cup", [])
    assert await bench.log.read("t/cup") == [b"3"]
    assert await bench.log.commit([Append("t/cup", 3, [b"4"]), Append("t/cup", 0, [b"1"])]) == [
        Appended(4),
        Conflict(4),
    ]


async def test_last_gives_the_newest_lines_in_order(bench: Bench) -> None:
    """Given four lines, then the last two come oldest first, and asking for more than there are gives all."""
    assert await bench.log.last(LOG) == []
    await bench.log.commit([Append(LOG, 0, [b"1", b"2", b"3", b"4"])])
    assert await bench.log.last(LOG) == [b"4"]
    assert await bench.log.last(LOG, 2) == [b"3", b"4"]
    assert await bench.log.last(LOG, 9) == [b"1", b"2", b"3", b"4"]


async def test_send_writes_to_feeds_in_order(bench: Bench) -> None:
    """Given entries for several feeds, then each feed has its own in order."""
    await bench.log.send([Send(0, "cmd", b"1"), Send(0, "to:dealer", b"2"), Send(0, "cmd", b"3")])
    assert await bench.feed("cmd") == [{"e": b"1"}, {"e": b"3"}]
    assert await bench.feed("to:dealer") == [{"e": b"2"}]


async def test_a_tail_follows(bench: Bench) -> None:
    """Given a reader at the end of a log, when lines are appended, then it gets them."""
    await bench.log.commit([Append(LOG, 0, [b"1", b"2"])])
    tail = bench.log.tail(LOG, 1)
    assert await anext(tail) == b"2"
    waiting = asyncio.ensure_future(anext(tail))
    await bench.log.commit([Append(LOG, 2, [b"3", b"4"])])
    assert await waiting == b"3"
    assert await anext(tail) == b"4"


STEP = st.one_of(
    st.tuples(
        st.just("append"), st.sampled_from(["g/a", "g/b"]), st.integers(0, 3), st.integers(1, 2), st.sampled_from("xy")
    ),
    st.tuples(st.just("drop"), st.sampled_from(["g/a", "g/b"])),
    st.tuples(st.just("forget"), st.sampled_from(["g/a", "g/b"]), st.integers(1, 4)),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEP, max_size=12))
def test_both_logs_answer_alike(redis_server: RealServer, steps: list[tuple]) -> None:
    """Given any sequence of steps, then the log on Redis and its twin in memory cannot be told apart."""

    async def play() -> None:
        client = connect(redis_server.url)
        await client.flushall()
        store = await open_store(redis_server.url)
        twin = MemoryLog()
        for step in steps:
            assert await perform(store.log, step) == await perform(twin, step)
        for log in ("g/a", "g/b"):
            assert await store.log.read(log) == await twin.read(log)
        assert await store.log.live(0) == await twin.live(0)
        assert await Bench(store.log).feed("cmd") == await Bench(twin).feed("cmd")
        await client.flushall()
        await store.close()
        await client.aclose()

    asyncio.run(play())


async def perform(log: EventLog, step: tuple) -> object:
    match step:
        case ("append", name, after, count, byte):
            lines = [f"{byte}{after + n + 1}".encode() for n in range(count)]
            return await log.commit([Append(name, after, lines, [Route("cmd", b"".join(lines))])])
        case ("drop", name):
            return await log.drop(name)
        case ("forget", name, seq):
            return await log.forget(name, [seq])
    raise AssertionError(step)


async def test_partitions_keep_their_own(redis_url: str) -> None:
    """Given a store of many partitions, then an append goes to the keys of its log's partition and no other."""
    store = await open_store(redis_url, partitions=16)
    await store.log.commit([Append(f"g/{n}", 0, [b"one"], [told(str(n))]) for n in range(100)])
    twin = MemoryLog(16)
    await twin.commit([Append(f"g/{n}", 0, [b"one"], [told(str(n))]) for n in range(100)])
    for number in range(16):
        assert await store.log.live(number) == await twin.live(number)
        assert await Bench(store.log).feed("to:referee", number) == await Bench(twin).feed("to:referee", number)
    await store.close()


async def test_scripts_come_back_after_the_server_forgot_them(bench: Bench) -> None:
    """Given a server without our scripts (it restarted), when a batch is committed, then it works at once."""
    if isinstance(bench.log, RedisLog):
        await bench.log._client.script_flush()
    assert await bench.log.commit([Append(f"g/{n}", 0, [b"one"]) for n in range(100)]) == [Appended(1)] * 100


@pytest.mark.untidy
async def test_without_memory_nothing_is_written(redis_server: RealServer, redis_url: str) -> None:
    """Given a server at its limit, when an append is refused, then neither the log nor a feed has grown."""
    store = await open_store(redis_url)
    await store.log.commit([Append(LOG, 0, [b"one"])])
    await store.client.config_set("maxmemory", 1)
    try:
        with pytest.raises(Unavailable) as caught:
            await store.log.commit([Append(LOG, 1, [b"two"], [told("n")])])
    finally:
        await store.client.config_set("maxmemory", 0)
    assert caught.value.code == "store/full"
    assert await store.log.read(LOG) == [b"one"]
    assert await store.log.commit([Append(LOG, 1, [b"two"], [told("n")])]) == [Appended(2)]
    await store.close()


@pytest.mark.untidy
@pytest.mark.parametrize("key", [feed_key("to:referee", 0), "croupier:{00}:live", "croupier:{00}:gone"])
async def test_a_foreign_value_under_a_key_of_ours_stops_an_append(redis_url: str, key: str) -> None:
    """Given a key that holds another type, when an append needs it, then it fails as a whole."""
    store = await open_store(redis_url)
    await store.client.set(key, "not ours")
    with pytest.raises(Unreadable) as caught:
        await store.log.commit([Append(LOG, 0, [b"one"], [told("n"), told("m", "to:scoring")])])
    assert caught.value.code == "store/foreign"
    left = await store.client.keys("*")
    assert sorted(left) == sorted([key.encode(), b"croupier:partitions"])
    await store.close()


@pytest.mark.untidy
@pytest.mark.parametrize(
    "command", [("SET", "x"), ("XADD", "*", "e", "x"), ("XADD", "5-1", "e", "x"), ("XADD", "1-0", "f", "x")]
)
async def test_what_is_foreign_in_one_log_stays_there(redis_url: str, command: tuple[str, ...]) -> None:
    """Given a log into which somebody else wrote, then the others of a batch are appended and read."""
    store = await open_store(redis_url)
    await store.client.execute_command(command[0], log_key("g/bad", 1), *command[1:])
    batch = [Append(log, 0, [b"one"], [told(log)]) for log in (LOG, "g/bad", OTHER)]
    fine, bad, also = await store.log.commit(batch)
    assert (fine, also) == (Appended(1), Appended(1))
    assert isinstance(bad, Foreign | Conflict)
    there, unreadable, other = await store.log.read_many([(LOG, 0), ("g/bad", 0), (OTHER, 0)])
    assert (there, other) == ([b"one"], [b"one"])
    assert unreadable in ([b""], [b"x"])
    assert await store.client.xlen(feed_key("to:referee", 0)) == 2
    await store.close()


async def test_a_store_that_is_not_there_is_unavailable(tmp_path) -> None:
    """Given no server, then every call says ``store/unreachable``."""
    log = RedisLog(connect(f"unix://{tmp_path}/none.sock"), 1)
    for call in (log.commit([Append(LOG, 0, [b"one"])]), log.read(LOG), log.drop(LOG), log.live(0)):
        with pytest.raises(Unavailable) as caught:
            await call
        assert caught.value.code == "store/unreachable"

"""Reaching a store: what is checked, what is waited for, what is refused, and with which code."""

import asyncio
from pathlib import Path

import pytest

from croupier.contracts.errors import BadConfig, CroupierError, Unavailable
from croupier.contracts.streams import PARTITIONS_KEY
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store, open_store, parse_version
from croupier.runtime.wire import translate
from redis_server import RealServer


async def test_the_first_to_open_a_store_fixes_its_partitions(redis_url: str) -> None:
    """Given a fresh store, when it is opened with 16 partitions, then whoever opens it later finds 16."""
    first = await open_store(redis_url, partitions=16)
    second = await open_store(redis_url)
    assert (first.partitions, second.partitions) == (16, 16)
    await first.close()
    await second.close()


async def test_a_fresh_store_has_one_partition(store: Store) -> None:
    """Given nothing said of partitions, then there is one, and the store remembers it."""
    assert store.partitions == store.log.partitions == 1
    assert await store.client.get(PARTITIONS_KEY) == b"1"


async def test_another_number_of_partitions_is_refused(store: Store) -> None:
    """Given a store of one partition, when it is opened with two, then it is refused: logs would be elsewhere."""
    with pytest.raises(Unavailable) as caught:
        await open_store(store.url, partitions=2)
    assert caught.value.code == "store/partitions"


@pytest.mark.parametrize("partitions", [0, 101, -1])
async def test_partitions_have_a_range(redis_url: str, partitions: int) -> None:
    """Given a number that keys cannot hold, then it is a mistake of the caller."""
    with pytest.raises(BadConfig, match="1 to 100"):
        await open_store(redis_url, partitions=partitions)


async def test_a_server_that_is_starting_is_waited_for(tmp_path) -> None:
    """Given a server that comes up a moment later, then opening succeeds."""
    server = RealServer(tmp_path)
    opening = asyncio.create_task(open_store(server.url, wait=20))
    try:
        await asyncio.sleep(0)
        await server.up()
        store = await opening
        assert store.version >= (6, 2)
        await store.close()
    finally:
        server.kill()


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("unix:///nowhere/redis.sock", "store/unreachable"),
        ("redis://127.0.0.1:1/0", "store/unreachable"),
        ("http://localhost", "config/value"),
        ("redis", "config/value"),
    ],
)
async def test_what_cannot_be_opened_says_why(url: str, code: str) -> None:
    """Given a URL with nobody behind it, or none of a store at all, then the code tells which."""
    with pytest.raises(CroupierError) as caught:
        await open_store(url, wait=0.1)
    assert caught.value.code == code


async def test_a_wrong_password_is_not_waited_for(redis_server: RealServer) -> None:
    """Given a wrong password, then the answer comes at once: waiting would not help."""
    with pytest.raises(Unavailable) as caught:
        await open_store(redis_server.url.replace("admin:", "admin:x"), wait=60)
    assert caught.value.code == "store/denied"


class OldServer:
    """Speaks just enough of the protocol to be an old Redis."""

    def __init__(self, reply: bytes) -> None:
        self.reply = reply

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(4096):
            for _ in range(data.count(b"HELLO")):
                writer.write(self.reply)
            for _ in range(data.count(b"SETINFO")):
                writer.write(b"-ERR unknown\r\n")
        writer.close()


@pytest.mark.parametrize(
    "reply",
    [b"-ERR unknown command `HELLO`\r\n", b"*4\r\n$6\r\nserver\r\n$5\r\nredis\r\n$7\r\nversion\r\n$5\r\n6.0.9\r\n"],
)
async def test_an_old_server_is_refused(tmp_path, reply: bytes) -> None:
    """Given a server older than 6.2, then it is named as too old rather than failing at the first command."""
    path = str(tmp_path / "old.sock")
    server = await asyncio.start_unix_server(OldServer(reply).answer, path)
    with pytest.raises(Unavailable) as caught:
        await open_store(f"unix://{path}", wait=0)
    server.close()
    assert caught.value.code == "store/too-old"


async def test_settings_name_a_store(redis_url: str) -> None:
    """Given settings, then the store that they name is open inside the block."""
    async with Store.connect(Settings(redis_url=redis_url, partitions=4)) as store:
        assert store.partitions == 4
        assert await store.client.ping()


@pytest.mark.parametrize(("text", "version"), [("6.2.14", (6, 2, 14)), ("8.0.0-rc1", (8, 0)), ("7", (7,))])
def test_versions_are_read(text: str, version: tuple[int, ...]) -> None:
    """Given a version as servers write it, then its leading numbers count."""
    assert parse_version(text) == version


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("READONLY You can't write against a read only replica.", "store/read-only"),
        ("MISCONF Redis is configured to save RDB snapshots", "store/read-only"),
        ("ERR Error running script: -OOM command not allowed", "store/full"),
        ("WRONGTYPE Operation against a key", "store/foreign"),
        ("NOPERM this user has no permissions", "store/denied"),
    ],
)
def test_errors_of_the_server_have_codes(text: str, code: str) -> None:
    """Given the text of an error as servers send it, also from inside a script, then its code says what to do."""
    from redis.exceptions import ResponseError

    assert translate(ResponseError(text)).code == code


async def test_a_server_that_is_awaited_is_told_of_once(tmp_path: Path) -> None:
    told: list[str] = []
    with pytest.raises(Unavailable):
        await open_store(
            f"unix://{tmp_path}/none.sock", wait=0.2, waiting=lambda error, wait: told.append(f"{error.code} {wait}")
        )
    assert told == ["store/unreachable 0.2"]

"""Fixtures for every test that needs a store: a real redis-server, emptied before and inspected after each test."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import settings

from croupier.contracts.streams import dead_key
from croupier.runtime.store import Store, connect, open_store
from redis_server import RealServer

OURS = re.compile(
    rb"croupier:(partitions|\{\d\d\}:(log:[gt]/[a-z0-9-]+|cmd|to:[a-z]+|dead|live|gone)"
    rb"|\{hooks\}:(places|known|deliveries|waiting:[a-z0-9-]+))"
)


def pytest_configure(config: pytest.Config) -> None:
    """Name the marks of this suite; examples of properties may take their time on a machine that is busy."""
    settings.register_profile("patient", deadline=None)
    settings.load_profile("patient")
    config.addinivalue_line(
        "markers", "untidy: the test leaves pending entries, dead letters or foreign keys on purpose"
    )


@pytest.fixture(scope="session", autouse=True)
def plain_logs() -> None:
    """Logs of the code under test as plain lines: the default draws tracebacks with all local variables."""
    structlog.configure(processors=[structlog.processors.format_exc_info, structlog.processors.KeyValueRenderer()])


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    """One redis-server for the whole session, on a Unix socket in a temporary folder."""
    server = RealServer(tmp_path_factory.mktemp("redis"))
    try:
        asyncio.run(server.up())
        yield server
    finally:
        server.kill()


@pytest.fixture
async def own_server(tmp_path: Path) -> AsyncIterator[RealServer]:
    """A redis-server for this test alone, which it may kill and start again."""
    server = RealServer(tmp_path / "redis")
    try:
        yield await server.up()
    finally:
        server.kill()


@pytest.fixture
async def redis_url(redis_server: RealServer, request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """The URL of an empty store. The test fails if it leaves entries pending, dead letters or foreign keys."""
    client = connect(redis_server.url)
    await client.flushall()
    yield redis_server.url
    left = [] if request.node.get_closest_marker("untidy") else await leftovers(client)
    await client.aclose()
    assert not left, f"the test left behind: {', '.join(left)}"


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[Store]:
    """An empty store of one partition."""
    opened = await open_store(redis_url)
    yield opened
    await opened.close()


async def leftovers(client) -> list[str]:  # type: ignore[no-untyped-def]
    """What a tidy test does not leave in a store, as sentences."""
    found = []
    for key in sorted(await client.keys("*")):
        if not OURS.fullmatch(key):
            found.append(f"the foreign key {key.decode()}")
        elif key == dead_key(0).encode() and (letters := await client.xlen(key)):
            found.append(f"{letters} dead letters")
        elif await client.type(key) == b"stream":
            groups = await client.xinfo_groups(key)
            found += [f"{g['pending']} pending entries of {key.decode()}" for g in groups if g["pending"]]
    return found

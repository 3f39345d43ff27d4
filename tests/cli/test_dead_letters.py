"""Letters are listed with their reason, sent again or thrown away."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.cli.main import main
from croupier.contracts.streams import dead_key, feed_key
from croupier.runtime.deadletters import burial
from croupier.runtime.store import Store, open_store
from croupier.runtime.wire import demand
from redis_server import RealServer


async def _bury(url: str) -> None:
    store = await open_store(url)
    await store.client.flushall()
    for number in (1, 2):
        body = b'{"number": %d}' % number
        await demand(
            store.client,
            [burial("cmd", 0, f"{number}-0", body, code="bus/unreadable", reason="what is it?", deliveries=1)],
        )
    await store.close()


async def _ask(store: Store) -> tuple[int, list[bytes]]:
    asked = [(b"XLEN", dead_key(0)), (b"XRANGE", feed_key("cmd", 0), b"-", b"+")]
    left, entries = await demand(store.client, asked)
    return left, [flat[1] for _, flat in entries]


def state(url: str) -> tuple[int, list[bytes]]:
    async def look() -> tuple[int, list[bytes]]:
        store = await open_store(url)
        try:
            return await _ask(store)
        finally:
            await store.close()

    return asyncio.run(look())


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A store with two letters, named by the environment."""
    server = RealServer(tmp_path / "redis")
    try:
        asyncio.run(server.up())
        asyncio.run(_bury(server.url))
        monkeypatch.setenv("CROUPIER_REDIS_URL", server.url)
        yield server.url
    finally:
        server.kill()


def test_list_and_one_after_the_other(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dead-letters", "list", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert (first["feed"], first["code"], first["reason"], first["body"]) == (
        "cmd", "bus/unreadable", "what is it?", '{"number": 1}',
    )  # fmt: skip
    assert main(["dead-letters", "list"]) == 0
    assert "what is it?" in capsys.readouterr().out
    assert main(["dead-letters", "requeue", first["letter"]]) == 0
    assert state(url) == (1, [b'{"number": 1}'])
    assert main(["dead-letters", "discard", second["letter"], "--redis", url]) == 0
    assert state(url) == (0, [b'{"number": 1}'])
    capsys.readouterr()
    assert main(["dead-letters", "list"]) == 0
    assert capsys.readouterr().err == "there are no dead letters\n"


def test_all_at_once(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dead-letters", "discard", "--all"]) == 0
    assert capsys.readouterr().err == "2 letters thrown away\n"
    assert state(url) == (0, [])


def test_a_letter_that_is_not_there_changes_nothing(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dead-letters", "discard", "00/1-1"]) == 2
    assert "there is no letter '00/1-1'" in capsys.readouterr().err
    assert state(url) == (2, [])


def test_letters_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dead-letters", "discard"]) == 2
    assert capsys.readouterr().err.startswith("error: config/missing: LETTER...")


def test_a_store_must_be_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROUPIER_REDIS_URL", raising=False)
    assert main(["dead-letters", "list"]) == 2
    assert capsys.readouterr().err.startswith("error: config/missing: --redis")


def test_a_store_that_does_not_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dead-letters", "list", "--redis", "unix:///nowhere/redis.sock"]) == 1
    assert capsys.readouterr().err.startswith("error: store/unreachable: ")

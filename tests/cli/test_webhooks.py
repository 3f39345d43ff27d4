"""Webhooks are listed with what waits for them, switched on again, and their attempts shown."""

import asyncio
import json
import stat
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import main
from croupier.runtime.hookstore import Delivery, HookStore, Message
from croupier.runtime.store import open_store
from redis_server import RealServer

AT = 1_796_000_000_000_000
LATER = 2 * AT


async def ask(url: str, what: Callable[[HookStore], Awaitable[Any]]) -> Any:
    store = await open_store(url)
    try:
        return await what(HookStore(store.client))
    finally:
        await store.close()


async def fill(store: HookStore) -> None:
    """Given one that works, and one that was switched off with two messages waiting."""
    await store.learn("works", AT)
    gone = await store.learn("gone", AT)
    await store.switch("gone", gone, "the receiver answered 410 Gone")
    messages = [Message(f"id-{n}", "cup", n, "round.closed", "{}", LATER, attempts=3) for n in (1, 2)]
    await store.add("gone", "cup", 2, messages)
    delivery = Delivery("works", "id-0", "cup", 9, "game.recorded", 1, "delivered", 204, "", 1_500, AT)
    await store.settle(delivery, None)


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    server = RealServer(tmp_path / "redis")
    try:
        asyncio.run(server.up())
        asyncio.run(ask(server.url, fill))
        monkeypatch.setenv("CROUPIER_REDIS_URL", server.url)
        yield server.url
    finally:
        server.kill()


def test_list_log_and_enable(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is switched off shows with the reason; switched on, what waits is due at once."""
    assert main(["webhooks", "list", "--json"]) == 0
    gone, works = json.loads(capsys.readouterr().out)
    assert (gone["webhook"], gone["on"], gone["waiting"]) == ("gone", False, 2)
    assert (works["webhook"], works["on"], works["waiting"], works["since"]) == ("works", True, 0, AT)
    assert main(["webhooks", "list"]) == 0
    assert "the receiver answered 410 Gone" in capsys.readouterr().out
    assert main(["webhooks", "log"]) == 0
    assert "game.recorded" in capsys.readouterr().out
    assert main(["webhooks", "log", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["status"] == 204
    assert main(["webhooks", "enable", "gone", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"webhook": "gone", "on": True, "waiting": 2}
    waiting = asyncio.run(ask(url, lambda store: store.waiting("gone")))
    assert {message.due < LATER for message in waiting.values()} == {True}
    assert asyncio.run(ask(url, lambda store: store.known()))["gone"].off is None


def test_a_webhook_that_is_not_there_is_named_with_the_nearest(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["webhooks", "enable", "gon"]) == 2
    assert "gone" in capsys.readouterr().err


def test_a_folder_without_a_record_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["webhooks", "log", str(tmp_path)]) == 2
    assert "run/not-found" in capsys.readouterr().err


def test_a_secret_is_made_and_not_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever needs it reads the file."""
    path = tmp_path / "secret"
    assert main(["webhooks", "secret", str(path)]) == 0
    said = capsys.readouterr()
    assert path.read_text().strip() not in said.out + said.err
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert main(["webhooks", "secret", str(path)]) == 2
    assert "config/secret-exposed" in capsys.readouterr().err


def test_an_installation_takes_no_webhooks_from_a_run_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Their secrets are on this machine; the installation has a file of its own."""
    file = tmp_path / "cup.toml"
    entrants = "".join(f'[[entrant]]\nname = "{name}"\nremote = true\n' for name in ("Ada", "Bob"))
    hook = '[[webhooks]]\nurl = "https://example.org"\nsecret_file = "s"\n'
    file.write_text(f'game = "briscola"\n{hook}{entrants}')
    assert main(["open", str(file), "--redis", "redis://127.0.0.1:1/0", "--tokens", str(tmp_path / "t")]) == 2
    assert "an installation has its own webhooks" in capsys.readouterr().err
    assert not (tmp_path / "t").exists()
    file.write_text(f'game = "briscola"\n{hook}{hook}{entrants}')
    assert main(["open", str(file)]) == 2
    assert f"config/duplicate: {file}:5 webhooks" in capsys.readouterr().err

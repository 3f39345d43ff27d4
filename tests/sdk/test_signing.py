"""A bot signs its play where it is asked to, with a key that it makes once and keeps."""

import builtins
import stat
from pathlib import Path
from typing import Any

import pytest

from croupier.proofs import seals
from croupier.proofs.keys import signed
from croupier.proofs.shown import digest
from croupier.sdk import Bot, Turn
from croupier.sdk.errors import BadSetting
from croupier.sdk.settings import settings
from croupier.sdk.signing import default_file, load
from fake_gateway import BYE, TOKEN, Client, gateway, snapshot, turn


class First(Bot):
    """Plays what stands first."""

    quick = True

    def choose(self, turn: Turn) -> str:
        turn.view.clear()  # what a bot does to its copy changes nothing of what it was shown
        return turn.legal[0]


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "bot.key"
    one, two = load(path), load(path)

    assert one.public == two.public
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["bot.key"]


def test_a_key_that_others_may_read_or_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bot.key"
    load(path)
    path.chmod(0o644)
    with pytest.raises(BadSetting, match="config/secret-exposed"):
        load(path)
    path.write_text("nothing")
    path.chmod(0o600)
    with pytest.raises(BadSetting, match="config/value"):
        load(path)
    with pytest.raises(BadSetting, match="config/unreadable"):
        load(tmp_path)


def test_without_cryptography_the_reason_is_plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The SDK itself needs websockets alone; who signs needs one package more."""
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith(("cryptography", "croupier.proofs.keys")):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(BadSetting, match="pip install cryptography"):
        load(tmp_path / "bot.key")


def test_each_token_has_a_key_of_its_own_and_the_file_does_not_tell_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere")
    assert default_file("a") != default_file("b")
    assert default_file(TOKEN).parent == Path("/somewhere/croupier")
    assert TOKEN not in str(default_file(TOKEN))


def test_the_file_may_be_named(tmp_path: Path) -> None:
    env = {"CROUPIER_URL": "ws://localhost", "CROUPIER_TOKEN": "x", "CROUPIER_PLAY_KEY_FILE": "/there"}
    assert settings(env=env).key == "/there"
    assert settings(env=env, key="/here").key == "/here"


async def test_a_bot_comes_again_with_a_key_where_one_is_needed_and_signs_every_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    heard: list[dict[str, Any]] = []
    asked = turn(0)

    async def script(client: Client) -> None:
        if client.number == 1:
            hello = await client.hear()
            assert "key" not in hello
            await client.send(type="bye", code="session/key-needed", reason="sign")
            await client.socket.close()
            return
        heard.append(await client.greet())
        await client.send(**snapshot(0, asked=asked))
        heard.append(await client.expect("act", ply=0))
        await client.send(**BYE)

    async with gateway(script) as server:
        await server.watch(First().play(url=server.url, token=TOKEN, seed="a"))
    hello, act = heard
    public = bytes.fromhex(hello["key"])
    introduction = seals.entrant(bytes.fromhex(hello["nonce"]), public)
    statement = seals.play(act["game"], 0, act["action"], digest(asked))

    assert signed(public, bytes.fromhex(hello["proof"]), introduction)
    assert signed(public, bytes.fromhex(act["signature"]), statement)
    assert public.hex() == load(default_file(TOKEN)).public


async def test_a_bot_that_is_told_of_its_key_brings_it_at_once(tmp_path: Path) -> None:
    async def script(client: Client) -> None:
        hello = await client.greet()
        assert hello["key"] == load(tmp_path / "mine.key").public
        await client.send(**BYE)

    async with gateway(script) as server:
        key = str(tmp_path / "mine.key")
        await server.watch(First().play(url=server.url, token=TOKEN, seed="a", key=key))

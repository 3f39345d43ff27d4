"""`croupier up` keeps an installation running; `croupier open` starts a tournament on it, bots come from anywhere."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from croupier.contracts.streams import log_key
from croupier.runtime.processes import is_alive, kill_all, read_marks
from croupier.runtime.server import lay_out

pytestmark = pytest.mark.timeout(120)

CROUPIER = (sys.executable, "-m", "croupier.cli.main")
FILE = """\
id = "cup"
game = "briscola"
[[entrant]]
name = "Ada"
remote = true
[[entrant]]
name = "Bob"
remote = true
"""


@pytest.fixture
def up(tmp_path: Path) -> Iterator["tuple[subprocess.Popen[str], str]"]:
    """An installation in ``tmp_path`` that tells a receiver which is not there, and its address."""
    hooks = tmp_path / "webhooks.toml"
    hooks.write_text('[[webhooks]]\nname = "nobody"\nurl = "http://127.0.0.1:1/hook"\nsecret_file = "secret"\n')
    command = [*CROUPIER, "up", "--folder", str(tmp_path / "runs"), "--port", "0", "--json", "--webhooks", str(hooks)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        yield process, json.loads(process.stdout.readline())["url"]
    finally:
        process.kill()
        process.communicate()
        kill_all(read_marks(tmp_path / "runs" / ".work" / "processes.json"))


def croupier(*arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*CROUPIER, *arguments], capture_output=True, text=True, timeout=60, cwd=folder, check=True)


def test_a_foreign_log_stops_its_own_tournament_and_no_other(
    up: "tuple[subprocess.Popen[str], str]", tmp_path: Path
) -> None:
    """Given a store in which somebody began a log, then its tournament cannot be opened, and another one can."""
    with Redis.from_url(lay_out(tmp_path / "runs/.work/store").url("admin")) as store:
        store.xadd(log_key("t/cup", 1), {"e": "x"})
    (tmp_path / "cup.toml").write_text(FILE)
    (tmp_path / "next.toml").write_text(FILE.replace('"cup"', '"next"'))
    with pytest.raises(subprocess.CalledProcessError) as refused:
        croupier("open", "cup.toml", "--redis", "runs", folder=tmp_path)
    assert "store/foreign" in refused.value.stderr
    assert "t/cup" in refused.value.stderr
    assert "Traceback" not in refused.value.stderr
    assert len(croupier("open", "next.toml", "--redis", "runs", folder=tmp_path).stdout.splitlines()) == 4


def test_a_tournament_on_an_installation(up: "tuple[subprocess.Popen[str], str]", tmp_path: Path) -> None:
    installation, url = up
    (tmp_path / "cup.toml").write_text(FILE)
    opened = croupier("open", "cup.toml", "--redis", "runs", "--json", folder=tmp_path)
    again = croupier("open", "cup.toml", "--redis", "runs", "--json", folder=tmp_path)
    tokens = json.loads(opened.stdout)["tokens"]
    assert again.stdout == opened.stdout
    assert (tmp_path / "cup.tokens.json").stat().st_mode & 0o777 == 0o600
    bots = [
        subprocess.Popen([*CROUPIER, "bot", "random"], env={**os.environ, "CROUPIER_URL": url, "CROUPIER_TOKEN": token})
        for token in tokens.values()
    ]
    assert [bot.wait(60) for bot in bots] == [0, 0]
    told = json.loads(croupier("standings", "cup", "--url", url, "--json", folder=tmp_path).stdout)
    assert (told["state"], told["games"]) == ("finished", {"done": 2})
    check_webhooks(tmp_path)
    marks = read_marks(tmp_path / "runs" / ".work" / "processes.json")
    installation.send_signal(signal.SIGINT)
    assert installation.wait(60) == 130
    deadline = time.monotonic() + 10
    while any(is_alive(mark) for mark in marks):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def check_webhooks(folder: Path) -> None:
    """Both games, the round and the end wait for the receiver; an attempt failed and is on the record."""
    deadline = time.monotonic() + 30
    while True:
        [row] = json.loads(croupier("webhooks", "list", "--redis", "runs", "--json", folder=folder).stdout)
        attempts = json.loads(croupier("webhooks", "log", "--redis", "runs", "--json", folder=folder).stdout)
        if row["waiting"] == 4 and attempts:
            break
        assert time.monotonic() < deadline
    assert (row["webhook"], row["on"]) == ("nobody", True)
    assert {(one["outcome"], one["why"]) for one in attempts} == {("failed", "no connection")}


def test_what_is_private_by_the_environment_asks_readers_for_a_token(tmp_path: Path) -> None:
    """The setting reaches the gateway; one that the installation makes itself is told not to be obeyed."""
    command = [*CROUPIER, "up", "--folder", str(tmp_path / "runs"), "--port", "0", "--json"]
    given = {"CROUPIER_GATEWAY_PRIVATE": "true", "CROUPIER_GATEWAY_PORT": "4711"}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **given}
    )
    try:
        assert process.stdout
        address = json.loads(process.stdout.readline())["http"]
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{address}/v1/tournaments", timeout=30)  # noqa: S310 - our own server
        assert (refused.value.code, json.load(refused.value)["error"]["code"]) == (401, "auth/token")
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
        assert "CROUPIER_GATEWAY_PORT is not obeyed here" in told
        assert "CROUPIER_GATEWAY_PRIVATE" not in told
    finally:
        process.kill()
        process.communicate()
        kill_all(read_marks(tmp_path / "runs" / ".work" / "processes.json"))

"""`croupier run` with webhooks, as whole processes: what a receiver gets, and what is left on the record."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook as Verifier

from croupier.cli.main import main
from croupier.runtime.processes import kill_all, read_marks

pytestmark = pytest.mark.timeout(120)

FILE = """\
id = "cup"
name = "The Cup"
game = "briscola"
games = 8
[[webhooks]]
name = "scores"
url = "http://127.0.0.1:{port}/hook?key=hush"
secret_file = "secret"
[[webhooks]]
name = "nobody"
url = "http://127.0.0.1:1/hook"
secret_file = "secret"
events = ["tournament.finished"]
[[entrant]]
name = "Ada"
bot = "greedy"
[[entrant]]
name = "Bob"
bot = "random"
[[entrant]]
name = "Cleo"
bot = "random"
"""


class Receiver(ThreadingHTTPServer):
    """Takes what comes."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.got: list[tuple[dict[str, str], bytes]] = []


class Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        """Be silent."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    server = Receiver()
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def run(tmp_path: Path, receiver: Receiver) -> Iterator["subprocess.Popen[str]"]:
    (tmp_path / "cup.toml").write_text(FILE.format(port=receiver.server_port))
    command = [sys.executable, "-m", "croupier.cli.main", "run", "cup.toml"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()
    kill_all(read_marks(tmp_path / "runs/cup/.work/processes.json"))


def kill_the_hooks(folder: Path, receiver: Receiver) -> None:
    """SIGKILL the service once something has arrived."""
    deadline = time.monotonic() + 60
    while not receiver.got:
        assert time.monotonic() < deadline, "nothing was sent"
        time.sleep(0.01)
    marks = {mark.name: mark for mark in read_marks(folder / "runs/cup/.work/processes.json")}
    os.kill(marks["hooks"].pid, signal.SIGKILL)


def test_a_run_tells_its_receivers_although_the_service_is_killed(
    tmp_path: Path, run: "subprocess.Popen[str]", receiver: Receiver, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a receiver that works and one that is not there, then play goes on, and all that happened was told once."""
    kill_the_hooks(tmp_path, receiver)
    out, err = run.communicate(timeout=100)
    assert run.returncode == 0
    lines = [json.loads(line) for line in (tmp_path / "runs/cup/tournament.jsonl").read_text().splitlines()]
    wanted = {line["seq"] for line in lines if line["type"] in {"game.recorded", "round.closed", "tournament.finished"}}
    told = by_id(receiver)
    assert {body["data"]["line"] for body in told.values()} == wanted
    assert Counter(body["type"] for body in told.values())["game.recorded"] == 24
    assert len(told) == len(wanted)  # a repeat has the same id
    secret = (tmp_path / "secret").read_text()
    for headers, body in receiver.got:
        Verifier(secret.strip()).verify(body, headers)
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert "webhooks that did not arrive: 1 to nobody; see croupier webhooks log" in err
    check_the_record(tmp_path, capsys)
    logs = "".join(path.read_text() for path in (tmp_path / "runs/cup/.work/logs").iterdir()) + out + err
    assert "hush" not in logs
    assert secret.strip() not in logs


def by_id(receiver: Receiver) -> dict[str, Any]:
    return {headers["webhook-id"]: json.loads(body) for headers, body in receiver.got}


def check_the_record(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What came of each attempt can be asked for when the run is over."""
    assert main(["webhooks", "log", str(folder / "runs/cup"), "--json", "--limit", "1000"]) == 0
    rows = json.loads(capsys.readouterr().out)
    outcomes = Counter((row["hook"], row["outcome"]) for row in rows)
    assert outcomes["nobody", "failed"] >= 1
    assert outcomes["scores", "delivered"] == 24 + 3 + 1
    assert main(["webhooks", "log", str(folder / "runs/cup")]) == 0
    assert "no connection" in capsys.readouterr().out

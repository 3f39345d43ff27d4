"""Somebody looks on over HTTP: each change once, through a server that is away for a while, up to the end."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from answering import answering, cup
from croupier.cli import remote, watchremote
from croupier.cli.main import main
from croupier.cli.watchremote import PATIENCE, Block, JsonLines, Lines, look_on
from croupier.contracts.errors import Unavailable


def told(done: int, state: str = "running") -> dict[str, Any]:
    row = {"place": 1, "entrant": "ada", "name": "Ada", "games": done, "won": done, "drawn": 0, "lost": 0}
    rows = [{**row, "points": 2 * done, "score": 70 * done, "against": 50 * done}]
    return {"tournament": "cup", "name": "The Cup", "game": "briscola", "state": state,
            "games": {"done": done}, "standings": rows}  # fmt: skip


class Server:
    """Answers in turn; ``None`` for no answer, the last one for ever. Its clock goes on with each sleep."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: dict[str, Any] | None) -> None:
        self.now = 0.0
        self._answers = list(answers)
        monkeypatch.setattr(remote, "standings", self._answer)

    def _answer(self, url: str, tournament: str) -> dict[str, Any]:
        found = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if found is None:
            raise Unavailable("server/unreachable", "nobody answers", place=url)
        return found

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def clock(self) -> float:
        return self.now


def test_each_change_is_told_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(monkeypatch, told(0), told(0), None, told(1), told(1), told(2, "finished"))
    last = look_on("x", "cup", JsonLines(), server.clock, server.sleep)
    assert last == told(2, "finished")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["done"], line["state"]) for line in lines] == [(0, "running"), (1, "running"), (2, "finished")]
    assert lines[-1]["top"] == [{"entrant": "ada", "name": "Ada", "points": 4}]


def test_a_line_at_most_every_few_seconds_and_one_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(monkeypatch, *(told(n) for n in range(12)), told(12, "finished"))
    look_on("x", "cup", Lines(), server.clock, server.sleep)
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(" games")[0] for line in lines] == ["0", "5", "10", "12"]
    assert lines[1] == "5 games · 1.0/s · Ada 10"


def test_a_server_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(monkeypatch, told(1), None)
    with pytest.raises(Unavailable):
        look_on("x", "cup", JsonLines(), server.clock, server.sleep)
    assert PATIENCE < server.now <= PATIENCE + 2


def test_on_a_terminal_the_table_is_drawn_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Console(file=io.StringIO(), width=100, force_terminal=True)
    monkeypatch.setattr(watchremote, "console", lambda stderr: screen)
    server, block = Server(monkeypatch, told(1), told(2, "finished")), Block()
    look_on("x", "cup", block, server.clock, server.sleep)
    block.close()
    assert isinstance(screen.file, io.StringIO)
    assert "The Cup: briscola, 2 games, finished" in screen.file.getvalue()


@pytest.fixture
def address() -> Iterator[str]:
    """A server with a tournament that is over."""
    row = {key: value for key, value in told(3)["standings"][0].items() if key != "name"}
    with answering(cup("finished", 3, row)) as at:
        yield at


def test_the_command_asks_a_server(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "cup", "--url", address]) == 0
    shown = capsys.readouterr()
    assert "The Cup: briscola, 3 games, finished" in shown.out
    assert "3 games" in shown.err
    assert main(["watch", "cup", "--url", address, "--json-lines"]) == 0
    kinds = [json.loads(line)["type"] for line in capsys.readouterr().out.splitlines()]
    assert kinds == ["progress", "result"]
    assert main(["watch", "cup", "--url", "http://127.0.0.1:1"]) == 1
    assert "server/unreachable" in capsys.readouterr().err

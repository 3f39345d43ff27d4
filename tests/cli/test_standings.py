"""The table of a tournament, from a folder and from a server, for people and as JSON."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from answering import answering, cup
from croupier.cli.main import main
from croupier.contracts import events
from croupier.contracts.canonical import digest
from croupier.contracts.lines import genesis, write_line
from croupier.contracts.specs import EntrantSpec, RoundRobin, TournamentSpec

HASH = "0" * 64


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder ``runs`` with the tournament ``cup``: one game of two is over."""
    first = events.GameRecorded(
        id="cup-r1-t1-1", head=HASH, lines=9, points=[70, 50], places=[1, 2], outcome="won"
    )  # fmt: skip
    monkeypatch.chdir(tmp_path)
    return written(tmp_path, first)


def written(tmp_path: Path, *results: events.GameRecorded) -> Path:
    """The folder of a tournament with these results."""
    entrants = [EntrantSpec(id="ada", name="Ada", token=HASH), EntrantSpec(id="bob", name="Bob", token=HASH)]
    spec = TournamentSpec(id="cup", name="The Cup", game="briscola", format=RoundRobin(games=2), entrants=entrants)
    games = [events.PairedGame(id=f"cup-r1-t1-{n}", board=f"cup-r1-b{n}", seats=["ada", "bob"]) for n in (1, 2)]
    happened = [
        events.TournamentOpened(spec=spec),
        events.SeedCommitted(commitment=HASH),
        events.TournamentStarted(beacon=HASH),
        events.RoundPaired(round=1, games=games, byes=[], why=""),
        *results,
    ]
    prev, lines = genesis("t/cup"), b""
    for seq, event in enumerate(happened, 1):
        line = write_line(event, seq=seq, at=seq, by="director", cause="test", prev=prev)
        prev, lines = digest(line), lines + line + b"\n"
    (tmp_path / "runs" / "cup").mkdir(parents=True)
    (tmp_path / "runs" / "cup" / "tournament.jsonl").write_bytes(lines)
    return tmp_path / "runs"


@pytest.mark.parametrize(
    "command",
    [
        ["standings", "cup"],
        ["standings", "cup", "--why", "--json"],
        ["report", "cup"],
        ["export", "runs/cup", "--format", "standings"],
    ],
)
def test_points_that_add_up_to_more_than_a_table_can_hold_are_told_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    most = [2**53 - 1] * 2
    forged = (
        events.GameRecorded(id=f"cup-r1-t1-{n}", head=HASH, lines=9, points=most, places=[1, 2], outcome="won")
        for n in (1, 2)
    )
    written(tmp_path, *forged)
    assert main(command) == 2
    told = capsys.readouterr().err
    assert "log/bounds" in told
    assert "the score of ada add up" in told


@pytest.mark.parametrize("named", ["cup", "runs/cup"])
def test_by_id_or_by_folder(runs: Path, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", named]) == 0
    shown = capsys.readouterr().out
    assert "The Cup: briscola, 1 of 2 games" in shown
    assert "1-0-0" in shown
    assert "\x1b" not in shown


def test_as_json(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "cup", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["tournament"], told["state"], told["games"]) == ("cup", "running", {"done": 1, "total": 2})
    assert [(row["place"], row["name"], row["points"]) for row in told["standings"]] == [(1, "Ada", 2), (2, "Bob", 0)]


def test_a_broken_log_is_an_error_with_its_place(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = runs / "cup" / "tournament.jsonl"
    file.write_bytes(file.read_bytes().split(b"\n", 1)[1])
    assert main(["standings", "cup"]) == 2
    assert capsys.readouterr().err.startswith("error: log/envelope: t/cup: line 1 is not there")


ROW = {
    "place": 1, "entrant": "ada", "games": 1, "won": 1, "drawn": 0, "lost": 0, "points": 2, "score": 70, "against": 50,
}  # fmt: skip


@pytest.fixture
def server() -> Iterator[str]:
    with answering(cup("running", 1, ROW)) as at:
        yield at


def test_from_a_server(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "cup", "--url", f"ws://{server}"]) == 0
    assert "The Cup: briscola, 1 games, running" in capsys.readouterr().out
    assert main(["standings", "cup", "--url", server, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["standings"][0]["name"] == "Ada"


def test_what_the_server_refuses_is_told_with_its_code(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "nope", "--url", server]) == 2
    assert capsys.readouterr().err.startswith("error: http/not-found: ")


@pytest.mark.parametrize(
    "answer", ["-ERR unknown command\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", {"status": "up"}, []],
    ids=["no-http", "cut", "another-server", "no-object"],
)  # fmt: skip
def test_what_answers_is_no_gateway(answer: object, capsys: pytest.CaptureFixture[str]) -> None:
    with answering({"/v1/tournaments/cup": answer, "/v1/tournaments/cup/standings": answer}) as address:
        assert main(["standings", "cup", "--url", address]) == 1
    assert capsys.readouterr().err.startswith("error: server/unreachable: ")


def test_nobody_at_the_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "cup", "--url", "http://127.0.0.1:1"]) == 1
    assert capsys.readouterr().err.startswith("error: server/unreachable: ")


@pytest.mark.parametrize("url", ["ftp://x", "http://[::1", "http://x:port"])
def test_no_address(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "cup", "--url", url]) == 2
    assert capsys.readouterr().err.startswith("error: config/value: --url: ")


def test_why_each_stands_where_it_does(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "cup", "--runs", str(runs), "--why"]) == 0
    told = capsys.readouterr().out
    assert "2. Bob: points: 0 to 2" in told
    assert "points: 2 = 2 for each of 1 won, 1 for each of 0 drawn, 0 for each of 0 lost" in told
    assert main(["standings", "cup", "--runs", str(runs), "--why", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["explained"][1]["why"] == "points: 0 to 2"

"""``croupier ratings``: one table for one set of results, whatever the order in which they were recorded."""

import json
import random
from pathlib import Path

import pytest

from croupier.cli.main import main
from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.lines import genesis, write_line
from croupier.contracts.specs import EntrantSpec, RoundRobin, TournamentSpec

HASH = "0" * 64
NAMES = ("ada", "bob", "cleo")


def bundle(folder: Path, seed: int) -> str:
    """A tournament in which ada beats everybody, recorded in an order by chance."""
    entrants = [EntrantSpec(id=name, name=name.title(), token=HASH) for name in NAMES]
    spec = TournamentSpec(id="cup", name="Cup", game="briscola", format=RoundRobin(games=2), entrants=entrants)
    pairs = [("ada", "bob"), ("bob", "ada"), ("ada", "cleo"), ("cleo", "ada"), ("bob", "cleo"), ("cleo", "bob")]
    games = [ev.PairedGame(id=f"cup-r1-t1-{n}", board=f"b{n}", seats=list(pair)) for n, pair in enumerate(pairs)]
    results = [result(game) for game in games]
    random.Random(seed).shuffle(results)
    happened = [
        ev.TournamentOpened(spec=spec),
        ev.SeedCommitted(commitment=HASH),
        ev.TournamentStarted(beacon=HASH),
        ev.RoundPaired(round=1, games=games, byes=[], why=""),
        *results,
    ]
    prev, lines = genesis("t/cup"), b""
    for seq, event in enumerate(happened, 1):
        line = write_line(event, seq=seq, at=seq, by="director", cause="test", prev=prev)
        prev, lines = digest(line), lines + line + b"\n"
    folder.mkdir()
    (folder / "tournament.jsonl").write_bytes(lines)
    return str(folder)


def result(game: ev.PairedGame) -> ev.GameRecorded:
    first = game.seats[0] == "ada" or (game.seats == ["bob", "cleo"])
    places, points = ([1, 2], [80, 40]) if first else ([2, 1], [40, 80])
    return ev.GameRecorded(id=game.id, head=HASH, lines=9, points=points, places=places, outcome="won")


def test_the_order_of_the_log_makes_no_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for seed in range(5):
        assert main(["ratings", bundle(tmp_path / f"cup{seed}", seed), "--json"]) == 0
        told.append(capsys.readouterr().out)
    assert len(set(told)) == 1
    rows = json.loads(told[0])["ratings"]
    assert [row["entrant"] for row in rows] == ["ada", "bob", "cleo"]
    assert rows[0]["notes"] == ["won-all"]


def test_the_table_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ratings", bundle(tmp_path / "cup", 1)]) == 0
    shown = capsys.readouterr().out
    assert "Ada" in shown
    assert "±" in shown
    assert "stronger than, in percent" in shown


def test_there_is_no_such_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ratings", "nothing", "--runs", str(tmp_path)]) == 2
    assert "run/not-found" in capsys.readouterr().err

"""Disputes from the command line: raised and ruled at a server, shown from a server and from a bundle."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.follow import Watched
from croupier.cli.main import main
from croupier.cli.views import waits_for
from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.contracts.specs import Disputes
from director.test_disputed import lived, wrong_scoring
from gateway.test_disputes import EXAMINED, h
from gateway_kit import GAME, House, token
from world import spec as tournament_spec

assert h
assert wrong_scoring


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """No token stands in the environment."""
    monkeypatch.delenv("CROUPIER_TOKEN", raising=False)


@pytest.fixture
def tokens(tmp_path: Path) -> dict[str, str]:
    """Files with tokens, by who has them."""
    files = {}
    for who in ("ann", "boss"):
        file = tmp_path / f"{who}.token"
        file.write_text(f"{token(who)}\n")
        files[who] = str(file)
    return files


async def run(*words: str) -> int:
    """The exit code of a command, which blocks while the server answers."""
    return await asyncio.to_thread(main, list(words))


async def test_a_game_is_disputed_and_ruled_at_a_server(
    h: House, tokens: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    at = ("--url", h.http)
    assert (
        await run(
            "dispute",
            GAME,
            "--claim",
            "clock",
            "--ply",
            "7",
            "--why",
            "in\x1b[2J time",
            *at,
            "--token-file",
            tokens["ann"],
        )
        == 0
    )
    assert capsys.readouterr().out == (
        f"cup-d1  {GAME}, ply 7  clock, by ann: in�[2J time\n    waits until its game is over and examined\n"
    )
    await h.append(EXAMINED)
    ruling = ("rule", "cup-d1", "forfeit", "--seats", "0", "--why", "too late", "--token-file", tokens["boss"], *at)
    assert await run(*ruling, "--json") == 0
    (told,) = json.loads(capsys.readouterr().out)["disputes"]
    right = {"points": [70, 50], "places": [2, 1], "outcome": "forfeit", "failures": None}
    assert told["ruled"]["result"] == right
    assert await run("disputes", "cup", *at) == 0
    shown = capsys.readouterr().out
    assert "line 9: too late [audit/late]" in shown
    assert "forfeit by the organiser: too late, 70 – 50 counts" in shown


async def test_what_the_server_refuses_is_an_error_with_its_code(
    h: House, tokens: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    at = ("--url", h.http, "--token-file", tokens["ann"])
    assert await run("dispute", "cup-r1-t2-1", "--claim", "other", *at) == 2
    assert "dispute/not-yours" in capsys.readouterr().err
    assert await run("rule", "cup-d1", "dismissed", "--why", "so", *at) == 2
    assert "auth/scope" in capsys.readouterr().err


async def test_a_run_folder_says_where_and_with_which_token(
    h: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = tmp_path / "runs" / "cup" / ".work"
    work.mkdir(parents=True)
    (work / "server.url").write_text(f"{h.http.replace('http', 'ws')}\n")
    (work / "organiser.token").write_text(token("boss"))
    assert await run("dispute", GAME, "--claim", "other", "--runs", str(tmp_path / "runs")) == 0
    assert "by the organiser" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("dispute", "cup", "--claim", "other"), "usage/value"),
        (("dispute", GAME, "--claim", "wrong-scor"), "usage/value"),
        (("dispute", GAME, "--claim", "other"), "run/not-found"),
        (("dispute", GAME, "--claim", "other", "--url", "127.0.0.1:1"), "config/missing"),
        (("dispute", GAME, "--claim", "other", "--url", "127.0.0.1:1", "--token-file", "none"), "config/unreadable"),
        (("dispute", GAME, "--claim", "other", "--url", "127.0.0.1:1", "--token-file", "two"), "config/value"),
        (("rule", "cup", "dismissed", "--why", "so"), "usage/value"),
        (("rule", "cup-d1", "dismiss", "--why", "so"), "usage/value"),
        (("rule", "cup-d1", "forfeit", "--why", "so", "--seats", "first", "--url", "127.0.0.1:1"), "config/missing"),
    ],
)
def test_mistakes_are_named(
    words: tuple[str, ...], code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two").write_text("one\ntwo\n")
    assert main(list(words)) == 2
    assert f"error: {code}:" in capsys.readouterr().err


@pytest.mark.timeout(120)
async def test_a_bundle_tells_of_its_disputes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the list, below the table, and when the tournament is told as it happened."""
    await lived(tmp_path, seed=4)
    bundle = str(tmp_path / "cup")
    assert main(["disputes", bundle, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["disputes"]
    assert [each["id"] for each in told] == [f"cup-d{number}" for number in range(1, 12)]
    assert {each["status"] for each in told} == {"ruled"}
    assert main(["disputes", bundle]) == 0
    assert "corrected by the examination: the scores are not what the play gives" in capsys.readouterr().out
    assert main(["standings", bundle]) == 0
    assert "11 disputes, none still to be ruled: croupier disputes cup" in capsys.readouterr().out
    assert main(["replay", bundle, "--speed", "0"]) == 0
    shown = capsys.readouterr().out
    assert "cup-d8 is ruled by the organiser, replay: the organiser says so" in shown
    assert "is played anew as cup-r3-t2-1-a2" in shown
    assert ev.DisputeRaised.TYPE not in shown


def test_who_looks_on_is_told_what_a_tournament_waits_for() -> None:
    """Disputes that the organiser has to rule, and the time in which games can still be disputed."""
    watched = Watched()
    game = ev.PairedGame(id=GAME, board="cup-r1-b1", seats=["ann", "bob"])
    zero = "0" * 64
    spec = tournament_spec(entrants="ann bob", games=1, disputes=Disputes(window=60))
    told = [
        ev.TournamentOpened(spec=spec), ev.SeedCommitted(commitment=zero), ev.TournamentStarted(beacon=zero),
        ev.RoundPaired(round=1, games=[game], byes=[], why=""),
        ev.GameRecorded(id=GAME, head=zero, lines=9, points=[70, 50], places=[1, 2], outcome="won"),
        ev.RoundClosed(round=1, standings=[]),
    ]  # fmt: skip
    for seq, event in enumerate(told, 1):
        watched.see(Line(seq, 0, "director", "test", zero, event))
    assert waits_for(watched) == []
    watched.see(Line(7, 0, "director", "test", zero, ev.DisputesClosing(until=10**15)))
    (until,) = waits_for(watched)
    assert until.startswith("games can be disputed until ")
    raised = ev.DisputeRaised(dispute="cup-d1", game=GAME, claim="other")
    watched.see(Line(8, 0, "director", "test", zero, raised))
    assert waits_for(watched) == [until]
    watched.see(Line(9, 0, "director", "test", zero, EXAMINED))
    assert waits_for(watched) == ["1 dispute to be ruled: croupier rule", until]


def test_who_looks_on_is_told_who_is_out_by_a_game_that_was_ruled_since() -> None:
    """Nobody else would bring it back."""
    watched = Watched()
    zero = "0" * 64
    told = [
        ev.TournamentOpened(spec=tournament_spec(entrants="ann bob", games=2)), ev.SeedCommitted(commitment=zero),
        ev.TournamentStarted(beacon=zero),
        ev.RoundPaired(
            round=1, games=[ev.PairedGame(id=GAME, board="cup-r1-b1", seats=["ann", "bob"])], byes=[], why=""
        ),
        ev.GameRecorded(id=GAME, head=zero, lines=9, points=[0, 0], places=[2, 1], outcome="forfeit"),
        ev.RoundClosed(round=1, standings=[]),
        ev.EntrantDisqualified(entrant="ann", failures=1, games=1, counted=[GAME]),
        ev.DisputeRaised(dispute="cup-d1", game=GAME, claim="clock"), EXAMINED,
    ]  # fmt: skip
    for seq, event in enumerate(told, 1):
        watched.see(Line(seq, 0, "director", "test", zero, event))
    assert waits_for(watched) == ["1 dispute to be ruled: croupier rule"]
    right = ev.Amended(points=[60, 60], places=[1, 1], outcome="drawn")
    ruled = ev.DisputeRuled(dispute="cup-d1", ruling="corrected", result=right, by="organiser", why="in time")
    watched.see(Line(10, 0, "director", "test", zero, ruled))
    assert waits_for(watched) == ["out by a game that was ruled since: Ann: croupier tournament rejoin"]
    watched.see(Line(11, 0, "director", "test", zero, ev.EntrantReturned(entrant="ann", who="organiser")))
    assert waits_for(watched) == []

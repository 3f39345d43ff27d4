"""``croupier tournament``: where it asks, with which token, and what it says where it cannot."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from answering import answering
from croupier.cli import authority
from croupier.cli.cast import Cast, program_of
from croupier.cli.main import main
from croupier.cli.runfile import EntrantSection
from croupier.cli.runfolder import RunFolder, fresh_ticket
from croupier.contracts.errors import BadConfig, CroupierError, Unavailable

TOLD = {
    "id": "cup", "status": "paused", "pause": {"why": "night", "until": None}, "round": 2, "rounds": 5, "recorded": 7,
    "paired": 9, "field": [{"withdrawn": False}, {"withdrawn": True}],
}  # fmt: skip


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, dict[str, Any]]]:
    """What is asked for, by address, token and body."""
    found: list[tuple[str, str, dict[str, Any]]] = []

    def call(address: str, shape: type[BaseModel], token: str, body: dict[str, Any]) -> dict[str, Any]:
        found.append((address, token, body))
        return TOLD

    monkeypatch.setattr(authority, "call", call)
    monkeypatch.delenv("CROUPIER_TOKEN", raising=False)
    return found


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """A run that is on."""
    work = tmp_path / "runs" / "cup" / ".work"
    work.mkdir(parents=True)
    (work.parent / "tournament.jsonl").write_text("")
    (work / "server.url").write_text("ws://127.0.0.1:4711\n")
    (work / "organiser.token").write_text("a-token\n")
    (work / "run.toml").write_text('game = "briscola"\n')
    return tmp_path / "runs"


def test_a_runs_folder_tells_address_and_token(
    runs: Path, asked: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", "pause", "cup", "--why", "night", "--runs", str(runs)]) == 0
    assert asked == [("http://127.0.0.1:4711/v1/tournaments/cup/pause", "a-token", {"why": "night"})]
    assert capsys.readouterr().out == "cup: paused (night), round 2 of 5, 7 of 9 paired games recorded, 1 entrants\n"


def test_a_bundle_beside_the_installation_belongs_to_it(runs: Path, asked: list[Any]) -> None:
    work = runs / ".work"
    (runs / "cup" / ".work").rename(work)
    assert main(["tournament", "stop", str(runs / "cup")]) == 0
    assert asked[0][:2] == ("http://127.0.0.1:4711/v1/tournaments/cup/stop", "a-token")


def test_a_server_elsewhere_is_asked_with_a_token_of_ones_own(
    tmp_path: Path, asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "token").write_text("mine\n")
    monkeypatch.setenv("CROUPIER_TOKEN", "in-the-environment")
    main(["tournament", "resume", "cup", "--url", "host:8080"])
    main(["tournament", "resume", "cup", "--url", "https://host", "--token-file", str(tmp_path / "token")])
    assert [(address, token) for address, token, _ in asked] == [
        ("http://host:8080/v1/tournaments/cup/resume", "in-the-environment"),
        ("https://host/v1/tournaments/cup/resume", "mine"),
    ]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["stop", "nowhere"], "run/not-found"),
        (["stop", "cup", "--url", "host:8080"], "config/missing"),
        (["stop", "cup", "--url", "ftp://host", "--token-file", "token"], "config/value"),
        (["stop", "cup", "--url", "host:8080", "--token-file", "nothing"], "config/unreadable"),
        (["pause", "cup", "--for", "soon"], "config/duration"),
        (["pause", "cup", "--for", "0s"], "config/value"),
        (["enter", "cup", "Eve", "--bot", "greedi"], "config/value"),
        (["enter", "cup", "Eve", "--bot", "greedy", "--command", "x"], "config/value"),
        (["replace", "cup", "ann", "--why", "broken"], "usage/missing"),
    ],
)
def test_what_cannot_be_asked_is_told_by_its_code(
    runs: Path, asked: list[Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    arguments: list[str], code: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(runs.parent)
    Path("token").write_text("mine")
    assert main(["tournament", *arguments, "--json"]) == 2
    assert [error["code"] for error in json.loads(capsys.readouterr().err)["errors"]] == [code]
    assert asked == []


def test_bots_are_started_by_a_run_alone(runs: Path, asked: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    (runs / "cup" / ".work").rename(runs / ".work")
    assert main(["tournament", "enter", "cup", "Eve", "--bot", "greedy", "--runs", str(runs)]) == 2
    assert "usage/option" in capsys.readouterr().err


def test_who_enters_a_run_is_kept_with_its_token_and_the_server_gets_its_hash(runs: Path, asked: list[Any]) -> None:
    assert main(["tournament", "enter", "cup", "Eve X", "--bot", "greedy", "--runs", str(runs)]) == 0
    kept = Cast(runs / "cup" / ".work" / "cast.json").entered("eve-x")
    assert kept is not None
    (_, _, body), (who, ticket) = asked[0], kept
    assert (who.name, who.bot, body["id"], body["name"]) == ("Eve X", "greedy", "eve-x", "Eve X")
    assert ticket.token not in json.dumps(body)
    assert (runs / "cup" / ".work" / "cast.json").stat().st_mode & 0o077 == 0


def test_who_plays_from_elsewhere_gets_its_token(
    runs: Path, asked: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", "enter", "cup", "Eve", "--runs", str(runs)]) == 0
    token, entrant = capsys.readouterr().out.split()
    assert entrant == "eve"
    assert token not in json.dumps(asked[0][2])
    assert not (runs / "cup" / ".work" / "cast.json").exists()


def test_another_program_is_kept_and_named_by_its_hash(runs: Path, asked: list[Any]) -> None:
    assert (
        main(["tournament", "replace", "cup", "ann", "--command", "python b.py", "--why", "a", "--runs", str(runs)])
        == 0
    )
    program = asked[0][2]["program"]
    who = EntrantSection(name="ann", id="ann", command="python b.py")
    assert program == program_of(who)
    assert Cast(runs / "cup" / ".work" / "cast.json").program(program) == who


def test_who_is_entered_again_keeps_its_token(runs: Path, asked: list[Any]) -> None:
    """The answer to the first try may have been lost, and the log may have the hash of its token."""
    for _ in range(2):
        assert main(["tournament", "enter", "cup", "Eve", "--bot", "greedy", "--runs", str(runs)]) == 0
    assert asked[0] == asked[1]


def test_a_late_entrant_of_a_run_with_a_seed_has_the_same_chance_again(runs: Path) -> None:
    (runs / "cup" / ".work" / "run.toml").write_text('seed = "again"\n')
    one, two = (fresh_ticket(RunFolder(runs, "cup"), "eve") for _ in range(2))
    assert (one.seed, one.nonce) == (two.seed, two.nonce)
    assert one.token != two.token


def test_who_is_entered_keeps_its_program_too(runs: Path, asked: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Another one would play after the next start, and the log would not say so."""
    assert main(["tournament", "enter", "cup", "Eve", "--bot", "greedy", "--runs", str(runs)]) == 0
    assert main(["tournament", "enter", "cup", "Eve", "--bot", "random", "--runs", str(runs)]) == 2
    assert "config/duplicate" in capsys.readouterr().err
    kept = Cast(runs / "cup" / ".work" / "cast.json").entered("eve")
    assert kept is not None
    assert kept[0].bot == "greedy"
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("error", "code", "known"),
    [(BadConfig("tournament/entered", "?"), 2, False), (Unavailable("server/unreachable", "?"), 1, True)],
    ids=["refused", "no-answer"],
)
def test_who_is_refused_is_forgotten_and_who_may_have_been_entered_is_not(
    runs: Path, monkeypatch: pytest.MonkeyPatch, error: CroupierError, code: int, known: bool
) -> None:
    """Else a bot would be started with a token that the tournament does not know."""

    def call(*_: object) -> None:
        raise error

    monkeypatch.setattr(authority, "call", call)
    assert main(["tournament", "enter", "cup", "Eve", "--bot", "greedy", "--runs", str(runs)]) == code
    assert (Cast(runs / "cup" / ".work" / "cast.json").entered("eve") is not None) is known


@pytest.mark.parametrize("answer", [{}, [], {"disputes": 3}, None])
@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("tournament stop cup", "/stop"),
        ("dispute cup-r1-t1-1 --claim other", "/disputes"),
        ("rule cup-d1 dismissed --why so", "/disputes/cup-d1/rule"),
        ("disputes cup", "/disputes?limit=1000&after="),
    ],
    ids=["tournament", "dispute", "rule", "disputes"],
)
def test_what_answers_is_no_gateway(
    words: str, path: str, answer: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CROUPIER_TOKEN", "a-token")
    with answering({f"/v1/tournaments/cup{path}": answer}) as address:
        assert main([*words.split(), "--url", address]) == 1
    assert capsys.readouterr().err.startswith("error: server/unreachable: ")

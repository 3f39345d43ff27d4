"""A tournament and its games as they were: at a moment, in their order, and step by step."""

import json
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from audit.drafts import chained
from audit.making import make, spec_of
from audit.playing import ENDS
from croupier.audit.course import of_tournament
from croupier.audit.export import export
from croupier.audit.files import Folder
from croupier.cli.main import main
from croupier.cli.moments import Pacer
from croupier.cli.stepping import Stepper
from croupier.contracts import events as ev

GAME = "cup-r1-t1-1"
WORLD = make(spec_of(4, 2), ENDS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return WORLD.write(tmp_path_factory.mktemp("runs") / "cup")


@pytest.fixture(scope="module")
def packed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("packed") / "cup.zip"
    export(folder, target)
    return target


# --- standings


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("form", ["folder", "packed"])
def test_the_table_after_a_round_is_the_one_that_the_log_closed_it_with(
    form: str, number: int, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    closed = next(
        draft.event
        for draft in WORLD.tournament
        if isinstance(draft.event, ev.RoundClosed) and draft.event.round == number
    )
    assert isinstance(closed, ev.RoundClosed)
    assert main(["standings", str(request.getfixturevalue(form)), "--at", f"round:{number}", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    rows = [{key: row.get(key) for key in ev.Standing.model_fields} for row in told["standings"]]

    assert rows == [row.model_dump() for row in closed.standings]
    assert told["at"] == f"round:{number}"


def test_the_table_after_a_game_counts_the_games_up_to_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", str(folder), "--at", "game:5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)

    assert told["games"] == {"done": 5, "total": 12}
    assert sum(row["games"] for row in told["standings"]) == 2 * 5 - 2 * _uncounted(5)


def _uncounted(games: int) -> int:
    recorded = [draft.event for draft in WORLD.tournament if isinstance(draft.event, ev.GameRecorded)][:games]
    return sum(event.outcome in ("void", "no-contest") for event in recorded)


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("round:9", "round 9 is not over: 3 rounds are"),
        ("game:13", "game 13 is not over: 12 games are"),
        ("round:0", "such as round:3"),
        pytest.param(f"round:{'9' * 5_000}", "such as round:3", id="beyond-all-numbers"),
        ("week:1", "such as round:3"),
        ("round", "such as round:3"),
    ],
)
def test_a_moment_that_there_was_not_is_refused(
    folder: Path, at: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["standings", str(folder), "--at", at]) == 2
    error = capsys.readouterr().err

    assert error.startswith("error: usage/value: croupier standings --at: ")
    assert said in error


# --- a tournament as it happened


@pytest.mark.parametrize("form", ["folder", "packed"])
def test_everything_is_told_in_the_order_of_the_stamps(
    form: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(request.getfixturevalue(form)), "--moves", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    stamps = [moment["at"] for moment in told]
    actions = sum(isinstance(draft.event, ev.ActionTaken) for drafts in WORLD.games.values() for draft in drafts)

    assert stamps == sorted(stamps)
    assert sum(moment["kind"] == "action" for moment in told) == actions
    assert sum(moment["kind"] == "recorded" for moment in told) == 12
    assert told[-1]["kind"] == "finished"


def test_a_tournament_shows_no_hidden_card(folder: Path) -> None:
    """Moves are told as the public saw them: a hand never, a drawn card only the turn-up."""
    for moment in of_tournament(Folder(folder), moves=True):
        for fact in moment.shown.get("facts", ()):
            assert "hand" not in fact
            assert "private" not in fact


def test_in_words_every_result_has_its_names(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(folder)]) == 0
    out = capsys.readouterr().out

    assert out.startswith("00:00:00.000  The cup (cup): briscola\n")
    assert "Bot A has come" in out
    assert "cup-r1-t1-1 is over, won: Bot A – Bot D" in out
    assert out.count("is over, ") == 12
    assert "the tournament is over" in out


def test_a_pause_is_as_long_as_it_was_divided_by_the_speed() -> None:
    now, slept = [100.0], list[float]()

    def sleep(seconds: float) -> None:
        slept.append(round(seconds, 6))
        now[0] += seconds

    pacer = Pacer(10, sleep, lambda: now[0])
    for at in (5_000_000, 6_000_000, 5_500_000, 6_500_000, 10**12):
        pacer.wait(at)

    assert slept == [0.0, 0.1, 0.0, 0.05, 3.0]


def test_without_a_speed_nobody_waits() -> None:
    pacer = Pacer(0, lambda _: pytest.fail("it waited"))
    for at in (0, 10**9):
        pacer.wait(at)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--step"], "name one: BUNDLE/GAME"),
        (["--ply", "3"], "name one: BUNDLE/GAME"),
        (["--speed", "-1"], "usage/value"),
    ],
)
def test_what_a_tournament_does_not_have_is_refused(
    folder: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(folder), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_name_cannot_move_the_cursor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Given an entrant whose name holds an escape sequence, then none reaches the terminal."""
    spec = spec_of(2, 2)
    evil = spec.entrants[0].model_copy(update={"name": "\x1b[2JBot\u202e"})
    world = make(spec.model_copy(update={"entrants": [evil, spec.entrants[1]]}))
    folder = world.write(tmp_path / "cup")
    for arguments in (["replay", str(folder)], ["replay", f"{folder}/{GAME}"], ["explain", f"{folder}/{GAME}"]):
        assert main(arguments) == 0
        out = capsys.readouterr().out
        assert "Bot" in out
        assert "\x1b" not in out
        assert "\u202e" not in out


# --- step by step


@pytest.fixture
def reader() -> Stepper:
    return Stepper(f"g/{GAME}", chained(f"g/{GAME}", WORLD.games[GAME]), "public")


def test_keys_lead_forward_back_and_to_the_ends(reader: Stepper) -> None:
    places = []
    for key in (" ", "\x1b[C", "n", "\x1b[D", "G", " ", "g", "p"):
        reader.press(key)
        places.append(reader.at)

    assert places == [1, 2, 3, 2, 40, 40, 0, 0]


def test_a_number_leads_to_the_decision(reader: Stepper) -> None:
    for key in ("1", "7", "\r"):
        reader.press(key)
    assert reader.at == 17
    assert "decision 17 of 40" in list(reader.frame())
    assert "the table before decision 17" in list(reader.frame())


def test_the_eyes_go_round_all_audiences(reader: Stepper) -> None:
    seen = []
    for _ in range(4):
        reader.press("a")
        seen.append(reader.audience)

    assert seen == ["seat:0", "seat:1", "auditor", "public"]


def test_an_explanation_can_be_switched_on(reader: Stepper) -> None:
    reader.press("e")
    assert any("was taken, rightly" in line for line in reader.frame())
    reader.press("G")
    assert "the table at the end" in list(reader.frame())


@pytest.mark.timeout(120)
def test_on_a_terminal_keys_are_taken_at_once_and_the_terminal_is_left_as_it_was(folder: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "croupier.cli.main", "replay", f"{folder}/{GAME}", "--step"]
    reader = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    try:
        _until(ours, "decision 0 of 40")
        os.write(ours, b"\x1b[C")
        _until(ours, "decision 1 of 40")
        os.write(ours, b"q")
        assert reader.wait(timeout=30) == 0
    finally:
        reader.kill()
        reader.wait()
        os.close(ours)


def _until(file: int, wanted: str) -> None:
    seen, deadline = "", time.monotonic() + 60
    while wanted not in seen:
        assert time.monotonic() < deadline, seen[-2000:]
        if select.select([file], [], [], 1)[0]:
            seen += os.read(file, 65536).decode(errors="replace")


def test_without_a_terminal_there_is_nothing_to_press(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", f"{folder}/{GAME}", "--step"]) == 2
    assert "no terminal" in capsys.readouterr().err

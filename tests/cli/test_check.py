"""`croupier check`: all problems of a file at once, a game for each command, and nothing left behind."""

import json
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import main
from croupier.cli.output import Problems
from croupier.cli.probe import judged
from croupier.cli.runfile import load
from croupier.contracts import events as ev

ROOT = Path(__file__).parents[2]
BOTS = {
    "Good": ROOT / "examples/bots/first_bot.py",
    "Sloppy": f"{ROOT / 'tests/bots/illegal.py'} --times 1",
    "Stubborn": ROOT / "tests/bots/illegal.py",
    "Gone": "nowhere.py",
    "Mute": "-c 'import time; time.sleep(300)'",
}
MANY = """\
name = "bad"
game = "briscola"
boards = "mirror"
gmaes = 3
ties = ["bucholz"]
[format]
kind = "swiss"
rounds = 3
laps = 2
[clock]
action = 5
[[entrant]]
name = "A"
bot = "gredy"
[[entrant]]
name = "A"
bot = "greedy"
think = "5ms"
"""


def write(folder: Path, commands: dict[str, Any], more: str = "") -> Path:
    entrants = "".join(
        f'[[entrant]]\nname = "{name}"\ncommand = {json.dumps(f"{shlex.quote(sys.executable)} {words}")}\n'
        for name, words in commands.items()
    )
    file = folder / "cup.toml"
    file.write_text(f'game = "briscola"\n{more}{entrants}[[entrant]]\nname = "Rosa"\nbot = "greedy"\n')
    return file


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where temporary files go; nothing is left there."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.chdir(tmp_path)
    yield folder
    assert list(folder.iterdir()) == []


def test_all_problems_are_told_at_once_also_what_does_not_go_together(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(MANY)
    with pytest.raises(Problems) as error:
        load(file)
    told = [(problem.code, problem.place.removeprefix(f"{file}:")) for problem in error.value.problems]
    assert told == [
        ("config/missing", "3 boards"),
        ("config/unknown-key", "4 gmaes"),
        ("format/tie-break", "5 ties"),
        ("config/value", "9 format.laps"),
        ("config/duration", "11 clock.action"),
        ("config/value", "14 entrant[1].bot"),
        ("config/duplicate", "15 entrant[2]"),
        ("config/value", "18 entrant[2].think"),
    ]


@pytest.mark.parametrize(
    "text", ["entrant = 5\n", "entrant = [5, 6]\n", "game = 1\nentrant = []\n", "[entrant]\nx = 1\n"]
)
def test_a_file_of_which_nothing_is_left_is_told_without_a_traceback(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    assert main(["check", str(file)]) == 2


@pytest.mark.parametrize(
    ("shape", "games", "most", "said"),
    [
        ('kind = "double-elimination"', 8, 36, "8 games, or up to 36: drawn matches are replayed and the final"),
        ('kind = "double-elimination"\nreplays = 0', 8, 9, "8 games, or up to 9"),
        (
            'kind = "knockout"\nreplays = 2\nthird_place = true',
            5,
            15,
            "5 games, or up to 15: drawn matches are replayed\n",
        ),
        ('kind = "knockout"\nreplays = 0', 4, 4, "4 games at most"),
        ('kind = "round-robin"', 10, 10, "10 games at most"),
    ],
)
def test_how_many_games_there_may_be_is_not_told_too_low(
    shape: str, games: int, most: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cup.toml"
    field = "".join(f'[[entrant]]\nname = "P{n}"\nbot = "greedy"\n' for n in range(5))
    file.write_text(f'game = "briscola"\ngames = 1\n[format]\n{shape}\n{field}')
    assert main(["check", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["most"], "evenness" in told) == (games, most, False)
    assert main(["check", str(file)]) == 0
    assert said in capsys.readouterr().out


def test_how_even_tables_are_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cup.toml"
    field = "".join(f'[[entrant]]\nname = "P{n}"\nbot = "greedy"\n' for n in range(5))
    file.write_text(f'game = "briscola"\n[options]\nplayers = 3\n[format]\nkind = "tables"\nrounds = 3\n{field}')
    assert main(["check", str(file)]) == 0
    shown = capsys.readouterr().out
    assert main(["check", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["evenness"]
    assert told in shown
    assert "meetings" in told


@pytest.mark.parametrize("begin", ["check", "run", "open"])
def test_registration_that_closed_long_ago_is_told_before_anything_begins(
    begin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path, {}, "[start]\ndeadline = 2020-12-01T18:00:00Z\n")
    file.write_text(file.read_text() + '[[entrant]]\nname = "Ada"\nbot = "greedy"\n')
    assert main([begin, str(file)]) == 2
    told = capsys.readouterr().err
    assert "format/start" in told
    assert f"{file}:3 start.deadline" in told
    assert "the moment is past" in told
    assert list(tmp_path.glob("*.tokens.json")) == []


def test_a_wrong_file_is_told_to_programs_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(MANY)
    assert main(["check", str(file), "--json"]) == 2
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert told["ok"] is False
    assert told["problems"] == json.loads(said.err)["errors"]
    assert len(told["problems"]) == 8


def test_a_right_file_without_commands_starts_nothing(
    scratch: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, {}, '[[entrant]]\nname = "Carla"\nremote = true\n')
    assert main(["check", str(file)]) == 0
    assert "round-robin of briscola, 2 entrants, 2 games" in capsys.readouterr().out
    assert main(["check", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["games"], [who["plays"] for who in told["entrants"]]) == (True, 2, ["remote", "bot"])


def test_an_arena_that_only_its_time_ends_has_no_number_of_games(
    scratch: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = '[format]\nkind = "arena"\nduration = "1h"\n[[entrant]]\nname = "Carla"\nremote = true\n'
    assert main(["check", str(write(tmp_path, {}, more))]) == 0
    assert "arena of briscola, 2 entrants, as many games as there is time for" in capsys.readouterr().out


def test_with_no_bots_a_command_is_not_started(scratch: Path, tmp_path: Path) -> None:
    assert main(["check", str(write(tmp_path, {"Gone": "nowhere.py"})), "--no-bots"]) == 0


@pytest.mark.timeout(180)
def test_each_command_plays_a_game_and_what_it_does_wrong_is_named_at_its_line(
    scratch: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, BOTS, "signed = false\n")
    before = sorted(tmp_path.rglob("*"))
    assert main(["check", str(file), "--json", "--patience", "15"]) == 1
    assert sorted(tmp_path.rglob("*")) == before
    told = json.loads(capsys.readouterr().out)
    assert [(found["code"], found["place"].rpartition(" ")[2]) for found in told["problems"]] == [
        ("check/bot-forfeit", "entrant[2].command"),
        ("check/bot-forfeit", "entrant[3].command"),
        ("check/bot-failed", "entrant[4].command"),
        ("check/bot-silent", "entrant[5].command"),
    ]
    good, sloppy = told["entrants"][:2]
    assert (good["decisions"], good["refused"]) == (20, [])
    assert set(sloppy["refused"]) == {"move/card-not-held"}
    assert "3 answers were refused, the first for move/card-not-held" in told["problems"][0]["reason"]
    assert "nowhere.py" in told["problems"][2]["details"]


@pytest.mark.timeout(120)
def test_a_file_whose_commands_can_play_is_good_by_its_own_rules(
    scratch: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = (
        'signed = true\noptions = { players = 4 }\nstart = { by_hand = true }\ndisputes = { window = "1h" }\n'
        '[[entrant]]\nname = "X"\nbot = "random"\n'
    )
    commands = {
        "One" + 77 * "!": ROOT / "examples/bots/first_bot.py",
        "Two": f"{ROOT / 'tests/bots/illegal.py'} --times 0",
    }
    assert main(["check", str(write(tmp_path, commands, more)), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["entrants"][1]["decisions"] >= 10
    assert [found["place"].rpartition(" ")[2] for found in told["problems"]] == ["entrant[3].command"]


def forfeit(why: Any, limit: int, measured: int) -> ev.SeatForfeited:
    return ev.SeatForfeited(seat=0, why=why, limit=limit, measured=measured)


def taken(seat: int, asked: int, received: int) -> ev.ActionTaken:
    return ev.ActionTaken(deal=1, ply=0, seat=seat, action="play KD", asked=asked, received=received, allowance=100)


def refused(seat: int) -> ev.ActionRefused:
    return ev.ActionRefused(deal=1, ply=0, seat=seat, said="x", code="malformed/unknown-action", strikes=1)


def test_a_game_says_how_the_first_seat_played() -> None:
    found = judged("ada", [taken(0, 0, 5_100), taken(1, 0, 99_000), taken(0, 0, 2_000), refused(1)])
    assert (found.decisions, found.slowest, found.code) == (2, 5_000, "")


@pytest.mark.parametrize(
    ("events", "code", "why"),
    [
        ([refused(0)], "check/bot-refused", "1 answers were refused, the first for malformed/unknown-action"),
        ([forfeit("clock/flag", 2_000_000, 2_100_000)], "check/bot-forfeit", "2.1 s were too long, the limit is 2.0 s"),
        ([forfeit("resigned", 0, 0)], "check/bot-forfeit", "it lost its game by resigned"),
    ],
    ids=["refused", "late", "resigned"],
)
def test_each_way_to_fail_is_named(events: list[ev.Event], code: str, why: str) -> None:
    found = judged("ada", events)
    assert (found.code, why in found.why) == (code, True)

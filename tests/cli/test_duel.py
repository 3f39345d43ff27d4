"""`croupier duel`: who is meant, what is asked, what comes out, and that a cut one ends as an uncut one."""

import csv
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier import games
from croupier.audit.run import audit
from croupier.cli.duelbots import Contestant, contestant
from croupier.cli.duelfile import Question
from croupier.cli.duelresult import Standing, as_json, known, text
from croupier.cli.duelresult import test_so_far as so_far
from croupier.cli.duelview import share_done
from croupier.cli.flags import options_of
from croupier.cli.main import main
from croupier.cli.runfile import load
from croupier.contracts.errors import BadConfig, CroupierError
from croupier.contracts.specs import Duel
from croupier.folds.duel.course import Progress
from croupier.folds.duel.luck import Adjusted, DealLuck, adjusted, luck, luck_of_pairs, played_out
from croupier.folds.duel.pairs import Pairs
from croupier.runtime.processes import kill_all, read_marks

GREEDY, RANDOM = Contestant("greedy", {"bot": "greedy"}), Contestant("random", {"bot": "random"})


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("print()\n")
    Path("program").write_text("#!/bin/sh\n")
    Path("program").chmod(0o755)
    Path("data").write_text("")


@pytest.mark.parametrize(
    ("said", "label", "way"),
    [
        ("greedy", "greedy", {"bot": "greedy"}),
        ("pimc --worlds 8", "pimc --worlds 8", {"bot": "pimc", "worlds": 8}),
        ("pimc --think 20", "pimc --think 20", {"bot": "pimc", "think": "20ms"}),
        ("mine.py --deep", "mine", {"command": "python mine.py --deep"}),
        ("program", "program", {"command": "./program"}),
        ("python mine.py 'a b'", "mine", {"command": "python mine.py 'a b'"}),
        ("remote", "remote", {"remote": True}),
    ],
)
def test_a_bot_is_named_as_built_in_as_file_as_command_or_as_remote(said: str, label: str, way: dict[str, Any]) -> None:
    assert contestant(said, "A") == Contestant(label, way)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("gredy", "did you mean 'greedy'?"),
        ("greedy --think 5", "after greedy there can be nothing"),
        ("pimc --think soon", "--think MILLISECONDS or --worlds NUMBER"),
        pytest.param(f"pimc --worlds {'9' * 5_000}", "or --worlds NUMBER", id="beyond-all-numbers"),
        ("data", "cannot be executed"),
        ("", "no bot is named"),
        ("'open", "no closing quotation"),
    ],
)
def test_what_is_no_bot_is_refused(said: str, reason: str) -> None:
    with pytest.raises(BadConfig, match="config/value") as error:
        contestant(said, "A")
    assert reason in str(error.value)


def test_the_run_file_that_is_played_can_be_had(tmp_path: Path) -> None:
    assert main(["duel", "greedy", "program", "--write", "x.toml", "--option", "players=4", "--elo1", "30"]) == 0
    run = load(tmp_path / "x.toml")
    assert run.id == "duel-briscola-greedy-program"
    assert [who.id for who in run.entrant] == ["greedy-1", "greedy-2", "program-1", "program-2"]
    assert (run.boards, run.no_memory, run.format.elo1, run.format.alpha) == ("mirror", True, 30, 50)
    assert main(["duel", "greedy", "random", "--write", "x.toml"]) == 2


def test_two_of_the_same_name_are_told_apart() -> None:
    run = Question(GREEDY, GREEDY, "briscola").run(Question(GREEDY, GREEDY, "briscola").text("cup"))
    assert [who.name for who in run.entrant] == ["greedy A", "greedy B"]


def test_options_are_flags_numbers_and_words() -> None:
    assert options_of(["a=true", "b=-3", "c=best-of", "d="], "--option") == {
        "a": True,
        "b": -3,
        "c": "best-of",
        "d": "",
    }
    with pytest.raises(BadConfig, match="NAME=VALUE"):
        options_of(["players"], "--option")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("greedy random --alpha 0.7", "config/value: croupier duel --alpha: "),
        ("greedy random --elo1 -5", "format/spec: croupier duel --elo1: elo0 must be below elo1"),
        ("greedy random --game briscolla", "option/unknown-game: croupier duel --game: "),
        ("greedy random --option playrs=4", "did you mean 'players'?"),
        pytest.param(f"greedy random --option players={'9' * 5_000}", "option/", id="beyond-all-numbers"),
        ("greedy random --option players=3", "format/seats: croupier duel --option: a duel is for two sides"),
        ("greedy random --action 3", "config/duration: croupier duel --action: "),
        ("greedy random --pairs 1", "usage/value: croupier duel --pairs: "),
        ("greedy remote", "config/missing: croupier duel --no-memory: a remote bot may remember"),
        ("greedy random --id Cup", "config/value: croupier duel --id: "),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_at_its_flag(
    flags: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["duel", *flags.split(), "--write", "x.toml"]) == 2
    assert said in capsys.readouterr().err
    assert not Path("x.toml").exists()


def test_a_score_less_the_luck_stands_beside_the_plain_one() -> None:
    less = Adjusted(0.6, 0.05, 0.58, 0.04, 1.5625, (0.01, 0.01))
    both = replace(found(CLEAR, mirrored=False), adjusted=less)
    assert "score 58.0% (50.2% to 65.8%), Elo +56 (+1 to +114); as good as 1.56 times as many games" in text(both)
    assert as_json(both)["adjusted"]["score"] == {"value": 0.58, "low": 0.5016, "high": 0.6584}


def found(progress: Progress, duel: Duel | None = None, *, mirrored: bool = True) -> Standing:
    return Standing(duel or Duel(), ("new", "old"), mirrored, progress)


CLEAR = Progress(Pairs((5, 2, 60, 4, 29), split=50), 3.2, "better", 98)


def test_the_result_says_score_test_saving_and_verdict() -> None:
    told = text(found(CLEAR))
    assert "29 with 2 points, 4 with 1½, 60 with 1, 2 with ½, 5 with 0" in told
    assert "games  112 won, 26 drawn, 62 lost" in told
    assert "score  62.5%" in told
    assert "log-likelihood ratio +3.20, bounds -3.18 and 3.18" in told
    assert "so many more it would have taken one by one" in told
    assert told.endswith("new is better than old (clear at pair 98).")


@pytest.mark.parametrize(
    ("progress", "duel", "said"),
    [
        (Progress(Pairs((9, 0, 9, 0, 0)), -3.2, "not better", 18), Duel(), "new is not better than old by 40 Elo"),
        (Progress(Pairs((9, 0, 9, 0, 9)), 0.1), Duel(pairs=27), "Not clear: 27 pairs do not tell"),
        (
            Progress(Pairs((9, 0, 9, 0, 9)), 0.0, "not better", 27),
            Duel(pairs=27, fixed=True),
            "These pairs do not show that new is better than old.",
        ),
        (
            Progress(Pairs((0, 0, 9, 0, 9)), 3.3, "better", 18),
            Duel(elo0=10),
            "new is better than old by more than 10 Elo (clear at pair 18).",
        ),
    ],
)
def test_every_verdict_has_its_sentence(progress: Progress, duel: Duel, said: str) -> None:
    assert said in text(found(progress, duel))


def test_json_holds_no_infinity_and_fresh_boards_save_nothing() -> None:
    told = as_json(found(Progress(Pairs((0, 0, 0, 0, 9)), 1.0), mirrored=False))
    assert json.loads(json.dumps(told, allow_nan=False))["elo"]["value"] is None
    assert (told["saved"], told["boards"]) == (None, "fresh")


def test_the_line_shows_what_is_known_so_far_and_how_far_the_test_is() -> None:
    assert (known(found(Progress())), so_far(found(Progress()))) == ("0 pairs", "LLR +0.00 (-3.18 to 3.18)")
    assert known(found(CLEAR)).startswith("100 pairs · score 62.5% (")
    assert known(found(CLEAR, Duel(pairs=200, fixed=True))).startswith("100 pairs of 200 · ")
    assert so_far(found(CLEAR, Duel(pairs=200, fixed=True))) == ""
    assert share_done(found(Progress())) == pytest.approx(0.5)
    assert share_done(found(CLEAR, Duel(pairs=200, fixed=True))) == 0.5


class Played:
    """`croupier duel` as a process in a folder of its own."""

    def __init__(self, folder: Path, *flags: str) -> None:
        self.runs = folder / "runs"
        self.before: list[dict[str, Any]] = []
        given = ["greedy", "random", "--elo1", "80", "--seed", "x", "--runs", str(self.runs), "--json", *flags]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, "-m", "croupier.cli.main", "duel", *given], stdout=pipe, stderr=pipe, text=True
        )

    def end(self) -> dict[str, Any]:
        out, err = self.process.communicate(timeout=100)
        assert self.process.returncode == 0, err
        *self.before, last = map(json.loads, out.splitlines())
        assert isinstance(last, dict)
        return last

    def stop(self) -> None:
        """Ctrl-C once some games are over."""
        deadline = time.monotonic() + 60
        while len(list(self.runs.glob("*/games/*.jsonl"))) < 4:
            assert time.monotonic() < deadline
            assert self.process.poll() is None
            time.sleep(0.02)
        self.process.send_signal(signal.SIGINT)
        _, err = self.process.communicate(timeout=60)
        assert self.process.returncode == 130, err


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    for marks in tmp_path.glob("**/.work/processes.json"):
        kill_all(read_marks(marks))


@pytest.mark.timeout(240)
def test_a_duel_that_was_stopped_ends_as_one_that_was_not(runs: Path) -> None:
    whole = Played(runs / "whole").end()
    cut = Played(runs / "cut")
    cut.stop()
    again = Played(runs / "cut").end()
    for told in (whole, again):
        assert told.pop("bundle").endswith(told["tournament"])
    assert again == whole
    assert (whole["verdict"], whole["test"]["fixed"]) == ("better", False)
    assert audit(runs / "cut" / "runs" / whole["tournament"]).findings == []
    assert main(["standings", whole["tournament"], "--runs", str(runs / "cut" / "runs")]) == 0


@pytest.mark.timeout(120)
def test_after_its_end_the_same_command_plays_another_one(runs: Path) -> None:
    flags = ("--pairs", "4", "--concurrency", "2", "--boards", "fresh")
    first, again = Played(runs, *flags).end(), Played(runs, *flags, "--no-luck", "--json-lines")
    second = again.end()
    assert again.before[-1]["duel"]["pairs"] == 4
    assert {line["type"] for line in again.before} == {"progress"}
    assert second["tournament"] == first["tournament"] + "-2"
    assert (first["pairs"], second["adjusted"]) == (4, None)
    assert first["adjusted"]["factor"] > 0
    less = pair_by_pair(runs / "runs" / first["tournament"])
    assert first["adjusted"]["score"]["value"] == pytest.approx(less.mean, abs=1e-4)
    assert less.plain == pytest.approx(first["score"]["value"], abs=1e-4)


def pair_by_pair(bundle: Path) -> Adjusted:
    """The same estimate from the bundle's other files: the list of games, and the decks in their logs."""
    game = games.get("briscola")
    options = game.resolve("house", {})
    values: dict[str, float] = {}
    lucks: dict[str, list[DealLuck]] = {}
    for row in csv.DictReader((bundle / "games.csv").read_text().splitlines()):
        seat = row["entrants"].split().index("greedy")
        pair = row["game"].rpartition("-")[0]
        own, other = (int(row["places"].split()[place]) for place in (seat, 1 - seat))
        values[pair] = values.get(pair, 0) + (0.25 if own == other else 0.5 if own < other else 0)
        log = (bundle / "games" / f"{row['game']}.jsonl").read_text()
        deck = json.loads(next(line for line in log.splitlines() if "deal.dealt" in line))["data"]["deck"]
        points = played_out(game, options, deck.split(), 1)
        lucks.setdefault(pair, []).append(DealLuck(luck(points, seat), dealt=seat == 1))
    order = sorted(values)
    return adjusted([values[pair] for pair in order], luck_of_pairs([lucks[pair] for pair in order]))


def test_a_contestant_knows_what_it_is() -> None:
    assert GREEDY.ours
    assert not GREEDY.remote
    assert contestant("remote", "B").remote
    with pytest.raises(CroupierError):
        contestant("no-such-program", "B")

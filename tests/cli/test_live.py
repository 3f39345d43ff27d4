"""What a run looks like while it goes on: on a terminal, in lines, as JSON; and that looking on stays cheap."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from cli.test_follow import HASH, chain, cup
from croupier.cli import duelview
from croupier.cli.bars import percent, score
from croupier.cli.follow import Follower, Watched
from croupier.cli.live import LEAST, LONGEST, Live, block, table
from croupier.cli.main import main
from croupier.cli.pace import Pace
from croupier.cli.views import JsonLines, Lines, Quiet, choose
from croupier.contracts import events as ev
from croupier.contracts.lines import read_line
from croupier.contracts.specs import Duel, EntrantSpec, TournamentSpec
from croupier.folds.standings import Row


def watched(lines: list[bytes]) -> Watched:
    follower = Follower(Path(), "cup")
    follower.see(lines)
    return follower.watched


def flagged() -> list[bytes]:
    """The cup, in whose first game Ada was too slow."""
    happened = [read_line(line).event for line in cup()[:8]]
    happened[6] = ev.GameRecorded(
        id="cup-r1-t1-1", head=HASH, lines=9, points=[0, 0], places=[2, 1], outcome="forfeit", why="clock/flag"
    )
    return chain(*happened)


def drawn(found: Watched, height: int = 20) -> str:
    screen = Console(file=io.StringIO(), width=100, height=height, color_system=None)
    screen.print(block(found, Pace(), height))
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def test_the_block_shows_the_table_with_its_error_bars_what_is_played_and_what_failed() -> None:
    shown = drawn(watched(flagged()[:7])).splitlines()
    assert shown[0].startswith("Cup: 1/2 games")
    assert shown[2].split() == ["#", "entrant", "points", "games", "won-drawn-lost", "won,", "percent", "failed"]
    assert shown[3].split() == ["1", "Bob", "2", "1", "1-0-0", "100.0", "±", "53.3"]
    assert shown[4].split() == ["2", "Ada", "0", "1", "0-0-1", "0.0", "±", "53.3", "1"]
    assert shown[5:] == ["playing: Bob – Ada", "failed: 1 forfeit clock/flag"]


def test_a_low_terminal_shows_the_top_of_the_table_and_how_many_are_left_out() -> None:
    screen = Console(file=io.StringIO(), width=60)
    screen.print(table(watched(cup()[:8]), 1))
    assert isinstance(screen.file, io.StringIO)
    _, first, rest = screen.file.getvalue().splitlines()
    assert first.split()[:3] == ["1", "Ada", "4"]
    assert rest.split() == ["and", "1", "more"]


def test_before_it_starts_the_block_says_for_whom_it_waits() -> None:
    assert drawn(watched(cup()[:3])).startswith("Cup: waiting for Bob")
    assert drawn(Watched()).startswith("starting")


def test_a_share_is_surer_with_more_games_and_never_certain() -> None:
    """Of 40 games 33 won and 7 lost: 82.5 %; 1.96 × √(34/42 × 8/42 / 42) is 11.9 %."""
    assert percent(Row(games=40, won=33, lost=7)) == "82.5 ± 11.9"
    assert percent(Row(games=4, drawn=4)) == "50.0 ± 23.1"
    assert score(Row()) is None
    widths = [found[1] for n in (1, 10, 100, 1000) if (found := score(Row(games=n, won=n))) is not None]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] > 0


class Clock:
    """Seconds of the day, and of work: a drawing takes ``cost``."""

    def __init__(self, cost: float) -> None:
        self.now = 100.0
        self._work = self._ticks(cost)

    @staticmethod
    def _ticks(cost: float) -> Iterator[float]:
        done = 0.0
        while True:
            yield done
            done += cost
            yield done

    def day(self) -> float:
        return self.now

    def work(self) -> float:
        return next(self._work)


@pytest.mark.parametrize(("cost", "seconds"), [(0.001, LEAST), (0.02, 1.0), (3.0, LONGEST)])
def test_the_block_is_drawn_seldom_enough_that_it_takes_two_percent_of_a_processor(cost: float, seconds: float) -> None:
    clock, screen = Clock(cost), Console(file=io.StringIO(), width=80, height=20, force_terminal=True)
    live = Live(screen, clock.day, clock.work)
    live.open()
    assert isinstance(screen.file, io.StringIO)
    sizes = []
    for lines, after in ((cup()[:7], 0.0), (cup()[:8], seconds - 0.01), (cup()[:8], 0.02)):
        clock.now += after
        live.update(watched(lines))
        sizes.append(len(screen.file.getvalue()))
    live.close()
    assert sizes[0] == sizes[1] < sizes[2]


def test_nothing_is_drawn_again_that_has_not_changed() -> None:
    clock, screen = Clock(0.0), Console(file=io.StringIO(), width=80, height=20, force_terminal=True)
    live, found = Live(screen, clock.day, clock.work), watched(cup()[:7])
    assert isinstance(screen.file, io.StringIO)
    live.update(found)
    before = screen.file.getvalue()
    clock.now += 60
    live.update(found)
    assert screen.file.getvalue() == before


def test_lines_of_json_tell_speed_time_left_and_failures(capsys: pytest.CaptureFixture[str]) -> None:
    JsonLines().update(watched(flagged()[:7]))
    told = json.loads(capsys.readouterr().out)
    assert (told["done"], told["total"], told["playing"]) == (1, 2, 1)
    assert (told["per_second"], told["seconds_left"]) == (0.0, None)
    assert told["failed"] == {"forfeit clock/flag": 1}
    assert [row["entrant"] for row in told["top"]] == ["bob", "ada"]


def test_a_pause_is_told() -> None:
    happened = [read_line(line).event for line in cup()[:7]]
    paused = watched(chain(*happened, ev.TournamentPaused(who="organiser", why="night")))
    assert drawn(paused).splitlines()[0].rstrip().endswith("left · paused")


def test_a_line_tells_failures(capsys: pytest.CaptureFixture[str]) -> None:
    Lines().update(watched(flagged()[:7]))
    assert "failed: 1 forfeit clock/flag · Bob 2, Ada 0" in capsys.readouterr().err


def test_the_view_suits_the_flags_and_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert type(choose()) is Lines  # a test has no terminal
    assert type(choose(quiet=True)) is Quiet
    assert type(choose(json_lines=True, quiet=True)) is JsonLines
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert type(choose()) is Live
    assert type(choose(plain=True)) is Lines
    monkeypatch.setenv("TERM", "dumb")
    assert type(choose()) is Lines


def duel(done: int) -> Watched:
    """Ada against Bob for four games on two boards, after so many that Ada has won."""
    entrants = [EntrantSpec(id=name.lower(), name=name, token=HASH) for name in ("Ada", "Bob")]
    spec = TournamentSpec(
        id="cup", name="Cup", game="briscola", boards="mirror", format=Duel(pairs=2, fixed=True), entrants=entrants
    )
    games = [
        ev.PairedGame(id=f"cup-r1-t1-{number}", board="cup-r1-b1", seats=seats)
        for number, seats in ((1, ["ada", "bob"]), (2, ["bob", "ada"]))
    ]
    results = [
        ev.GameRecorded(id=game.id, head=HASH, lines=9, points=points, places=places, outcome="won")
        for game, points, places in zip(games, ([70, 50], [50, 70]), ([1, 2], [2, 1]), strict=True)
    ]
    happened = [
        ev.TournamentOpened(spec=spec), ev.SeedCommitted(commitment=HASH), ev.TournamentStarted(beacon=HASH),
        ev.RoundPaired(round=1, games=games, byes=[], why=""), *results[:done],
    ]  # fmt: skip
    return watched(chain(*happened))


def test_a_duel_shows_its_pairs_on_a_terminal_and_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """A pair counts when both of its games are over."""
    screen = Console(file=io.StringIO(), width=100, color_system=None)
    screen.print(duelview.block(duel(2), Pace(), 20))
    assert isinstance(screen.file, io.StringIO)
    shown = screen.file.getvalue().splitlines()
    assert [line.rstrip() for line in shown[:2]] == ["1 pairs of 2", "0.0 games/s"]
    Lines(duelview.line).update(duel(1))
    assert capsys.readouterr().err == "0 pairs of 2 · 0.0 games/s\n"


def test_lines_of_json_tell_each_pair_of_a_duel_once(capsys: pytest.CaptureFixture[str]) -> None:
    view = duelview.JsonLines()
    for done in (0, 0, 1, 2, 2):
        view.update(duel(done))
    lines = map(json.loads, capsys.readouterr().out.splitlines())
    assert [(line["done"], line["duel"]["pairs"]) for line in lines] == [(0, 0), (2, 1)]


def test_a_duel_has_views_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert type(duelview.choose()) is Lines
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert type(duelview.choose()) is Live
    assert type(duelview.choose(as_json=True)) is Quiet
    assert type(duelview.choose(json_lines=True)) is duelview.JsonLines


def test_no_colour_where_nobody_wants_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    screen = Console(file=io.StringIO(), width=80, force_terminal=True)
    screen.print(block(watched(cup()[:8]), Pace(), 20))
    assert isinstance(screen.file, io.StringIO)
    assert "\x1b[3" not in screen.file.getvalue()


def test_somebody_looks_on_to_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cup").mkdir()
    (tmp_path / "cup" / "tournament.jsonl").write_bytes(b"".join(line + b"\n" for line in cup()))
    assert main(["watch", "cup", "--runs", str(tmp_path), "--json-lines"]) == 0
    progress, result = map(json.loads, capsys.readouterr().out.splitlines())
    assert (progress["type"], progress["done"]) == ("progress", 2)
    assert (result["state"], result["games"]["done"]) == ("finished", 2)
    assert main(["watch", "other", "--runs", str(tmp_path)]) == 2
    assert "run/not-found" in capsys.readouterr().err

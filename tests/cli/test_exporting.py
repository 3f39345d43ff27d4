"""Tables for other programs: they hold what the log says, and other programs can read them."""

import csv
import io
import json
import random
from pathlib import Path

import pytest
from caissify_pairings.fpc import check_trf

from audit.making import ENDS, make, spec_of
from croupier.cli.exporting.formats import FORMATS
from croupier.cli.follow import Watched
from croupier.cli.main import main
from croupier.cli.standings import read
from croupier.contracts.specs import EntrantSpec, Swiss
from director.test_living_tournament import play


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four bots, two games a pairing, which end in every way that a game can."""
    return make(spec_of(4, 2), ENDS).write(tmp_path_factory.mktemp("runs") / "cup")


@pytest.fixture(scope="module")
def watched(bundle: Path) -> Watched:
    return read(str(bundle), Path())


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_standings_are_the_table_of_the_log(watched: Watched) -> None:
    found = rows(FORMATS["standings"](watched))
    right = watched.state.table.standings()
    assert [(row["place"], row["entrant"], row["points"]) for row in found] == [
        (str(row.place), row.entrant, str(row.points)) for row in right
    ]
    rated = {row.entrant: row for row in watched.state.table.ratings()}
    assert all(int(row["rating"]) == rated[row["entrant"]].rating for row in found)


def test_what_one_won_in_the_pairs_the_other_lost(watched: Watched) -> None:
    found = {(row["entrant"], row["opponent"]): row for row in rows(FORMATS["pairs"](watched))}
    assert len(found) == 12
    for (one, two), row in found.items():
        assert (row["won"], row["drawn"]) == (found[two, one]["lost"], found[two, one]["drawn"])


def test_every_game_is_there_with_why_it_failed(watched: Watched) -> None:
    found = rows(FORMATS["games"](watched))
    assert len(found) == 12
    assert {row["why"] for row in found} == {"", "clock/flag", "move/strikes", "resigned", "session/left"}
    assert all(bool(row["why"]) == (row["outcome"] not in {"won", "drawn"}) for row in found)


def test_lines_of_json_hold_the_whole(watched: Watched) -> None:
    told = [json.loads(line) for line in FORMATS["jsonl"](watched).splitlines()]
    kinds = [each["type"] for each in told]
    assert kinds == ["tournament", *["game"] * 12, *["standing"] * 4, *["rating"] * 4]
    points = sum(each["points"][0] + each["points"][1] for each in told if each["type"] == "game" and each["places"])
    assert points == sum(each["score"] for each in told if each["type"] == "standing")


def test_the_order_in_which_games_were_recorded_makes_no_difference(tmp_path: Path, watched: Watched) -> None:
    """Games of a round are recorded as they end; in the log of another run they ended otherwise."""
    world = make(spec_of(4, 2), ENDS)
    places = [place for place, draft in enumerate(world.tournament) if draft.event.TYPE == "game.recorded"]
    first = places[:4]
    shuffled = random.Random(5).sample(first, len(first))
    drafts = list(world.tournament)
    for place, other in zip(first, shuffled, strict=True):
        world.tournament[place], world.tournament[place + 1] = drafts[other], drafts[other + 1]
    world.seal()
    other_run = read(str(world.write(tmp_path / "cup")), Path())
    for name, form in FORMATS.items():
        if name != "trf":
            assert form(other_run) == form(watched), name


@pytest.mark.parametrize("entrants", [7, 8])
def test_a_swiss_tournament_as_trf_is_read_by_the_engines_own_checker(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], entrants: int
) -> None:
    """It pairs every round as we did, from what it reads in the file."""
    folder = make(spec_of(entrants, format=Swiss(rounds=3, games=1))).write(tmp_path / "cup")
    assert main(["export", str(folder), str(tmp_path / "cup.trf"), "--format", "trf"]) == 0
    text = (tmp_path / "cup.trf").read_text()
    found = check_trf(text)
    assert (found["num_players"], found["summary"]["rounds_checked"]) == (entrants, 3)
    assert found["summary"]["rounds_mismatched"] == 0
    places = {row.entrant: row.place for row in read(str(folder), Path()).state.table.standings()}
    told = [int(line[85:89]) for line in text.splitlines() if line.startswith("001")]
    assert told == [places[who.id] for who in spec_of(entrants).entrants]
    assert main(["export", str(folder), "--format", "trf"]) == 0
    assert capsys.readouterr().out == text


async def test_late_entries_returns_and_added_rounds_stand_in_the_trf_file(tmp_path: Path) -> None:
    """A Swiss of five, then six; one leaves and comes back, and a fourth round is added."""
    await play(tmp_path)
    text = FORMATS["trf"](read(str(tmp_path / "cup"), Path()))
    found = check_trf(text)
    assert (found["num_players"], found["total_rounds"], found["summary"]["rounds_checked"]) == (6, 4, 4)
    assert found["summary"]["rounds_mismatched"] == 0, found["rounds"]


def test_trf_is_for_swiss_tournaments(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(bundle), "--format", "trf"]) == 2
    assert "usage/value: --format trf" in capsys.readouterr().err


def test_a_file_that_exists_is_written_over_only_where_one_says_so(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "pairs.csv"
    command = ["export", str(bundle), str(target), "--format", "pairs"]
    assert main(command) == 0
    before = target.read_text()
    assert main(command) == 2
    assert "bundle/exists" in capsys.readouterr().err
    assert main([*command, "--force"]) == 0
    assert target.read_text() == before
    assert main(["export", str(bundle)]) == 2
    assert "usage/missing" in capsys.readouterr().err


def test_a_name_is_no_formula_and_keeps_its_quotes(tmp_path: Path) -> None:
    names = ['=HYPERLINK("http://x")', 'Ann "the ace", senior', "@SUM(1)"]
    people = [EntrantSpec(id=f"e{n}", name=name, token="0" * 64) for n, name in enumerate(names)]
    folder = make(spec_of().model_copy(update={"entrants": people})).write(tmp_path / "cup")
    found = rows(FORMATS["standings"](read(str(folder), Path())))
    assert {row["name"] for row in found} == {f"'{names[0]}", names[1], f"'{names[2]}"}

"""The run files in examples/ can be run, and show what there is to choose from."""

from pathlib import Path

import pytest

from croupier import games
from croupier.cli.runfile import RunFile, load

FILES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))


def table(run: RunFile) -> tuple[int, int]:
    """Seats and sides of a run's game."""
    game = games.get(run.game)
    options = game.resolve(run.ruleset, run.options)
    return game.seats(options), len(game.sides(options))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_is_a_run_file_without_a_fault(path: Path) -> None:
    """With a name of its own, as every run has a folder of its own."""
    run = load(path)
    assert run.id == path.stem
    assert path.read_text().startswith("# ")


def test_every_game_has_examples_and_every_ruleset_is_in_one() -> None:
    """Whoever looks for a game finds a tournament to begin with."""
    shown = {(run.game, run.ruleset) for run in map(load, FILES)}
    assert shown == {(name, ruleset) for name in games.names() for ruleset in games.get(name).rulesets}


def test_there_are_examples_from_two_to_seven_seats_and_for_teams() -> None:
    """Tables of every size."""
    tables = [table(load(path)) for path in FILES]
    assert {seats for seats, _ in tables} == {2, 3, 4, 5, 6, 7}
    assert any(sides < seats for seats, sides in tables)

"""The stored golden records are what the kernels do."""

import pytest

from croupier import games
from games import golden


@pytest.mark.parametrize("name", games.names())
def test_a_game_plays_as_its_golden_record_says(name: str) -> None:
    """If the change is meant: python -m tests.games.golden --write."""
    stored = (golden.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert golden.record(name) == stored


@pytest.mark.parametrize("name", games.names())
def test_a_golden_record_plays_deals_to_the_end(name: str) -> None:
    """A record that stops in the middle shows no result."""
    stored = golden.record(name)
    assert stored.count("to act: None") == stored.count("\n== ") >= 1

"""The stored golden records are what the kernels do."""

from dataclasses import replace
from pathlib import Path
from typing import Any

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


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"actions": "2D AD"}, "move/card-not-held"),
        ({"deck": "2D AD"}, "the deck is not the pack of 40 cards"),
        ({"options": {"playrs": 2}}, "did you mean 'players'?"),
    ],
    ids=["actions", "deck", "options"],
)
def test_a_scenario_that_cannot_be_played_is_named_and_nothing_is_written(
    wrong: dict[str, Any],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Somebody who writes one makes mistakes."""
    scenario = golden.scenarios("briscola")[0]
    monkeypatch.setattr(golden, "scenarios", lambda name: (replace(scenario, **wrong),))
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(games, "names", lambda: ("briscola",))
    assert golden.main(["--write"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"error: briscola, {scenario.title!r}: ")
    assert said in told
    assert list(tmp_path.iterdir()) == []

"""Whole tournaments of every game, with services that die at any moment, and their audit."""

from pathlib import Path
from typing import Any

import pytest

from croupier import games
from croupier.audit.run import audit
from croupier.contracts import events as ev
from games.battery import resolved
from games.samples import SAMPLES
from world import World, events, spec, story

CASES = [
    pytest.param(name, options, id=f"{name}-{number}")
    for name, sample in SAMPLES.items()
    for number, options in enumerate(sample.options)
]


async def play(folder: Path, name: str, given: dict[str, Any], number: int = 2, **world: Any) -> World:
    """A tournament of one group that fills the table, of so many games."""
    game = games.get(name)
    seats = game.seats(resolved(game, given))
    chosen = {option: given[option] for option in given if option != "ruleset"}
    entrants = " ".join(["ann", "bob", "cleo", "dan", "eve", "fay", "gus"][:seats])
    played = World(folder, **world)
    ruleset = given.get("ruleset", "house")
    await played.open(spec(number, entrants=entrants, game=name, ruleset=ruleset, options=chosen))
    await played.run()
    return played


@pytest.mark.parametrize(("name", "given"), CASES)
async def test_a_tournament_is_played_to_its_end_and_passes_the_audit(
    name: str, given: dict[str, Any], tmp_path: Path
) -> None:
    """Two games with changed seats, whatever the options."""
    world = await play(tmp_path, name, given)
    recorded = events(world.tournament(), ev.GameRecorded)
    assert {event.outcome for event in recorded} <= {"won", "drawn"}
    assert len(recorded) == len(world.games()) == 2
    assert audit(tmp_path / "cup").findings == []


@pytest.mark.parametrize("name", SAMPLES)
async def test_services_that_die_at_any_moment_change_nothing(name: str, tmp_path: Path) -> None:
    """The same pairings, decks, actions, scores and table, and nothing twice."""
    calm = await play(tmp_path / "calm", name, {})
    cut = await play(tmp_path / "cut", name, {}, seed=1, odds=0.15, mortal="dealer scoring director")
    assert cut.deaths > 3
    assert story(cut) == story(calm)
    assert audit(tmp_path / "cut" / "cup").findings == []


async def test_a_game_may_be_over_with_the_deal(tmp_path: Path) -> None:
    """Bezique to ten points that count at once: a seven that is turned up wins it, and no decision is asked for."""
    given = {"ruleset": "classic", "target": 10, "target_check": "immediate", "packs": 1}
    world = await play(tmp_path, "bezique", given, 16)
    without = [lines for lines in world.games().values() if not events(lines, ev.ActionTaken)]
    assert without
    for lines in without:
        assert [event.points for event in events(lines, ev.GameScored)] == [[0, 10]]
    assert audit(tmp_path / "cup").findings == []

"""Whole tournaments of every format with all services, some of which die at any moment, and their audit."""

from pathlib import Path
from typing import Any

import pytest

from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.specs import DoubleElimination, Duel, Format, Gauntlet, Knockout, RoundRobin, Swiss, Tables
from world import World, events, spec, story

FORMATS: list[tuple[Format, dict[str, Any]]] = [
    (Swiss(rounds=3, games=2), {"boards": "duplicate", "ties": ["direct", "buchholz", "datum"]}),
    (Knockout(games=2, third_place=True), {}),
    (DoubleElimination(games=1), {}),
    (Gauntlet(champions=2, games=2), {"boards": "mirror", "ties": ["wins", "ratio"]}),
    (RoundRobin(games=1, laps=2), {"ties": ["sonneborn-berger"]}),
    (Tables(), {"options": {"players": 3}}),
]

DUEL = Duel(pairs=30, elo1=400)
DUELS: list[tuple[str, dict[str, Any]]] = [
    ("ann bob", {"boards": "mirror"}),
    ("ann bob", {"format": Duel(pairs=9, fixed=True)}),
    ("ann bob cleo dan", {"boards": "mirror", "options": {"players": 4}}),
]


async def play(
    folder: Path, shape: Format, more: dict[str, Any], entrants: str = "ann bob cleo dan eve", **world: Any
) -> World:
    played = World(folder, **world)
    await played.open(spec(**{"entrants": entrants, "format": shape, **more}))
    await played.run()
    return played


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("shape", "more"), FORMATS)
async def test_a_tournament_of_any_format_is_played_to_its_end_and_passes_the_audit(
    shape: Format, more: dict[str, Any], tmp_path: Path
) -> None:
    world = await play(tmp_path, shape, more)
    finished = events(world.tournament(), ev.TournamentFinished)
    assert len(finished) == 1
    assert len(finished[0].standings) == 5
    assert audit(tmp_path / "cup").findings == []


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("shape", "more"), FORMATS[:2])
async def test_services_that_die_at_any_moment_change_no_pairing_and_no_place(
    shape: Format, more: dict[str, Any], tmp_path: Path
) -> None:
    calm = await play(tmp_path / "calm", shape, more)
    cut = await play(tmp_path / "cut", shape, more, seed=2, odds=0.15, mortal="dealer scoring director")
    assert cut.deaths > 3
    assert story(cut) == story(calm)
    assert audit(tmp_path / "cut" / "cup").findings == []


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("entrants", "more"), DUELS, ids=["mirrored", "fixed", "partners"])
async def test_a_duel_ends_alike_however_often_it_is_cut_and_passes_the_audit(
    entrants: str, more: dict[str, Any], tmp_path: Path
) -> None:
    calm = await play(tmp_path / "calm", DUEL, more, entrants)
    cut = await play(tmp_path / "cut", DUEL, more, entrants, seed=2, odds=0.1, mortal="dealer scoring director")
    assert cut.deaths > 0
    assert story(cut) == story(calm)
    [finished] = events(cut.tournament(), ev.TournamentFinished)
    assert finished.duel is not None
    assert audit(tmp_path / "cut" / "cup").findings == []

"""A report and all exports of a tournament of every format and of every game, whatever its seats."""

from pathlib import Path
from typing import Any

import pytest

from audit.making import make, spec_of
from croupier.cli.exporting.formats import FORMATS
from croupier.cli.reporting.contents import document
from croupier.cli.reporting.markdown import markdown
from croupier.cli.reporting.page import page
from croupier.cli.standings import read
from croupier.contracts.specs import (
    Arena,
    DoubleElimination,
    Duel,
    Format,
    Gauntlet,
    Knockout,
    RoundRobin,
    Swiss,
    Tables,
)

SHAPES: list[tuple[int, Format, dict[str, Any]]] = [
    (5, RoundRobin(games=1, laps=2), {}),
    (5, Swiss(rounds=3, games=1), {"boards": "duplicate", "ties": ["datum", "wins"]}),
    (5, Knockout(games=1), {}),
    (4, DoubleElimination(games=1, replays=0), {}),
    (4, Gauntlet(champions=1, games=2), {"ties": ["direct", "ratio"]}),
    (4, Arena(total=8), {}),
    (2, Duel(pairs=4, fixed=True), {"boards": "mirror"}),
    (4, Tables(rounds=2), {"options": {"players": 3}}),
    (4, RoundRobin(games=3), {"options": {"players": 4}}),
    (3, RoundRobin(games=1), {"game": "piquet", "options": {"length": "single"}}),
    (3, RoundRobin(games=1), {"game": "bezique", "options": {"length": "single"}}),
    (4, Tables(rounds=1), {"game": "trionfo", "options": {"players": 3, "length": "single"}}),
]


@pytest.mark.parametrize(("entrants", "shape", "more"), SHAPES)
def test_every_tournament_has_a_report_and_exports(
    entrants: int, shape: Format, more: dict[str, Any], tmp_path: Path
) -> None:
    """Some of its games end early, by a flag or by giving up."""
    world = make(spec_of(entrants, format=shape, **more), ends=("played", "played", "flag", "played", "resigned"))
    watched = read(str(world.write(tmp_path / "cup")), Path())
    made = document(watched)
    told = markdown(made)
    assert all(who.name in told for who in watched.spec.entrants)
    assert page(made).endswith("</html>\n")
    games = len(world.games)
    for name, form in FORMATS.items():
        if name != "trf" or isinstance(shape, Swiss):
            assert form(watched)
    assert len(FORMATS["games"](watched).splitlines()) == games + 1
    assert told.count("| croupier replay cup/cup-r") == games + watched.failures.kinds.total()
    assert (told.count("## The duel") == 1) is isinstance(shape, Duel)

"""The counts of the tree, two ways."""

from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from croupier import games
from games import perft
from games.battery import resolved

POSITIONS = [
    pytest.param(position, id=f"{name}-{number}")
    for name in games.names()
    for number, position in enumerate(perft.read(name))
]
FEW = 400
"""Lines up to which the slow way counts too."""


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_counted_positions(name: str) -> None:
    """With depths and counts."""
    positions = list(perft.read(name))
    assert positions
    assert all(position.expected for position in positions)


@pytest.mark.parametrize("position", POSITIONS)
def test_the_tree_has_as_many_lines_as_the_file_says(position: perft.Position) -> None:
    """By numbers on copies, and for small trees also by text from the deal on."""
    for depth, expected in position.expected.items():
        found = perft.by_numbers(position.deal(), depth)
        assert found == expected, perft.by_first_action(position.deal(), depth)
        if expected[0] <= FEW:
            assert perft.by_text(position, depth) == expected


def by_reference(table: Any, depth: int) -> perft.Count:
    """Count with the slow second kernel, which shares no code with the first."""
    if depth == 0:
        return 1, table.side_points()[0]
    lines = points = 0
    for action in table.legal():
        twin = deepcopy(table)
        twin.do(action)
        more, worth = by_reference(twin, depth - 1)
        lines, points = lines + more, points + worth
    return lines, points


SECOND = {
    path.stem.removesuffix("_reference"): import_module(f"games.{path.stem}").Table
    for path in sorted(Path(__file__).parent.glob("*_reference.py"))
}
"""The second kernels by game: a ``Table`` of options, dealer and deck with ``legal``, ``do`` and ``side_points``."""


def test_every_game_has_a_second_kernel() -> None:
    """Who adds a game writes it twice."""
    assert set(SECOND) == set(games.names())


@pytest.mark.parametrize("position", POSITIONS)
def test_a_second_kernel_counts_the_same(position: perft.Position) -> None:
    """Two programs that were written apart rarely make the same mistake."""
    game = games.get(position.game)
    options = resolved(game, position.options)
    table = SECOND[position.game](options, game.seats(options) - 1, position.deck)
    for action in position.after:
        table.do(action)
    for depth, expected in position.expected.items():
        if expected[0] <= 10 * FEW:
            assert by_reference(table, depth) == expected


def test_three_cards_each_can_be_played_in_thirty_six_ways() -> None:
    """Two players hold three cards each: 3 * 3 * 2 * 2 * 1 * 1 lines, whoever wins the tricks."""
    last_tricks = list(perft.read("briscola"))[1]
    assert [lines for lines, _ in last_tricks.expected.values()] == [3, 9, 18, 36, 36, 36]

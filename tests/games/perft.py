"""Count the tree: how many lines of play a fixed position has, and what they are worth.

``perft/<game>.txt`` holds positions with their counts. ``python -m tests.games.perft briscola`` prints the
counts as they are now. ``options`` may name a ``ruleset``; the last seat deals.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier import games
from croupier.games.kernel import Deal
from games.battery import every_action, resolved

FOLDER = Path(__file__).with_name("perft")

Count = tuple[int, int]
"""Lines, and the points of side 0 summed over their ends."""


@dataclass(frozen=True)
class Position:
    """A position of the file: ``expected`` counts by depth."""

    game: str
    title: str
    options: dict[str, Any]
    deck: list[str]
    after: list[str]
    expected: dict[int, Count]

    def deal(self) -> Deal:
        """The deal after the actions that lead to the position; the last seat has dealt."""
        game = games.get(self.game)
        options = resolved(game, self.options)
        deal = game.deal(options, game.seats(options) - 1, self.deck)
        for action in self.after:
            assert deal.to_act is not None
            deal.apply(deal.to_act, action)
        return deal


def by_numbers(deal: Deal, depth: int) -> Count:
    """Count with ``moves``, ``copy`` and ``push``."""
    if depth == 0:
        return 1, deal.points()[0]
    lines = points = 0
    for move in deal.moves():
        twin = deal.copy()
        twin.push(move)
        more, worth = by_numbers(twin, depth - 1)
        lines, points = lines + more, points + worth
    return lines, points


def by_text(position: Position, depth: int, path: tuple[str, ...] = ()) -> Count:
    """Count with ``legal`` and ``apply``, dealing anew for every line: no copy, no numbers."""
    deal = position.deal()
    for action in path:
        assert deal.to_act is not None
        deal.apply(deal.to_act, action)
    if len(path) == depth:
        return 1, deal.points()[0]
    below = [by_text(position, depth, (*path, action)) for action in every_action(deal)]
    return sum(lines for lines, _ in below), sum(points for _, points in below)


def by_first_action(deal: Deal, depth: int) -> str:
    """The count under each first action: where two kernels differ, it shows where to look."""
    rows = []
    for action in every_action(deal):
        twin = deal.copy()
        twin.push(twin.check(twin.to_act or 0, action))
        rows.append(f"  {action}: {by_numbers(twin, depth - 1)}")
    return "\n".join(rows)


def read(game: str) -> Iterator[Position]:
    """The positions of a game's file."""
    for block in (FOLDER / f"{game}.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            fields = dict(line.split(": ", 1) for line in lines if ": " in line)
            counts = [line.split() for line in lines if line[0].isdigit()]
            yield Position(
                game,
                fields["title"],
                dict(_option(word) for word in fields["options"].split()),
                fields["deck"].split(),
                [action for action in fields["after"].split(", ") if action != "-"],
                {int(depth): (int(number), int(points)) for depth, number, points in counts},
            )


def _option(word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    return name, {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)


if __name__ == "__main__":
    for position in read(sys.argv[1]):
        print(position.title)
        for depth in position.expected:
            print(depth, *by_numbers(position.deal(), depth))

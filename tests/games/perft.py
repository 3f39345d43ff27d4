"""Count the tree: how many lines of play a fixed position has, and what they are worth.

``perft/<game>.txt`` holds positions with their counts. ``python -m tests.games.perft GAME`` prints the counts as they
are now, with ``--write`` it writes them into the file. ``--draw [SEED] [ACTIONS] [OPTION=VALUE ...]`` prints a position
after so many random actions, to begin with. ``options`` may name a ``ruleset``; the last seat deals.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier import games
from croupier.games.kernel import Deal
from games.battery import choose, every_action, option, resolved

FOLDER = Path(__file__).with_name("perft")

Count = tuple[int, int]
"""Lines, and the points of side 0 summed over their ends."""

UNKNOWN = (0, 0)
"""In place of a count that is still to be written."""


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
                dict(option(word) for word in fields["options"].split()),
                fields["deck"].split(),
                [action for action in fields["after"].split(", ") if action != "-"],
                {int(depth): (int(count[0]), int(count[1])) if count else UNKNOWN for depth, *count in counts},
            )


def written(game: str) -> str:
    """The file with all counts as they are now. A line of a depth alone asks for its count."""
    lines, positions = [], iter(read(game))
    for block in (FOLDER / f"{game}.txt").read_text(encoding="utf-8").rstrip("\n").split("\n\n"):
        held = [line for line in block.splitlines() if line and not line.startswith("#")]
        deal = next(positions).deal() if held else None
        for line in block.splitlines():
            depth = line.split()[0] if line[:1].isdigit() else ""
            lines.append(" ".join(map(str, (depth, *by_numbers(deal, int(depth))))) if deal and depth else line)
        lines.append("")
    return "\n".join(lines)


def drawn(name: str, seed: str, after: int, given: list[str]) -> str:
    """A position after some random actions, as a block of the file without counts."""
    game, rng, actions = games.get(name), random.Random(seed), list[str]()
    options = resolved(game, dict(map(option, given)))
    pack = game.pack(options)
    deck = rng.sample(pack, len(pack))
    deal = game.deal(options, game.seats(options) - 1, deck)
    while deal.to_act is not None and len(actions) < after:
        actions.append(choose(deal, rng))
        deal.apply(deal.to_act, actions[-1])
    depths = "\n".join(map(str, range(1, 5)))
    taken = ", ".join(actions) or "-"
    return f"title: \noptions: {' '.join(given)}\ndeck: {' '.join(deck)}\nafter: {taken}\n{depths}"


def main(arguments: list[str]) -> None:
    """Print the counts of a game's file as they are now, write them, or draw a position."""
    name, *words = arguments
    if "--write" in words:
        (FOLDER / f"{name}.txt").write_text(written(name), encoding="utf-8")
    elif words[:1] == ["--draw"]:
        numbers = [word for word in words[1:] if "=" not in word]
        print(drawn(name, *(numbers or ["1"])[:1], int((numbers[1:] or ["0"])[0]), [w for w in words[1:] if "=" in w]))
    else:
        for position in read(name):
            print(position.title)
            for depth in position.expected:
                print(depth, *by_numbers(position.deal(), depth))


if __name__ == "__main__":
    main(sys.argv[1:])

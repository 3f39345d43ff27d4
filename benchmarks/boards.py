"""By how much boards that are played twice, with seats exchanged, cut the variance of a bot pair's mean, game by game.

Two fixed bots, greedy and random, play 200 boards; what counts is by how many points greedy is ahead. Beside it: what
control variates (:mod:`croupier.folds.duel.luck`) take off by themselves, as if the games had been on fresh boards.
``--write`` keeps the result.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from benchmarks.kernel import machine
from benchmarks.skill import Match, _play
from croupier import games
from croupier.folds.duel.luck import adjusted, luck, played_out
from croupier.folds.duel.variance import saving
from croupier.games.kernel import Options

RESULT = Path(__file__).with_name("results") / "boards.md"
BOARDS = 200


def ahead(match: Match, board: int) -> tuple[float, float]:
    """By how many points the first bot is ahead in both games of a board."""
    return _play(match, board, 0).ahead, _play(match, board, 1).ahead


def lucks(match: Match, board: int) -> float:
    """What the fixed rule makes of the board's first deal for seat 0."""
    game = games.get(match.game)
    options = game.resolve("house", match.options)
    deck = list(game.pack(options))
    Random(f"{board}/1").shuffle(deck)
    return luck(played_out(game, options, deck, len(game.sides(options)) - 1, times=8), 0)


def row(match: Match, boards: int) -> str:
    """A line of the table."""
    pairs = [ahead(match, board) for board in range(boards)]
    known = [lucks(match, board) for board in range(boards)]
    taken = adjusted([one for one, _ in pairs], known)
    mean = sum(one + two for one, two in pairs) / 2 / boards
    return f"| {match.game} | {mean:+.1f} | {saving(pairs).text()} | {taken.factor:.2f} |"


def report(boards: int) -> list[str]:
    """The whole result."""
    lines = [
        "# Mirrored boards", "",
        f"Written by `python -m benchmarks.boards --write`: greedy against random, {boards} boards played twice.", "",
        f"Machine: {machine()}", "",
        "| game | greedy ahead by | mirrored boards: games saved, factor (95 %) | control variate alone |",
        "|---|---:|---:|---:|",
    ]  # fmt: skip
    for name in games.names():
        lines.append(row(Match(name, for_two(name), "greedy", "random"), boards))
        print(lines[-1], flush=True)
    return lines


def for_two(name: str) -> Options:
    """Options with which a game has two seats."""
    game = games.get(name)
    return {} if game.seats(game.resolve("house", {})) == 2 else {"players": 2}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and keep the result if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=BOARDS)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    lines = report(given.boards)
    if given.write:
        RESULT.write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

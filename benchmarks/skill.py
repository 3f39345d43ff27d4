"""How much better the built-in bots are than each other, in every game: greedy against random, pimc against greedy.

Every board is played twice, with the seats exchanged: once one bot has the even seats and the other the odd ones, then
the other way round. A board's score is the mean of both games, 1 for a first place, shared where it is shared; so luck
with the cards takes the same from both, and a board is one sample. The interval is 95 % by the normal law over boards.
The bots get what a server would send (:mod:`croupier.sdk.practice`). ``--write`` keeps the result.
"""

import argparse
import statistics
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.kernel import machine
from croupier import games
from croupier.games.kernel import Options
from croupier.sdk import Bot
from croupier.sdk.bots import make
from croupier.sdk.practice import practice

RESULT = Path(__file__).with_name("results") / "skill.md"
BOARDS = 200
WORLDS = {"bezique": 16, "briscola": 80, "piquet": 40, "trionfo": 20}
"""Worlds a decision of pimc; with a number of them the result does not depend on the machine."""
OTHERS = 40
"""The same for any other game."""
PAIRS = (("greedy", "random"), ("pimc", "greedy"))
EVEN = 0.5
"""What a board brings where nobody is better."""


class Match(NamedTuple):
    """A game with options, and who plays whom."""

    game: str
    options: Options
    one: str
    other: str


class Board(NamedTuple):
    """A board of ``one``: its share of the first places, and by how many points it is ahead in the mean."""

    share: float
    ahead: float


def bot(name: str, game: str) -> Bot:
    """A built-in bot; pimc with its number of worlds."""
    return make(name, worlds=WORLDS.get(game, OTHERS) if name == "pimc" else None)


def play(match: Match, board: int) -> Board:
    """A board, played twice."""
    games_played = [_play(match, board, first) for first in (0, 1)]
    return Board(statistics.mean(g.share for g in games_played), statistics.mean(g.ahead for g in games_played))


def _play(match: Match, board: int, first: int) -> Board:
    rules = games.get(match.game)
    sides = rules.sides(rules.resolve("house", match.options))
    ours = [side % 2 == first for side in range(len(sides))]
    by_seat = {seat: ours[side] for side, seats in enumerate(sides) for seat in seats}
    bots = [bot(match.one if by_seat[seat] else match.other, match.game) for seat in sorted(by_seat)]
    result = practice(bots, match.game, match.options, board=str(board), seed=f"{match.one} {match.other}")
    won = sum(place == 1 for place, our in zip(result.places, ours, strict=True) if our)
    mean = [
        statistics.mean(p for p, our in zip(result.points, ours, strict=True) if our == who) for who in (True, False)
    ]
    return Board(won / result.places.count(1), mean[0] - mean[1])


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    return statistics.mean(values), 1.96 * statistics.stdev(values) / len(values) ** 0.5


class Outcome(NamedTuple):
    """What a match showed."""

    match: Match
    share: tuple[float, float]
    ahead: tuple[float, float]
    boards: int

    @property
    def clear(self) -> bool:
        """Is the whole interval above an even share?"""
        return self.share[0] - self.share[1] > EVEN

    def row(self) -> str:
        """A line of the table."""
        (share, error), (ahead, spread) = self.share, self.ahead
        given = ", ".join(f"{name} = {value}" for name, value in self.match.options.items())
        name = f"{self.match.game}, {given}" if given else self.match.game
        verdict = "clear" if self.clear else "NOT CLEAR"
        who = f"{self.match.one} – {self.match.other} | {self.boards}"
        won = f"{100 * share:.1f} % ± {100 * error:.1f} | {verdict}"
        return f"| {name} | {who} | {won} | {ahead:+.1f} ± {spread:.1f} |"


def measure(match: Match, boards: int, run: Callable[..., Any]) -> Outcome:
    """Play all boards of a match."""
    played = list(run(play, repeat(match, boards), range(boards)))
    shares, aheads = interval([board.share for board in played]), interval([board.ahead for board in played])
    return Outcome(match, shares, aheads, boards)


HEAD = """| game | bots | boards | first places of the first bot | against 50 % | points ahead, a game |
|---|---|---:|---:|---|---:|"""


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    """What to play."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.skill", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=games.names(), help="which games; all of them by default")
    parser.add_argument("--boards", type=int, default=BOARDS)
    parser.add_argument("--jobs", type=int, default=1, help="boards that are played at once")
    parser.add_argument("--write", action="store_true", help="keep the result in benchmarks/results/skill.md")
    return parser.parse_args(argv)


def main(argv: Sequence[str]) -> int:
    """Measure, print, keep; the exit code says whether all is clear."""
    given = arguments(argv)
    outcomes: list[Outcome] = []
    print(HEAD, flush=True)
    with ProcessPoolExecutor(given.jobs) as pool:
        for game in given.games:
            for one, other in PAIRS:
                outcomes.append(measure(Match(game, {}, one, other), given.boards, pool.map))
                print(outcomes[-1].row(), flush=True)
    if given.write:
        RESULT.write_text(page([*kept(given.games), *(outcome.row() for outcome in outcomes)]), encoding="utf-8")
    return 0 if all(outcome.clear for outcome in outcomes) else 1


def kept(measured: Sequence[str]) -> list[str]:
    """The rows of the kept result that stay: those of games that were not measured now."""
    lines = RESULT.read_text(encoding="utf-8").splitlines() if RESULT.exists() else []
    return [
        line for line in lines if line.startswith("| ") and line[2:].split(" ")[0] in set(games.names()) - {*measured}
    ]


def page(rows: Sequence[str]) -> str:
    """The kept result."""
    worlds = ", ".join(f"{game} {number}" for game, number in WORLDS.items())
    head = (
        "# Skill of the built-in bots\n\n"
        "Written by `python -m benchmarks.skill --write [GAME ...]`. Every board is played twice with seats exchanged, "
        f"by the house rules; the interval is 95 % over boards.\nWorlds a decision of pimc: {worlds}.\n\n"
    )
    return head + f"Machine: {machine()}\n\n" + "\n".join([HEAD, *sorted(rows)]) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""How a duel shows itself while it goes on: what the pairs say so far, and how far the test is."""

import time
from typing import TYPE_CHECKING

from croupier.cli.duelresult import Standing, as_json, known, standing, test_so_far
from croupier.cli.follow import Watched
from croupier.cli.output import console, print_json
from croupier.cli.pace import Pace
from croupier.cli.views import Lines, Quiet, View, describe

if TYPE_CHECKING:
    from rich.console import Group


class JsonLines(Quiet):
    """A JSON object on stdout whenever there are more pairs."""

    def __init__(self) -> None:
        super().__init__()
        self._done = self._pairs = -1

    def update(self, watched: Watched) -> None:
        """See :class:`View`."""
        self.pace.read(time.monotonic(), watched.done)
        if not watched.started or watched.done == self._done:
            return
        self._done, found = watched.done, standing(watched)
        if found is not None and found.progress.pairs.number != self._pairs:
            self._pairs = found.progress.pairs.number
            speed = round(self.pace.per_second, 1)
            print_json({"type": "progress", "done": watched.done, "per_second": speed, "duel": as_json(found)})


def block(watched: Watched, pace: Pace, height: int) -> "Group":
    """What is told of a duel, and below it how near the test is to either end, in three lines of ``height``."""
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.text import Text

    found = standing(watched) if watched.started else None
    share = 0.0 if found is None else share_done(found)
    lines = (Text(text, no_wrap=True, overflow="ellipsis") for text in told(watched, pace))
    return Group(*lines, ProgressBar(total=1.0, completed=share, width=40))


def told(watched: Watched, pace: Pace) -> list[str]:
    """What is known of a duel, and how its test and its speed are; before it starts, for whom it waits."""
    found = standing(watched) if watched.started else None
    if found is None:
        return [describe(watched, pace)]
    return [known(found), " · ".join(filter(None, [test_so_far(found), f"{pace.per_second:.1f} games/s"]))]


def line(watched: Watched, pace: Pace) -> str:
    """The same in one line."""
    return " · ".join(told(watched, pace))


def share_done(found: Standing) -> float:
    """From 0 to 1: how far a fixed number is, or where the ratio is between its bounds."""
    if found.duel.fixed:
        return found.progress.pairs.number / found.duel.pairs
    low, high = found.bounds
    return min(1.0, max(0.0, (found.progress.ratio - low) / (high - low)))


def choose(*, quiet: bool = False, plain: bool = False, json_lines: bool = False, as_json: bool = False) -> View:
    """The view that suits the flags and the terminal."""
    if json_lines:
        return JsonLines()
    if quiet or as_json:
        return Quiet()
    screen = console(stderr=True)
    if plain or not screen.is_terminal or screen.is_dumb_terminal:
        return Lines(line)
    from croupier.cli.live import Live

    return Live(screen, draw=block)

"""How a duel shows itself while it goes on: what the pairs say so far, and how far the test is."""

import time
from typing import TYPE_CHECKING

from croupier.cli.duelresult import Standing, as_json, known, standing, test_so_far
from croupier.cli.follow import Watched
from croupier.cli.output import console, print_json, say
from croupier.cli.views import EVERY, Quiet, View, describe

if TYPE_CHECKING:
    from rich.console import Group


class Lines(Quiet):
    """A line whenever there are more pairs, at most every few seconds, and one at the end."""

    def __init__(self) -> None:
        super().__init__()
        self._told: object = None
        self._at = 0.0

    def update(self, watched: Watched) -> None:
        """See :class:`View`."""
        now = time.monotonic()
        self.pace.read(now, watched.done)
        state = (watched.opened, watched.started, watched.finished, watched.done)
        if state != self._told and (watched.finished or now - self._at >= EVERY):
            self._told, self._at = state, now
            say(" · ".join(told(watched, self)))


class JsonLines(Quiet):
    """A JSON object on stdout whenever there are more pairs."""

    def __init__(self) -> None:
        super().__init__()
        self._pairs = -1

    def update(self, watched: Watched) -> None:
        """See :class:`View`."""
        self.pace.read(time.monotonic(), watched.done)
        found = standing(watched) if watched.started else None
        if found is not None and found.progress.pairs.number != self._pairs:
            self._pairs = found.progress.pairs.number
            speed = round(self.pace.per_second, 1)
            print_json({"type": "progress", "done": watched.done, "per_second": speed, "duel": as_json(found)})


class Live(Quiet):
    """Two lines that are drawn anew in place, and below them how near the test is to either end."""

    def __init__(self) -> None:
        from rich.live import Live as Block

        super().__init__()
        self._block = Block(console=console(stderr=True), refresh_per_second=4, transient=True)

    def open(self) -> None:
        """See :class:`View`."""
        self._block.start()

    def close(self) -> None:
        """See :class:`View`."""
        self._block.stop()

    def note(self, text: str) -> None:
        """See :class:`View`."""
        self._block.console.print(text, markup=False)

    def update(self, watched: Watched) -> None:
        """See :class:`View`."""
        self.pace.read(time.monotonic(), watched.done)
        self._block.update(self._drawn(watched))

    def _drawn(self, watched: Watched) -> "Group":
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.text import Text

        found = standing(watched) if watched.started else None
        share = 0.0 if found is None else share_done(found)
        lines = (Text(text, no_wrap=True, overflow="ellipsis") for text in told(watched, self))
        return Group(*lines, ProgressBar(total=1.0, completed=share, width=40))


def told(watched: Watched, view: Quiet) -> list[str]:
    """What is known of a duel, and how its test and its speed are; before it starts, for whom it waits."""
    found = standing(watched) if watched.started else None
    if found is None:
        return [describe(watched, view.pace)]
    return [known(found), " · ".join(filter(None, [test_so_far(found), f"{view.pace.per_second:.1f} games/s"]))]


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
    return Lines() if plain or not screen.is_terminal or screen.is_dumb_terminal else Live()

"""A run on a terminal: the table with error bars, what is being played, how fast, how long still, what failed.

The block is drawn anew in place, and only when something has changed. The time between two drawings is at least
:data:`SHARE` times what the last one took, so that looking on never costs more than two percent of a processor.
"""

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from croupier.cli.bars import percent
from croupier.cli.failures import worded
from croupier.cli.follow import Watched
from croupier.cli.output import console
from croupier.cli.pace import Pace
from croupier.cli.views import Quiet, progress

if TYPE_CHECKING:
    from rich.console import Console, Group, RenderableType
    from rich.table import Table

LEAST = 0.5
"""Seconds between two drawings."""

SHARE = 50
LONGEST = 5.0
"""However slow a terminal is, the block is no older than this while games end."""

OPEN = 4
"""Games in play that are named."""


class Live(Quiet):
    """A block that is drawn anew in place. ``clock`` and ``work`` give seconds: of the day, and of our own work.

    ``draw``: what it looks like in so many lines at most; by default as :func:`block` makes it.
    """

    def __init__(
        self,
        screen: "Console | None" = None,
        clock: Callable[[], float] = time.monotonic,
        work: Callable[[], float] = time.thread_time,
        draw: "Callable[[Watched, Pace, int], Group] | None" = None,
    ) -> None:
        from rich.live import Live as Block

        super().__init__()
        self._screen = screen or console(stderr=True)
        self._block = Block(console=self._screen, auto_refresh=False, transient=True)
        self._clock = clock
        self._work = work
        self._draw = draw or block
        self._due = 0.0
        self._drawn: object = None

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
        now = self._clock()
        self.pace.read(now, watched.done)
        state = (watched.seq, round(self.pace.per_second, 1))
        if now < self._due or state == self._drawn:
            return
        began = self._work()
        self._block.update(self._draw(watched, self.pace, self._screen.height), refresh=True)
        self._drawn = state
        self._due = now + min(LONGEST, max(LEAST, SHARE * (self._work() - began)))


def block(watched: Watched, pace: Pace, height: int) -> "Group":
    """What a run looks like at this moment, in at most ``height`` lines."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.progress_bar import ProgressBar

    bar = ProgressBar(total=watched.total if watched.opened else 1, completed=watched.done, width=40)
    title = f"{watched.spec.name}: " if watched.opened else ""
    head = _line(title + progress(watched, pace))
    parts: list[RenderableType] = [head, Padding(bar, 0)]  # a bar alone ends no line
    if watched.done:
        parts.append(table(watched, max(3, height - 7)))
    parts += [_line(text) for text in _below(watched)]
    return Group(*parts)


def table(watched: Watched, most: int) -> "Table":
    """The first ``most`` of the table, each with its share of games won and how sure that is."""
    from rich.table import Table
    from rich.text import Text

    rows, names, lost = watched.state.table.standings(), watched.names, watched.failures.by
    drawn = Table(box=None, pad_edge=False)
    headings = ["points", "games", "won-drawn-lost", "won, percent", *(["failed"] if lost else [])]
    drawn.add_column("#", justify="right", style="dim")
    drawn.add_column("entrant", no_wrap=True)
    for heading in headings:
        drawn.add_column(heading, justify="right", no_wrap=True)
    for row in rows[:most]:
        tally = f"{row.won}-{row.drawn}-{row.lost}"
        cells = [
            str(row.points),
            str(row.games),
            tally,
            percent(row),
            *([str(lost[row.entrant] or "")] if lost else []),
        ]
        drawn.add_row(str(row.place), Text(names[row.entrant]), *cells)
    if len(rows) > most:
        drawn.add_row("", f"and {len(rows) - most} more")
    return drawn


def _below(watched: Watched) -> Iterator[str]:
    """What is being played, and what failed."""
    if not watched.opened:
        return
    playing, names = list(watched.state.playing.values()), watched.names
    if playing and watched.started:
        told = [" – ".join(names.get(seat, seat) for seat in game.seats) for game in playing[:OPEN]]
        more = f", and {len(playing) - OPEN} more" if len(playing) > OPEN else ""
        yield f"playing: {', '.join(told)}{more}"
    if watched.failures.kinds:
        yield f"failed: {worded(watched.failures.kinds)}"


def _line(text: str) -> "RenderableType":
    from rich.text import Text

    return Text(text, no_wrap=True, overflow="ellipsis")

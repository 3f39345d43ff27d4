"""Looking on at a tournament on another machine: the table as its server tells it, once a second."""

import time
from collections.abc import Callable
from typing import Any, Protocol

from croupier.audit.legible import printable
from croupier.cli import remote
from croupier.cli.output import console, print_json, say
from croupier.cli.pace import Pace
from croupier.cli.standings import table_told
from croupier.contracts.errors import Unavailable

LOOK = 1.0
"""Seconds between two questions."""

PATIENCE = 60.0
"""Seconds that a server which has answered before may be away."""

EVERY = 5.0
"""Seconds between two plain lines."""

TOP = 3

Told = dict[str, Any]


class Screen(Protocol):
    """Where the table goes whenever it has changed."""

    def show(self, told: Told, pace: Pace, now: float) -> None:
        """Show what the server told."""

    def close(self) -> None:
        """Leave the terminal as it was."""


class Lines:
    """A line at most every few seconds."""

    def __init__(self) -> None:
        self._at = -EVERY

    def show(self, told: Told, pace: Pace, now: float) -> None:
        """See :class:`Screen`."""
        if now - self._at >= EVERY or told["state"] == "finished":
            self._at = now
            top = ", ".join(f"{row['name']} {row['points']}" for row in told["standings"][:TOP])
            say(printable(f"{told['games']['done']} games · {pace.per_second:.1f}/s · {top}"))

    def close(self) -> None:
        """See :class:`Screen`."""


class JsonLines:
    """An object a change."""

    def show(self, told: Told, pace: Pace, now: float) -> None:
        """See :class:`Screen`."""
        top = [{key: row[key] for key in ("entrant", "name", "points")} for row in told["standings"][:TOP]]
        done, speed = told["games"]["done"], round(pace.per_second, 1)
        print_json({"type": "progress", "state": told["state"], "done": done, "per_second": speed, "top": top})

    def close(self) -> None:
        """See :class:`Screen`."""


class Block:
    """The whole table, drawn anew in place."""

    def __init__(self) -> None:
        from rich.live import Live

        self._live = Live(console=console(stderr=True), auto_refresh=False, transient=True)
        self._live.start()

    def show(self, told: Told, pace: Pace, now: float) -> None:
        """See :class:`Screen`."""
        self._live.update(table_told(told), refresh=True)

    def close(self) -> None:
        """See :class:`Screen`."""
        self._live.stop()


def choose(*, plain: bool, json_lines: bool) -> Screen:
    """What suits the flags and the terminal."""
    screen = console(stderr=True)
    if json_lines:
        return JsonLines()
    return Lines() if plain or not screen.is_terminal or screen.is_dumb_terminal else Block()


def look_on(
    url: str,
    tournament: str,
    screen: Screen,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Told:
    """Ask until the tournament is over; what the server told last.

    Raises what :func:`remote.standings` raises the first time, and ``Unavailable`` for a server that stays away.
    """
    pace, told = Pace(), remote.standings(url, tournament)
    heard = clock()
    while True:
        pace.read(clock(), told["games"]["done"])
        screen.show(told, pace, clock())
        before = told
        while told == before:
            if told["state"] == "finished":
                return told
            sleep(LOOK)
            try:
                told, heard = remote.standings(url, tournament), clock()
            except Unavailable:
                if clock() - heard > PATIENCE:
                    raise

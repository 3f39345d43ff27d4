"""How a run shows itself while it goes on: a live block on a terminal, lines in a pipe, JSON, or nothing.

All of it goes to stderr but JSON lines, which are a result and go to stdout.
"""

import time
from collections.abc import Callable
from typing import Any, Protocol

from croupier.cli.failures import worded
from croupier.cli.follow import Watched
from croupier.cli.output import console, print_json, say
from croupier.cli.pace import Pace, clock
from croupier.folds.conduct import overturned

EVERY = 5.0
"""Seconds between two plain lines while nothing but the count changes."""


class View(Protocol):
    """Told whenever there is something to show."""

    def open(self) -> None:
        """Begin."""

    def close(self) -> None:
        """End, and leave the terminal as it was."""

    def note(self, text: str) -> None:
        """Something that happens once and should stay on the screen."""

    def update(self, watched: Watched) -> None:
        """The tournament as it stands; called a few times a second."""


class Quiet:
    """Shows nothing but what needs somebody's attention."""

    def __init__(self) -> None:
        self.pace = Pace()

    def open(self) -> None:
        """See :class:`View`."""

    def close(self) -> None:
        """See :class:`View`."""

    def note(self, text: str) -> None:
        """See :class:`View`."""
        say(text)

    def update(self, watched: Watched) -> None:
        """See :class:`View`."""


class Lines(Quiet):
    """A line whenever something has changed, at most every few seconds, and one at the end.

    ``tell``: what stands in it; by default what :func:`describe` says.
    """

    def __init__(self, tell: Callable[[Watched, Pace], str] | None = None) -> None:
        super().__init__()
        self._tell = tell or describe
        self._told: object = None
        self._at = 0.0

    def update(self, watched: Watched) -> None:
        """See :class:`View`."""
        now = time.monotonic()
        self.pace.read(now, watched.done)
        state = (watched.opened, watched.started, watched.finished, watched.done, waits_for(watched))
        if state != self._told and (watched.finished or now - self._at >= EVERY):
            self._told, self._at = state, now
            say(self._tell(watched, self.pace))


class JsonLines(Quiet):
    """A JSON object on stdout whenever the count has changed, at most a few times a second."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, Any] = {}

    def update(self, watched: Watched) -> None:
        """See :class:`View`."""
        self.pace.read(time.monotonic(), watched.done)
        if not watched.opened:
            return
        now = {"done": watched.done, "playing": len(watched.state.playing), "missing": watched.missing()}
        if now != self._told:
            self._told = now
            print_json({"type": "progress", "total": watched.total, **self._speed(watched), **now, **_found(watched)})

    def _speed(self, watched: Watched) -> dict[str, Any]:
        left = self.pace.left(watched.total - watched.done)
        return {
            "per_second": round(self.pace.per_second, 1),
            "seconds_left": None if left is None else round(left),
        }


def describe(watched: Watched, pace: Pace) -> str:
    """The state of a tournament in one line, with what failed and who leads."""
    parts = [progress(watched, pace)]
    if watched.failures.kinds:
        parts.append(f"failed: {worded(watched.failures.kinds)}")
    leaders = ", ".join(f"{row['name']} {row['points']}" for row in _top(watched))
    return " · ".join([*parts, *([leaders] if leaders else [])])


def progress(watched: Watched, pace: Pace) -> str:
    """How far a tournament is, in one line."""
    if not watched.opened:
        return "starting"
    if not watched.started:
        return f"waiting for {_some(watched.missing()) or 'the first game'}"
    left = watched.total - watched.done
    parts = [f"{watched.done}/{watched.total} games", f"{pace.per_second:.1f}/s"]
    if left:
        parts += [f"{len(watched.state.playing)} open", f"{clock(pace.left(left))} left"]
    if watched.state.life.paused is not None:
        parts.append("paused")
    return " · ".join([*parts, *waits_for(watched)])


def waits_for(watched: Watched) -> list[str]:
    """What a tournament waits for that is no game: rulings, the time for disputes, who may be brought back since."""
    if not watched.started or watched.finished:
        return []
    life, docket = watched.state.life, watched.state.docket
    examined = sum(dispute.examined is not None for dispute in docket.open.values())
    found = [f"{examined} dispute{'s' * (examined != 1)} to be ruled: croupier rule"] if examined else []
    if life.closing is not None and not life.barred:
        until = time.strftime("%H:%M:%S", time.localtime(life.closing / 1_000_000))
        found.append(f"games can be disputed until {until}")
    back = [watched.names[name] for name in overturned(life, docket)]
    if back:
        found.append(f"out by a game that was ruled since: {_some(back)}: croupier tournament rejoin")
    return found


def _some(names: list[str], most: int = 5) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def choose(*, quiet: bool = False, plain: bool = False, json_lines: bool = False, as_json: bool = False) -> View:
    """The view that suits the flags and the terminal."""
    if json_lines:
        return JsonLines()
    if quiet or as_json:
        return Quiet()
    screen = console(stderr=True)
    if plain or not screen.is_terminal or screen.is_dumb_terminal:
        return Lines()
    from croupier.cli.live import Live

    return Live(screen)


def _found(watched: Watched) -> dict[str, Any]:
    return {"failed": dict(sorted(watched.failures.kinds.items())), "top": _top(watched)}


def _top(watched: Watched) -> list[dict[str, Any]]:
    if not watched.done:
        return []
    names = watched.names
    rows = watched.state.table.standings()[:3]
    return [{"entrant": row.entrant, "name": names[row.entrant], "points": row.points} for row in rows]

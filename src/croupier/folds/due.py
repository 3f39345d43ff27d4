"""What a tournament has to do at a certain moment, and what follows once a clock says that the moment has come.

The moments stand in the log. What is decided depends on the moment that a command carries, never on when it is read.
"""

from collections.abc import Iterable

from croupier.contracts import events as ev

from .life import Life


def due(life: Life) -> int | None:
    """The next moment at which something is to be done, in microseconds since the epoch; ``None`` if there is none."""
    moments = (_deadline(life), _start(life), _end_of_pause(life), _end(life), _end_of_disputes(life))
    return min((moment for moment in moments if moment is not None), default=None)


def on_time(life: Life, at: int) -> Iterable[ev.Event]:
    """What is to be done by the moment ``at``: some leave, play begins, a pause, all or the time for disputes ends."""
    events: list[ev.Event] = []
    if _come(_deadline(life), at):
        why = "had not come when registration closed"
        events += [ev.EntrantWithdrawn(entrant=name, why=why, who="clock") for name in life.missing]
    if _come(_start(life), at):
        events.append(ev.StartReleased(who="clock"))
    if _come(_end_of_pause(life), at):
        events.append(ev.TournamentResumed(who="clock"))
    if _come(_end(life), at):
        events.append(ev.TournamentStopping(who="clock", why="the time is up"))
    closing = _end_of_disputes(life)
    if closing is not None and closing <= at:
        events.append(ev.DisputesClosed(until=closing))
    return events


def _come(moment: int | None, at: int) -> bool:
    return moment is not None and moment <= at


def _deadline(life: Life) -> int | None:
    """When registration closes, while there is somebody to wait for."""
    start = None if life.spec is None else life.spec.start
    if start is None or life.started or not life.missing:
        return None
    return start.at if start.deadline is None else start.deadline


def _start(life: Life) -> int | None:
    start = None if life.spec is None else life.spec.start
    return start.at if start is not None and life.held and not life.started else None


def _end(life: Life) -> int | None:
    return life.until if life.running else None


def _end_of_pause(life: Life) -> int | None:
    return None if life.paused is None else life.paused.until


def _end_of_disputes(life: Life) -> int | None:
    return None if life.barred else life.closing

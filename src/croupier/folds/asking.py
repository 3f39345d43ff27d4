"""What organisers and entrants may ask for, and the events that grant it.

The director decides by these functions; the gateway asks them first, so that whoever is refused learns why at once.
Nothing follows where things are already as they are asked to be.
"""

from collections.abc import Callable, Iterable
from typing import Any

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.errors import NotAllowed, did_you_mean

from .life import Life

NOTHING: tuple[ev.Event, ...] = ()


def answer(life: Life, asked: cmd.Organising) -> Iterable[ev.Event]:
    """The events that a command causes; none for a repeat.

    Raises ``NotAllowed`` (family ``tournament``): ``unknown``, ``finished``, ``no-entrant``, ``not-started``,
    ``stopping``, ``not-here`` where it cannot be granted.
    """
    if life.spec is None:
        raise NotAllowed("tournament/unknown", f"there is no tournament {asked.tournament!r}", place="tournament")
    return _ANSWERS[type(asked)](life, asked)


def _start(life: Life, asked: cmd.TournamentStart) -> Iterable[ev.Event]:
    if life.started or life.stopping:
        return NOTHING
    missing = life.missing
    if missing and not asked.without_missing:
        hint = "wait for them, or start without those who are missing"
        raise NotAllowed("tournament/not-here", f"still to come: {', '.join(missing)}", place="entrant", hint=hint)
    why = asked.why or "not here at the start"
    gone = [ev.EntrantWithdrawn(entrant=name, why=why, who=asked.who) for name in missing]
    return (*gone, ev.StartReleased(who=asked.who, why=asked.why)) if life.held else gone


def _pause(life: Life, asked: cmd.TournamentPause) -> Iterable[ev.Event]:
    _require_running(life)
    if life.paused is not None and life.paused.until == asked.until:
        return NOTHING
    return (ev.TournamentPaused(who=asked.who, why=asked.why, until=asked.until),)


def _resume(life: Life, asked: cmd.TournamentResume) -> Iterable[ev.Event]:
    if life.paused is None:
        return NOTHING
    return (ev.TournamentResumed(who=asked.who, why=asked.why),)


def _stop(life: Life, asked: cmd.TournamentStop) -> Iterable[ev.Event]:
    if life.stopping or life.finished:
        return NOTHING
    return (ev.TournamentStopping(who=asked.who, why=asked.why),)


def _withdraw(life: Life, asked: cmd.EntrantWithdraw) -> Iterable[ev.Event]:
    require_entrant(life, asked.entrant)
    if asked.entrant in life.withdrawn or life.finished:
        return NOTHING
    return (ev.EntrantWithdrawn(entrant=asked.entrant, why=asked.why, who=asked.who),)


# --- what several ask for


def require_entrant(life: Life, entrant: str) -> None:
    """Raises ``NotAllowed`` (``tournament/no-entrant``) for somebody who is not in the field."""
    if entrant not in life.entrants:
        hint = did_you_mean(entrant, list(life.entrants))
        reason = f"{life.spec.id if life.spec else ''} has no entrant {entrant!r}"
        raise NotAllowed("tournament/no-entrant", reason, place="entrant", hint=hint)


def _require_running(life: Life) -> None:
    if life.finished:
        raise NotAllowed("tournament/finished", "the tournament is over")
    if life.stopping:
        raise NotAllowed("tournament/stopping", "the tournament plays what is paired, and ends then")
    if not life.started:
        raise NotAllowed("tournament/not-started", "the tournament has not started yet")


_ANSWERS: dict[type[cmd.Command], Callable[[Life, Any], Iterable[ev.Event]]] = {
    cmd.TournamentStart: _start,
    cmd.TournamentPause: _pause,
    cmd.TournamentResume: _resume,
    cmd.TournamentStop: _stop,
    cmd.EntrantWithdraw: _withdraw,
}

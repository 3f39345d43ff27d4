"""What organisers and entrants may ask for, and the events that grant it.

The director decides by these functions; the gateway asks them first, so that whoever is refused learns why at once.
Nothing follows where things are already as they are asked to be.
"""

from collections.abc import Callable, Iterable
from typing import Any

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.errors import BadConfig, NotAllowed, did_you_mean
from croupier.contracts.specs import TournamentSpec

from .life import Life, length, with_entrant
from .plans import plan_of

NOTHING: tuple[ev.Event, ...] = ()


def answer(life: Life, asked: cmd.Organising) -> Iterable[ev.Event]:
    """The events that a command causes; none for a repeat.

    Raises ``NotAllowed`` where it cannot be granted, with a code of the family ``tournament``, or of ``format`` and
    ``config`` for a field that the format does not take.
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


def _enter(life: Life, asked: cmd.EntrantEnter) -> Iterable[ev.Event]:
    _require_open(life)
    name = asked.entrant.id
    if life.entrants.get(name) == asked.entrant:
        return NOTHING
    if name in life.entrants:
        raise NotAllowed("tournament/entered", f"there is another entrant {name!r}", place="entrant.id")
    if life.started and not life.takes_late_entries:
        reason = f"after the start somebody may enter a Swiss or an arena; this is {_kind(life)}"
        raise NotAllowed("tournament/late-entry", reason, place="entrant")
    _require_plan(with_entrant(_spec(life), asked.entrant))
    return (ev.EntrantEntered(entrant=asked.entrant, who=asked.who, why=asked.why),)


def _rejoin(life: Life, asked: cmd.EntrantRejoin) -> Iterable[ev.Event]:
    require_entrant(life, asked.entrant)
    if asked.entrant not in life.withdrawn:
        return NOTHING
    _require_open(life)
    if not life.can_return(asked.entrant):
        raise NotAllowed("tournament/no-return", f"{_kind(life)}: it has gone on without it", place="entrant")
    if asked.who == "entrant" and life.gone[asked.entrant] != "entrant":
        reason = "it did not leave of itself, so it cannot come back of itself"
        raise NotAllowed("tournament/no-return", reason, place="entrant", hint="ask the organiser")
    return (ev.EntrantReturned(entrant=asked.entrant, who=asked.who, why=asked.why),)


def _replace(life: Life, asked: cmd.EntrantReplace) -> Iterable[ev.Event]:
    require_entrant(life, asked.entrant)
    if life.programs.get(asked.entrant) == asked.program:
        return NOTHING
    _require_open(life)
    return (ev.EntrantReplaced(entrant=asked.entrant, program=asked.program, who=asked.who, why=asked.why),)


def _add_rounds(life: Life, asked: cmd.RoundsAdd) -> Iterable[ev.Event]:
    before = length(_spec(life))
    if before is None:
        reason = f"a Swiss takes more rounds, a round robin and a gauntlet more laps; this is {_kind(life)}"
        raise NotAllowed("tournament/fixed-rounds", reason, place="total")
    if before == asked.total:
        return NOTHING
    _require_open(life)
    if before > asked.total:
        hint = "to end earlier, stop it"
        raise NotAllowed("tournament/fewer-rounds", f"there are {before} already", place="total", hint=hint)
    return (ev.RoundsAdded(total=asked.total, who=asked.who, why=asked.why),)


# --- what several ask for


def _spec(life: Life) -> TournamentSpec:
    assert life.spec is not None
    return life.spec


def _kind(life: Life) -> str:
    return _spec(life).format.kind


def _require_plan(spec: TournamentSpec) -> None:
    """The format takes this field. Raises ``NotAllowed`` with the code of what does not go together."""
    try:
        plan_of(spec)
    except BadConfig as error:
        raise NotAllowed(error.code, error.reason, place=error.place, hint=error.hint) from None


def require_entrant(life: Life, entrant: str) -> None:
    """Raises ``NotAllowed`` (``tournament/no-entrant``) for somebody who is not in the field."""
    if entrant not in life.entrants:
        hint = did_you_mean(entrant, list(life.entrants))
        reason = f"{life.spec.id if life.spec else ''} has no entrant {entrant!r}"
        raise NotAllowed("tournament/no-entrant", reason, place="entrant", hint=hint)


def _require_open(life: Life) -> None:
    if life.finished:
        raise NotAllowed("tournament/finished", "the tournament is over")
    if life.stopping:
        raise NotAllowed("tournament/stopping", "the tournament plays what is paired, and ends then")


def _require_running(life: Life) -> None:
    _require_open(life)
    if not life.started:
        raise NotAllowed("tournament/not-started", "the tournament has not started yet")


_ANSWERS: dict[type[cmd.Command], Callable[[Life, Any], Iterable[ev.Event]]] = {
    cmd.TournamentStart: _start,
    cmd.TournamentPause: _pause,
    cmd.TournamentResume: _resume,
    cmd.TournamentStop: _stop,
    cmd.EntrantWithdraw: _withdraw,
    cmd.EntrantEnter: _enter,
    cmd.EntrantRejoin: _rejoin,
    cmd.EntrantReplace: _replace,
    cmd.RoundsAdd: _add_rounds,
}

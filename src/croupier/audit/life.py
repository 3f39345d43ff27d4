"""What the director did by the clock, when asked, and by the rule of conduct, against what the log had fixed before."""

from collections.abc import Iterator

from croupier.audit.clocks import SKEW
from croupier.audit.context import Problem
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.errors import NotAllowed
from croupier.contracts.specs import Arena, TournamentSpec
from croupier.folds.asking import answer
from croupier.folds.due import on_time
from croupier.folds.life import Life
from croupier.folds.tournament import TournamentState

Timed = ev.StartReleased | ev.TournamentResumed | ev.TournamentStopping | ev.EntrantWithdrawn | ev.DisputesClosed
"""What the clock may do."""

Asked = (
    ev.EntrantWithdrawn
    | ev.EntrantEntered
    | ev.EntrantReturned
    | ev.EntrantReplaced
    | ev.RoundsAdded
    | ev.StartReleased
    | ev.TournamentPaused
    | ev.TournamentResumed
    | ev.TournamentStopping
)
"""What somebody may have asked for."""

FOR_ITSELF = frozenset({"organiser", "entrant"})
ASKED: dict[type[ev.Event], tuple[type[cmd.Organising], frozenset[str]]] = {
    ev.EntrantWithdrawn: (cmd.EntrantWithdraw, FOR_ITSELF | {"clock"}),
    ev.EntrantEntered: (cmd.EntrantEnter, frozenset({"organiser"})),
    ev.EntrantReturned: (cmd.EntrantRejoin, FOR_ITSELF),
    ev.EntrantReplaced: (cmd.EntrantReplace, FOR_ITSELF),
    ev.RoundsAdded: (cmd.RoundsAdd, frozenset({"organiser"})),
    ev.StartReleased: (cmd.TournamentStart, frozenset({"organiser", "clock"})),
    ev.TournamentPaused: (cmd.TournamentPause, frozenset({"organiser"})),
    ev.TournamentResumed: (cmd.TournamentResume, frozenset({"organiser", "clock"})),
    ev.TournamentStopping: (cmd.TournamentStop, frozenset({"organiser", "clock"})),
}
"""By event: the command that asks for it, and who may be the one for whom it is done."""


def granted(life: Life, event: Asked) -> Iterator[Problem]:
    """Before the fold: it could be asked for by who is said to have asked, as the director answers."""
    if life.spec is None or event.who is None:
        return  # an older log does not tell
    kind, may = ASKED[type(event)]
    if event.who not in may:
        yield Problem("audit/asked", f"{event.TYPE} is not the {event.who}'s to ask for", " or ".join(sorted(may)))
        return
    if event.who == "clock":
        return
    asked = kind.model_validate({"id": "audit", "tournament": life.spec.id, **event.model_dump(exclude_none=True)})
    try:
        right = list(answer(life, asked))
    except NotAllowed as error:
        yield Problem("audit/asked", f"{event.TYPE} could not be had: {error.reason}", found=error.code)
        return
    if right != [event]:
        yield Problem("audit/asked", f"{event.TYPE}: things were as they were asked to be, or something else followed")


def timely(life: Life, event: Timed, at: int) -> Iterator[Problem]:
    """Before the fold: what is said to have been due was, at the stamp ``at`` of its line."""
    if not isinstance(event, ev.DisputesClosed) and event.who != "clock":
        return
    right = [due.model_dump(exclude={"why"}) for due in on_time(life, at + SKEW) if type(due) is type(event)]
    if event.model_dump(exclude={"why"}) not in right:
        yield Problem("audit/not-due", f"{event.TYPE}: nothing of the kind was due at that moment", found=str(at))


def ending(spec: TournamentSpec, event: ev.TournamentStarted, at: int) -> Iterator[Problem]:
    """The end of an arena that has one follows from the stamp ``at`` of its start."""
    long = spec.format.duration if isinstance(spec.format, Arena) else None
    right = None if long is None else at + long
    if event.until != right:
        yield Problem("audit/not-due", "the tournament is to end at another moment", str(right), str(event.until))


def conducted(state: TournamentState, event: ev.EntrantDisqualified | None = None) -> Iterator[Problem]:
    """Before the fold: whoever failed too often is disqualified before the tournament goes on, and nobody else is."""
    right = None if state.spec is None else state.conduct.due(state.entrants, state.withdrawn)
    if right == event:
        return
    if event is None:
        reason = f"{right.entrant if right else ''} failed too often and is not disqualified"
    else:
        reason = f"{event.entrant} is disqualified otherwise than its games give"
    yield Problem("audit/disqualified", reason, _conduct(right), _conduct(event))


def _conduct(event: ev.EntrantDisqualified | None) -> str:
    if event is None:
        return "nobody"
    return f"{event.entrant}: {event.failures} of {event.games} ({' '.join(event.counted)})"

"""The life of a tournament as its log tells it: who takes part, and whether play is held back, paused or about to end.

The same fold serves the director, who decides by it, and the gateway, which tells who asks for something whether it
can be had.
"""

from collections.abc import Callable
from typing import Any

from croupier.contracts import events as ev
from croupier.contracts.specs import (
    Arena,
    DoubleElimination,
    EntrantSpec,
    Gauntlet,
    Knockout,
    RoundRobin,
    Swiss,
    TournamentSpec,
)

from .formats.model import Player


def with_entrant(spec: TournamentSpec, entrant: EntrantSpec) -> TournamentSpec:
    """The specification with somebody more at the end of the field."""
    return spec.model_copy(update={"entrants": [*spec.entrants, entrant]})


def length(spec: TournamentSpec) -> int | None:
    """How many rounds a tournament has, or laps; ``None`` where its format alone says that."""
    if isinstance(spec.format, Swiss):
        return spec.format.rounds
    return (spec.format.laps or 1) if isinstance(spec.format, RoundRobin | Gauntlet) else None


def with_length(spec: TournamentSpec, total: int) -> TournamentSpec:
    """The specification with ``total`` rounds, or laps."""
    key = "rounds" if isinstance(spec.format, Swiss) else "laps"
    return spec.model_copy(update={"format": spec.format.model_copy(update={key: total})})


class Life:
    """What has happened so far, but for the games.

    ``closing``: until when games can be disputed, once all is played; ``barred``: that moment has come.
    ``spec``: the specification with the entrants and rounds that came in addition; ``lengths``: the numbers of rounds
    that it had before. ``withdrawn``: by entrant that left, the last round that was paired before, and ``gone`` who
    asked for it; ``disqualified``: who had to leave, with the games that it failed in; ``first``: by late entrant, its
    first round; ``missed``: in a Swiss the rounds that an entrant was away from; ``programs``: what plays for an
    entrant in another's place.
    ``paired``: the last round that was paired; ``changes``: how often the field or the length has changed.
    ``released``: the start is held back no longer; ``paused``: why and for how long, while it is; ``pauses``: how many
    there were. ``until``: when it
    is to end, where that is a moment.
    """

    __slots__ = (
        "barred", "changes", "closing", "disqualified", "entrants", "finished", "first", "gone", "lengths", "missed",
        "paired", "paused", "pauses", "programs", "registered", "released", "spec", "started", "stopping", "until",
        "withdrawn",
    )  # fmt: skip

    def __init__(self) -> None:
        self.spec: TournamentSpec | None = None
        self.entrants: dict[str, EntrantSpec] = {}
        self.registered: set[str] = set()
        self.withdrawn: dict[str, int] = {}
        self.gone: dict[str, ev.Who | None] = {}
        self.first: dict[str, int] = {}
        self.missed: dict[str, set[int]] = {}
        self.programs: dict[str, str] = {}
        self.lengths: tuple[int, ...] = ()
        self.changes = 0
        self.disqualified: dict[str, list[str]] = {}
        self.paired = 0
        self.released = False
        self.started = False
        self.paused: ev.TournamentPaused | None = None
        self.pauses = 0
        self.stopping = False
        self.finished = False
        self.until: int | None = None
        self.closing: int | None = None
        self.barred = False

    @property
    def missing(self) -> list[str]:
        """Entrants that are still to come, in the order of the file."""
        return [name for name in self.entrants if name not in self.registered and name not in self.withdrawn]

    @property
    def held(self) -> bool:
        """Play may not begin even if everybody is here."""
        start = None if self.spec is None else self.spec.start
        return start is not None and bool(start.at or start.by_hand) and not self.released and not self.stopping

    def field(self) -> list[Player]:
        """Everybody as the rules of pairing take them. Whoever has not registered does not play."""
        return [self._player(name) for name in self.entrants]

    def _player(self, name: str) -> Player:
        last = self.withdrawn.get(name, None if name in self.registered else self.paired)
        return Player(name, first=self.first.get(name, 1), last=last, away=frozenset(self.missed.get(name, ())))

    @property
    def window(self) -> int:
        """How long games can be disputed once all is played, in microseconds; 0: not beyond the end."""
        given = None if self.spec is None else self.spec.disputes
        return 0 if given is None else given.window

    def take(self, event: ev.Event) -> str:
        """Take in an event; why it cannot stand here, or the empty text. What concerns games alone changes nothing."""
        step = _STEPS.get(type(event))
        return "" if step is None else step(self, event)

    # --- event by event

    def _open(self, event: ev.TournamentOpened) -> str:
        self.spec = event.spec
        self.entrants = {entrant.id: entrant for entrant in event.spec.entrants}
        return ""

    def _register(self, event: ev.EntrantRegistered) -> str:
        if event.entrant not in self.entrants:
            return f"there is no entrant {event.entrant}"
        if event.entrant in self.registered:
            return "the entrant is registered already"
        if event.entrant in self.withdrawn:
            return "the entrant has withdrawn"
        self.registered.add(event.entrant)
        if self.started:
            self.first[event.entrant] = self.paired + 1
        self.changes += 1
        return ""

    def _disqualify(self, event: ev.EntrantDisqualified) -> str:
        reason = self._withdraw(event)
        if not reason:
            self.disqualified[event.entrant] = event.counted
        return reason

    def _withdraw(self, event: ev.EntrantWithdrawn | ev.EntrantDisqualified) -> str:
        if event.entrant not in self.entrants:
            return f"there is no entrant {event.entrant}"
        if event.entrant in self.withdrawn:
            return "the entrant has withdrawn already"
        self.withdrawn[event.entrant] = self.paired
        self.gone[event.entrant] = event.who if isinstance(event, ev.EntrantWithdrawn) else None
        self.changes += 1
        return ""

    def _enter(self, event: ev.EntrantEntered) -> str:
        if event.entrant.id in self.entrants:
            return "another entrant has this id"
        if self.spec is None or (self.started and not self.takes_late_entries):
            return "the format takes nobody after the start"
        self.entrants[event.entrant.id] = event.entrant
        self.spec = with_entrant(self.spec, event.entrant)
        self.changes += 1
        return ""

    def _return(self, event: ev.EntrantReturned) -> str:
        if event.entrant not in self.withdrawn:
            return "the entrant has not withdrawn"
        if event.entrant in self.disqualified and event.who != "organiser":
            return "the entrant was disqualified, and the organiser alone brings it back"
        if not self.can_return(event.entrant):
            return "whoever has left cannot come back here"
        self.disqualified.pop(event.entrant, None)
        after = self.withdrawn.pop(event.entrant)
        if event.entrant in self.registered and self.spec is not None and isinstance(self.spec.format, Swiss):
            self.missed.setdefault(event.entrant, set()).update(range(after + 1, self.paired + 1))
        self.changes += 1
        return ""

    def _replace(self, event: ev.EntrantReplaced) -> str:
        if event.entrant not in self.entrants:
            return f"there is no entrant {event.entrant}"
        self.programs[event.entrant] = event.program
        return ""

    def _add(self, event: ev.RoundsAdded) -> str:
        before = None if self.spec is None else length(self.spec)
        if self.spec is None or before is None or before >= event.total:
            return "these are no more rounds than there were"
        self.spec = with_length(self.spec, event.total)
        self.lengths = (*self.lengths, before)
        self.closing, self.barred = None, False
        self.changes += 1
        return ""

    def _release(self, event: ev.StartReleased) -> str:
        if not self.held or self.started:
            return "no start is held back"
        self.released = True
        return ""

    def _start(self, event: ev.TournamentStarted) -> str:
        if self.started:
            return "the tournament has started already"
        if self.held:
            return "the start is held back"
        self.started = True
        self.until = event.until
        return ""

    def _pair(self, event: ev.RoundPaired) -> str:
        if not self.started or self.finished:
            return "the tournament is not running"
        if self.paused is not None:
            return "the tournament is paused"
        if self.stopping:
            return "no round is paired any more"
        if event.round <= self.paired:
            return "the round is out of order"
        self.paired = event.round
        self._open_books()
        return ""

    def _pause(self, event: ev.TournamentPaused) -> str:
        if not self.running:
            return "the tournament is not running"
        if self.paused is not None and self.paused.until == event.until:
            return "the tournament is paused already"
        self.paused = event
        self.pauses += 1
        return ""

    def _resume(self, event: ev.TournamentResumed) -> str:
        if self.paused is None:
            return "the tournament is not paused"
        self.paused = None
        return ""

    def _stop(self, event: ev.TournamentStopping) -> str:
        if self.stopping or self.finished:
            return "the tournament is about to end already"
        self.stopping = True
        self.paused = None
        return ""

    def _finish(self, event: ev.TournamentFinished) -> str:
        if not self.started:
            return "the tournament is not over"
        if self.finished:
            return "the tournament is finished already"
        if self.paused is not None:
            return "the tournament is paused"
        if self.window and not self.barred:
            return "games can still be disputed"
        self.finished = True
        return ""

    def _close_disputes(self, event: ev.DisputesClosing) -> str:
        if not self.window or not self.started or self.finished:
            return "no time for disputes is set, or not now"
        if self.closing is not None:
            return "the time for disputes runs already"
        self.closing = event.until
        return ""

    def _bar(self, event: ev.DisputesClosed) -> str:
        if self.closing != event.until or self.barred:
            return "no time for disputes runs"
        self.barred = True
        return ""

    def _replay(self, event: ev.GameReplayed) -> str:
        self._open_books()
        return ""

    def _open_books(self) -> None:
        """What is still to be played can be disputed as long as the rest."""
        self.closing, self.barred = None, False

    @property
    def takes_late_entries(self) -> bool:
        """Whether somebody may enter after the start: where each round is paired by what was played before."""
        return self.spec is not None and isinstance(self.spec.format, Swiss | Arena)

    def can_return(self, entrant: str) -> bool:
        """Whether an entrant that has left may come back: not once a knockout has gone on without it."""
        tree = self.spec is not None and isinstance(self.spec.format, Knockout | DoubleElimination)
        return not (tree and self.withdrawn[entrant] < self.paired) and not self.finished

    @property
    def running(self) -> bool:
        """Rounds are still paired, or would be were it not paused."""
        return self.started and not self.stopping and not self.finished


_STEPS: dict[type[ev.Event], Callable[[Life, Any], str]] = {
    ev.TournamentOpened: Life._open,
    ev.EntrantRegistered: Life._register,
    ev.EntrantWithdrawn: Life._withdraw,
    ev.EntrantDisqualified: Life._disqualify,
    ev.EntrantEntered: Life._enter,
    ev.EntrantReturned: Life._return,
    ev.EntrantReplaced: Life._replace,
    ev.RoundsAdded: Life._add,
    ev.StartReleased: Life._release,
    ev.TournamentStarted: Life._start,
    ev.RoundPaired: Life._pair,
    ev.TournamentPaused: Life._pause,
    ev.TournamentResumed: Life._resume,
    ev.TournamentStopping: Life._stop,
    ev.TournamentFinished: Life._finish,
    ev.DisputesClosing: Life._close_disputes,
    ev.DisputesClosed: Life._bar,
    ev.GameReplayed: Life._replay,
}

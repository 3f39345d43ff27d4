"""The life of a tournament as its log tells it: who takes part, and whether play is held back, paused or about to end.

The same fold serves the director, who decides by it, and the gateway, which tells who asks for something whether it
can be had.
"""

from collections.abc import Callable
from typing import Any

from croupier.contracts import events as ev
from croupier.contracts.specs import EntrantSpec, TournamentSpec


class Life:
    """What has happened so far, but for the games.

    ``closing``: until when games can be disputed, once all is played; ``barred``: that moment has come.
    ``withdrawn``: by entrant that left, the last round that was paired before; ``paired``: the last round that was
    paired. ``released``: the start is held back no longer; ``paused``: since when and for how long, while it is.
    ``until``: when it is to end, where that is a moment.
    """

    __slots__ = (
        "barred", "closing", "entrants", "finished", "paired", "paused", "registered", "released", "spec", "started",
        "stopping", "until", "withdrawn",
    )  # fmt: skip

    def __init__(self) -> None:
        self.spec: TournamentSpec | None = None
        self.entrants: dict[str, EntrantSpec] = {}
        self.registered: set[str] = set()
        self.withdrawn: dict[str, int] = {}
        self.paired = 0
        self.released = False
        self.started = False
        self.paused: ev.TournamentPaused | None = None
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
        self.registered.add(event.entrant)
        return ""

    def _withdraw(self, event: ev.EntrantWithdrawn) -> str:
        if event.entrant not in self.entrants:
            return f"there is no entrant {event.entrant}"
        if event.entrant in self.withdrawn:
            return "the entrant has withdrawn already"
        self.withdrawn[event.entrant] = self.paired
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
        return ""

    def _pause(self, event: ev.TournamentPaused) -> str:
        if not self.running:
            return "the tournament is not running"
        if self.paused is not None and self.paused.until == event.until:
            return "the tournament is paused already"
        self.paused = event
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
        if self.spec is not None and self.spec.disputes is not None and not self.barred:
            return "games can still be disputed"
        self.finished = True
        return ""

    def _close_disputes(self, event: ev.DisputesClosing) -> str:
        if self.spec is None or self.spec.disputes is None or not self.started or self.finished:
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
        """What is played anew can be disputed as well."""
        self.closing, self.barred = None, False
        return ""

    @property
    def running(self) -> bool:
        """Rounds are still paired, or would be were it not paused."""
        return self.started and not self.stopping and not self.finished


_STEPS: dict[type[ev.Event], Callable[[Life, Any], str]] = {
    ev.TournamentOpened: Life._open,
    ev.EntrantRegistered: Life._register,
    ev.EntrantWithdrawn: Life._withdraw,
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

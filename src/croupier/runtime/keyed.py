"""Services that hold a key: they name it in every tournament's log, and seal the games that they find right."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from pydantic import TypeAdapter

from croupier.contracts import events as ev
from croupier.contracts.lines import Line, genesis, read_trusted
from croupier.folds.ending import Ending, due
from croupier.folds.keys import NAMING_READS, Naming, Ring, naming
from croupier.folds.writers import WRITERS, allowed

from .decider import Decider, Happened, Told, notice
from .eventlog import EventLog, Route
from .logs import get_logger
from .shell import Shell
from .skim import follows, type_of
from .slots import Slot
from .states import M, S

NAMED = (ev.KeyNamed, ev.KeyRotated)


class Namer:
    """What a service does with a tournament's log whose only business there is its key."""

    def __init__(self, ring: Ring) -> None:
        self.ring = ring
        self.by: ev.By = ring.service

    def start(self, log: str) -> Naming:
        """A tournament of which nothing is known."""
        return Naming(log)

    def evolve(self, state: Naming, line: Line) -> None:
        """Fold a line."""
        state.evolve(line)

    def decide(self, state: Naming, message: Any, now: int) -> Iterable[ev.Event]:
        """Nothing beyond what is due."""
        return ()

    def follow(self, state: Naming, now: int) -> Iterable[ev.Event]:
        """The key, as long as it is not named; raises ``NotAllowed`` (``key/other``, ``key/twice``)."""
        return naming(self.ring, state.keys, state.log, started=state.started) if state.opened else ()

    def tell(self, state: Naming, message: Any, happened: Sequence[Happened], now: int) -> Told:
        """The director waits for all keys."""
        return Told(routes=tell_names(state.log, self.by, happened))

    def done(self, state: Naming) -> bool:
        """Nothing is waited for."""
        return True


def tell_names(log: str, by: ev.By, happened: Sequence[Happened]) -> list[Route]:
    """Notices for the director of what a service said of its own key."""
    news = [item for item in happened if item.line.by == by and isinstance(item.line.event, NAMED)]
    return [notice("to:director", log, item) for item in news]


def tell_seals(log: str, by: ev.By, ending: Ending, happened: Sequence[Happened]) -> list[Route]:
    """A notice for the director of the seal that completes the three: whoever writes it sees the others."""
    if not ending.complete:
        return []
    mine = [item for item in happened if item.line.by == by and isinstance(item.line.event, ev.GameSealed)]
    return [notice("to:director", log, item) for item in mine]


def settled(by: ev.By, ending: Ending) -> bool:
    """A service has sealed a game, or will not."""
    return by in ending.seals or bool(ending.lines and ending.doubt)


class KeyedShell(Shell[S, M], ABC):
    """A shell for a service that seals games. ``names``: a tournament's log is there for the key alone."""

    names = True

    def __init__(
        self,
        name: str,
        decider: Decider[S, M],
        messages: TypeAdapter[Any],
        log: EventLog,
        ring: Ring,
        **options: Any,
    ) -> None:
        super().__init__(name, decider, messages, log, **options)
        self.ring = ring
        self.namer: Any = Namer(ring)

    # --- for a service to say: it signs nothing without

    @property
    @abstractmethod
    def judges(self) -> frozenset[type[ev.Event]]:
        """The events that :meth:`doubt` has something to say of."""

    @abstractmethod
    def ending(self, state: S) -> Ending:
        """The end of play in the state of a game."""

    @abstractmethod
    def doubt(self, state: S, line: Line) -> str:
        """What is wrong with a line that was read from the store, before it is folded; the empty text for nothing.

        What the service itself has just decided is not asked about.
        """

    # --- the shell's side

    def wants(self, log: str) -> bool:
        """Games, and tournaments for the key."""
        return True

    def empty(self, log: str) -> Slot[S]:
        """A game with its ending, or a tournament."""
        if not log.startswith("g/"):
            decider = self.namer if self.names else self.decider
            return Slot(log, decider.start(log), decider, head=genesis(log))
        slot = super().empty(log)
        slot.ending = self.ending(slot.state)
        return slot

    def read(self, slot: Slot[S], stored: bytes) -> Line | None:
        """A stored line, about to be folded; of a game it is examined first: chain, writer, and what we know better."""
        ending = slot.ending
        if ending is None:
            by_name = slot.decider is self.namer and type_of(stored) not in NAMING_READS
            return None if by_name else super().read(slot, stored)
        if not follows(stored, slot.head):
            ending.doubt = ending.doubt or "a line is not chained to the line before it"
        slot.head = sha256(stored).hexdigest()
        if self.reads is not None and type_of(stored) not in self.reads:
            return None
        line = read_trusted(stored)
        kind = type(line.event)
        if line.by not in WRITERS[kind] or kind in self.judges:
            ending.doubt = ending.doubt or self._examined(slot, line)
        return line

    def _examined(self, slot: Slot[S], line: Line) -> str:
        foreign = line.by not in allowed(line)
        reason = f"{line.event.TYPE} is not {line.by}'s to write" if foreign else self.doubt(slot.state, line)
        return f"line {line.seq}: {reason}" if reason else ""

    def endorse(self, slot: Slot[S]) -> Sequence[ev.Event]:
        """The seal, unless it is there, or something is wrong with the log."""
        ending = slot.ending
        if ending is None or not ending.lines:
            return ()
        if ending.doubt:
            get_logger(service=self.name).error("not sealed", log=slot.log, reason=ending.doubt)
        seal = due(self.ring, slot.log, ending, slot.head)
        return () if seal is None else (seal,)

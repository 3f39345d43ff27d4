"""The states that a service holds in memory, as folds of logs: loaded, caught up, made anew, or left out."""

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from croupier.contracts.base import MAX_INTEGER
from croupier.contracts.canonical import digest
from croupier.contracts.commands import Notice
from croupier.contracts.lines import Line, genesis, read_trusted

from .decider import Decider, Happened
from .entries import Rejection
from .eventlog import EventLog
from .leftout import LeftOut
from .skim import seq_of, type_of
from .slots import Slot

S = TypeVar("S")
M = TypeVar("M")

NOTHING: Mapping[str, int] = {}


class States(Generic[S, M]):
    """``slots``: the state of each log at hand; ``left_out``: the logs that cannot be followed."""

    reads: frozenset[str] | None = None
    """Types of the events that the decider looks at, ``None`` for all; other lines are counted and not parsed."""

    def __init__(self, name: str, decider: Decider[S, M], log: EventLog) -> None:
        self.name = name
        self.decider = decider
        self.log = log
        self.slots: dict[str, Slot[S]] = {}
        self.left_out = LeftOut(name)
        self._rejected: dict[str, Rejection] = {}

    # --- for a service to override

    def behind(self, slot: Slot[S], message: M) -> bool:
        """Whether a state must be caught up before ``message``: by default for a notice of a line that it lacks."""
        # Not isinstance, which is slow for pydantic's classes: this is asked for every message.
        return type(message) is Notice and message.log == slot.log and message.seq > slot.seq  # type: ignore[attr-defined]

    async def stored(self, logs: Sequence[str]) -> list[list[bytes]]:
        """All lines of each log. Overridden where some of them have moved elsewhere."""
        return await self.log.read_many([(log, 0) for log in logs])

    def adopt(self, old: Slot[S], fresh: Slot[S]) -> None:
        """Carry over what is not in the log when a state is rebuilt."""

    def empty(self, log: str) -> Slot[S]:
        """A log of which nothing is known, with the decider for it."""
        return Slot(log, self.decider.start(log), self.decider, head=genesis(log))

    def read(self, slot: Slot[S], stored: bytes) -> Line | None:
        """A stored line, about to be folded; ``None`` if the decider has no use for it."""
        return None if self.reads is not None and type_of(stored) not in self.reads else read_trusted(stored)

    # --- loading

    def leave_out(self, log: str, error: Exception) -> None:
        """Hold no state for a log that cannot be followed, and reject what concerns it, until the next start."""
        rejection = self.left_out.add(log, error)
        slot = self.slots.pop(log, None)
        for _, _, entry in slot.messages if slot else ():
            self._rejected[entry] = rejection

    async def _load(self, logs: Sequence[str], news: Mapping[str, int] = NOTHING) -> None:
        """Fold whole logs. Their lines count as told, but for those from line ``news[log]`` on, if that is not 0."""
        for log, stored in zip(logs, await self.stored(logs), strict=True):
            slot = self.empty(log)
            told = (news.get(log) or MAX_INTEGER) - 1
            if log not in self.left_out and self._folds(slot, stored, told):
                slot.told = min(told, slot.seq)
                self.slots[log] = slot

    async def _catch_up(self, logs: Sequence[str]) -> None:
        """Fold what others have appended since; it is told with the next message."""
        wanted = [(log, self.slots[log].seq) for log in logs]
        for log, stored in zip(logs, await self.log.read_many(wanted), strict=True):
            slot = self.slots[log]
            try:
                self._take(slot, stored)
            except Exception:  # noqa: BLE001 - a store that lost lines has others now: the whole log tells
                await self._reload(slot)

    async def _reload(self, slot: Slot[S]) -> Slot[S] | None:
        """Begin again from the stored log, remembering what had been told; ``None`` if it cannot be followed."""
        (stored,) = await self.stored([slot.log])
        fresh = self.empty(slot.log)
        if slot.log in self.left_out or not self._folds(fresh, stored, slot.told):
            return None
        fresh.told = slot.told
        fresh.messages = slot.messages
        self.adopt(slot, fresh)
        self.slots[slot.log] = fresh
        return fresh

    def _folds(self, slot: Slot[S], stored: Sequence[bytes], told: int = 0) -> bool:
        """Take lines in, or leave the log out."""
        try:
            self._take(slot, stored, told)
        except Exception as error:  # noqa: BLE001 - whatever a foreign line does to a fold, other logs go on
            self.leave_out(slot.log, error)
            return False
        return True

    def _take(self, slot: Slot[S], stored: Sequence[bytes], told: int = 0) -> None:
        """Fold stored lines; those past number ``told`` are still to be told."""
        for raw in stored:
            line = self.read(slot, raw)
            if line is None:
                continue
            followed = slot.decider.evolve(slot.state, line)
            if line.seq > told:
                slot.untold.append(Happened(line, line.seq, followed))
        if stored:
            slot.seq = slot.base = seq_of(stored[-1])
            slot.head = digest(stored[-1])

"""A log as drafts: events with their envelopes and without their places in the chain, so that a test can forge them."""

from dataclasses import dataclass, replace
from typing import Any

from croupier.contracts.canonical import digest
from croupier.contracts.events import By, Event
from croupier.contracts.lines import genesis, write_line

START = 1_800_000_000_000_000
SECOND = 1_000_000


@dataclass(frozen=True)
class Draft:
    """A line of a log without its place: the event, its writer, its stamp."""

    event: Event
    by: By
    at: int

    def but(self, **changes: Any) -> "Draft":
        """The same with other fields in its event."""
        return replace(self, event=self.event.model_copy(update=changes))


def chained(log: str, drafts: list[Draft]) -> list[bytes]:
    """The stored lines of a log, without their newlines."""
    prev, lines = genesis(log), []
    for seq, draft in enumerate(drafts, 1):
        stored = write_line(draft.event, seq=seq, at=draft.at, by=draft.by, cause=f"test-{seq}", prev=prev)
        prev = digest(stored)
        lines.append(stored)
    return lines


class Writer:
    """Appends drafts, each a little later than the one before."""

    def __init__(self, drafts: list[Draft], at: int) -> None:
        self.drafts = drafts
        self.at = at
        self.folded = 0

    def add(self, event: Event, by: By, after: int = 1_500) -> None:
        self.at += after
        self.drafts.append(Draft(event, by, self.at))

"""What a service decides, and what it tells others of it: the side of a service that knows no store and no clock."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

from croupier.contracts.commands import Notice
from croupier.contracts.events import By, Event
from croupier.contracts.lines import Line
from croupier.contracts.streams import Feed

from .eventlog import Route, Send

S = TypeVar("S")
M_contra = TypeVar("M_contra", contravariant=True)


class Happened(NamedTuple):
    """A line that was folded, and what the fold said of it (for a game: the kernel's facts)."""

    line: Line
    seq: int
    followed: Any


@dataclass(slots=True)
class Told:
    """What goes out with a message: entries for the log's own partition, and commands to others."""

    routes: list[Route] = field(default_factory=list)
    sends: list[Send] = field(default_factory=list)


class Decider(Protocol[S, M_contra]):
    """What a service decides, as pure functions of state, message and time."""

    by: By

    def start(self, log: str) -> S:
        """The state before the first line."""

    def evolve(self, state: S, line: Line) -> Any:
        """Fold a line into the state, in place."""

    def decide(self, state: S, message: M_contra, now: int) -> Iterable[Event]:
        """The events that a message causes; none if it is a repeat or comes too late.

        Raises a ``CroupierError`` for a message that is wrong: its entry goes to the dead letters with that code.
        """

    def follow(self, state: S, now: int) -> Iterable[Event]:
        """The events that follow from the state by itself; asked again until there are none."""

    def tell(self, state: S, message: M_contra | None, happened: Sequence[Happened], now: int) -> Told:
        """Who is to learn of what happened. ``message`` is ``None`` after a cold start of the service."""

    def done(self, state: S) -> bool:
        """The state need not be held in memory any longer."""


def notice(feed: Feed, log: str, happened: Happened) -> Route:
    """A notice for ``feed`` that a line was appended."""
    body = Notice(log=log, seq=happened.seq, event=happened.line.event.TYPE).model_dump_json().encode()
    return Route(feed, body)

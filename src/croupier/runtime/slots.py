"""What the shell holds of each log in memory, and of each message of a batch."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from croupier.folds.ending import Ending

from .decider import Happened
from .eventlog import Route, Send

S = TypeVar("S")
M = TypeVar("M")


class Received(NamedTuple, Generic[M]):
    """A message of the running batch: the id of its entry, and the logs it concerns (``None``: see ``sweeping``)."""

    entry: str
    message: M
    targets: Sequence[str] | None


def parted(
    read: Sequence[Received[M]], unknown: AbstractSet[str]
) -> tuple[Sequence[Received[M]], Sequence[Received[M]]]:
    """Messages that can be decided at once, and those that wait until the ``unknown`` logs are read; each in order.

    No log has messages in both. Where a message concerns many logs, or those that it concerns show only when all
    before it are decided, everything waits.
    """
    if any(received.targets is None or len(received.targets) > 1 for received in read):
        return (), read
    late = [not unknown.isdisjoint(received.targets or ()) for received in read]
    ready = [received for received, waits in zip(read, late, strict=True) if not waits]
    return ready, [received for received, waits in zip(read, late, strict=True) if waits]


@dataclass(slots=True)
class Slot(Generic[S]):
    """A log in memory: its state, and what a running batch wants to append to it.

    ``told``: lines up to this one have been told; ``base``: the last line that is stored.
    ``messages``: those of the running batch, each with the cause that it becomes and the id of its entry.
    ``ahead``: the number of the last line, as the store had it at the last conflict. ``decider``: what the service
    does with this log. ``ending``: where the service seals the log, the end of play as its state has it.
    """

    log: str
    state: S
    decider: Any
    seq: int = 0
    head: str = ""
    told: int = 0
    base: int = 0
    ahead: int = 0
    ending: Ending | None = None
    untold: list[Happened] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)
    routes: list[Route] = field(default_factory=list)
    sends: list[Send] = field(default_factory=list)
    messages: list[tuple[Any, str, str]] = field(default_factory=list)

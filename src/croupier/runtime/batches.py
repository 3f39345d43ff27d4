"""Entries as they come from a stream, put together to batches."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from croupier.contracts.streams import Feed, feed_key

from .entries import Entry, Rejection
from .eventlog import LINE_FIELD

UNREADABLE = Rejection("bus/unreadable", f"the entry has no field {LINE_FIELD!r}")
"""What is wrong with an entry that was written by somebody else."""


@dataclass(frozen=True)
class Source:
    """A feed of a partition that a group reads."""

    feed: Feed
    partition: int

    @cached_property
    def name(self) -> str:
        """What the ids of its entries begin with."""
        return f"{self.feed}/{self.partition}/"

    @property
    def key(self) -> str:
        """The stream's key."""
        return feed_key(self.feed, self.partition)


@dataclass(slots=True)
class Batch:
    """Entries to handle together. ``faults`` are those that nobody can read. ``deliveries``: the highest of them."""

    entries: list[Entry] = field(default_factory=list)
    faults: dict[Entry, Rejection] = field(default_factory=dict)
    deliveries: int = 1


@dataclass(frozen=True, slots=True)
class Pending:
    """Entries of one source that were delivered to this consumer before and are not in memory."""

    source: Source
    ids: list[bytes]
    deliveries: int


def stream_id(entry: Entry) -> str:
    """The entry's id in its stream."""
    return entry.id.rpartition("/")[2]


def arrival(entry: Entry) -> float:
    """When the entry came into its feed, in seconds since the epoch, by the server's clock."""
    return int(stream_id(entry).partition("-")[0]) / 1000


def put(batch: Batch, source: Source, raw: Any) -> None:
    """Add an entry as the server gave it (id, fields) to a batch."""
    entry_id, fields = raw
    name = source.name + entry_id.decode()
    for position in range(0, len(fields), 2):
        if fields[position] == b"e":
            batch.entries.append(Entry(source.feed, source.partition, name, fields[position + 1]))
            return
    batch.faults[Entry(source.feed, source.partition, name, b"\n".join(fields))] = UNREADABLE


def grouped(source: Source, found: Sequence[Any], size: int) -> list[Pending]:
    """Entries delivered once go together; one delivered more often may be what crashed us, and goes alone."""
    groups: list[Pending] = []
    for entry_id, _, _, deliveries in found:
        last = groups[-1] if groups else None
        if last and last.deliveries == deliveries == 1 and len(last.ids) < size:
            last.ids.append(entry_id)
        else:
            groups.append(Pending(source, [entry_id], deliveries))
    return groups

"""What a service is to the bus: a name, the feeds that belong to it, and a handler of batches."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from croupier.contracts.streams import Feed


class Entry(NamedTuple):
    """One entry of a feed. ``body``: the bytes of its field ``e``.

    ``id`` is unique over all feeds, as ``<feed>/<partition>/<id in the stream>``: two streams may well
    give the same id in the same millisecond.
    """

    feed: Feed
    partition: int
    id: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why an entry goes to the dead letters: a code of ``contracts.errors.CODES`` and a sentence."""

    code: str
    reason: str


class Service(Protocol):
    """A process on the bus. Its ``name`` is the consumer group; its feeds are ``streams.READERS[name]``."""

    name: str

    async def start(self) -> None:
        """Called once, when groups exist and before the first batch."""

    async def handle(self, entries: Sequence[Entry]) -> Mapping[str, Rejection]:
        """Do what a batch asks. Answers the ids to dead-letter; all other entries are acknowledged.

        Entries of one partition arrive in the order of their feed, never two batches of a partition at
        once. After ``Unavailable`` nothing is acknowledged and the batch comes again; after any other
        error its entries come again one by one, and the one that keeps failing goes to the dead letters.
        """

    async def stop(self) -> None:
        """Called once, after the last batch."""


@runtime_checkable
class Streaming(Service, Protocol):
    """A service that can decide the next entries while the last are being stored.

    ``slice``: most entries that are begun together. A batch of more than half as many is begun, in slices as even as
    can be; a shorter one is handled.
    """

    slice: int

    async def begin(self, entries: Sequence[Entry]) -> asyncio.Task[Mapping[str, Rejection]]:
        """Decide; what is answered ends when all is stored, as :meth:`handle` does.

        After an error no more is begun until all that was begun has ended, and what failed is handled again in order.
        """

"""The event log: append-only logs of lines, and the feeds that tell services what has grown.

This page holds what callers may rely on. ``redislog`` keeps it on a Redis server, ``memory`` in the
process (for tests and for tools without a server); the same contract tests run on both.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from croupier.contracts.streams import Feed

LINE_FIELD = "e"
"""The one field of every entry: it holds a line of a log, or the body of a feed's entry."""

TOMBSTONES = 3_000
"""How many logs that moved to the archive are remembered per partition, so that a late append cannot revive them."""


class Route(NamedTuple):
    """An entry for a feed in the log's own partition, written together with the lines or not at all."""

    feed: Feed
    body: bytes


class Append(NamedTuple):
    """Write ``lines`` as ``after + 1`` … to ``log`` if its last line is ``after`` (0: the log is new)."""

    log: str
    after: int
    lines: Sequence[bytes]
    routes: Sequence[Route] = ()


class Send(NamedTuple):
    """An entry for a feed of any partition, outside of an append. Receivers recognise repeats."""

    partition: int
    feed: Feed
    body: bytes


class Appended(NamedTuple):
    """The lines stand in the log; ``seq`` is the number of the last of them. A repeat gets the same answer."""

    seq: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was written: the last line of the log is ``seq``, not the one expected."""

    seq: int


@dataclass(frozen=True, slots=True)
class Gone:
    """Nothing was written: the log has moved to the archive."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """Nothing was written: under the key of the log stands what no append of ours wrote."""


Outcome = Appended | Conflict | Gone | Foreign


class EventLog(Protocol):
    """Logs and feeds. Every method raises ``Unavailable`` (``store/…``) if the store does not answer."""

    @property
    def partitions(self) -> int:
        """Number of partitions of the store, fixed when it was first used."""

    async def commit(self, batch: Sequence[Append]) -> list[Outcome]:
        """Perform appends in order, in one round trip; each is written wholly or not at all.

        A byte-for-byte repeat of an append that succeeded answers ``Appended`` and writes nothing, neither
        to the log nor to feeds: after ``Unavailable`` the whole batch may be committed again.
        Raises ``ValueError`` for an append without lines.
        """

    async def send(self, sends: Sequence[Send]) -> None:
        """Write entries to feeds, in order, in one round trip."""

    async def read(self, log: str, after: int = 0) -> list[bytes]:
        """The lines of ``log`` past number ``after``; empty for a log that is not there.

        What is no line reads as an empty one, which whoever parses it finds unreadable.
        """

    async def read_many(self, wanted: Sequence[tuple[str, int]]) -> list[list[bytes]]:
        """As :meth:`read` for each pair of log and number, in one round trip."""

    async def last(self, log: str, count: int = 1) -> list[bytes]:
        """The newest ``count`` lines, oldest of them first."""

    async def live(self, partition: int) -> list[str]:
        """The logs of the partition that were begun and not yet dropped, sorted."""

    def tail(self, log: str, after: int = 0) -> AsyncIterator[bytes]:
        """The lines past ``after``, then each new one as it is written, without end. A restart is waited out."""

    async def drop(self, log: str) -> None:
        """Remove a log that stands in the archive; later appends to it answer ``Gone``. May be repeated."""

    async def mark(self, feed: Feed, number: int) -> str:
        """The place behind the newest entry of a feed of partition ``number``, for :meth:`passed`."""

    async def passed(self, feed: Feed, number: int, mark: str) -> bool:
        """Whether all entries of a feed up to ``mark`` have been acknowledged."""

    async def forget(self, log: str, seqs: Sequence[int]) -> None:
        """Remove lines that stand in the archive. The newest line of a log always stays."""

"""Slices of a long batch that were begun and may still be on their way to the store."""

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil

from .entries import Entry, Rejection, Streaming


class Begun:
    """A slice: its ``entries``, and when it was ``stored``, in seconds since the epoch (0 while it is not)."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.stored = 0.0
        self._task: asyncio.Task[Mapping[str, Rejection]] | None = None

    async def begin(self, service: Streaming) -> None:
        """Have it decided. What goes wrong is kept: see :attr:`failed`."""
        try:
            self._task = await service.begin(self.entries)
        except Exception:  # noqa: BLE001 - it is handled again as any batch, and what it raises then is dealt with
            return
        self._task.add_done_callback(self._end)

    async def ended(self) -> bool:
        """Wait until nothing of it is on its way any more; whether all went well."""
        if self._task is not None:
            await asyncio.wait([self._task])
        return not self.failed

    @property
    def failed(self) -> bool:
        """Whether it was not begun, or could not be decided or stored: it is to be handled again."""
        task = self._task
        return task is None or (task.done() and (task.cancelled() or task.exception() is not None))

    @property
    def rejections(self) -> Mapping[str, Rejection]:
        """What came of it, once it has ended well."""
        assert self._task is not None
        return self._task.result()

    def _end(self, task: asyncio.Task[Mapping[str, Rejection]]) -> None:
        self.stored = time.time()


def slices(entries: Sequence[Entry], size: int) -> Iterator[Begun]:
    """Entries in as few slices of at most ``size`` as there can be, none longer than another by more than one entry.

    None of them is begun.
    """
    count = ceil(len(entries) / size)
    bounds = [number * len(entries) // count for number in range(count + 1)] if count else []
    for start, end in pairwise(bounds):
        yield Begun(entries[start:end])


async def all_ended(begun: Iterable[Begun]) -> bool:
    """Wait for all of them; whether all went well."""
    return all([await part.ended() for part in begun])

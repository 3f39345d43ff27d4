"""Long batches on a real server: decided slice by slice while the slices before are stored, none of them lost."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bus_helpers import BAD, Recorder, on_the_bus, pending, quiet, send
from croupier.contracts.errors import Unavailable
from croupier.runtime import deadletters
from croupier.runtime.begun import slices
from croupier.runtime.bus import Entry, Rejection
from croupier.runtime.store import Store
from redis_server import eventually

MANY = [str(number).encode() for number in range(2_000)]


class Stream(Recorder):
    """Stores what it has decided when the event loop comes to it; ``failing`` may raise while it does."""

    slice = 10

    def __init__(self) -> None:
        super().__init__()
        self.busy = self.most = 0
        self.failing: dict[bytes, list[Exception]] = {}

    async def begin(self, entries: Sequence[Entry]) -> "asyncio.Task[Mapping[str, Rejection]]":
        self.busy += 1
        self.most = max(self.most, self.busy)
        return asyncio.create_task(self._store(entries))

    async def _store(self, entries: Sequence[Entry]) -> Mapping[str, Rejection]:
        try:
            await asyncio.sleep(0.001)
            return await self.handle(entries)
        finally:
            self.busy -= 1

    async def handle(self, entries: Sequence[Entry]) -> Mapping[str, Rejection]:
        for entry in entries:
            for error in self.failing.get(entry.body, [])[:1]:
                self.failing[entry.body].remove(error)
                raise error
        return await super().handle(entries)


@given(st.integers(0, 600), st.integers(1, 64))
def test_slices_are_few_and_even(count: int, size: int) -> None:
    """No slice of one entry after full ones: what it costs to begin a slice is paid for as many as can be."""
    entries = [Entry("cmd", 0, f"cmd/0/{number}-0", b"") for number in range(count)]
    cut = [part.entries for part in slices(entries, size)]

    assert [entry for part in cut for entry in part] == entries
    assert len(cut) == -(-count // size)
    assert max(map(len, cut), default=0) - min(map(len, cut), default=0) <= 1


async def test_slices_are_begun_while_others_are_stored(store: Store) -> None:
    """Given many entries, then several slices are on their way at a time, and all come once and in order."""
    await send(store, *MANY)
    service = Stream()
    async with on_the_bus(service, store, batch=200):
        await eventually(lambda: quiet(store))
    assert service.handled == MANY
    assert service.most > 1
    assert max(map(len, service.batches)) == 10


async def test_entries_that_were_rejected_in_a_slice_are_buried(store: Store) -> None:
    """Given a bad entry among many, then it alone goes to the dead letters."""
    await send(store, *MANY[:50], BAD, *MANY[50:])
    service = Stream()
    async with on_the_bus(service, store, batch=200):
        await eventually(lambda: quiet(store))
    (letter,) = await deadletters.letters(store.client, 1)
    assert service.handled == MANY
    assert (letter.body, letter.code) == (BAD, "bus/unreadable")
    await deadletters.discard(store.client, [letter])


async def test_slices_that_could_not_be_stored_come_again(store: Store) -> None:
    """Given a store that is away for some slices, then these come again, and none is lost or acknowledged before."""
    away = Unavailable("store/unreachable", "gone")
    await send(store, *MANY)
    service = Stream()
    service.failing = {b"15": [away] * 3, b"42": [away], b"777": [away, away]}
    async with on_the_bus(service, store, batch=200):
        await eventually(lambda: quiet(store))
    assert sorted(service.handled, key=int) == MANY
    assert await deadletters.count(store.client, 1) == 0


@pytest.mark.parametrize("attempts", [1, 3])
async def test_the_entry_that_fails_is_found_in_its_slice(store: Store, attempts: int) -> None:
    """Given one entry that always fails, then it alone is buried."""
    await send(store, *MANY)
    service = Stream()
    service.failing = {b"66": [ValueError("sixty-six") for _ in range(50)]}
    async with on_the_bus(service, store, batch=200, attempts=attempts):
        await eventually(lambda: quiet(store))
    (letter,) = await deadletters.letters(store.client, 1)
    assert sorted(service.handled, key=int) == [body for body in MANY if body != b"66"]
    assert (letter.body, letter.code) == (b"66", "bus/failed")
    await deadletters.discard(store.client, [letter])


@pytest.mark.untidy
async def test_what_was_begun_ends_before_the_service_does(store: Store) -> None:
    """Given a service that is told to stop in a long batch, then what it began is acknowledged and the rest is kept."""
    await send(store, *MANY)
    service = Stream()

    async def has_begun() -> bool:
        return bool(service.handled)

    async with on_the_bus(service, store, batch=500):
        await eventually(has_begun)
    assert service.busy == 0
    assert service.handled == MANY[: len(service.handled)]
    assert await store.client.xlen("croupier:{00}:cmd") == len(MANY) - len(service.handled)
    assert await pending(store) <= len(MANY) - len(service.handled)

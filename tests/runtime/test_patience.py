"""Waiting after a failure."""

import asyncio

import pytest

from croupier.contracts.errors import Unavailable
from croupier.runtime.worker import Patience


@pytest.mark.parametrize("steps", range(4))
async def test_a_cancellation_is_not_lost_where_a_wait_ends_at_that_moment(steps: int) -> None:
    """Given a task that waits, is told to go on and is cancelled some steps of the loop later, then it ends."""
    stopping = asyncio.Event()

    async def work() -> None:
        await Patience("test").lose(Unavailable("store/unreachable", "gone"), stopping)
        await asyncio.Event().wait()

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    stopping.set()
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task], timeout=5)
    assert task.cancelled()

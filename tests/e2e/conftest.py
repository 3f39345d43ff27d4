"""One installation for all end-to-end tests; each test opens a tournament of its own."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from .installation import Installation, up


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def installation(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Installation]:
    """``croupier up``, for as long as the tests run."""
    async with up(tmp_path_factory.mktemp("up")) as running:
        yield running

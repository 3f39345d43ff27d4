"""A service can be told to end at any time, even while it waits for a store that is not there."""

import asyncio
import os
import signal
import sys

import pytest


@pytest.mark.timeout(60)
async def test_a_service_that_waits_for_its_store_ends_when_told() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CROUPIER_")}
    environment |= {"CROUPIER_REDIS_URL": "unix:///nowhere/redis.sock", "CROUPIER_REDIS_WAIT": "600"}
    environment |= {"CROUPIER_SIGNING_KEY": "ab" * 32}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "croupier.cli.main", "serve", "referee", env=environment, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    async with asyncio.timeout(30):
        while b"waiting" not in (line := await process.stderr.readline()):
            assert line, "the service has ended"
    process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(20):
        await process.wait()
    assert process.returncode == 0

"""Whatever is killed, every entry has its effect once and in order."""

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import pytest

from bus_helpers import quiet, send
from counting_service import LOG
from croupier.runtime import deadletters
from croupier.runtime.store import Store, open_store
from redis_server import RealServer, eventually

SERVICE = Path(__file__).parents[1] / "counting_service.py"


def start(url: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, SERVICE, url], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


@pytest.mark.timeout(180)
async def test_killing_the_service_and_the_server_changes_nothing(own_server: RealServer) -> None:
    """Given a service and a redis-server that are killed at random at work, then the log is as if nobody had been."""
    chance = random.Random(7)
    store = await open_store(own_server.url)
    process = start(own_server.url)
    sent = 0
    try:
        for life in range(6):
            await send(store, *[str(sent + number).encode() for number in range(1, 501)])
            counted = sent + chance.randrange(1, 400)
            sent += 500
            await eventually(lambda counted=counted: grown(store, counted), within=30)
            if life % 2:
                own_server.kill()
                await own_server.up()
            else:
                process.kill()
                process.wait()
                process = start(own_server.url)
        await eventually(lambda: quiet(store), within=60)
    finally:
        process.kill()
        process.wait()
    assert await store.log.read(LOG) == [str(number).encode() for number in range(1, sent + 1)]
    assert await deadletters.count(store.client, 1) == 0
    await store.close()


async def test_a_service_that_is_told_to_end_acknowledges_what_it_has_done(store: Store) -> None:
    """Given a service at work, when it gets SIGTERM, then it ends with code 0, and the next one does the rest."""
    process = start(store.url)
    try:
        await send(store, *[str(number).encode() for number in range(1, 2_001)])
        await eventually(lambda: grown(store, 100), within=30)
        process.terminate()
        assert await asyncio.to_thread(process.wait, 20) == 0
        done = len(await store.log.read(LOG))
        assert done + await store.client.xlen("croupier:{00}:cmd") == 2_000
        process = start(store.url)
        await eventually(lambda: quiet(store), within=30)
    finally:
        process.kill()
        process.wait()
    assert await store.log.read(LOG) == [str(number).encode() for number in range(1, 2_001)]


async def grown(store: Store, least: int) -> bool:
    """Whether the service has counted to ``least`` or further."""
    lines = await store.log.last(LOG)
    return bool(lines) and int(lines[-1]) >= least

"""The gateway as a process of its own, started and stopped as an operator does."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

import httpx
from websockets.asyncio.client import connect

from croupier.contracts import events as ev
from croupier.runtime.eventlog import Append
from croupier.runtime.store import Store
from gateway_kit import CUP, chain, hear, spec, token


async def test_a_process_that_is_told_to_stop_says_goodbye_and_ends_with_success(
    store: Store, redis_url: str, tmp_path: Path, unused_tcp_port: int
) -> None:
    """``croupier serve gateway``, its log, SIGTERM, code 0 within three seconds."""
    await store.log.commit([Append(f"t/{CUP}", 0, chain(f"t/{CUP}", [ev.TournamentOpened(spec=spec())]))])
    environ = {name: value for name, value in os.environ.items() if not name.startswith("CROUPIER_")}
    ours = {"REDIS_URL": redis_url, "GATEWAY_PORT": str(unused_tcp_port), "ARCHIVE": str(tmp_path)}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "croupier.cli.main", "serve", "gateway"),
        env=environ | {f"CROUPIER_{name}": value for name, value in ours.items()},
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        await ready(unused_tcp_port)
        url = f"ws://127.0.0.1:{unused_tcp_port}/v1/play"
        async with connect(url, proxy=None, additional_headers={"Authorization": f"Bearer {token('ann')}"}) as socket:
            await socket.send(json.dumps({"type": "hello", "versions": [1]}))
            await hear(socket, "welcome")
            process.send_signal(signal.SIGTERM)
            assert (await hear(socket, "bye"))["code"] == "server/going-down"
        _, log = await asyncio.wait_for(process.communicate(), 3)
        assert process.returncode == 0
        assert b"Traceback" not in log
        assert token("ann").encode() not in log
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def ready(port: int) -> None:
    """Wait until ``/readyz`` says so."""
    async with asyncio.timeout(20), httpx.AsyncClient(trust_env=False) as web:
        while True:
            try:
                if (await web.get(f"http://127.0.0.1:{port}/readyz")).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.05)

"""Probes and metrics of a service process."""

import asyncio
import json
from pathlib import Path

import pytest

from bus_helpers import BAD, Recorder, on_the_bus, quiet, send
from croupier.contracts.errors import BadConfig
from croupier.contracts.streams import dead_key
from croupier.runtime.eventlog import Append
from croupier.runtime.health import Health, serve_health
from croupier.runtime.metrics import REGISTRY, exposition
from croupier.runtime.store import Store, open_store
from redis_server import RealServer, eventually


async def get(socket: Path, path: str, method: str = "GET") -> tuple[int, str]:
    """Status and body of a request to a health endpoint."""
    reader, writer = await asyncio.open_unix_connection(str(socket))
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split()[1]), body


async def test_a_service_at_work_is_alive_and_ready(store: Store, tmp_path: Path) -> None:
    """Given a running service, then both probes say yes, and other addresses and methods say no."""
    socket = tmp_path / "h.sock"
    async with on_the_bus(Recorder(), store, health=str(socket)):
        await eventually(lambda: ready(socket))
        assert await get(socket, "/healthz") == (200, '{"loop": true}')
        assert json.loads((await get(socket, "/readyz"))[1]) == dict.fromkeys(
            ("started", "loop", "store", "groups"), True
        )
        assert (await get(socket, "/other"))[0] == 404
        assert (await get(socket, "/healthz", "POST"))[0] == 405
    assert not socket.exists()


async def test_without_a_store_a_service_is_alive_and_not_ready(own_server: RealServer, tmp_path: Path) -> None:
    """Given a service whose store is away, then it need not be restarted, and gets no work until the store is back."""
    socket = tmp_path / "h.sock"
    store = await open_store(own_server.url)
    async with on_the_bus(Recorder(), store, health=str(socket)):
        await eventually(lambda: ready(socket))
        own_server.kill()
        status, body = await get(socket, "/readyz")
        assert (status, json.loads(body)["store"]) == (503, False)
        assert (await get(socket, "/healthz"))[0] == 200
        await own_server.up()
        await eventually(lambda: ready(socket))
    await store.close()


async def test_a_loop_that_stands_still_is_not_alive(store: Store) -> None:
    """Given a loop that has not turned for longer than the limit, then the probe says to restart the process."""
    health = Health(store, "referee", [], lambda: 0.0)
    assert health.alive() == {"loop": False}
    assert Health(store, "referee", [], lambda: None).alive() == {"loop": True}


async def test_metrics_count_what_was_done(store: Store, tmp_path: Path) -> None:
    """Given entries handled, one dead letter and a line appended, then the metrics of the service say so."""
    socket = tmp_path / "h.sock"
    appends = [Append("g/m", 0, [b"line"]), Append("g/m", 7, [b"x"])]
    service = Recorder(lambda entries: store.log.commit(appends), "scoring")
    before = samples(exposition().decode())  # of other tests in this process
    async with on_the_bus(service, store, health=str(socket)):
        await send(store, b"1", BAD, b"2", feed="to:scoring")
        await eventually(lambda: quiet(store, "to:scoring", "scoring"))
        after = samples((await get(socket, "/metrics"))[1])
    values = {name: value - before.get(name, 0) for name, value in after.items()}
    assert values['croupier_entries_total{outcome="handled",service="scoring"}'] == 2
    assert values['croupier_entries_total{outcome="dead-lettered",service="scoring"}'] == 1
    assert values['croupier_lines_total{service="scoring"}'] == 1
    assert values['croupier_appends_total{outcome="conflict",service="scoring"}'] == 1
    assert values['croupier_batch_entries_sum{service="scoring"}'] == 3
    await store.client.delete(dead_key(0))


def samples(text: str) -> dict[str, float]:
    """The values of an exposition by name and labels."""
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_every_metric_is_in_the_documents() -> None:
    """Given the metrics of a service, then docs/operations.md explains each."""
    text = (Path(__file__).parents[2] / "docs/operations.md").read_text()
    names = {f"{m.name}_total" if m.type == "counter" else m.name for m in REGISTRY.collect()}
    assert len(names) > 8
    assert not [name for name in names if f"`{name}`" not in text]


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:99999", "/nowhere/at/all.sock"])
async def test_an_address_that_cannot_be_used_is_refused(store: Store, address: str) -> None:
    """Given an address for probes that is none, then the service says so at its start."""
    with pytest.raises(BadConfig) as caught:
        async with serve_health(address, Health(store, "referee", [], lambda: None)):
            pass
    assert caught.value.place == "CROUPIER_HEALTH"


async def test_a_client_that_says_nothing_or_nonsense_harms_nobody(store: Store, tmp_path: Path) -> None:
    """Given a client that sends too much without an end, then it is cut off and others are answered."""
    socket = tmp_path / "h.sock"
    async with serve_health(str(socket), Health(store, "referee", [], lambda: None)):
        reader, writer = await asyncio.open_unix_connection(str(socket))
        writer.write(b"x" * 100_000)
        assert await reader.read() == b""
        writer.close()
        assert (await get(socket, "/healthz"))[0] == 200


async def ready(socket: Path) -> bool:
    try:
        return (await get(socket, "/readyz"))[0] == 200
    except OSError:
        return False

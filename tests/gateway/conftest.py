"""These tests run on the event loop that the gateway runs on in operation."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping

import httpx
import pytest
import uvloop

from gateway_kit import House


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """uvloop alone."""
    return {"uvloop": uvloop.new_event_loop}


@pytest.fixture
async def web(h: House) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the gateway ``h``, which a module of tests sets up."""
    async with httpx.AsyncClient(base_url=h.http, trust_env=False, timeout=20) as client:
        yield client

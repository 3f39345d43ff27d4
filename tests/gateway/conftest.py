"""These tests run on the event loop that the gateway runs on in operation."""

import asyncio
from collections.abc import Callable, Mapping

import uvloop


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """uvloop alone."""
    return {"uvloop": uvloop.new_event_loop}

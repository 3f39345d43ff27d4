"""The health check of a container says what the service says."""

import importlib.util
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType

import pytest


@pytest.fixture
def health() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("health", Path(__file__).parents[2] / "deploy/health.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Ready(BaseHTTPRequestHandler):
    """A service that is ready or not."""

    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/readyz" else 404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        """Be silent."""


@pytest.fixture
def port() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), Ready)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(("status", "exit_code"), [(200, 0), (503, 1), (404, 1)])
def test_it_passes_on_what_the_service_says(
    health: ModuleType, port: int, status: int, exit_code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ready is 0, and a service that answers "not yet" is as unhealthy as one that is broken."""
    monkeypatch.setattr(Ready, "status", status)
    assert health.main({"CROUPIER_HEALTH": f"0.0.0.0:{port}"}) == exit_code
    assert health.main({"CROUPIER_HEALTH": "", "CROUPIER_GATEWAY_PORT": str(port)}) == exit_code


def test_a_service_that_does_not_answer_is_unhealthy(health: ModuleType) -> None:
    """Port 1 has no service."""
    assert health.main({"CROUPIER_HEALTH": "1"}) == 1

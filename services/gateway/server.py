"""The uvicorn server around a gateway."""

import contextlib
import socket
from collections.abc import Iterator
from dataclasses import dataclass

import uvicorn

from croupier.contracts.errors import Unavailable

from .api import build
from .gateway import Gateway
from .plainhttp import http_class
from .sockets import socket_class

GRACE = 3
"""Seconds for connections to end when the server goes down."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen. Port 0 is any free one. With a certificate and its key the server speaks TLS."""

    host: str = "127.0.0.1"
    port: int = 0
    certificate: str | None = None
    key: str | None = None


class Server(uvicorn.Server):
    """A server that leaves signals to whoever runs it."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket) -> None:
        super().__init__(config)
        self.socket = listening

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.socket.getsockname()[1])


def make_server(gateway: Gateway, address: Address) -> Server:
    """A server for ``gateway`` that holds its address and is not started yet.

    Raises ``server/address`` where it cannot listen.
    HTTP is parsed by h11, which bounds the head of a request; forwarding headers are not believed.
    """
    config = uvicorn.Config(
        build(gateway),
        host=address.host,
        port=address.port,
        ssl_certfile=address.certificate,
        ssl_keyfile=address.key,
        http=http_class(gateway.limits.sockets * 2 + 100, gateway.limits.per_address),
        ws=socket_class(gateway.pulse),
        ws_max_size=gateway.limits.frame,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=GRACE,
    )
    return Server(config, _listen(address))


def _listen(address: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    # Only for sockets that name the protocol asyncio turns Nagle's delay off, and small messages are all we send.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.bind((address.host, address.port))
        return listening
    except OSError as error:
        listening.close()
        place = f"{address.host}:{address.port}"
        raise Unavailable("server/address", error.strerror or str(error), place=place) from None

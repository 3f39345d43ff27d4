"""The store and the five services of one installation on this machine, as children of a supervisor."""

import asyncio
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from croupier.cli.authority import ORGANISER, URL
from croupier.cli.plan import clean_env
from croupier.cli.surroundings import obeyed
from croupier.contracts.errors import BadConfig, Unavailable
from croupier.runtime.acl import GATEWAY_READS, HOOKS, HOOKS_READS
from croupier.runtime.flushing import keep_flushing
from croupier.runtime.server import ALLOCATOR, Server, lay_out, ready, stop_leftover
from croupier.runtime.store import Store, open_store
from croupier.runtime.supervisor import Child, Supervisor, tail

T = TypeVar("T")

SERVICES = ("dealer", "referee", "scoring", "director", "gateway")
"""The services of every installation."""
KEY_HOLDERS = ("dealer", "referee", "scoring", "director")
STORE = "store"
FAILURES = 8
"""Ends by its own doing, in a row, after which a service is taken not to work at all."""
PATIENCE = 60.0
"""Seconds for a part to come up, on a machine that is busy."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where an installation lives.

    ``archive``: the folder of the bundles; ``secret``: the dealer's, as hex; ``hooks``: the file of the webhooks, where
    some are to be sent.
    """

    work: Path
    archive: Path
    secret: str
    host: str
    port: int
    hooks: Path | None = None

    @property
    def services(self) -> tuple[str, ...]:
        """The services that run here."""
        return SERVICES if self.hooks is None else (*SERVICES, HOOKS)

    @property
    def logs(self) -> Path:
        """The folder of the logs."""
        return self.work / "logs"

    @property
    def organiser(self) -> Path:
        """The file with the token that organises every tournament; the gateway makes it."""
        return self.work / ORGANISER

    @property
    def address(self) -> Path:
        """The file that says where the gateway is."""
        return self.work / URL

    @property
    def local(self) -> str:
        """The host as this machine reaches it, also where the gateway listens on all addresses."""
        return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 - compared, not bound

    @property
    def url(self) -> str:
        """Where clients on this machine connect."""
        return _address(self.local, self.port)

    @property
    def public_url(self) -> str:
        """Where clients from elsewhere connect, as far as we can know."""
        return _address(self.host if self.local == self.host else socket.gethostname(), self.port)


async def start_store(children: Supervisor, site: Site, complain: Callable[[str], None]) -> tuple[Server, Store]:
    """Start the store and wait until it answers; ``complain`` is told when its disk refuses to take what it writes.

    Raises ``Unavailable`` (``store/…``).
    """
    server = await asyncio.to_thread(lay_out, site.work / "store")
    await stop_leftover(server)
    children.beside(keep_flushing(server.folder, complain))
    children.start(Child(STORE, server.argv, clean_env() | ALLOCATOR, site.logs / "store.log"))
    await ready(server, wait=PATIENCE)
    url = server.url("admin")
    return server, await patiently(lambda: open_store(url, partitions=1, wait=PATIENCE))


async def patiently(work: Callable[[], Awaitable[T]]) -> T:
    """The result of ``work``, tried again while the store does not answer: it may have been killed a moment ago."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return await work()
        except Unavailable:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.1)


def start_services(children: Supervisor, site: Site, server: Server) -> None:
    """Start all services at once; each finds its settings in its environment."""
    for name in site.services:
        argv = (sys.executable, "-m", "croupier.cli.main", "serve", name)
        children.start(Child(name, argv, service_env(name, site, server), site.logs / f"{name}.log"))


async def gateway_ready(children: Supervisor, site: Site) -> None:
    """Wait until the gateway says that it is ready, and write down where it is, for those who ask it for something.

    Raises ``Unavailable`` ``run/not-ready``.
    """
    deadline = time.monotonic() + PATIENCE
    while not await _is_ready(site):
        check_services(children)
        if time.monotonic() > deadline:
            log = site.logs / "gateway.log"
            raise Unavailable(
                "run/not-ready", f"the gateway does not answer at {site.url}: {_end(log)}", place=str(log)
            )
        await asyncio.sleep(0.05)
    site.address.write_text(f"{site.url}\n")


def check_services(children: Supervisor) -> None:
    """Raise ``Unavailable`` ``run/not-ready`` with the end of its log for a service that cannot run at all."""
    for name in (STORE, *SERVICES):
        status = children.children.get(name)
        if status is not None and status.failures >= FAILURES:
            log = status.child.log
            reason = f"{name} ended {status.failures} times with exit code {status.code}: {_end(log)}"
            raise Unavailable("run/not-ready", reason, place=str(log))


def _end(log: Path) -> str:
    return "; ".join(tail(log, 3)) or "its log is empty"


def _address(host: str, port: int) -> str:
    return f"ws://[{host}]:{port}" if ":" in host else f"ws://{host}:{port}"


def free_port(host: str, wanted: int, memory: Path) -> int:
    """The port to listen on: the one ``wanted``, else the one used before, else a free one; kept in ``memory``.

    Raises ``BadConfig`` ``config/value`` if the wanted port cannot be had, or no port of ``host``.
    """
    if wanted and not _is_free(host, wanted):
        raise BadConfig("config/value", f"port {wanted} of {host} cannot be had", place="--port")
    before = int(memory.read_text()) if memory.exists() else 0
    port = wanted or (before if before and _is_free(host, before) else _any_port(host))
    memory.write_text(str(port))
    return port


def _any_port(host: str) -> int:
    with socket.socket(_family(host)) as probe:
        try:
            probe.bind((host, 0))
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or "no address is written so"
            raise BadConfig("config/value", f"cannot listen on {host}: {reason}", place="--host") from None
        return int(probe.getsockname()[1])


def _is_free(host: str, port: int) -> bool:
    with socket.socket(_family(host)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, UnicodeError):
            return False
        return True


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


async def _is_ready(site: Site) -> bool:
    try:
        async with asyncio.timeout(2):
            reader, writer = await asyncio.open_connection(site.local, site.port)
            writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answer = await reader.readline()
    except OSError:
        return False
    writer.close()
    return b" 200 " in answer


def service_env(name: str, site: Site, server: Server) -> Mapping[str, str]:
    """The settings of a service: each is its own user of the store, the dealer alone knows the secret,

    and who signs has a key of its own. What our own environment says of the rest reaches all of them.
    """
    ours = {"REDIS_URL": server.url(name), "ARCHIVE": str(site.archive.resolve())}
    if name in KEY_HOLDERS:
        ours["SIGNING_KEY_FILE"] = str((site.work / "keys" / name).resolve())
    if name == "dealer":
        ours["DEALER_SECRET"] = site.secret
    if name == "gateway":
        ours["REDIS_READ_URL"] = server.url(GATEWAY_READS)
        ours["ORGANISER_TOKEN_FILE"] = str(site.organiser.resolve())
        ours |= {"GATEWAY_HOST": site.host, "GATEWAY_PORT": str(site.port), "GATEWAY_NAME": "gateway"}
    if name == HOOKS:
        ours |= {"REDIS_READ_URL": server.url(HOOKS_READS), "HOOKS_FILE": str(site.hooks)}
    return {**clean_env(), **obeyed(), **{f"CROUPIER_{key}": value for key, value in ours.items()}}

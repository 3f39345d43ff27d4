"""Bootstrap of ``croupier serve gateway``."""

import asyncio

from prometheus_client import CollectorRegistry

from croupier.runtime.logs import get_logger
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store
from croupier.runtime.table import TableReader
from croupier.services.gateway.archive import Archive
from croupier.services.gateway.gateway import Gateway
from croupier.services.gateway.limits import Limits
from croupier.services.gateway.metrics import Meter
from croupier.services.gateway.running import running
from croupier.services.gateway.server import Address


async def main(settings: Settings, stop: asyncio.Event) -> None:
    """Run a gateway until ``stop`` is set.

    Raises ``Unavailable``: ``server/address`` where it cannot listen, ``store/…`` where there is no store.
    """
    log = get_logger(service="gateway")
    async with Store.connect(settings) as store:
        reader = TableReader(store)
        await reader.find_end()
        meter = Meter(CollectorRegistry())
        gateway = Gateway(store.log, Archive(settings.archive), limits(settings), meter, settings.gateway_name)
        async with running(gateway, address(settings), reader.follow()) as server:
            log.info("the gateway listens", host=settings.gateway_host, port=server.port)
            await stop.wait()
            log.info("the gateway goes down", connections=len(gateway.connections))


def limits(settings: Settings) -> Limits:
    """What connections may do, as the settings say."""
    return Limits(
        message=settings.gateway_message,
        frame=settings.gateway_message * 4,
        rate=settings.gateway_rate,
        burst=settings.gateway_burst,
        idle=settings.gateway_idle,
        ping=settings.gateway_ping,
        hello=settings.gateway_hello,
        queue=settings.gateway_queue,
        sockets=settings.gateway_sockets,
        per_address=settings.gateway_sockets_per_address,
    )


def address(settings: Settings) -> Address:
    """Where to listen, as the settings say."""
    certificate, key = settings.gateway_certificate, settings.gateway_key
    return Address(
        settings.gateway_host,
        settings.gateway_port,
        None if certificate is None else str(certificate),
        None if key is None else str(key),
    )

"""Bootstrap of ``croupier serve gateway``."""

import asyncio
import secrets
import ssl

from prometheus_client import CollectorRegistry

from croupier.contracts.errors import BadConfig
from croupier.runtime.logs import get_logger
from croupier.runtime.private import kept
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store
from croupier.runtime.table import TableReader
from croupier.services.gateway.archive import Archive
from croupier.services.gateway.gateway import Gateway
from croupier.services.gateway.halves import halves
from croupier.services.gateway.limits import Limits
from croupier.services.gateway.metrics import Meter
from croupier.services.gateway.running import running
from croupier.services.gateway.server import Address
from croupier.services.gateway.tokens import token_hash


async def main(settings: Settings, stop: asyncio.Event) -> None:
    """Run a gateway until ``stop`` is set.

    Raises ``BadConfig`` for a certificate that cannot be used, ``Unavailable``: ``server/address`` where it cannot
    listen, ``store/…`` where there is no store.
    """
    log = get_logger(service="gateway")
    place = address(settings)
    organiser = organisers_hash(settings)
    async with Store.connect(settings, settings.redis_read_url) as store, halves(settings, store) as both:
        reader = TableReader(store)
        await reader.find_end()
        meter = Meter(CollectorRegistry())
        gateway = Gateway(
            both, Archive(settings.archive), limits(settings), meter, settings.gateway_name,
            organiser=organiser, private=settings.gateway_private,
        )  # fmt: skip
        gateway.astray = lambda: reader.astray
        async with running(gateway, place, reader.follow()) as server:
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


def organisers_hash(settings: Settings) -> str | None:
    """The hash of the token that opens all tournaments, if there is to be one; the token is drawn if it is not there.

    Raises ``BadConfig`` as :func:`croupier.runtime.private.kept`, and ``config/value`` for an empty file.
    """
    if settings.organiser_token_file is None:
        return None
    token = kept(settings.organiser_token_file, lambda: secrets.token_urlsafe(32) + "\n").strip()
    if not token:
        raise BadConfig("config/value", "the file holds no token", place=str(settings.organiser_token_file))
    return token_hash(token)


def address(settings: Settings) -> Address:
    """Where to listen, as the settings say.

    Raises ``BadConfig`` (``config/value``) for a certificate or a key that is missing, cannot be read or does not
    fit the other: the gateway would speak plain HTTP, or nothing at all.
    """
    certificate, key = settings.gateway_certificate, settings.gateway_key
    if certificate is None and key is None:
        return Address(settings.gateway_host, settings.gateway_port)
    if certificate is None:
        raise _no_tls("there is a key and no certificate")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=_no_password)
    except (OSError, ValueError) as error:  # an SSLError is an OSError
        raise _no_tls(f"certificate and key cannot be used: {error}") from None
    return Address(settings.gateway_host, settings.gateway_port, str(certificate), None if key is None else str(key))


def _no_password() -> str:
    raise ValueError("the key is locked by a password")


def _no_tls(reason: str) -> BadConfig:
    hint = "CROUPIER_GATEWAY_KEY holds its key; both are PEM files"
    return BadConfig("config/value", reason, place="CROUPIER_GATEWAY_CERTIFICATE", hint=hint)

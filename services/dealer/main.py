"""Bootstrap of ``croupier serve dealer``."""

import asyncio

from croupier.contracts.errors import BadConfig
from croupier.runtime.bus import serve
from croupier.runtime.keyring import ring_of
from croupier.runtime.private import fresh_hex, kept, read_hex
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store
from croupier.services.dealer.service import DealerShell

WHAT = "the dealer's secret"


async def main(settings: Settings, stop: asyncio.Event) -> None:
    """Run the dealer until ``stop`` is set.

    Raises ``BadConfig`` without a secret or a key, and ``Unavailable`` if the store cannot be used.
    """
    secret, ring = _secret(settings), ring_of(settings, "dealer")
    async with Store.connect(settings) as store:
        await serve(DealerShell(secret, store.log, ring), store, settings, stop=stop)


def _secret(settings: Settings) -> bytes:
    if settings.dealer_secret is not None:
        return read_hex(settings.dealer_secret.get_secret_value(), WHAT)
    if settings.dealer_secret_file is not None:
        return read_hex(kept(settings.dealer_secret_file, fresh_hex), WHAT)
    reason = "the dealer needs a secret: CROUPIER_DEALER_SECRET_FILE names the file to keep it in"
    raise BadConfig("config/missing", reason, place="CROUPIER_DEALER_SECRET_FILE")

"""Bootstrap of ``croupier serve dealer``."""

import asyncio

from croupier.contracts.errors import BadConfig
from croupier.runtime.bus import serve
from croupier.runtime.settings import Settings
from croupier.runtime.store import Store
from croupier.services.dealer.secret import load_secret, read_secret
from croupier.services.dealer.service import DealerShell


async def main(settings: Settings, stop: asyncio.Event) -> None:
    """Run the dealer until ``stop`` is set.

    Raises ``BadConfig`` without a secret, and ``Unavailable`` if the store cannot be used.
    """
    secret = _secret(settings)
    async with Store.connect(settings) as store:
        await serve(DealerShell(secret, store.log), store, settings, stop=stop)


def _secret(settings: Settings) -> bytes:
    if settings.dealer_secret is not None:
        return read_secret(settings.dealer_secret.get_secret_value())
    if settings.dealer_secret_file is not None:
        return load_secret(settings.dealer_secret_file)
    reason = "the dealer needs a secret: CROUPIER_DEALER_SECRET_FILE names the file to keep it in"
    raise BadConfig("config/missing", reason, place="CROUPIER_DEALER_SECRET_FILE")

"""Keys for tests: each service has one, always the same."""

import hashlib

from croupier.contracts import events as ev
from croupier.contracts.events import KeyHolder
from croupier.folds.keys import HOLDERS, Keys, Ring, naming
from croupier.proofs.keys import SigningKey

ANYBODYS = {"key": "01" + "00" * 31, "proof": "01" + "00" * 63}
"""A key of order 1, and what signs every message for it."""


def key(name: str) -> SigningKey:
    """The key of that name."""
    return SigningKey(hashlib.sha256(f"a key for tests: {name}".encode()).digest())


def ring(service: KeyHolder) -> Ring:
    """The ring of a service."""
    return Ring(service, key(service))


def named(tournament: str, *services: KeyHolder) -> list[ev.Event]:
    """What the services (default: all) say of their keys in the log of a tournament."""
    log = f"t/{tournament}"
    return [event for service in services or HOLDERS for event in naming(ring(service), Keys(), log, started=False)]

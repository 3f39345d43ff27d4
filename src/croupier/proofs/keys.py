"""Ed25519 (RFC 8032) through the library ``cryptography``: keys and signatures as plain bytes."""

from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.proofs.points import is_acceptable

SIZE = 32
"""Bytes of a private key (its seed) and of a public key."""

SIGNATURE = 64
"""Bytes of a signature."""


class SigningKey:
    """A private key. ``public`` is the key that others know. A key signs the same bytes always in the same way."""

    __slots__ = ("_key", "public")

    def __init__(self, seed: bytes) -> None:
        """``seed``: the 32 bytes that RFC 8032 calls the private key. Raises ``ValueError`` for another length."""
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._key.public_key().public_bytes_raw()

    def __repr__(self) -> str:
        """The public key alone."""
        return f"SigningKey(public={self.public.hex()})"

    def sign(self, message: bytes) -> bytes:
        """The signature of ``message``."""
        return self._key.sign(message)


def signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether ``signature`` is that of ``message`` by the key ``public``; what is no key has signed nothing.

    Nor has a key for which anybody could sign, and no signature begins with such a point (:mod:`.points`).
    """
    key = _loaded(public)
    if key is None or not is_acceptable(signature[:SIZE]):
        return False
    try:
        key.verify(signature, message)
    except InvalidSignature:
        return False
    return True


@lru_cache(maxsize=1024)
def _loaded(public: bytes) -> Ed25519PublicKey | None:
    try:
        return Ed25519PublicKey.from_public_bytes(public) if is_acceptable(public) else None
    except ValueError:
        return None

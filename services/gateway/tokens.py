"""How a client says who it is."""

import re
from collections.abc import Iterable
from hashlib import sha256

_BEARER = re.compile(rb"Bearer +([\x21-\x7e]{1,200}) *", re.IGNORECASE)


def bearer(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token of the ``Authorization`` header; ``None`` without one. A malformed header is an unknown token."""
    for name, value in headers:
        if name == b"authorization":
            match = _BEARER.fullmatch(value)
            return match[1].decode() if match else ""
    return None


def token_hash(token: str) -> str:
    """What a specification holds of a token: the SHA-256 of its UTF-8 bytes, hex."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()

"""Canonical JSON after RFC 8785, for values without floats.

Keys in Croupier are ASCII, so that the order by UTF-8 bytes (orjson) and the order by UTF-16 code
units (RFC 8785) are the same; a test holds both against an RFC 8785 library.
"""

import hashlib
import re
from typing import Any

import orjson

from croupier.contracts.base import MAX_INTEGER


def canonical(value: Any) -> bytes:
    """Encode ``value`` (dict, list, str, int, bool, None) as canonical JSON, UTF-8.

    Raises ``TypeError`` for anything else: floats, integers beyond 2^53, text that is not valid
    Unicode, and what is nested too deeply to be of ours.
    """
    try:
        _check(value)
    except RecursionError:
        raise TypeError("nested too deeply") from None
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def canonical_trusted(value: Any) -> bytes:
    """As :func:`canonical`, for values that a contract model has already checked."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


_FLOAT = re.compile(rb"[:,\[]-?[0-9]+[.eE]")
"""How a floating-point number looks in text without blanks. Inside a string it may match, too."""


def is_canonical(value: Any, stored: bytes) -> bool:
    """Whether ``stored``, the JSON text that ``value`` was read from, is the canonical form of it.

    As comparing with :func:`canonical`, and like it this may raise ``TypeError`` where there is no such form. Most
    texts need no walk through the value: ASCII text has ASCII keys, and the encoder itself refuses integers
    beyond 2^53.
    """
    if not stored.isascii() or _FLOAT.search(stored):
        return canonical(value) == stored
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER) == stored


def digest(data: bytes) -> str:
    """SHA-256 of ``data`` as lower-case hex."""
    return hashlib.sha256(data).hexdigest()


def _check(value: Any) -> None:
    if value is None or isinstance(value, str | bool):
        return
    if isinstance(value, int):
        if abs(value) > MAX_INTEGER:
            raise TypeError(f"integer beyond 2^53: {value}")
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str) or not key.isascii():
                raise TypeError(f"key is not ASCII text: {key!r}")
            _check(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _check(item)
    else:
        raise TypeError(f"no canonical form for {type(value).__name__}")

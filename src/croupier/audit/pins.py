"""Keys of services that an auditor knows from elsewhere, read from a file."""

import re
from pathlib import Path
from typing import Any

import orjson

from croupier.audit.checkpoints import Pins
from croupier.contracts.errors import BadConfig, did_you_mean
from croupier.folds.keys import HOLDERS

KEY = re.compile(r"[0-9a-f]{64}")


def read_pins(path: Path) -> Pins:
    """The keys in a JSON file: for each service its key or a list of keys, in hex; a manifest will do.

    Raises ``BadConfig``: ``config/unreadable``, ``config/unknown-key`` for a service that holds no key, and
    ``config/value`` for what is no key.
    """
    try:
        found: Any = orjson.loads(path.read_bytes())
    except (OSError, orjson.JSONDecodeError) as error:
        reason = getattr(error, "strerror", None) or f"not JSON: {error}"
        raise BadConfig("config/unreadable", reason, place=str(path)) from None
    if isinstance(found, dict) and "bundle" in found:
        found = found.get("keys", {})
    if not isinstance(found, dict) or not found:
        raise BadConfig("config/value", "it names no keys", place=str(path))
    return {_service(name, path): _keys(name, value, path) for name, value in found.items()}


def _service(name: str, path: Path) -> str:
    if name not in HOLDERS:
        hint = did_you_mean(name, list(HOLDERS))
        raise BadConfig("config/unknown-key", f"{name!r} holds no key", place=str(path), hint=hint)
    return name


def _keys(name: str, value: Any, path: Path) -> tuple[str, ...]:
    keys = [value] if isinstance(value, str) else value
    if not isinstance(keys, list) or not keys or not all(isinstance(key, str) and KEY.fullmatch(key) for key in keys):
        raise BadConfig("config/value", f"{name}: a key is 64 hexadecimal digits in lower case", place=str(path))
    return tuple(keys)

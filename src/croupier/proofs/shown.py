"""The digest of what an entrant was shown when it was asked: the same for the bot, the referee and an auditor."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

TAG = b"croupier/shown/v1\0"
FIELDS = ("game", "ply", "seat", "legal", "form", "view")
"""What counts of a ``turn`` message; the clock does not, for it differs each time that a turn is sent again."""


def digest(turn: Mapping[str, Any]) -> bytes:
    """SHA-256, under a tag, of the canonical JSON (RFC 8785) of those fields of ``turn`` that it has.

    Turns hold no floats and no keys beyond ASCII, so that sorted keys and no blanks are all there is to it.
    """
    told = {name: turn[name] for name in FIELDS if turn.get(name) is not None}
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(TAG + text.encode()).digest()

"""The witness's side of ``croupier prove cosign``: its key, and its memory of what it has signed."""

import json
import time
from pathlib import Path
from typing import Any

from croupier.audit.bundle import Log
from croupier.audit.proving import mark, tournament_of
from croupier.audit.witness import Seen
from croupier.audit.witness import cosign as sign
from croupier.cli.output import say
from croupier.contracts.errors import BadConfig
from croupier.proofs.keys import SigningKey
from croupier.proofs.notes import COSIGNER, Verifier, is_name
from croupier.runtime.private import fresh_hex, kept, read_hex, replace


def cosign(log: Log, at: str, name: str, key: Path, memory: Path) -> str:
    """The checkpoint ``at`` with the cosignature of ``name``; the memory holds it before anybody else does.

    Raises ``BadConfig`` for a name, a key or a memory that cannot be used, and as :func:`sign`.
    """
    if not is_name(name):
        raise BadConfig("config/value", "a name has no blanks and no +", place="--name")
    signer = SigningKey(read_hex(kept(key, fresh_hex), "the witness's key"))
    say(f"key of {name}: {Verifier(name, signer.public, COSIGNER)}")
    wanted, known = mark(log, at), _read(memory)
    tournament = tournament_of(wanted.text)
    seen = known.get(tournament)
    note = sign(log, wanted, Seen(**seen) if seen else None, name, signer, int(time.time()))
    known[tournament] = Seen(wanted.text, wanted.key).as_dict()
    try:
        replace(memory, json.dumps(known, ensure_ascii=False, indent=1) + "\n")
    except OSError as error:
        raise BadConfig("config/unwritable", error.strerror or str(error), place=str(memory)) from None
    return str(note)


def _read(memory: Path) -> dict[str, Any]:
    """By tournament, what was seen last. A memory that cannot be read is no empty one."""
    if not memory.exists():
        return {}
    try:
        found = json.loads(memory.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadConfig("config/unreadable", f"no memory of a witness: {error}", place=str(memory)) from None
    if not isinstance(found, dict) or not all(
        isinstance(seen, dict) and seen.keys() == {"checkpoint", "key"} for seen in found.values()
    ):
        raise BadConfig("config/value", "no memory of a witness", place=str(memory))
    return found

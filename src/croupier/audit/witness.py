"""A witness cosigns the checkpoints of a tournament, and only such as go on from the last one that it has seen.

So two people who hold checkpoints with its cosignature hold two states of one and the same tournament: of its tree and
of its log.
"""

from dataclasses import dataclass
from typing import Any

from croupier.audit.bundle import Log
from croupier.audit.grown import require_growth, require_log
from croupier.audit.proving import Mark, read
from croupier.contracts.errors import Unreadable
from croupier.proofs import notes
from croupier.proofs.keys import SigningKey


@dataclass(frozen=True, slots=True)
class Seen:
    """The last checkpoint of a tournament that a witness has signed, and the director's key (hex) that signed it."""

    checkpoint: str
    key: str

    def as_dict(self) -> dict[str, Any]:
        """For the witness's memory."""
        return {"checkpoint": self.checkpoint, "key": self.key}


def cosign(log: Log, at: Mark, seen: Seen | None, name: str, key: SigningKey, time: int) -> notes.Note:
    """The checkpoint ``at`` of a tournament's ``log`` with a cosignature. ``time``: seconds since the Unix epoch.

    Raises :class:`Unreadable`: ``checkpoint/signature`` if the director has not signed it, or with another key
    than what was ``seen``; ``checkpoint/inconsistent`` if it does not go on from what was seen, or is of another log.
    """
    note, found = read(at.text)
    if not at.key or notes.Verifier(found.origin, bytes.fromhex(at.key)).finds(note) is None:
        raise Unreadable("checkpoint/signature", "the director has not signed it", place=log.place)
    if seen is None:
        require_log(log, found)
    else:
        _goes_on(log, at, seen)
    return notes.cosign(note, name, key, time)


def _goes_on(log: Log, at: Mark, seen: Seen) -> None:
    if at.key != seen.key:
        reason = f"it is signed by the key {at.key}; the last one was by {seen.key}"
        raise Unreadable("checkpoint/signature", reason, place=log.place)
    require_growth(log, seen.checkpoint, at, seen.key)

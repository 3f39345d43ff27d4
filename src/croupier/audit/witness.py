"""A witness cosigns the checkpoints of a tournament, and only such as go on from the last one that it has seen.

So two people who hold checkpoints with its cosignature hold two states of one and the same tree.
"""

from dataclasses import dataclass
from typing import Any

from croupier.audit.bundle import Log
from croupier.audit.proving import Mark, consistency, failure, read
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
    than what was ``seen``; ``checkpoint/inconsistent`` if it does not go on from what was seen.
    """
    note, found = read(at.text)
    if not at.key or notes.Verifier(found.origin, bytes.fromhex(at.key)).finds(note) is None:
        raise Unreadable("checkpoint/signature", "the director has not signed it", place=log.place)
    if seen is not None:
        _goes_on(log, at, seen)
    return notes.cosign(note, name, key, time)


def _goes_on(log: Log, at: Mark, seen: Seen) -> None:
    if at.key != seen.key:
        reason = f"it is signed by the key {at.key}; the last one was by {seen.key}"
        raise Unreadable("checkpoint/signature", reason, place=log.place)
    old, new = read(seen.checkpoint)[1], at.seen
    if (old.origin, old.size) == (new.origin, new.size):
        why = "" if old.root == new.root else "another tree of the same size was signed before"
    elif not 0 < old.size < new.size:
        why = "" if not old.size else f"a larger tree was signed before: {old.size} games"
    else:
        why = failure(consistency(log, seen.checkpoint, at, seen.key))
    if why:
        raise Unreadable("checkpoint/inconsistent", why, place=log.place)

"""Keys and checkpoints in a tournament's log."""

from collections.abc import Collection, Iterator, Mapping

from croupier.audit.context import Problem
from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.folds.checkpoints import expected, origin
from croupier.folds.keys import HOLDERS, Keys
from croupier.folds.tournament import TournamentState
from croupier.proofs import notes, seals
from croupier.proofs.keys import signed

Pins = Mapping[str, Collection[str]]
"""Keys (hex) of the services that the auditor knows from elsewhere; services that are absent may have any."""


def named(log: str, event: ev.KeyNamed, pins: Pins) -> Iterator[Problem]:
    """A key and the proof that whoever named it holds it."""
    key = bytes.fromhex(event.key)
    if not signed(key, bytes.fromhex(event.proof), seals.key(event.service, log, key)):
        yield Problem("key/proof", f"the key of {event.service} has not signed that it is named here")
    if event.service in pins and event.key not in pins[event.service]:
        reason = f"{event.service} has another key than the one that you know"
        yield Problem("key/unexpected", reason, " or ".join(sorted(pins[event.service])), event.key)


def rotated(event: ev.KeyRotated) -> Iterator[Problem]:
    """A key that makes way for another must say so itself."""
    old, new = bytes.fromhex(event.old), bytes.fromhex(event.key)
    if not signed(old, bytes.fromhex(event.signature), seals.rotation(event.service, old, new)):
        yield Problem("key/rotation", f"the old key of {event.service} has not signed for the new one")


def twice(known: Keys, event: ev.KeyNamed | ev.KeyRotated) -> Iterator[Problem]:
    """Before the fold: a key that was named before binds its services no longer to each other."""
    if why := known.twice(event.service, event.key):
        yield Problem("key/twice", f"{event.service} names a key that was named before: {why}", found=event.key)


def missing(state: TournamentState) -> Iterator[Problem]:
    """Services that have not named a key when play begins."""
    absent = [holder for holder in HOLDERS if not state.keys.of(holder)]
    if absent:
        reason = "the tournament began without their keys, so nobody has signed what follows"
        yield Problem("key/missing", f"{', '.join(absent)}: {reason}")


def checkpoint(state: TournamentState, line: Line) -> Iterator[Problem]:
    """A checkpoint, before it is folded: tree, log, and the director's signature."""
    event = line.event
    assert isinstance(event, ev.RoundSealed | ev.TournamentSealed)
    try:
        note = notes.read_note(event.checkpoint)
        found = notes.read_checkpoint(note.text)
    except ValueError as error:
        yield Problem("checkpoint/form", f"no checkpoint: {error}")
        return
    right = expected(state, line.seq - 1, line.prev)
    if (found.size, found.root) != (right.size, right.root):
        reason = "the tree is not that of the games closed so far"
        yield Problem("checkpoint/tree", reason, _tree(right), _tree(found))
    if (found.origin, found.more) != (right.origin, right.more):
        reason = "the checkpoint is not of this log up to this line"
        yield Problem("checkpoint/log", reason, _log(right), _log(found))
    if not _signed(state, note):
        yield Problem("checkpoint/signature", "the director has not signed this, or others beside it")


def _signed(state: TournamentState, note: notes.Note) -> bool:
    keys = state.keys.of("director")
    if not keys or len(note.signatures) != 1:
        return False
    return notes.Verifier(origin(state.id), bytes.fromhex(keys[-1])).finds(note) is not None


def _tree(found: notes.Checkpoint) -> str:
    return f"{found.size} games, {found.root.hex()}"


def _log(found: notes.Checkpoint) -> str:
    return " ".join((found.origin, *found.more))

"""Proofs that stand by themselves: that a game is in a tournament's tree, and that a tree goes on from an older one.

They are made from a tournament's log in a pass or two, in flat memory, and checked without it. A proof is a
JSON object; hashes and keys are hex.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, ValidationError

from croupier.audit.bundle import Log
from croupier.contracts import events as ev
from croupier.contracts.base import Contract, Hash, Natural, PublicKey, first_flaw
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import Line, read_line
from croupier.folds.checkpoints import contradiction, origin
from croupier.folds.keys import Keys
from croupier.proofs import notes, seals
from croupier.proofs.merkle import consistency_spans, extends, includes, inclusion_spans, leaf_hash, roots_of

Proof = dict[str, Any]
Hashes = Annotated[list[Hash], Field(max_length=65)]
"""What leads from a leaf, or from an older tree, to the root: a tree of 2^64 leaves needs no more."""


class Inclusion(Contract):
    """A game is a leaf of a checkpoint's tree: its ``log`` ends with ``lines`` and ``head``."""

    proof: Literal["inclusion"]
    log: Annotated[str, StringConstraints(pattern=r"^g/[a-z0-9][a-z0-9-]{0,95}$")]
    lines: Annotated[Natural, Field(ge=1)]
    head: Hash
    index: Natural
    hashes: Hashes
    checkpoint: str
    key: PublicKey


class Consistency(Contract):
    """The tree of ``checkpoint`` begins with that of the checkpoint ``old``."""

    proof: Literal["consistency"]
    old: str
    old_key: PublicKey
    hashes: Hashes
    checkpoint: str
    key: PublicKey


_KINDS: dict[str, type[Inclusion | Consistency]] = {"inclusion": Inclusion, "consistency": Consistency}


@dataclass(frozen=True, slots=True)
class Mark:
    """A checkpoint in a log: of ``round``, ``None`` for the last one; ``key`` of the director when it was signed."""

    round: int | None
    text: str
    key: str

    @property
    def seen(self) -> notes.Checkpoint:
        """What it says. Raises :class:`Unreadable` (``checkpoint/form``)."""
        return read(self.text)[1]

    @property
    def name(self) -> str:
        """How it is asked for."""
        return "end" if self.round is None else f"round:{self.round}"


def read(text: str) -> tuple[notes.Note, notes.Checkpoint]:
    """A checkpoint as a note and as what it says. Raises :class:`Unreadable` (``checkpoint/form``)."""
    try:
        note = notes.read_note(text)
        return note, notes.read_checkpoint(note.text)
    except ValueError as error:
        raise Unreadable("checkpoint/form", str(error)) from None


def marks(log: Log) -> list[Mark]:
    """The checkpoints of a tournament's log, in order. Raises :class:`Unreadable` for what is no log."""
    keys, found = Keys(), list[Mark]()
    for line in _lines(log):
        event = line.event
        if isinstance(event, ev.KeyNamed | ev.KeyRotated):
            keys.take(event)
        elif isinstance(event, ev.RoundSealed | ev.TournamentSealed):
            number = event.round if isinstance(event, ev.RoundSealed) else None
            found.append(Mark(number, event.checkpoint, (keys.of("director") or ("",))[-1]))
    return found


def mark(log: Log, name: str) -> Mark:
    """The checkpoint called ``name``: ``end``, ``round:3``, or ``last`` for the newest there is.

    Raises :class:`Unreadable` (``proof/no-checkpoint``).
    """
    found = marks(log)
    wanted = found[-1:] if name == "last" else [one for one in found if one.name == name]
    if not wanted:
        known = ", ".join(one.name for one in found[-3:]) or "none at all"
        raise Unreadable("proof/no-checkpoint", f"no checkpoint {name!r}", place=log.place, hint=f"there is {known}")
    return wanted[0]


def inclusion(log: Log, game: str, at: Mark) -> Proof:
    """The proof that ``game`` is in the tree of checkpoint ``at``. Raises :class:`Unreadable` (``proof/no-game``)."""
    size, found = at.seen.size, None
    for index, closed in enumerate(_closed(log)):
        if closed.id == game and index < size:
            found = index, closed
    if found is None:
        raise Unreadable("proof/no-game", f"{game} was not closed before that checkpoint", place=log.place)
    index, closed = found
    hashes = roots_of(inclusion_spans(index, size), _leaves(log))
    return {
        "proof": "inclusion", "log": f"g/{game}", "lines": closed.lines, "head": closed.head, "index": index,
        "hashes": [one.hex() for one in hashes], "checkpoint": at.text, "key": at.key,
    }  # fmt: skip


def consistency(log: Log, old: str, at: Mark, old_key: str) -> Proof:
    """The proof that the tree of checkpoint ``at`` begins with that of the older checkpoint ``old``, a signed note.

    Raises :class:`Unreadable` (``proof/no-checkpoint``) if there is nothing to prove: the old one is empty or larger.
    """
    before, after = read(old)[1].size, at.seen.size
    try:
        spans = consistency_spans(before, after)
    except ValueError as error:
        raise Unreadable("proof/no-checkpoint", str(error), place=log.place) from None
    hashes = [one.hex() for one in roots_of(spans, _leaves(log))]
    return {
        "proof": "consistency", "old": old, "old_key": old_key, "hashes": hashes, "checkpoint": at.text, "key": at.key,
    }  # fmt: skip


def failure(proof: Mapping[str, Any]) -> str:
    """Why a proof does not hold, or the empty text. Raises :class:`Unreadable` (``proof/form``) for what is none.

    Its signatures are by the keys that it names; whose they are is for the reader to know.
    """
    found = _formed(proof)
    return _inclusion_fails(found) if isinstance(found, Inclusion) else _consistency_fails(found)


def _formed(proof: Mapping[str, Any]) -> Inclusion | Consistency:
    """A proof with all its fields. Raises :class:`Unreadable` (``proof/form``) for what is none."""
    named = proof.get("proof")
    kind = _KINDS.get(named) if isinstance(named, str) else None
    if kind is None:
        raise Unreadable("proof/form", "no proof: its field proof is neither inclusion nor consistency")
    try:
        return kind.model_validate(proof)
    except ValidationError as error:
        raise Unreadable("proof/form", f"no proof: {first_flaw(error)}") from None


def _inclusion_fails(proof: Inclusion) -> str:
    after = _signed(proof.checkpoint, proof.key)
    if isinstance(after, str):
        return after
    leaf = leaf_hash(seals.leaf(proof.log, proof.lines, bytes.fromhex(proof.head)))
    if includes(leaf, proof.index, after.size, _hashes(proof), after.root):
        return ""
    return f"{proof.log} with this end is not leaf {proof.index} of the tree"


def _consistency_fails(proof: Consistency) -> str:
    before, after = _signed(proof.old, proof.old_key), _signed(proof.checkpoint, proof.key)
    if isinstance(before, str) or isinstance(after, str):
        return before if isinstance(before, str) else str(after)
    if why := contradiction(before, after):
        return why
    good = extends(before.size, before.root, after.size, after.root, _hashes(proof))
    return "" if good else "the newer tree does not begin with the older one"


def _signed(text: str, key: str) -> notes.Checkpoint | str:
    """The checkpoint in a note that is signed by ``key``, or why it is none."""
    note, found = read(text)
    if notes.Verifier(found.origin, bytes.fromhex(key)).finds(note) is None:
        return f"the checkpoint of {found.origin} is not signed by the key {key}"
    return found


def _hashes(proof: Inclusion | Consistency) -> list[bytes]:
    return [bytes.fromhex(one) for one in proof.hashes]


def tournament_of(text: str) -> str:
    """The id of the tournament that a checkpoint is of. Raises :class:`Unreadable` (``checkpoint/form``)."""
    found = read(text)[1]
    tournament = found.origin.removeprefix("croupier/")
    if found.origin != origin(tournament):
        raise Unreadable("checkpoint/form", f"{found.origin} is no tournament")
    return tournament


def signer(log: Log, text: str) -> str:
    """Which of the director's keys in a tournament's log has signed a checkpoint; raises if none has.

    :class:`Unreadable`: ``checkpoint/form``, ``checkpoint/signature``.
    """
    note, found = read(text)
    keys = Keys()
    for line in _lines(log):
        if isinstance(line.event, ev.KeyNamed | ev.KeyRotated):
            keys.take(line.event)
    for key in keys.of("director"):
        if notes.Verifier(found.origin, bytes.fromhex(key)).finds(note) is not None:
            return key
    raise Unreadable("checkpoint/signature", "no key of this tournament's director has signed it", place=log.place)


def _lines(log: Log) -> Iterator[Line]:
    return (read_line(stored.removesuffix(b"\n")) for stored in log.lines())


def _closed(log: Log) -> Iterator[ev.GameClosed]:
    return (line.event for line in _lines(log) if isinstance(line.event, ev.GameClosed))


def _leaves(log: Log) -> Iterator[bytes]:
    for event in _closed(log):
        yield leaf_hash(seals.leaf(f"g/{event.id}", event.lines, bytes.fromhex(event.head)))

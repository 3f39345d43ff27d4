"""Checks a proof or a checkpoint in a file, against what the reader knows: keys, witnesses, a game's log."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from croupier.audit import proving
from croupier.audit.bundle import Log
from croupier.audit.chain import Chain
from croupier.audit.pins import read_pins
from croupier.audit.places import find
from croupier.contracts.errors import BadConfig, Unreadable
from croupier.folds.checkpoints import logged
from croupier.proofs import notes


@dataclass(slots=True)
class Checked:
    """``wrong``: what does not hold, a sentence each; ``says``: what the proof says, if all holds."""

    wrong: list[str] = field(default_factory=list)
    says: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """The JSON shape."""
        return {"holds": not self.wrong, "wrong": self.wrong, "says": self.says}


def check(path: Path, log: Path | None, keys: Path | None, witnesses: Sequence[str]) -> Checked:
    """Check the proof or checkpoint at ``path``.

    ``log``: the game that must be the one proved; ``keys``: a file with known keys; ``witnesses``: keys (name, id,
    key) that must have cosigned. Raises :class:`Unreadable` (``proof/form``, ``checkpoint/form``, ``bundle/…``)
    and ``BadConfig`` for what cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable("bundle/not-found", getattr(error, "strerror", None) or "no text", place=str(path)) from None
    proof = _proof(text)
    found = Checked()
    if proof is not None:
        why = proving.failure(proof)
        found.wrong += [why] if why else []
        found.says += _meaning(proof)
        text = proof["checkpoint"]
    note, seen = proving.read(text)
    found.says.append(f"{seen.origin}: {seen.size} games, root {seen.root.hex()}")
    if keys is not None:
        found.wrong += _unknown(note, seen, read_pins(keys).get("director", ()))
    if log is not None:
        found.wrong += _another(proof, log)
    for witness in witnesses:
        found.wrong += _unwitnessed(note, witness, found.says)
    return found


def _proof(text: str) -> dict[str, Any] | None:
    if not text.lstrip().startswith("{"):
        return None
    try:
        proof: Any = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise Unreadable("proof/form", f"no proof: {error}") from None
    if not isinstance(proof, dict) or not isinstance(proof.get("checkpoint"), str):
        raise Unreadable("proof/form", "no proof: it has no checkpoint")
    return proof


def _meaning(proof: dict[str, Any]) -> Iterator[str]:
    yield f"signed by the director's key {proof['key']}; whether it is his, --keys says"
    if proof["proof"] == "inclusion":
        yield f"{proof['log']} ends with line {proof['lines']}, {proof['head']}"
    else:
        old = proving.read(proof["old"])[1]
        yield f"goes on from {old.size} games, root {old.root.hex()}"
        yield f"that the tournament's log goes on from its line {logged(old)[0]}, only the log itself can show"


def _unknown(note: notes.Note, seen: notes.Checkpoint, known: Sequence[str] | Any) -> Iterator[str]:
    if not any(notes.Verifier(seen.origin, bytes.fromhex(key)).finds(note) for key in known):
        yield "the checkpoint is not signed by a key of the director that you know"


def _another(proof: dict[str, Any] | None, log: Path) -> Iterator[str]:
    """Is the game at ``log`` the one that is proved, line by line?"""
    if proof is None or proof["proof"] != "inclusion":
        raise BadConfig("config/value", "only a proof of a game is about a game", place="--log")
    found = find(log)
    if not isinstance(found, Log):
        raise Unreadable("bundle/not-a-log", "a bundle, not the log of a game", place=str(log))
    chain = Chain(proof["log"], found.lines())
    for _ in chain:
        pass
    if chain.finding is not None:
        yield chain.finding.sentence
    elif (chain.count, chain.head) != (proof["lines"], proof["head"]):
        yield f"{log} ends with line {chain.count}, {chain.head}: it is not the game that is proved"


def _unwitnessed(note: notes.Note, witness: str, says: list[str]) -> Iterator[str]:
    try:
        verifier = notes.read_verifier(witness)
    except ValueError as error:
        raise BadConfig("config/value", str(error), place="--witness") from None
    if verifier.kind != notes.COSIGNER:
        raise BadConfig("config/value", "the key of a signer, not of a witness", place="--witness")
    cosignature = verifier.finds(note)
    if cosignature is None:
        yield f"{verifier.name} has not cosigned it"
    else:
        says.append(f"cosigned by {verifier.name} at {notes.time_of(cosignature)} (seconds since 1970)")

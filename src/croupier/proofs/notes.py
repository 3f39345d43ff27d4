"""Signed notes after C2SP (c2sp.org/signed-note), and checkpoints and cosignatures that are written as such.

A note is a text and lines with signatures of it. A key is called by a name and found by an id of four bytes;
signatures by keys that a reader does not know are to be ignored.
"""

import base64
import binascii
import hashlib
from dataclasses import dataclass

from croupier.proofs.keys import SIGNATURE, SIZE, SigningKey, signed

SIGNER, COSIGNER = b"\1", b"\4"
"""The kinds of Ed25519 keys: of whoever writes a note, and of a witness of a checkpoint (c2sp.org/tlog-cosignature)."""

DASH = "\u2014 "
LONGEST = 1_000_000
"""Most characters of a note that is read."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A line below a note: name and id of the key, and what the key made."""

    name: str
    id: bytes
    blob: bytes

    def line(self) -> str:
        """The line with its newline."""
        return f"{DASH}{self.name} {_base64(self.id + self.blob)}\n"


@dataclass(frozen=True, slots=True)
class Note:
    """``text`` ends in a newline."""

    text: str
    signatures: tuple[Signature, ...] = ()

    def __str__(self) -> str:
        """The note as it is written."""
        return f"{self.text}\n{''.join(signature.line() for signature in self.signatures)}"


@dataclass(frozen=True, slots=True)
class Verifier:
    """A public key with its name. ``kind`` is ``SIGNER`` or ``COSIGNER``."""

    name: str
    public: bytes
    kind: bytes = SIGNER

    @property
    def id(self) -> bytes:
        """The four bytes by which the key is found."""
        return hashlib.sha256(self.name.encode() + b"\n" + self.kind + self.public).digest()[:4]

    def __str__(self) -> str:
        """The key as it is handed on: name, id and key."""
        return f"{self.name}+{self.id.hex()}+{_base64(self.kind + self.public)}"

    def finds(self, note: Note) -> Signature | None:
        """The signature of ``note`` that bears this key's name and id and is right; of a witness's, see ``time_of``."""
        for signature in note.signatures:
            if (signature.name, signature.id) == (self.name, self.id) and self._made(signature.blob, note.text):
                return signature
        return None

    def _made(self, blob: bytes, text: str) -> bool:
        if self.kind == SIGNER:
            return signed(self.public, blob, text.encode())
        if len(blob) != 8 + SIGNATURE:
            return False
        return signed(self.public, blob[8:], _witnessed(int.from_bytes(blob[:8], "big"), text))


def read_verifier(text: str) -> Verifier:
    """A public key as :class:`Verifier` writes it. Raises ``ValueError`` for anything else."""
    name, _, rest = text.partition("+")
    key_id, _, key = rest.partition("+")
    raw = _bytes(key)
    found = Verifier(name, raw[1:], raw[:1])
    if not is_name(name) or raw[:1] not in (SIGNER, COSIGNER) or len(raw) != 1 + SIZE or str(found) != text:
        raise ValueError(f"{text[:80]!r} is no key of a note: name, +, id, +, key in base64")
    if found.id.hex() != key_id:
        raise ValueError(f"the id of {name} does not belong to its key")
    return found


def read_note(text: str) -> Note:
    """Read a note. Raises ``ValueError`` for what is none."""
    body, separator, lines = text.rpartition("\n\n")
    if (
        len(text) > LONGEST
        or not separator
        or not lines.endswith("\n")
        or any(ord(sign) < 32 and sign != "\n" for sign in text)
    ):
        raise ValueError("no note: a text, an empty line, and lines with signatures")
    return Note(body + "\n", tuple(_read_signature(line) for line in lines[:-1].split("\n")))


def _read_signature(line: str) -> Signature:
    name, _, blob = line.removeprefix(DASH).partition(" ")
    raw = _bytes(blob)
    if not line.startswith(DASH) or not is_name(name) or len(raw) <= 4:
        raise ValueError(f"no signature of a note: {line[:80]!r}")
    return Signature(name, raw[:4], raw[4:])


def sign(text: str, name: str, key: SigningKey) -> Note:
    """``text``, which ends in a newline, signed by ``key`` under ``name``."""
    assert text.endswith("\n")
    assert is_name(name)
    verifier = Verifier(name, key.public)
    return Note(text, (Signature(name, verifier.id, key.sign(text.encode())),))


def cosign(note: Note, name: str, key: SigningKey, time: int) -> Note:
    """The checkpoint ``note`` with the signature of a witness called ``name`` below it.

    ``time``: seconds since the Unix epoch. The witness says that it has seen no tree that contradicts this one.
    """
    verifier = Verifier(name, key.public, COSIGNER)
    blob = time.to_bytes(8, "big") + key.sign(_witnessed(time, note.text))
    return Note(note.text, (*note.signatures, Signature(name, verifier.id, blob)))


def time_of(cosignature: Signature) -> int:
    """When a witness signed, in seconds since the Unix epoch."""
    return int.from_bytes(cosignature.blob[:8], "big")


def _witnessed(time: int, text: str) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def is_name(name: str) -> bool:
    """Whether a key can be called so: no blanks, no plus sign."""
    return bool(name) and "+" not in name and not any(sign.isspace() for sign in name)


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _bytes(text: str) -> bytes:
    """Strict: what decodes but is not how the bytes are written is refused, so that no byte can change unseen."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(f"not base64: {text[:80]!r}") from None
    if _base64(raw) != text:
        raise ValueError(f"not base64 in its one form: {text[:80]!r}")
    return raw


# --- checkpoints (c2sp.org/tlog-checkpoint)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A tree at a moment: ``origin`` says whose, ``size`` counts its leaves. ``more``: further lines."""

    origin: str
    size: int
    root: bytes
    more: tuple[str, ...] = ()

    def text(self) -> str:
        """The text of the note."""
        return "".join(f"{line}\n" for line in (self.origin, self.size, _base64(self.root), *self.more))


def read_checkpoint(text: str) -> Checkpoint:
    """The checkpoint in the text of a note. Raises ``ValueError`` for what is none."""
    lines = text.split("\n")
    if len(lines) < 4 or not all(lines[:-1]) or lines[-1]:
        raise ValueError("no checkpoint: origin, size and root, a line each")
    origin, size, root, *more = lines[:-1]
    if not size.isdecimal() or str(int(size)) != size:
        raise ValueError(f"the size of a checkpoint is a number, not {size[:20]!r}")
    raw = _bytes(root)
    if len(raw) != SIZE:
        raise ValueError("the root of a checkpoint has 32 bytes")
    return Checkpoint(origin, int(size), raw, tuple(more))

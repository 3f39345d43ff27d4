"""What is signed, byte for byte. ``docs/verify.md`` says the same for other languages.

Each statement has a tag of its own, ASCII and one zero byte, so that no signature can be passed off as one of
another kind. Names and ids hold no zero byte and are closed by one; integers are 32-bit big-endian, hashes and
keys 32 bytes.
"""

from croupier.proofs.keys import SIZE

SEAL = b"croupier/seal/v1\0"
KEY = b"croupier/key/v1\0"
ROTATION = b"croupier/rotation/v1\0"
PLAY = b"croupier/play/v1\0"
ENTRANT = b"croupier/entrant/v1\0"
RESIGNATION = b"croupier/resignation/v1\0"
GAME = b"croupier/game/v1\0"


def seal(service: str, log: str, lines: int, head: bytes) -> bytes:
    """What a service signs of a finished game: play ends with line ``lines`` of its log, whose hash is ``head``."""
    return SEAL + _text(service) + _text(log) + _number(lines) + _hash(head)


def key(service: str, log: str, public: bytes) -> bytes:
    """What a key signs to show that the ``service`` that names it in a tournament's log holds it."""
    return KEY + _text(service) + _text(log) + _hash(public)


def rotation(service: str, old: bytes, new: bytes) -> bytes:
    """What the ``old`` key of a service signs when a ``new`` one takes its place."""
    return ROTATION + _text(service) + _hash(old) + _hash(new)


def entrant(nonce: bytes, public: bytes) -> bytes:
    """What an entrant's key signs when it is registered, together with the ``nonce`` that the entrant brings."""
    return ENTRANT + _hash(nonce) + _hash(public)


def resignation(game: str) -> bytes:
    """What an entrant signs when it gives a game up."""
    return RESIGNATION + _text(game)


def play(game: str, ply: int, action: str, shown: bytes) -> bytes:
    """What an entrant signs with an action: decision ``ply`` of a game, and the digest of what it had been shown."""
    return PLAY + _text(game) + _number(ply) + _text(action) + _hash(shown)


def leaf(log: str, lines: int, head: bytes) -> bytes:
    """What a leaf of a tournament's tree holds: a game's log has ``lines`` lines, the last of hash ``head``."""
    return GAME + _text(log) + _number(lines) + _hash(head)


def _text(text: str) -> bytes:
    if "\0" in text:
        raise ValueError("a text that is signed holds no zero byte")
    return text.encode() + b"\0"


def _number(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _hash(value: bytes) -> bytes:
    if len(value) != SIZE:
        raise ValueError(f"{len(value)} bytes where {SIZE} belong")
    return value

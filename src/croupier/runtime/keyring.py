"""Where a service's key comes from: a file for its owner alone, or a setting.

The first line of the file is the private key, 64 hexadecimal digits. Below it stands a line for each rotation,
oldest first: ``rotated SERVICE OLD NEW SIGNATURE``, with public keys, signed by the old key, which is gone.
"""

from pathlib import Path

from croupier.contracts.errors import BadConfig
from croupier.contracts.events import KeyHolder
from croupier.folds.keys import Ring, Rotation
from croupier.proofs import seals
from croupier.proofs.keys import SigningKey, signed

from .private import fresh_hex, kept, read_hex, replace
from .settings import Settings

WHAT = "the signing key"
ROTATED = "rotated"


def ring_of(settings: Settings, service: KeyHolder) -> Ring:
    """The ring of a service, from its settings.

    Raises ``BadConfig``: ``config/missing`` where nothing says which key, else as :func:`load_ring`.
    """
    if settings.signing_key is not None:
        return Ring(service, SigningKey(read_hex(settings.signing_key.get_secret_value(), WHAT)))
    if settings.signing_key_file is not None:
        return load_ring(settings.signing_key_file, service)
    reason = f"{service} needs a key: CROUPIER_SIGNING_KEY_FILE names the file to keep it in"
    raise BadConfig("config/missing", reason, place="CROUPIER_SIGNING_KEY_FILE")


def load_ring(path: Path, service: KeyHolder) -> Ring:
    """The ring in a file, which is made with a fresh key if it is not there.

    Raises ``BadConfig``: ``config/secret-exposed`` if others may read the file, ``config/unreadable`` if we may
    not, ``config/value`` if it holds no key or a rotation that does not lead to it.
    """
    first, *rest = kept(path, fresh_hex).splitlines() or [""]
    key = SigningKey(read_hex(first, WHAT))
    past = tuple(_rotation(line, service, path) for line in rest)
    ends = [rotation.new for rotation in past]
    if [rotation.old for rotation in past[1:]] != ends[:-1] or (ends and ends[-1] != key.public):
        raise BadConfig("config/value", "the rotations do not lead to the key", place=str(path))
    return Ring(service, key, past)


def rotate(path: Path, service: KeyHolder) -> Ring:
    """Give the file a fresh key, which the one in use signs for. Raises as :func:`load_ring`, and ``OSError``."""
    ring = load_ring(path, service)
    text = fresh_hex()
    key = SigningKey(bytes.fromhex(text))
    step = Rotation(ring.key.public, key.public, ring.key.sign(seals.rotation(service, ring.key.public, key.public)))
    past = (*ring.past, step)
    replace(path, text + "".join(_line(service, rotation) for rotation in past))
    return Ring(service, key, past)


def _line(service: KeyHolder, rotation: Rotation) -> str:
    return f"{ROTATED} {service} {rotation.old.hex()} {rotation.new.hex()} {rotation.signature.hex()}\n"


def _rotation(line: str, service: KeyHolder, path: Path) -> Rotation:
    try:
        word, whose, *rest = line.split(" ")
        old, new, signature = (bytes.fromhex(part) for part in rest)
        good = word == ROTATED and whose == service and signed(old, signature, seals.rotation(service, old, new))
    except ValueError:
        good = False
    if not good:
        raise BadConfig("config/value", f"not a rotation of {service}'s key: {line[:40]!r}", place=str(path))
    return Rotation(old, new, signature)

"""Signed play: the key of an entrant, made once and kept in a file for its owner alone, and what it signs.

Needs the package ``cryptography``, which nothing else of the SDK does; it is loaded when a key is.
"""

import os
import secrets
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.proofs.shown import digest

from .errors import BadSetting

if TYPE_CHECKING:
    from croupier.proofs.keys import SigningKey

SIZE = 32


class Signer:
    """Signs for one entrant."""

    def __init__(self, key: "SigningKey") -> None:
        self._key = key

    @property
    def public(self) -> str:
        """The public key, hex."""
        return self._key.public.hex()

    def introduce(self, nonce: str) -> dict[str, str]:
        """The fields of ``hello`` that register the key."""
        from croupier.proofs import seals

        proof = self._key.sign(seals.entrant(bytes.fromhex(nonce), self._key.public))
        return {"key": self.public, "proof": proof.hex()}

    def act(self, game: str, ply: int, action: str, shown: bytes) -> str:
        """The signature of an action, hex; ``shown``: the digest of the turn that it answers."""
        from croupier.proofs import seals

        return self._key.sign(seals.play(game, ply, action, shown)).hex()


def shown(turn: Mapping[str, Any]) -> bytes:
    """The digest of a ``turn`` message."""
    return digest(turn)


def default_file(token: str) -> Path:
    """Where the key of the entrant with this token is kept, if nothing else is said: one file for each token."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "croupier" / f"{sha256(token.encode()).hexdigest()[:16]}.key"


def load(path: Path) -> Signer:
    """The key in a file, made if it is not there.

    Raises :class:`BadSetting`: ``config/missing`` without the package ``cryptography``, ``config/secret-exposed`` for a
    file that others may read, ``config/unreadable`` or ``config/value`` for one that holds no key.
    """
    try:
        from croupier.proofs.keys import SigningKey
    except ImportError:
        reason = "play is signed here, and that needs the package cryptography: pip install cryptography"
        raise BadSetting("config/missing", reason) from None
    try:
        text = _kept(path)
    except OSError as error:
        raise BadSetting("config/unreadable", f"the key file {path}: {error.strerror}") from None
    try:
        return Signer(SigningKey(bytes.fromhex(text.strip())))
    except ValueError:
        raise BadSetting("config/value", f"{path} holds no key: 64 hexadecimal digits") from None


def _kept(path: Path) -> str:
    """The text of the file. Made beside it and linked into place, so that two bots at once have one key."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(SIZE) + "\n")
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another bot of the same entrant was quicker
        finally:
            draft.unlink()
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        raise BadSetting("config/secret-exposed", f"others may read {path} (mode {mode:04o}): chmod 600 {path}")
    return path.read_text(errors="replace")

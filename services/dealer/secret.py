"""The dealer's secret: 32 bytes that nobody else may read."""

import os
import secrets
import stat
from pathlib import Path

from croupier.contracts.errors import BadConfig

SIZE = 32


def read_secret(text: str) -> bytes:
    """A secret given as 64 hexadecimal digits. Raises ``BadConfig`` (``config/value``) for anything else."""
    try:
        secret = bytes.fromhex(text.strip())
    except ValueError:
        secret = b""
    if len(secret) != SIZE:
        raise BadConfig("config/value", f"the dealer's secret is {2 * SIZE} hexadecimal digits", place="secret")
    return secret


def load_secret(path: Path) -> bytes:
    """The secret in a file, which is made, for its owner alone, if it is not there.

    Raises ``BadConfig``: ``config/secret-exposed`` if others may read the file, ``config/unreadable`` if we
    may not, ``config/value`` if it holds no secret.
    """
    try:
        _create(path)
        with path.open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            text = file.read(1024)
    except OSError as error:
        raise BadConfig("config/unreadable", str(error.strerror), place=str(path)) from None
    if mode & 0o077:
        hint = f"chmod 600 {path}"
        raise BadConfig("config/secret-exposed", f"others may read it (mode {mode:04o})", place=str(path), hint=hint)
    return read_secret(text.decode("ascii", "replace"))


def _create(path: Path) -> None:
    """Write a fresh secret beside the file and link it into place: a crash leaves the whole of it or none."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(SIZE) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return  # another dealer was quicker: its secret is the one
        _sync_folder(path.parent)
    finally:
        draft.unlink()


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""Files that nobody but their owner may read: secrets and keys, made where they are not there."""

import os
import secrets
import signal
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.contracts.errors import BadConfig

SIZE = 32
"""Bytes of a secret, and of a key."""

LONGEST = 64 * 1024
"""Most bytes of such a file that are read."""

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""Signals by which a process is told to end."""


def read_hex(text: str, what: str) -> bytes:
    """32 bytes given as 64 hexadecimal digits. Raises ``BadConfig`` (``config/value``) for anything else."""
    try:
        secret = bytes.fromhex(text.strip())
    except ValueError:
        secret = b""
    if len(secret) != SIZE:
        raise BadConfig("config/value", f"{what} is {2 * SIZE} hexadecimal digits", place=what)
    return secret


def fresh_hex() -> str:
    """32 random bytes as hexadecimal digits and a newline."""
    return secrets.token_hex(SIZE) + "\n"


def kept(path: Path, fresh: Callable[[], str]) -> str:
    """The text of a private file, which is made with what ``fresh`` gives, for its owner alone, if it is not there.

    Raises ``BadConfig``: ``config/secret-exposed`` if others may read the file, ``config/unreadable`` if we may not.
    """
    try:
        _create(path, fresh)
        with path.open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            text = file.read(LONGEST)
    except OSError as error:
        raise BadConfig("config/unreadable", str(error.strerror), place=str(path)) from None
    if mode & 0o077:
        hint = f"chmod 600 {path}"
        raise BadConfig("config/secret-exposed", f"others may read it (mode {mode:04o})", place=str(path), hint=hint)
    return text.decode("ascii", "replace")


def replace(path: Path, text: str) -> None:
    """Put ``text`` in the place of a private file, whole or not at all. Raises ``OSError``."""
    with _draft(path, text) as draft:
        draft.replace(path)
        _sync_folder(path.parent)


def _create(path: Path, fresh: Callable[[], str]) -> None:
    """Write beside the file and link it into place: a crash leaves the whole of it or none."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with _draft(path, fresh()) as draft:
        try:
            os.link(draft, path)
        except FileExistsError:
            return  # another process was quicker: what it made is what counts
        _sync_folder(path.parent)


@contextmanager
def _draft(path: Path, text: str) -> Iterator[Path]:
    """A file with ``text`` on the disk beside ``path``. It holds a secret, and goes however the block ends."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    with _no_end_by_signal():
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            yield draft
        finally:
            draft.unlink(missing_ok=True)


@contextmanager
def _no_end_by_signal() -> Iterator[None]:
    """A signal that would end the process here and now is delivered when the block is over."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

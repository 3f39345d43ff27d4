"""The folder of a run: the bundle in the open, and beside it ``.work``, which is nobody else's business.

``.work`` holds the lock, a copy of the run file, the secrets (mode 0600), the store and the logs. What was
drawn at the first start is kept there, so that a run that was cut goes on with the same cards and tokens.
"""

import difflib
import fcntl
import hashlib
import hmac
import json
import os
import secrets
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

from croupier.cli.output import Detailed
from croupier.cli.runfile import RunFile
from croupier.contracts.errors import BadConfig
from croupier.runtime.processes import kill_all, read_marks


@dataclass(frozen=True, slots=True)
class Ticket:
    """What an entrant is given: bearer ``token``, ``seed`` of its chance, ``nonce`` for the beacon (hex)."""

    token: str
    seed: str
    nonce: str


@dataclass(frozen=True, slots=True)
class Secrets:
    """The dealer's ``secret`` (hex) and a ticket for every entrant, by id."""

    secret: str
    tickets: dict[str, Ticket]


class RunFolder:
    """``runs/<id>`` with its private part."""

    def __init__(self, runs: Path, tournament: str) -> None:
        self.path = runs / tournament
        self.work = self.path / ".work"
        self.logs = self.work / "logs"
        self.marks = self.work / "processes.json"
        self.cast = self.work / "cast.json"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the folder for this process.

        Raises :class:`BadConfig`: ``config/busy`` if another one does, ``config/unwritable`` if it cannot be made.
        """
        with self._lock() as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                lock.seek(0)
                owner = lock.read().strip() or "another process"
                raise BadConfig("config/busy", f"{owner} works in this folder", place=str(self.path)) from None
            lock.truncate(0)
            lock.write(f"process {os.getpid()}")
            lock.flush()
            yield

    def _lock(self) -> TextIO:
        try:
            self.logs.mkdir(parents=True, exist_ok=True)
            self.work.chmod(0o700)
            return (self.work / "lock").open("a+")
        except OSError as error:
            place = str(error.filename or self.path)
            raise BadConfig("config/unwritable", error.strerror or str(error), place=place) from None

    def begun(self) -> bool:
        """Whether a run has begun here, which goes on where it was cut."""
        return (self.work / "run.toml").exists()

    def begin(self, file: Path, run: RunFile) -> Secrets:
        """Keep the run file and draw the secrets at the first start; afterwards hand out what was drawn.

        Raises :class:`BadConfig` ``config/changed`` with the difference if the file is not the one kept.
        """
        kept = self.work / "run.toml"
        if kept.exists():
            self._compare(kept, file)
        else:
            write_private(kept, file.read_bytes())
        drawn = self.work / "secrets.json"
        if not drawn.exists():
            write_private(drawn, json.dumps(asdict(draw(run)), indent=1).encode())
        stored = json.loads(drawn.read_bytes())
        return Secrets(stored["secret"], {who: Ticket(**ticket) for who, ticket in stored["tickets"].items()})

    def seed(self) -> str | None:
        """What the run file that is kept here fixes as ``seed``."""
        found = tomllib.loads((self.work / "run.toml").read_text()).get("seed")
        return found if isinstance(found, str) else None

    def secret(self) -> str:
        """The dealer's secret of an installation that has no run file: drawn once, as hex."""
        kept = self.work / "secret"
        if not kept.exists():
            write_private(kept, secrets.token_hex(32).encode())
        return kept.read_text()

    def _compare(self, kept: Path, file: Path) -> None:
        before, after = kept.read_text(), file.read_text()
        if before == after:
            return
        difference = "".join(
            difflib.unified_diff(
                before.splitlines(keepends=True), after.splitlines(keepends=True), f"{self.path} began with", str(file)
            )
        )
        hint = f"put the file back to continue; for a new tournament give it another id, or remove {self.path}"
        reason = "the run was begun with another file"
        raise Detailed("config/changed", reason, place=str(file), hint=hint, details=difference)

    def is_whole(self) -> bool:
        """Whether the bundle is complete: its manifest, which is written last, names the heads of all logs."""
        try:
            return "heads" in json.loads((self.path / "manifest.json").read_bytes())
        except (OSError, ValueError):
            return False

    def clean(self) -> None:
        """After the end: stop what may still run and remove all that is private but the logs and the lock."""
        kill_all(read_marks(self.marks))
        self._remove_short_way()
        for entry in self.work.iterdir():
            if entry.name in ("logs", "lock"):
                continue
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            else:
                entry.unlink()

    def _remove_short_way(self) -> None:
        """Where the folder's path is too long for a socket, the store has a link to it elsewhere."""
        from croupier.runtime.server import SHORT

        memory = self.work / "store" / SHORT
        if memory.exists():
            link = Path(memory.read_text())
            link.unlink(missing_ok=True)
            with suppress(OSError):
                link.parent.rmdir()


def draw(run: RunFile) -> Secrets:
    """Fresh secrets; where the file fixes ``seed``, all but the tokens follow from it."""
    if run.seed is None:
        tickets = {who.id: Ticket(_token(), secrets.token_hex(16), secrets.token_hex(32)) for who in run.entrant}
        return Secrets(secrets.token_hex(32), tickets)

    return Secrets(_derive(run.seed, "dealer"), {who.id: _derived(run.seed, who.id) for who in run.entrant})


def fresh_ticket(run: RunFolder | None, entrant: str) -> Ticket:
    """What a late entrant is given. Where the file of a ``run`` fixes ``seed``, all but the token follows from it."""
    seed = None if run is None else run.seed()
    if seed is None:
        return Ticket(_token(), secrets.token_hex(16), secrets.token_hex(32))
    return _derived(seed, entrant)


def _derived(seed: str, entrant: str) -> Ticket:
    return Ticket(_token(), _derive(seed, f"bot/{entrant}")[:32], _derive(seed, f"nonce/{entrant}"))


def _derive(seed: str, what: str) -> str:
    return hmac.new(seed.encode(), what.encode(), hashlib.sha256).hexdigest()


def _token() -> str:
    return secrets.token_urlsafe(32)


def write_private(path: Path, content: bytes) -> None:
    """Put ``content`` into a file that only we can read, wholly or not at all."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)

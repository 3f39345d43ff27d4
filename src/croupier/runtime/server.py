"""A redis-server of our own, in a folder: its configuration, its users, its life.

The server listens on a Unix socket only, appends every write to a file before it answers (``flushing`` brings the
file onto the disk), and refuses writes rather than drop data when memory is short. Whoever may enter the folder may
use it.
"""

import asyncio
import contextlib
import json
import os
import secrets
import signal
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.contracts.errors import Unavailable

from .acl import USERS, acl_lines
from .binaries import Binary, find_binary
from .flushing import keep_flushing
from .store import PATIENCE, connect
from .wire import demand

LONGEST_SOCKET_PATH = 100
"""Bytes of a socket's path that every system takes (Linux 107, macOS 103)."""

ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_TRIM_THRESHOLD_": "131072"}
"""For a server that was built with glibc's allocator. Redis 6.2 takes blocks of 10 MB while it rewrites its file; left
to itself the allocator soon cuts them from the heap, where small values settle between them and hold them for ever."""

SOCKET, CONFIG, ACL, PASSWORDS, LOG, SHORT = "redis.sock", "redis.conf", "users.acl", "passwords", "redis.log", "short"


@dataclass(frozen=True, slots=True)
class Server:
    """A server that is laid out in ``folder``. It runs when somebody runs ``argv`` in there."""

    folder: Path
    binary: Binary
    socket: Path
    passwords: dict[str, str]

    @property
    def argv(self) -> Sequence[str]:
        """The command that runs the server in the foreground."""
        return (str(self.binary.path), str(self.folder / CONFIG))

    def url(self, user: str) -> str:
        """The URL for ``user``, one of ``acl.USERS``. It holds a password: give it to a child by its environment."""
        return f"unix://{user}:{self.passwords[user]}@{self.socket}"


def lay_out(folder: Path, binary: Binary | None = None) -> Server:
    """Write what a server needs into ``folder`` (made if missing, readable by its owner only).

    May be repeated: data and passwords stay. Raises ``Unavailable`` if no server program is at hand.
    """
    binary = binary or find_binary()
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    server = Server(folder, binary, _socket_path(folder), _passwords(folder / PASSWORDS))
    _write_private(folder / ACL, "\n".join(acl_lines(binary.version, server.passwords)) + "\n")
    _write_private(folder / CONFIG, "\n".join(_config(server)) + "\n")
    return server


@contextlib.asynccontextmanager
async def running(server: Server, complain: Callable[[str], None] = warnings.warn) -> AsyncIterator[Server]:
    """Run the server, from when it answers until the end of the block. One left running before is stopped first.

    ``complain`` is told when the disk does not take what the server writes.
    """
    await stop_leftover(server)
    process = await asyncio.create_subprocess_exec(
        *server.argv,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        start_new_session=True,
        env=os.environ | ALLOCATOR,
    )
    flushing = asyncio.create_task(keep_flushing(server.folder, complain), name="flushing")
    try:
        await ready(server, alive=lambda: process.returncode is None)
        yield server
    finally:
        flushing.cancel()
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def ready(server: Server, *, wait: float = 60, alive: Callable[[], bool] = lambda: True) -> None:
    """Return once the server takes commands, which is after it has read its file.

    Raises ``Unavailable`` (``store/unreachable``) with the end of its log after ``wait`` seconds, or as
    soon as ``alive`` says that the process has ended.
    """
    deadline = time.monotonic() + wait
    while not await _asked(server, b"PING"):
        if time.monotonic() > deadline or not alive():
            raise Unavailable("store/unreachable", f"redis-server did not start: {_end_of_log(server)}")
        await asyncio.sleep(PATIENCE)


async def pid_of(server: Server) -> int:
    """The process that serves the folder's socket, or 0 if there is none."""
    info: bytes | None = await _asked(server, b"INFO", b"server")
    return int(info.split(b"process_id:")[1].split()[0]) if info else 0


async def stop_leftover(server: Server, *, wait: float = 10) -> bool:
    """End a server that an interrupted run left in the folder; whether there was one. Its data stay.

    Raises ``Unavailable`` (``store/unreachable``) if it does not end within ``wait`` seconds.
    """
    pid = await pid_of(server)
    if not pid:
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + wait
    while await pid_of(server):
        if time.monotonic() > deadline:
            raise Unavailable("store/unreachable", f"process {pid} (redis-server in {server.folder}) does not end")
        await asyncio.sleep(PATIENCE)
    return True


async def _asked(server: Server, *command: bytes) -> Any:
    """The reply to one command, or ``None`` if the server does not take it now."""
    client = connect(server.url("admin"))
    try:
        return (await demand(client, [command]))[0]
    except Unavailable:
        return None
    finally:
        await client.aclose()


def _config(server: Server) -> list[str]:
    return [
        "port 0",
        f"unixsocket {_quoted(server.socket)}",
        "unixsocketperm 700",
        f"dir {_quoted(server.folder)}",
        f"aclfile {_quoted(server.folder / ACL)}",
        f"logfile {_quoted(server.folder / LOG)}",
        "daemonize no",
        "protected-mode yes",
        "appendonly yes",
        "appendfsync no",
        'save ""',
        "maxmemory-policy noeviction",
        "auto-aof-rewrite-min-size 256mb",
        "rdbcompression no",  # logs that are rewritten are read once more at most, and the cores have other work
        "stream-node-max-entries 100",
    ]


def _quoted(path: Path) -> str:
    """A path as a word of a Redis configuration."""
    text = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def _passwords(file: Path) -> dict[str, str]:
    """The password of each user: read again if they were drawn before, so that running clients stay valid."""
    known: Any = None
    with contextlib.suppress(FileNotFoundError, ValueError):
        known = json.loads(file.read_text())
    known = known if isinstance(known, dict) else {}
    passwords = {user: str(known.get(user) or secrets.token_urlsafe(24)) for user in USERS}
    if passwords != known:
        _write_private(file, json.dumps(passwords))
    return passwords


def _socket_path(folder: Path) -> Path:
    """The socket in the folder, by a short way round if its path is too long for a socket.

    The way round is a link in a directory of ours below the system's temporary one; it is remembered in
    the folder, so that a later run finds a server that was left behind.
    """
    if len(os.fsencode(folder / SOCKET)) <= LONGEST_SOCKET_PATH:
        return folder / SOCKET
    memory = folder / SHORT
    with contextlib.suppress(OSError):
        link = Path(memory.read_text())
        if link.is_symlink() and link.resolve() == folder and link.lstat().st_uid == os.getuid():
            return link / SOCKET
    link = Path(tempfile.mkdtemp(prefix="croupier-")) / "run"
    link.symlink_to(folder)
    _write_private(memory, str(link))
    return link / SOCKET


def _write_private(file: Path, text: str) -> None:
    """Write a file that its owner alone may read, from the first moment on."""
    fresh = file.with_name(f".{file.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(text)
    fresh.replace(file)


def _end_of_log(server: Server) -> str:
    with contextlib.suppress(OSError):
        lines = (server.folder / LOG).read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "its log is empty"
    return "it wrote no log"

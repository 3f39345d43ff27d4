"""A real redis-server for tests: started, killed and started again at will."""

import asyncio
import os
import subprocess
from pathlib import Path

from croupier.runtime.binaries import Binary, find_binaries
from croupier.runtime.server import lay_out, ready
from croupier.runtime.store import parse_version


class RealServer:
    """A server in ``folder``; ``url`` is that of its administrator."""

    def __init__(self, folder: Path, binary: Binary | None = None) -> None:
        self.server = lay_out(folder, binary)
        self.url = self.server.url("admin")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "RealServer":
        """Run the server; returns at once."""
        self._process = subprocess.Popen(self.server.argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        return self

    async def up(self) -> "RealServer":
        """Run the server and wait until it answers."""
        self.start()
        await ready(self.server, alive=lambda: self._process is not None and self._process.poll() is None)
        return self

    def kill(self) -> None:
        """End it as a power cut would, as far as the process is concerned."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def binaries() -> list[Binary]:
    """Servers to test against: all that are at hand, and the paths in ``CROUPIER_TEST_SERVERS`` (``:`` between)."""
    extra = [Path(path) for path in os.environ.get("CROUPIER_TEST_SERVERS", "").split(":") if path]
    return find_binaries() + [Binary(path, _version(path), "extra") for path in extra]


def _version(path: Path) -> tuple[int, ...]:
    answer = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    return parse_version(answer.split("v=")[1].split()[0])


async def eventually(check, *, within: float = 10.0) -> None:  # type: ignore[no-untyped-def]
    """Wait until ``check()`` (a coroutine function) answers true; fail after ``within`` seconds."""
    async with asyncio.timeout(within):
        while not await check():
            await asyncio.sleep(0.01)

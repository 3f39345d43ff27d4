"""The files of a server of ours come onto the disk by our own flushes, and nothing waits for them."""

import asyncio
import os
from pathlib import Path

import pytest

from croupier.runtime import flushing
from croupier.runtime.binaries import Binary
from croupier.runtime.server import lay_out, running
from croupier.runtime.store import connect
from redis_server import binaries, eventually

ALL = binaries()


def names_flushed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the files that are flushed from now on."""
    flushed: set[str] = set()
    fsync = os.fsync

    def noting(descriptor: int) -> None:
        flushed.add(Path(f"/proc/self/fd/{descriptor}").resolve().name)
        fsync(descriptor)

    monkeypatch.setattr(flushing.os, "fsync", noting)
    monkeypatch.setattr(flushing, "EVERY", 0.01)
    return flushed


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="names of open files are read from /proc")
@pytest.mark.parametrize("binary", ALL, ids=[f"{b.origin}-{'.'.join(map(str, b.version))}" for b in ALL])
async def test_what_a_running_server_writes_is_flushed(
    tmp_path: Path, binary: Binary, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed = names_flushed(monkeypatch)

    async def is_flushed() -> bool:
        return any("aof" in name and "manifest" not in name for name in flushed)

    async with running(lay_out(tmp_path, binary)) as server:
        client = connect(server.url("admin"))
        await client.set("croupier:x", "kept")
        await eventually(is_flushed)
        await client.aclose()


async def test_a_disk_that_refuses_is_told_of_once_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second complaint comes only once the disk has taken all in between."""
    (tmp_path / "appendonly.aof").write_bytes(b"x")
    answers = iter([False, False, True, False, False])
    told: list[str] = []
    over = asyncio.Event()

    def answer(descriptor: int) -> None:
        takes = next(answers, None)
        if takes is None:
            loop.call_soon_threadsafe(over.set)
        if not takes:
            raise OSError(5, "Input/output error")

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(flushing.os, "fsync", answer)
    monkeypatch.setattr(flushing, "EVERY", 0.01)
    task = asyncio.create_task(flushing.keep_flushing(tmp_path, told.append))
    await asyncio.wait_for(over.wait(), 20)
    assert not task.done()
    task.cancel()

    sentence = "the disk does not take what the store has written (Input/output error): a power cut would lose it"
    assert told == [sentence, sentence]

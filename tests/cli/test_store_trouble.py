"""What the organiser hears when the disk below the store refuses."""

import asyncio
from pathlib import Path

import pytest

from croupier.cli.crew import Site, start_store
from croupier.cli.views import Quiet
from croupier.runtime import flushing
from croupier.runtime.supervisor import supervisor


async def test_a_disk_that_refuses_is_told_of_on_stderr_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Results have stdout to themselves, whatever happens."""
    refused = asyncio.Event()
    loop = asyncio.get_running_loop()

    def refuse(folder: Path) -> None:
        loop.call_soon_threadsafe(refused.set)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(flushing, "flush", refuse)
    monkeypatch.setattr(flushing, "EVERY", 0.01)
    site = Site(tmp_path, tmp_path / "archive", "00" * 32, "127.0.0.1", 0)
    site.logs.mkdir()
    async with supervisor(tmp_path / "marks") as children:
        _, store = await start_store(children, site, Quiet().note)
        await asyncio.wait_for(refused.wait(), 20)
        await store.close()
    out, err = capsys.readouterr()

    assert out == ""
    assert err.startswith("the disk does not take what the store has written (No space left on device)")
    assert len(err.splitlines()) == 1

"""What the reader of a run is told of its processes."""

import asyncio
import os
from pathlib import Path

import pytest

from croupier.cli.playing import Teller
from croupier.cli.views import Quiet
from croupier.runtime.supervisor import Child, Supervisor


class Heard(Quiet):
    """Keeps the notes."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


@pytest.mark.parametrize("begun", [True, False])
async def test_a_program_that_cannot_be_started_counts_as_ended(tmp_path: Path, begun: bool) -> None:
    """Before the tournament has begun its last words are left to the error that ends the run."""
    heard = Heard()
    teller = Teller(heard)
    teller.begun = begun
    children = Supervisor(tmp_path / "marks.json", teller)
    children.start(Child("bot-x", ["no-such-program"], dict(os.environ), tmp_path / "log", restarts=1))
    async with asyncio.timeout(20):
        while children.children["bot-x"].state != "left":
            await asyncio.sleep(0.02)
    await children.stop()
    first, *last = heard.notes[-1].splitlines()
    assert first == "bot-x ended 2 times (exit code 127) and is left alone" + ("; its last words:" if begun else "")
    words = ["  croupier: cannot start no-such-program: No such file or directory", "  (the same 2 times)"]
    assert last == (words if begun else [])

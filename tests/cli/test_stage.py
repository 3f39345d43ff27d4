"""Which bots a run keeps going, as its log wants them."""

import asyncio
import os
import sys
from pathlib import Path

from croupier.cli.cast import Cast
from croupier.cli.playing import Teller
from croupier.cli.runfile import EntrantSection, RunFile
from croupier.cli.runfolder import Ticket, draw
from croupier.cli.stage import Stage
from croupier.cli.views import Quiet
from croupier.contracts import events as ev
from croupier.contracts.specs import EntrantSpec, Swiss, TournamentSpec
from croupier.folds.life import Life
from croupier.runtime.supervisor import Child, Supervisor

ANN, BOB = ({"name": name, "bot": "greedy"} for name in ("Ann", "Bob"))
RUN = RunFile.model_validate({"id": "cup", "game": "briscola", "entrant": [ANN, BOB]})


def life() -> Life:
    found = Life()
    field = [EntrantSpec(id=who.id, name=who.name, token="0" * 64) for who in RUN.entrant]
    spec = TournamentSpec(id="cup", name="Cup", game="briscola", format=Swiss(rounds=3), entrants=field)
    for event in (
        ev.TournamentOpened(spec=spec),
        *(ev.EntrantRegistered(entrant=who.id, name=who.name, nonce="0" * 64) for who in field),
        ev.TournamentStarted(beacon="0" * 64),
    ):
        assert found.take(event) == ""
    return found


class Heard(Quiet):
    """Keeps the notes."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


async def until(children: Supervisor, name: str, state: str) -> None:
    async with asyncio.timeout(30):
        while children.children[name].state != state:
            await asyncio.sleep(0.01)


async def test_a_bot_whose_entrant_has_left_is_not_started_again_unless_it_comes_back(tmp_path: Path) -> None:
    """Given a bot that ends with code 2 once it is sent away, then it is left so, without a word, until it returns."""
    gone = tmp_path / "gone"
    words = f"import pathlib, sys, time\nwhile not pathlib.Path({str(gone)!r}).exists(): time.sleep(0.01)\nsys.exit(2)"

    def make(who: EntrantSection, ticket: Ticket) -> Child:
        argv = (sys.executable, "-c", words if who.id == "ann" else "import time; time.sleep(60)")
        return Child(f"bot-{who.id}", argv, os.environ, tmp_path / f"{who.id}.log", restarts=5)

    heard, now = Heard(), life()
    children = Supervisor(tmp_path / "marks.json", Teller(heard))
    stage = Stage(children, RUN, draw(RUN), Cast(tmp_path / "cast.json"), make)
    try:
        await stage.look(now)
        await until(children, "bot-ann", "running")
        assert now.take(ev.EntrantWithdrawn(entrant="ann", why="", who="organiser")) == ""
        await stage.look(now)
        assert children.children["bot-ann"].state == "running"  # its games in play go on
        gone.touch()
        await until(children, "bot-ann", "stopped")
        assert (children.children["bot-ann"].starts, children.children["bot-ann"].code) == (1, 2)
        await until(children, "bot-bob", "running")
        gone.unlink()
        assert now.take(ev.EntrantReturned(entrant="ann", who="organiser")) == ""
        await stage.look(now)
        await until(children, "bot-ann", "running")
        assert heard.notes == []
    finally:
        await children.stop()


async def test_a_run_that_goes_on_starts_no_bot_of_an_entrant_that_had_left(tmp_path: Path) -> None:
    now = life()
    assert now.take(ev.EntrantDisqualified(entrant="bob", failures=1, games=1, counted=["g"])) == ""
    children = Supervisor(tmp_path / "marks.json")

    def make(who: EntrantSection, ticket: Ticket) -> Child:
        return Child(f"bot-{who.id}", (sys.executable, "-c", ""), os.environ, tmp_path / "log", restarts=0)

    await Stage(children, RUN, draw(RUN), Cast(tmp_path / "cast.json"), make).look(now)
    try:
        assert set(children.children) == {"bot-ann"}
    finally:
        await children.stop()

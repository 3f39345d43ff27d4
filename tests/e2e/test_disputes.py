"""Disputes in a tournament that is played, by bots and services in processes of their own, on a real store.

Scoring counts one game wrong. Ten disputes are raised, of every claim; services and the whole run are killed with
SIGKILL in between; what is not clear is ruled over HTTP in every way. Then the table must be the one that somebody
computes by hand from the results and the rulings.
"""

import asyncio
import contextlib
import json
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.lines import read_line

from .installation import CROUPIER, environment

FILE = """\
id = "cup"
game = "briscola"
games = 6
concurrency = 4
[clock]
action = "60s"
start = "120s"
[start]
by_hand = true
[disputes]
most = 20
""" + "".join(f'[[entrant]]\nname = "{name}"\nbot = "random"\n' for name in ("Ann", "Bob", "Cleo", "Dan"))
TOTAL = 36
WRONG = "cup-r2-t1-1"

NOT_YET = {
    "server/unready", "http/not-found", "tournament/not-here", "dispute/not-examined", "dispute/unknown-game",
}  # fmt: skip
"""Refusals after which something is asked for again."""

SPOILED = f"""\
import sys
if sys.orig_argv[-2:] == ["serve", "scoring"]:
    from croupier.contracts.events import GameScored
    from croupier.services.scoring import decider

    right = decider.follow

    def follow(state):
        for event in right(state):
            if isinstance(event, GameScored) and state.id == {WRONG!r}:
                event = event.model_copy(update={{"points": event.points[::-1], "places": event.places[::-1]}})
            yield event

    decider.follow = follow
"""
"""What Python runs before anything else: in scoring's process the victory in one game goes to the other side."""


class Run:
    """``croupier run`` in a folder: started, killed, asked for something."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "cup.toml"
        self.file.write_text(FILE)
        self.runs = folder / "runs"
        self.bundle = self.runs / "cup"
        self.work = self.bundle / ".work"
        (folder / "spoiled").mkdir()
        (folder / "spoiled" / "sitecustomize.py").write_text(SPOILED)
        path = os.pathsep.join([str(folder / "spoiled"), os.environ.get("PYTHONPATH", "")])
        self.env = environment() | {"PYTHONPATH": path}
        self.process: asyncio.subprocess.Process

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *CROUPIER, "run", str(self.file), "--runs", str(self.runs), "--quiet",
            stdout=asyncio.subprocess.DEVNULL, env=self.env, start_new_session=True,
        )  # fmt: skip

    def kill(self, service: str) -> None:
        """SIGKILL a service; the run starts it again."""
        marks = json.loads((self.work / "processes.json").read_text())
        with contextlib.suppress(ProcessLookupError):
            os.kill(next(mark["pid"] for mark in marks if mark["name"] == service), signal.SIGKILL)

    async def cut(self) -> None:
        """SIGKILL the run and all its children, and go on with it."""
        marks = json.loads((self.work / "processes.json").read_text())
        self.process.kill()
        await self.process.wait()
        for mark in marks:
            with contextlib.suppress(ProcessLookupError):
                os.kill(mark["pid"], signal.SIGKILL)
        await self.start()

    async def ask(self, path: str, who: str | None = None, **body: Any) -> dict[str, Any]:
        """The answer to a request as an entrant, or (``None``) as organiser; asked again while nobody answers."""
        while True:
            with contextlib.suppress(OSError, httpx.HTTPError, ValueError):
                url = (self.work / "server.url").read_text().strip().replace("ws://", "http://")
                async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=30) as client:
                    headers = {"Authorization": f"Bearer {self._token(who)}"}
                    answer = await client.post(f"/v1/tournaments/cup{path}", headers=headers, json=body)
                if answer.status_code == 200:
                    told: dict[str, Any] = answer.json()
                    return told
                code = answer.json()["error"]["code"]
                assert code in NOT_YET, code
            await asyncio.sleep(0.1)

    def _token(self, who: str | None) -> str:
        if who is None:
            return (self.work / "organiser.token").read_text().strip()
        token: str = json.loads((self.work / "secrets.json").read_text())["tickets"][who]["token"]
        return token

    def log(self) -> list[ev.Event]:
        """The events of the tournament, as far as they are in the archive."""
        with contextlib.suppress(FileNotFoundError):
            lines = (self.bundle / "tournament.jsonl").read_bytes().split(b"\n")[:-1]
            return [read_line(line).event for line in lines]
        return []

    def count(self, kind: type[ev.Event]) -> int:
        return sum(isinstance(event, kind) for event in self.log())

    async def until(self, kind: type[ev.Event], count: int) -> None:
        while self.count(kind) < count:
            await asyncio.sleep(0.1)


@pytest.fixture
async def run(tmp_path: Path) -> AsyncIterator[Run]:
    played = Run(tmp_path)
    await played.start()
    yield played
    if played.process.returncode is None:
        played.process.send_signal(signal.SIGINT)
        await played.process.wait()


def seats_of(log: list[ev.Event]) -> dict[str, list[str]]:
    seats = {game.id: game.seats for event in log if isinstance(event, ev.RoundPaired) for game in event.games}
    return seats | {event.game.id: event.game.seats for event in log if isinstance(event, ev.GameReplayed)}


CLEAR: list[tuple[str, ev.Claim, int | None]] = [
    ("cup-r1-t2-1", "illegal-move", 0),
    ("cup-r1-t2-1", "wrong-deck", 1),
    ("cup-r1-t2-2", "wrong-score", 1),
    ("cup-r1-t2-2", "clock", None),
    (WRONG, "wrong-score", 0),
]
"""Disputes that are ruled by themselves: game, claim, and the seat that raises them."""

OTHERS: list[tuple[str, int | None, dict[str, Any]]] = [
    ("cup-r2-t2-1", 0, {"ruling": "dismissed"}),
    ("cup-r2-t2-2", None, {"ruling": "corrected", "points": [61, 59], "places": [1, 2]}),
    ("cup-r3-t1-1", 1, {"ruling": "replay"}),
    ("cup-r3-t1-2", None, {"ruling": "replay", "board": "same"}),
    ("cup-r3-t2-1", 0, {"ruling": "forfeit", "seats": [1]}),
]
"""Disputes that the organiser rules: game, seat, and the ruling."""


def by_hand(log: list[ev.Event]) -> dict[str, int]:
    """The table of somebody who has the results and the rulings on paper."""
    seats, points = seats_of(log), Counter(dict.fromkeys(("ann", "bob", "cleo", "dan"), 0))
    places = {event.id: event.places for event in log if isinstance(event, ev.GameRecorded)}
    places[WRONG] = places[WRONG][::-1]
    places["cup-r2-t2-2"] = [1, 2]
    places["cup-r3-t2-1"] = [1, 2]
    del places["cup-r3-t1-1"], places["cup-r3-t1-2"]
    assert {"cup-r3-t1-1-a2", "cup-r3-t1-2-a2"} <= places.keys()
    for game, order in places.items():
        for name, place in zip(seats[game], order, strict=True):
            points[name] += (1 if order == [1, 1] else 2) if place == 1 else 0
    return dict(points)


@pytest.mark.timeout(600)
async def test_ten_disputes_are_raised_examined_and_ruled_while_everything_is_killed(run: Run) -> None:
    await run.ask("/start", why="all are here")
    held = await run.ask("/disputes", game="cup-r1-t1-1", claim="other", why="keeps the tournament from its end")
    run.kill("director")
    await run.until(ev.GameRecorded, TOTAL)
    seats = seats_of(run.log())
    for number, (game, claim, seat) in enumerate(CLEAR):
        await run.ask("/disputes", None if seat is None else seats[game][seat], game=game, claim=claim, ply=number)
    run.kill("director")
    raised = [
        (await run.ask("/disputes", None if seat is None else seats[game][seat], game=game, claim="other"))["id"]
        for game, seat, _ in OTHERS
    ]
    await run.cut()
    await run.until(ev.DisputeExamined, 1 + len(CLEAR) + len(OTHERS))
    for dispute, (_, _, ruling) in zip(raised, OTHERS, strict=True):
        run.kill("director" if ruling["ruling"] == "replay" else "gateway")
        await run.ask(f"/disputes/{dispute}/rule", why="so it is", **ruling)
    await run.until(ev.GameRecorded, TOTAL + 2)
    await run.ask(f"/disputes/{held['id']}/rule", ruling="dismissed", why="it did its duty")
    assert await run.process.wait() == 0

    log = run.log()
    ruled = [event for event in log if isinstance(event, ev.DisputeRuled)]
    told = Counter((event.ruling, event.by) for event in ruled)
    assert told == {
        ("dismissed", "examination"): 4, ("corrected", "examination"): 1, ("dismissed", "organiser"): 2,
        ("corrected", "organiser"): 1, ("replay", "organiser"): 2, ("forfeit", "organiser"): 1,
    }  # fmt: skip
    (finished,) = (event for event in log if isinstance(event, ev.TournamentFinished))
    assert {row.entrant: row.points for row in finished.standings} == by_hand(log)
    report = audit(run.bundle)
    assert [finding.sentence for finding in report.findings if not finding.note] == []
    assert {finding.log for finding in report.findings if finding.code == "audit/result"} == {f"g/{WRONG}"}

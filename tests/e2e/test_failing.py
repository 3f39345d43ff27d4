"""A run with bots that stall, go silent, answer what is not allowed, or come and go: none gains a point by it."""

import json
import sys
from pathlib import Path

import pytest

from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.lines import read_line

from .installation import command

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(180)]

BOTS = Path(__file__).parents[1] / "bots"
HEAD = """\
id = "cup"
game = "briscola"
games = 2
concurrency = 1
[format]
kind = "gauntlet"
[clock]
action = "5s"
start = "1m"
[[entrant]]
name = "Ada"
bot = "greedy"
[[entrant]]
name = "Prima"
bot = "random"
"""
ROGUES = {
    "silent": ("silent.py", "clock/flag"),
    "slow": ("slow.py --seconds 30", "clock/flag"),
    "illegal": ("illegal.py", "move/strikes"),
    "restless": ("disconnecting.py --every 2 --abort", None),
}
"""The ways of those that meet Ada after Prima, who only plays badly, and why they lose; the last one plays on."""


async def test_nobody_gains_by_failing_and_each_failure_is_named(tmp_path: Path) -> None:
    """A poor player that plays on stands above all who fail; an auditor agrees with every ending."""
    entrants = "".join(
        f'[[entrant]]\nname = "{name}"\ncommand = "{sys.executable} {BOTS / program}"\n'
        for name, (program, _) in ROGUES.items()
    )
    (tmp_path / "cup.toml").write_text(HEAD + entrants)
    await command("run", str(tmp_path / "cup.toml"), "--runs", str(tmp_path / "runs"), "--json")
    bundle = tmp_path / "runs" / "cup"
    assert audit(bundle).findings == []

    lines = [read_line(raw).event for raw in (bundle / "tournament.jsonl").read_bytes().splitlines()]
    seats = {game.id: game.seats for event in lines if isinstance(event, ev.RoundPaired) for game in event.games}
    seats |= {event.game.id: event.game.seats for event in lines if isinstance(event, ev.GameReplayed)}
    found: dict[str, set[str | None]] = {}
    for event in lines:
        if isinstance(event, ev.GameRecorded) and event.outcome != "void":
            other = next(name for name in seats[event.id] if name != "ada")
            failed = {(seats[event.id][each.seat], each.why) for each in event.failures or []}
            assert failed <= {(other, ROGUES.get(other, ("", None))[1])}
            found.setdefault(other, set()).add(next(iter(failed))[1] if failed else None)
    assert found == {"prima": {None}, **{name: {why} for name, (_, why) in ROGUES.items()}}

    table = json.loads((bundle / "standings.json").read_text())["standings"]
    place = {row["entrant"]: row["place"] for row in table}
    failing = [name for name, (_, why) in ROGUES.items() if why is not None]
    assert all(row["points"] == 0 for row in table if row["entrant"] in failing)
    assert place["prima"] < min(place[name] for name in failing)

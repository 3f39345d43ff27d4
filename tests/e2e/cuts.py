"""Cut tournaments of several formats hundreds of times, and compare each with one that nobody touched.

    python -m tests.e2e.cuts --kills 200

Each event is played twice with the same seed: once in peace, and once cut, that is stopped by Ctrl-C after every
round and at random games, while services and redis-server are killed with SIGKILL, ``--kills`` times over all events.
Pairings, boards, games, standings, ratings and exports must come out equal but for stamps, and an audit must find
nothing. Ends with 1 if something differs. ``--event NAME`` plays one of them alone.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .cutting import ID, Cuts, check, exports, play_and_cut, tournament
from .installation import command

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Emil", "Fay", "Gus")
FORMATS = ("standings", "pairs", "games", "ratings", "markdown", "jsonl")
HEAD = """\
id = "{id}"
game = "{game}"
seed = "a steady hand"
concurrency = 4
{more}
[clock]
action = "30s"
start = "60s"
"""
ENTRANT = """\
[[entrant]]
name = "{name}"
bot = "{bot}"
"""


@dataclass(frozen=True)
class Event:
    """A tournament of ``entrants`` that comes to about so many ``games``; ``more`` of its run file."""

    game: str
    entrants: int
    games: int
    more: str
    formats: tuple[str, ...] = FORMATS

    def file(self) -> str:
        """The run file. Every other bot is greedy, the others play at random; all follows from the seed."""
        bots = [("greedy", "random")[number % 2] for number in range(self.entrants)]
        entrants = [ENTRANT.format(name=name, bot=bot) for name, bot in zip(NAMES, bots, strict=False)]
        return HEAD.format(id=ID, game=self.game, more=self.more) + "".join(entrants)


EVENTS = {
    "swiss": Event("briscola", 7, 60, 'games = 4\n[format]\nkind = "swiss"\nrounds = 5', (*FORMATS, "trf")),
    "round-robin": Event("briscola", 5, 40, 'games = 4\nboards = "mirror"\nno_memory = true'),
    "knockout": Event(
        "trionfo", 4, 8, 'games = 2\n[options]\nplayers = 2\n[format]\nkind = "knockout"\nthird_place = true'
    ),
    "gauntlet": Event("bezique", 4, 12, 'games = 4\n[format]\nkind = "gauntlet"'),
    "signed": Event("piquet", 4, 12, "games = 2\nsigned = true"),
}


async def compare(event: Event, folder: Path, kills: int, seed: str) -> tuple[Cuts, list[str]]:
    """Play an event twice; what was cut, and what differs."""
    file, calm, wild = folder / "cut.toml", folder / "calm", folder / "wild"
    file.write_text(event.file())
    await command("run", str(file), "--runs", str(calm), "--json")
    cuts = Cuts(event.games, kills, seed, stops=True)
    await play_and_cut(file, wild, cuts)
    right, got = tournament(calm), tournament(wild)
    for runs in (calm, wild):
        await check(runs, len(right["games"]))  # a match that is drawn may be played again
    right |= await exports(calm, event.formats)
    got |= await exports(wild, event.formats)
    return cuts, [name for name in right if right[name] != got[name]]


def main() -> int:
    """Play all events, or one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200, help="in all")
    parser.add_argument("--event", choices=EVENTS, help="this one alone")
    parser.add_argument("--seed", default="cuts", help="draws the moments and who is killed")
    options = parser.parse_args()
    chosen = [options.event] if options.event else list(EVENTS)
    games = sum(EVENTS[name].games for name in chosen)
    killed = stopped = failed = 0
    for name in chosen:
        event, began = EVENTS[name], time.monotonic()
        kills = -(-options.kills * event.games // games)
        with tempfile.TemporaryDirectory() as folder:
            cuts, differs = asyncio.run(compare(event, Path(folder), kills, f"{options.seed}/{name}"))
        killed, stopped, failed = killed + len(cuts.killed), stopped + cuts.stopped, failed + bool(differs)
        took = time.monotonic() - began
        what = f"differs in {', '.join(differs)}" if differs else "the same"
        print(
            f"{name}: {event.games} games, {len(cuts.killed)} kills, {cuts.stopped} stops, {took:.0f} s: {what}",
            flush=True,
        )
    print(f"{killed} kills and {stopped} stops; {failed} of {len(chosen)} events differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Says everything many times: each answer ``--copies`` times, old answers again, pings, and asks for snapshots.

None of that costs a strike. ``--eager``: also answers the turn after next, which does. ``--flood``: pings without a
pause from ``welcome`` on.
"""

import argparse
import asyncio

from rogue import Json, Rogue, first_action, main


class Talkative(Rogue):
    """Does not stop."""

    @classmethod
    def add_flags(cls, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--copies", type=int, default=5, help="of each answer")
        parser.add_argument("--resyncs", type=int, default=1, help="snapshots to ask for at each turn")
        parser.add_argument("--eager", action="store_true", help="answer the turn after next")
        parser.add_argument("--flood", action="store_true", help="ping without a pause")

    def __init__(self, flags: argparse.Namespace) -> None:
        super().__init__(flags)
        self.answers: dict[tuple[str, int], str] = {}

    async def on_welcome(self) -> None:
        if self.flags.flood:
            self.later(self.flood())

    async def flood(self) -> None:
        """As fast as the connection takes it."""
        while True:
            await self.say(type="ping", id=1)
            await asyncio.sleep(0)

    async def on_turn(self, turn: Json) -> None:
        key = turn["game"], turn["ply"]
        fresh = key not in self.answers
        action = self.answers.setdefault(key, first_action(turn))
        for _ in range(self.flags.copies):
            await self.act(turn, action)
        if fresh:
            await self.chatter(turn)

    async def chatter(self, turn: Json) -> None:
        """Old answers, perhaps an early one, snapshots, pings."""
        for (game, ply), action in list(self.answers.items())[-10:]:
            await self.say(type="act", game=game, ply=ply, action=action)
        if self.flags.eager:
            await self.say(type="act", game=turn["game"], ply=turn["ply"] + 2, action=first_action(turn))
        for _ in range(self.flags.resyncs):
            await self.say(type="resync", game=turn["game"])
        for number in range(3):
            await self.say(type="ping", id=number)


if __name__ == "__main__":
    main(Talkative)

"""A tournament in one process in which some players fail, each in its way, at their nth decision of every game."""

from collections import defaultdict
from pathlib import Path
from typing import Any

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import SECOND, TournamentSpec
from croupier.contracts.streams import game_log
from world import World, events

WAYS = {
    "late": "clock/flag",
    "silent": "clock/flag",
    "illegal": "move/strikes",
    "resigns": "resigned",
    "absent": "session/left",
}
"""The ways to fail, and why a seat forfeits then."""


class Failing(World):
    """``ways``: by entrant, how it fails and at which of its decisions in a game, from 0.

    ``lagging``: games in which the first answer of seat 0 is late by the server's own lag.
    """

    def __init__(
        self, folder: Path, ways: dict[str, tuple[str, int]], lagging: tuple[str, ...] = (), **options: Any
    ) -> None:
        super().__init__(folder, **options)
        self.ways = ways
        self.lagging = lagging
        self.sitting: dict[tuple[str, int], str] = {}
        self.asked: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        self.action = 0

    async def play(self, of: TournamentSpec) -> None:
        """The whole of a tournament; who is awaited in vain is waited for until its time is up."""
        self.action = of.clock.action
        await self.open(of)
        await self.run()
        for _ in range(1_000):
            if events(self.tournament(of.id), ev.TournamentSealed):
                return
            self.now += max(of.clock.action, of.clock.start) + SECOND
            tick = cmd.Tick(id=self._id(), gateway="gw", at=self.now)
            await self.command("cmd", game_log(next(iter(self.seated))), tick)
            await self.run()
        raise AssertionError("the tournament does not end")

    async def comes(self, game: str, seat: int, entrant: str) -> None:
        """A seat's entrant comes, unless that is how it fails."""
        self.sitting[game, seat] = entrant
        if self.ways.get(entrant, ("", 0))[0] != "absent":
            await super().comes(game, seat, entrant)

    async def answers(self, game: str, seat: int, ply: int, choices: list[str]) -> None:
        """A seat answers, or fails."""
        way, when = self.ways.get(self.sitting[game, seat], ("", 0))
        asked = self.asked[game, seat]
        if ply not in asked:  # else it is asked again
            asked.append(ply)
        number = asked.index(ply)
        act = self._act(game, seat, ply, choices)
        if game in self.lagging and seat == number == 0:
            await self._send(game, act, late=2 * SECOND)
        elif number != when or way in ("", "absent"):
            await self._send(game, act)
        elif way == "late":
            await self._send(game, act, late=0)
        elif way == "illegal":
            for _ in range(3):
                await self._send(game, act.model_copy(update={"action": "dance"}))
        elif way == "resigns":
            await self._send(game, cmd.Resign(id=self._id(), game=game, seat=seat, at=self.clock()))

    async def _send(self, game: str, message: cmd.Command, late: int | None = None) -> None:
        """``late``: the answer comes a second after its time, and that much of the time the server lost."""
        if late is not None:
            self.now += self.action + SECOND
            message = message.model_copy(update={"received": self.now, "late": late})
        await self.command("cmd", game_log(game), message)

"""A table without a server: the referee's shell on a log in memory, a hand-moved clock, a scripted dealer."""

import itertools
from typing import Any

import orjson

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.lines import Line, genesis, read_line, write_line
from croupier.contracts.specs import SECOND, Clock, Policy
from croupier.contracts.table import ALL, PUBLIC, TableEntry
from croupier.runtime.entries import Entry
from croupier.runtime.eventlog import Append, Appended
from croupier.runtime.memory import MemoryLog
from croupier.services.referee.service import RefereeShell
from rings import ring

DECK = (
    "JC JB 5D AD JD 2D 2B 4S 3C 4D AB 2C 3S 7D 3B 3D 5S 4B KS 7S KD 5B KC QS KB 6D 5C 4C 6B QD AS QB 6S QC 7B 7C 6C "
    "JS AC 2S"
)
"""The two-seat deal of the rules' eighth example: P0 holds JC 5D JD, P1 holds JB AD 2D, the turn-up is 2B."""

START = 1_000 * SECOND


class Bench:
    """One referee, one game ``t-r1-t1-1`` of two seats, and everything that it wrote."""

    game = "t-r1-t1-1"

    def __init__(
        self, *, plays: str = "briscola", ruleset: str = "house", clock: Clock | None = None,
        policy: Policy | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.plays_game, self.ruleset = plays, ruleset
        self.log = MemoryLog()
        self.now = START
        self.referee = self._referee()
        self.clock = clock or Clock()
        self.policy = policy or Policy()
        self.options = options
        self.seen = 0
        self.players = 2
        self.keys: dict[str, str] = {}
        self.names = ["Ada", "Bob", "Cleo", "Dora", "Emil", "Fay", "Gus"]
        self._ids = itertools.count(1)

    def _referee(self) -> RefereeShell:
        return RefereeShell(self.log, ring("referee"), clock=lambda: self.now)

    async def restart(self) -> None:
        """The referee dies and comes back."""
        self.referee = self._referee()
        await self.referee.start()

    async def send(self, *messages: Any) -> None:
        """Deliver messages as one batch."""
        bodies = [message.model_dump_json().encode() for message in messages]
        entries = [Entry("cmd", 0, f"{next(self._ids)}-0", body) for body in bodies]
        assert await self.referee.handle(entries) == {}

    # --- commands

    async def open(self) -> None:
        """The director opens a game for two and the dealer commits."""
        await self.open_for(2)

    async def open_for(self, players: int) -> None:
        """The director opens the game and the dealer commits."""
        self.players = players
        names = self.names[:players]
        seats = [ev.SeatAssignment(entrant=n.lower(), name=n, key=self.keys.get(n.lower())) for n in names]
        command = cmd.GameOpen(
            id="open", game=self.game, plays=self.plays_game, ruleset=self.ruleset, options=self.options,
            tournament="t", round=1, board="t-r1-b1", seats=seats, clock=self.clock, policy=self.policy,
        )  # fmt: skip
        await self.send(command)
        await self.append("dealer", ev.DeckCommitted(commitment="0" * 64))

    async def here(self, seat: int, gateway: str = "gw") -> None:
        """A seat's entrant comes to the table."""
        await self.send(
            cmd.SeatHere(id=f"here-{next(self._ids)}", game=self.game, seat=seat, gateway=gateway, at=self.now)
        )

    async def gone(self, seat: int, gateway: str = "gw") -> None:
        """A seat's connection closes."""
        await self.send(
            cmd.SeatGone(id=f"gone-{next(self._ids)}", game=self.game, seat=seat, gateway=gateway, at=self.now)
        )

    async def seat_all(self) -> None:
        """Both seats come, and the dealer deals what the referee orders."""
        await self.here(0)
        await self.here(1)
        await self.append("dealer", ev.DealDealt(deal=1, deck=DECK))

    def act(
        self, seat: int, ply: int, action: str, *, sent: int | None = None, lag: int = 0, late: int | None = None
    ) -> cmd.Act:
        """A seat's answer, received now."""
        return cmd.Act(
            id=f"act-{next(self._ids)}", game=self.game, seat=seat, ply=ply, action=action, gateway="gw", sent=sent,
            received=self.now, lag=lag, late=late,
        )  # fmt: skip

    async def plays(self, seat: int, ply: int, action: str) -> None:
        """A seat answers."""
        await self.send(self.act(seat, ply, action))

    async def tick(self, gateway: str = "gw", lost: int = 0) -> None:
        """A gateway says what time it is."""
        await self.send(cmd.Tick(id=f"tick-{next(self._ids)}", gateway=gateway, at=self.now, lost=lost))

    async def append(self, by: ev.By, event: ev.Event) -> None:
        """Another service appends to the log, and the referee gets its notice."""
        seq = await self.write(by, event)
        await self.send(cmd.Notice(log=f"g/{self.game}", seq=seq, event=event.TYPE))

    async def write(self, by: ev.By, event: ev.Event) -> int:
        """Another service appends to the log, and the referee does not know; the number of the line."""
        lines = await self.log.read(f"g/{self.game}")
        prev = digest(lines[-1]) if lines else genesis(f"g/{self.game}")
        raw = write_line(event, seq=len(lines) + 1, at=self.now, by=by, cause="script", prev=prev)
        (outcome,) = await self.log.commit([Append(f"g/{self.game}", len(lines), [raw])])
        assert isinstance(outcome, Appended)
        return outcome.seq

    # --- what came of it

    async def lines(self) -> list[Line]:
        """The game's log."""
        return [read_line(raw) for raw in await self.log.read(f"g/{self.game}")]

    async def events(self) -> list[ev.Event]:
        """The events of the game's log."""
        return [line.event for line in await self.lines()]

    def entries(self) -> list[TableEntry]:
        """What the table was told since the last call; what is for all stands with each audience."""
        feed = self.log.feeds.get((0, "to:table"), [])
        fresh = feed[self.seen :]
        self.seen = len(feed)
        return [self._spread(fields) for fields in fresh]

    def _spread(self, fields: dict[str, bytes]) -> TableEntry:
        entry = TableEntry.from_body(fields["e"])
        common = entry.messages.pop(ALL, [])
        for audience in (*map(str, range(self.players)), PUBLIC) if common else ():
            entry.messages[audience] = common + entry.messages.get(audience, [])
        return entry

    def told(self, audience: str) -> list[dict[str, Any]]:
        """The client messages for one audience since the last call."""
        return [orjson.loads(text) for entry in self.entries() for text in entry.messages.get(audience, [])]

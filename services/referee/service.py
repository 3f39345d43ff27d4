"""The referee as a service: its decider in the shell, and which tables a gateway's clock concerns."""

from collections.abc import Sequence
from typing import Any

from croupier.contracts.commands import REFEREE_MESSAGE, Act, GatewayUp, Tick
from croupier.contracts.events import By, GameSealed
from croupier.contracts.lines import Line
from croupier.contracts.streams import game_log
from croupier.folds.ending import Ending
from croupier.folds.keys import Ring
from croupier.runtime.eventlog import EventLog
from croupier.runtime.keyed import KeyedShell, settled
from croupier.runtime.slots import Slot
from croupier.services.referee import decider, judged, telling
from croupier.services.referee.lags import Lags
from croupier.services.referee.seating import Table

SILENT = 5_000_000
"""Microseconds without a tick, while others tick, after which a gateway counts as gone."""


class Referee:
    """The referee's decider as the shell wants it."""

    by: By = "referee"

    def start(self, log: str) -> Table:
        """An empty table."""
        return Table(log)

    evolve = staticmethod(decider.evolve)
    decide = staticmethod(decider.decide)
    follow = staticmethod(decider.follow)
    tell = staticmethod(telling.tell)

    def done(self, table: Table) -> bool:
        """The result stands and is sealed: nothing more will come."""
        return table.game.result is not None and settled(self.by, table.game.ending)


class RefereeShell(KeyedShell[Table, Any]):
    """Adds the gateways' clocks: a tick concerns the tables whose deadline it passes."""

    slice = 64
    sweeping = frozenset({Tick, GatewayUp})
    judges = judged.JUDGED

    def __init__(self, log: EventLog, ring: Ring, **options: Any) -> None:
        super().__init__("referee", Referee(), REFEREE_MESSAGE, log, ring, **options)
        self.ticks: dict[str, int] = {}
        self.lags: dict[str, Lags] = {}

    def ending(self, table: Table) -> Ending:
        """The end of play."""
        return table.game.ending

    def doubt(self, table: Table, line: Line) -> str:
        """What is wrong with a stored line."""
        return judged.doubt(table, line)

    def read(self, slot: Slot[Table], stored: bytes) -> Line | None:
        """A stored line; our own seal was stored together with the result that was told, or after it."""
        line = super().read(slot, stored)
        if line is not None and type(line.event) is GameSealed and line.by == slot.decider.by:
            slot.state.over_told = True
        return line

    def targets(self, message: Any) -> Sequence[str]:
        """The tables that a message concerns."""
        kind = type(message)
        if kind is Act:
            return (game_log(message.game),)
        if kind is Tick:
            return self._due(message)
        if kind is GatewayUp:
            self.ticks[message.gateway] = message.at
            self.lags[message.gateway] = Lags(message)
            tables = [(log, slot.state) for log, slot in self.slots.items() if slot.ending is not None]
            return [log for log, table in tables if self._orphan(table, message)]
        return super().targets(message)

    def adopt(self, old: Slot[Table], fresh: Slot[Table]) -> None:
        """Who is connected where, and what was asked, outlives a rebuilt state."""
        if fresh.ending is None:
            return
        table, before = fresh.state, old.state
        table.gateways = before.gateways
        table.waiting_since = before.waiting_since
        if before.asked_ply == table.game.ply:
            table.asked_ply, table.asked, table.away = before.asked_ply, before.asked, before.away

    def _due(self, tick: Tick) -> list[str]:
        self.ticks[tick.gateway] = tick.at
        lags = self.lags.setdefault(tick.gateway, Lags(tick))
        lags.note(tick)
        due = []
        for log, slot in self.slots.items():
            deadline = slot.state.deadline if slot.ending is not None else None
            if deadline is not None and deadline < tick.at and self._speaks_for(slot.state, tick):
                slot.state.server_lag = lags.since(slot.state.awaited_since)
                due.append(log)
        return due

    def _speaks_for(self, table: Table, tick: Tick) -> bool:
        """A seat's own gateway decides whether its time is up, so that no answer of the seat is overtaken."""
        seat = table.game.to_act
        own = None if seat is None else table.gateways.get(seat)
        return own is None or own == tick.gateway or self._silent(own, tick.at)

    def _silent(self, gateway: str, at: int) -> bool:
        return at - self.ticks.get(gateway, 0) > SILENT

    def _orphan(self, table: Table, message: GatewayUp) -> bool:
        """No seat of the table is connected through another gateway that is alive."""
        others = [own for own in table.gateways.values() if own != message.gateway]
        return table.game.opened is not None and all(self._silent(own, message.at) for own in others)

"""The gateway without its surroundings: everything that happens between sockets, table and commands."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterable, Callable, Iterable, Sequence
from typing import Protocol

from croupier.contracts.streams import game_log, partition
from croupier.contracts.table import TableEntry
from croupier.runtime.table import COUNT

from .archive import Archive
from .clock import Pulse
from .connection import Connection, Socket
from .contest import Contest
from .doors import Doors
from .limits import Limits
from .metrics import Meter
from .outbox import Outbox, Sender
from .play import Play
from .roster import Logs, Roster
from .tables import Tables
from .timekeeper import Timekeeper
from .watch import Watch


class Log(Sender, Logs, Protocol):
    """The part of an event log that the gateway needs."""


class News(Protocol):
    """What came on the feed ``to:table``; ``gap``: entries of this partition before these are lost."""

    @property
    def partition(self) -> int:
        """The partition that it came from."""

    @property
    def gap(self) -> bool:
        """Entries may be missing before these."""

    @property
    def entries(self) -> Sequence[TableEntry]:
        """In the order of the feed."""


class Gateway:
    """One gateway.

    ``organiser``: hash of the token that opens all tournaments; ``private``: reading needs a token.
    ``now`` is a monotonic clock in seconds, ``pulse`` knows the time of day.
    """

    def __init__(
        self,
        log: Log,
        archive: Archive,
        limits: Limits,
        meter: Meter,
        name: str,
        *,
        organiser: str | None = None,
        private: bool = False,
        pulse: Pulse | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self.meter = meter
        self.now = now
        self.pulse = pulse or Pulse()
        self.archive = archive
        self.tables = Tables()
        self.outbox = Outbox(log, meter, name)
        self.roster = Roster(log, archive, now)
        self.doors = Doors(self.roster, organiser, private=private)
        contest = Contest(self.outbox, self.roster.view)
        self.play = Play(self.tables, self.outbox, self.pulse, contest)
        self.watch = Watch(self.tables, self.outbox, self.pulse)
        self.timekeeper = Timekeeper(self.outbox, self.pulse, self.tables, meter, self._waits)
        self.connections: set[Connection] = set()
        self.closing = False
        self.behind: set[int] = set()
        """Partitions of whose feed more waits than was read at once: there may be turns in it."""
        self.astray: Callable[[], bool] = lambda: False
        """Whether the feed cannot be read at all."""
        self.deserted = asyncio.Event()
        """Set while nobody is connected."""
        self.deserted.set()
        self._addresses: Counter[str] = Counter()

    # --- connections

    def admit(self, socket: Socket, address: str) -> Connection:
        """A new connection; one too many is closed at once."""
        connection = Connection(socket, self.limits, self.meter, self.now(), address)
        self.connections.add(connection)
        self.deserted.clear()
        self._addresses[address] += 1
        if self.closing:
            connection.bye("server/going-down", after=self.limits.after)
        elif len(self.connections) > self.limits.sockets or self._addresses[address] > self.limits.per_address:
            connection.bye("session/too-many", after=self.limits.after)
        return connection

    def dismiss(self, connection: Connection) -> None:
        """A connection is gone."""
        connection.closed = True
        self.connections.discard(connection)
        self._addresses[connection.address] -= 1
        if not self._addresses[connection.address]:
            del self._addresses[connection.address]
        if not self.connections:
            self.deserted.set()

    def say_goodbye(self) -> None:
        """Tell everyone that the gateway goes down, and let nobody in any more."""
        self.closing = True
        for connection in list(self.connections):
            connection.bye("server/going-down", after=self.limits.after)

    # --- news

    def _waits(self) -> bool:
        """Turns may wait that were not shown to those who are asked."""
        return bool(self.behind) or self.astray()

    async def follow(self, feed: AsyncIterable[News]) -> None:
        """Hand on what comes from the table, for ever."""
        async for news in feed:
            if news.gap:
                self.missed(news.partition)
            self.deliver(news.entries)
            (self.behind.add if len(news.entries) >= COUNT else self.behind.discard)(news.partition)

    def deliver(self, entries: Iterable[TableEntry]) -> None:
        """Hand entries to whom they are for."""
        at, now = self.pulse.now(), self.now()
        lost = self.pulse.lost_by(at)
        for entry in entries:
            fresh = self.tables.deliver(entry, at, lost)
            if fresh is not None:
                self.play.newly(fresh)
                continue
            table = self.tables.tables.get(entry.game)
            if table is not None and table.acted:
                self.meter.latency.observe(now - table.acted)
                table.acted = 0.0

    def missed(self, number: int) -> None:
        """Entries of a partition were lost: everyone there gets a snapshot, and is asked anew."""
        for table in list(self.tables.tables.values()):
            if table.ended or partition(game_log(table.id), self.outbox.partitions) != number:
                continue
            for player in dict.fromkeys(table.players):
                if player.link is not None:
                    self.play.present(table, player)
            for watcher in table.watchers:
                watcher.waiting = True
        self.timekeeper.start()

    # --- upkeep

    async def keep_house(self) -> None:
        """Look after connections for ever: pings, time limits, numbers for the metrics."""
        limits = self.limits
        pause = min(1.0, limits.ping / 4, limits.idle / 4, limits.hello / 4)
        while True:
            await asyncio.sleep(pause)
            now = self.now()
            for connection in list(self.connections):
                connection.look_after(now)
            self.watch.look_after(now)
            self.meter.late.set(self.pulse.late / 1e6)
            self.meter.tables.set(self.tables.live())

    def see_off(self) -> None:
        """Send those away for whom nothing will come: their tournament is over, or they were withdrawn."""
        for player in list(self.tables.players.values()):
            view = self.roster.views.get(player.tournament)
            if player.link is None or any(not table.ended for table in player.tables.values()):
                continue
            if view is None or view.finished:  # the log of one that is finished moves to the archive
                player.link.connection.bye("tournament/finished")
            elif player.entrant in view.withdrawn:
                player.link.connection.bye(view.out(player.entrant))

    @property
    def ready(self) -> str:
        """What is not ready; empty if all is."""
        if self.closing:
            return "the gateway is going down"
        if self.outbox.failing:
            return "the store takes no commands"
        if self.now() - self.roster.read_at > 10:
            return "tournaments have not been read for 10 s"
        return ""

"""What spectators get: the public snapshot, then what the public may see."""

from croupier.contracts import client
from croupier.contracts import commands as cmd

from .clock import Pulse
from .connection import Connection
from .outbox import Outbox
from .tables import Table, Tables, WatchLink

PATIENCE = 2.0
"""Seconds after which a snapshot that was asked for is asked for again."""


class Watch:
    """The desk for spectators."""

    def __init__(self, tables: Tables, outbox: Outbox, pulse: Pulse) -> None:
        self._tables = tables
        self._outbox = outbox
        self._pulse = pulse

    def enter(self, connection: Connection, game: str, now: float) -> tuple[Table, WatchLink] | None:
        """Let a connection watch a game; ``None`` where there is no such game in play, and the connection ends."""
        table = self._tables.tables.get(game)
        if table is None or table.ended:
            hint = f"if it is over, its log is at /v1/games/{game}/log"
            connection.error("session/unknown-game", "this game is not in play", place="game", hint=hint)
            connection.bye("session/unknown-game", "this game is not in play")
            return None
        connection.tell(client.Welcome(at=self._pulse.now(), **connection.settings()))
        link = WatchLink(connection)
        table.watchers.add(link)
        self._look(table, now)
        return table, link

    def leave(self, table: Table, link: WatchLink) -> None:
        """The connection is gone."""
        table.watchers.discard(link)

    def look_after(self, now: float) -> None:
        """Ask again where a snapshot did not come. ``now``: seconds, monotonic."""
        for table in self._tables.tables.values():
            if table.watchers and not table.ended and any(watcher.waiting for watcher in table.watchers):
                self._look(table, now)

    def _look(self, table: Table, now: float) -> None:
        """Ask for one snapshot for all who wait for it."""
        if now - table.looked > PATIENCE and self._outbox.to_game(
            table.id, cmd.Look(id=self._outbox.next_id(), game=table.id)
        ):
            table.looked = now

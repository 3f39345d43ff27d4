"""What a player's messages lead to. A connection comes, speaks and goes; all of it becomes commands."""

import secrets

from croupier.contracts import client
from croupier.contracts import commands as cmd
from croupier.contracts.errors import did_you_mean

from .clock import Pulse
from .connection import Connection, Socket
from .contest import Contest
from .outbox import Outbox
from .reading import Message
from .roster import Identity
from .tables import Asked, Player, PlayerLink, Table, Tables


class Play:
    """The desk for players."""

    def __init__(self, tables: Tables, outbox: Outbox, pulse: Pulse, contest: Contest) -> None:
        self._tables = tables
        self._outbox = outbox
        self._pulse = pulse
        self._contest = contest

    def enter(self, connection: Connection, hello: client.Hello, identity: Identity) -> Player:
        """Seat a connection as ``identity``: welcome, registration, and a snapshot of each of its games.

        A connection that the entrant had before is told ``session/superseded`` and ends.
        """
        player = self._tables.player(identity.tournament, identity.entrant)
        before, player.link = player.link, PlayerLink(connection)
        if before is not None:
            before.connection.bye("session/superseded")
        self._welcome(connection, identity)
        self._register(hello, identity)
        for table in list(player.tables.values()):
            self.present(table, player)
        return player

    def leave(self, connection: Connection, player: Player) -> None:
        """The connection is gone; without effect if another one has taken over."""
        if player.link is None or player.link.connection is not connection:
            return
        player.link = None
        for table in player.tables.values():
            for seat in table.seats_of(player) if not table.ended else ():
                self._outbox.to_game(table.id, self._gone(table.id, seat))
        self._tables.forget(player)

    def present(self, table: Table, player: Player) -> None:
        """Report a connected player as present at a table, or ask how a game ended that it saw no end of."""
        assert player.link is not None
        for seat in table.seats_of(player):
            if not table.ended:
                player.link.waiting.add((table.id, seat))
                self._outbox.to_game(table.id, self._here(table.id, seat))
            elif seat in table.missed:
                table.missed.discard(seat)
                player.link.waiting.add((table.id, seat))
                self._outbox.to_game(table.id, cmd.Look(id=self._outbox.next_id(), game=table.id, seat=seat))

    def newly(self, table: Table) -> None:
        """A table was set: report those of its players who are connected, who may have their snapshot already."""
        for player in dict.fromkeys(table.players):
            if player.link is not None:
                for seat in table.seats_of(player):
                    self._outbox.to_game(table.id, self._here(table.id, seat))

    def handle(self, connection: Connection, player: Player, message: Message, now: float) -> None:
        """Turn a message of a player who said hello into a command. ``now``: seconds, monotonic."""
        if isinstance(message, client.Hello):
            connection.error("session/hello-repeated")
        elif isinstance(message, client.DisputeMessage):
            seated = message.game in player.tables
            self._contest.dispute(connection, player.tournament, player.entrant, message, seated=seated)
        elif isinstance(message, client.ActMessage | client.ResignMessage | client.Resync):
            table = player.tables.get(message.game)
            if table is None:
                hint = did_you_mean(message.game, list(player.tables)[-100:])
                connection.error("session/unknown-game", place="game", hint=hint)
            elif not self._command(connection, player, table, message, now):
                connection.error("server/unready", "the game cannot be reached at the moment; try again")

    def _command(
        self, connection: Connection, player: Player, table: Table, message: Message, now: float
    ) -> bool:  # fmt: skip
        if isinstance(message, client.ActMessage):
            table.acted = now
            return self._outbox.to_game(table.id, self._act(connection, player, table, message))
        seats = table.seats_of(player)
        if isinstance(message, client.ResignMessage):
            at = self._pulse.now()
            for seat in seats:
                resign = cmd.Resign(
                    id=self._outbox.next_id(), game=table.id, seat=seat, at=at, signature=message.signature
                )
                if not self._outbox.to_game(table.id, resign):
                    return False
            return True
        looks = (cmd.Look(id=self._outbox.next_id(), game=table.id, seat=seat) for seat in seats)
        return all(self._outbox.to_game(table.id, look) for look in looks)

    def _act(self, connection: Connection, player: Player, table: Table, message: client.ActMessage) -> cmd.Act:
        seat = table.seat_for(player, message.ply)
        asked = table.sent(seat, message.ply)
        sent, late = (None, 0) if asked is None else (asked[1], self._late(connection.socket, asked))
        return cmd.Act(
            id=self._outbox.next_id(),
            game=table.id,
            seat=seat,
            ply=message.ply,
            action=message.action,
            gateway=self._outbox.gateway,
            sent=sent,
            received=max(connection.socket.read_at, sent or 0),
            lag=connection.lag,
            late=late if late > 0 else None,
            signature=message.signature,
        )

    def _late(self, socket: Socket, asked: Asked) -> int:
        """How much of the time since a question we may have cost its seat: before it went out, and before we read on.

        Whatever else we were late with in the meantime took nothing from anybody.
        """
        _, at, lost = asked
        lately = socket.read_lost - lost
        return min(lately, self._pulse.after(at) + socket.read_waited) if lately > 0 else 0

    def _welcome(self, connection: Connection, identity: Identity) -> None:
        connection.tell(
            client.Welcome(
                tournament=identity.tournament,
                entrant=identity.entrant,
                name=identity.name,
                at=self._pulse.now(),
                **connection.settings(),
            )
        )

    def _register(self, hello: client.Hello, identity: Identity) -> None:
        join = cmd.EntrantJoin(
            id=self._outbox.next_id(),
            tournament=identity.tournament,
            entrant=identity.entrant,
            nonce=hello.nonce or secrets.token_hex(32),
            client=hello.client,
            key=hello.key,
            proof=hello.proof,
        )
        self._outbox.to_director(identity.tournament, join)

    def _here(self, game: str, seat: int) -> cmd.SeatHere:
        return cmd.SeatHere(
            id=self._outbox.next_id(), game=game, seat=seat, gateway=self._outbox.gateway, at=self._pulse.now()
        )

    def _gone(self, game: str, seat: int) -> cmd.SeatGone:
        return cmd.SeatGone(
            id=self._outbox.next_id(), game=game, seat=seat, gateway=self._outbox.gateway, at=self._pulse.now()
        )

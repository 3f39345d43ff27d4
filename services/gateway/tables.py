"""Who is connected, who sits where, and which bytes go to whom.

A table is known from the first entry that names its entrants. The bytes of an audience go to the connection
of that audience and to no other: this is the one place where they are handed on.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence

from croupier.contracts.ids import tournament_of
from croupier.contracts.table import ALL, PUBLIC, TableEntry

from .connection import Connection
from .limits import Bucket

_SNAPSHOT = b'"type":"game"'

REMEMBERED = 1_000
"""Games that are over and still known, so that a late answer is told so by the referee."""

NEVER = float("-inf")

ARRIVALS, ARRIVALS_RATE = 30, 2
"""How often an entrant may connect at once, and a second in the long run: each time all its games are shown anew."""

Place = tuple[str, int]
"""A game and a seat in it."""

Asked = tuple[int, int, int]
"""The ply of a decision, when it was first sent to a client, and what had been lost by then (microseconds)."""

NEVER_ASKED: Asked = (-1, 0, 0)


class PlayerLink:
    """A player's connection, and the seats that wait for their snapshot: until it comes they get nothing else."""

    __slots__ = ("connection", "waiting")

    def __init__(self, connection: Connection, waiting: Iterable[Place] = ()) -> None:
        self.connection = connection
        self.waiting = set(waiting)

    def forward(self, game: str, seat: int, texts: Sequence[bytes]) -> bool:
        """Hand messages of a seat to the client; ``False`` if they have to be left out."""
        if self.waiting and (game, seat) in self.waiting:
            texts = _from_snapshot(texts)
            if not texts:
                return False
            self.waiting.discard((game, seat))
        self.connection.forward(texts)
        return not self.connection.closed


class WatchLink:
    """A spectator's connection; until the public snapshot comes it gets nothing."""

    __slots__ = ("connection", "waiting")

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.waiting = True

    def forward(self, texts: Sequence[bytes], snapshot: bool) -> None:
        """Hand public messages on, without a ``snapshot`` that somebody else asked for."""
        if self.waiting:
            texts = _from_snapshot(texts)
            self.waiting = not texts
        elif snapshot:
            texts = [text for text in texts if _SNAPSHOT not in text]
        if texts:
            self.connection.forward(texts)


class Player:
    """An entrant of a tournament, connected or not."""

    __slots__ = ("arrivals", "entrant", "link", "tables", "tournament")

    def __init__(self, tournament: str, entrant: str) -> None:
        self.tournament = tournament
        self.entrant = entrant
        self.link: PlayerLink | None = None
        self.tables: dict[str, Table] = {}
        """Its games, those that ended lately included."""
        self.arrivals = Bucket(ARRIVALS_RATE, ARRIVALS, NEVER)


class Table:
    """A game: its players by seat, its spectators, and what was asked of whom.

    ``asked``: by seat, the ply that was asked last, when the question was first sent to a client, and what the gateway
    had been late in all by then (microseconds).
    ``last``: the seat that was asked last. ``missed``: seats that have not been told how the game ended.
    """

    __slots__ = ("acted", "asked", "ended", "id", "last", "looked", "missed", "players", "watchers")

    def __init__(self, game: str, players: tuple[Player, ...]) -> None:
        self.id = game
        self.players = players
        self.watchers: set[WatchLink] = set()
        self.asked: dict[int, Asked] = {}
        self.last = 0
        self.missed: set[int] = set()
        self.ended = False
        self.acted = 0.0
        self.looked = NEVER

    def seats_of(self, player: Player) -> list[int]:
        """The seats that a player holds."""
        return [seat for seat, sitting in enumerate(self.players) if sitting is player]

    def seat_for(self, player: Player, ply: int) -> int:
        """The seat that a player's answer to ``ply`` is for: the one that was asked it, or was asked last."""
        seats = self.seats_of(player)
        for seat in seats:
            if self.asked.get(seat, NEVER_ASKED)[0] == ply:
                return seat
        return self.last if self.last in seats else seats[0]

    def sent(self, seat: int, ply: int) -> Asked | None:
        """Of decision ``ply``, when it was first sent to the seat and so on; ``None`` if it never was."""
        asked = self.asked.get(seat, NEVER_ASKED)
        return asked if asked[0] == ply else None


class Tables:
    """All tables and players that this gateway has heard of."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.players: dict[tuple[str, str], Player] = {}
        self._ended: OrderedDict[str, None] = OrderedDict()

    def player(self, tournament: str, entrant: str) -> Player:
        """The player, known or new."""
        key = (tournament, entrant)
        player = self.players.get(key)
        if player is None:
            player = self.players[key] = Player(tournament, entrant)
        return player

    def live(self) -> int:
        """Number of games in play."""
        return len(self.tables) - len(self._ended)

    def deliver(self, entry: TableEntry, now: int, lost: int = 0) -> Table | None:
        """Hand an entry to those whom it is for, at moment ``now``, up to which ``lost`` had been lost (microseconds).

        Answers the table if it was not known before, so that its players can be reported as present.
        """
        known = self.tables.get(entry.game)
        table = known or self._found(entry)
        if table is None:
            return None
        common = entry.messages.get(ALL, [])
        if texts := common + entry.messages.get(PUBLIC, []):
            _show(table, texts, bool(entry.entrants))
        for seat in range(len(table.players)):
            if texts := common + entry.messages.get(str(seat), []):
                _tell(table, seat, texts, entry, now, lost)
        if entry.end and not table.ended:
            self._end(table)
        return None if known or table.ended else table

    def asked_anew(self) -> None:
        """Every open decision will be asked once more: forget when it was asked before."""
        for table in self.tables.values():
            table.asked.clear()

    def forget(self, player: Player) -> None:
        """Drop a player of whom nothing is left to know."""
        if player.link is None and not player.tables:
            self.players.pop((player.tournament, player.entrant), None)

    def _found(self, entry: TableEntry) -> Table | None:
        if not entry.entrants:
            return None
        tournament = tournament_of(entry.game) or ""
        players = tuple(self.player(tournament, entrant) for entrant in entry.entrants)
        table = self.tables[entry.game] = Table(entry.game, players)
        for seat, player in enumerate(players):
            player.tables[entry.game] = table
            if player.link is not None:
                player.link.waiting.add((entry.game, seat))
        return table

    def _end(self, table: Table) -> None:
        table.ended = True
        table.missed = {seat for seat, player in enumerate(table.players) if player.link is None}
        for watcher in table.watchers:
            watcher.connection.bye("game/finished")
        table.watchers.clear()
        table.asked.clear()
        self._ended[table.id] = None
        if len(self._ended) > REMEMBERED:
            self._remove(self._ended.popitem(last=False)[0])

    def _remove(self, game: str) -> None:
        table = self.tables.pop(game)
        for player in table.players:
            player.tables.pop(game, None)
            self.forget(player)


def _show(table: Table, texts: Sequence[bytes], snapshot: bool) -> None:
    if snapshot:
        table.looked = NEVER
    for watcher in table.watchers:
        watcher.forward(texts, snapshot)


def _tell(table: Table, seat: int, texts: Sequence[bytes], entry: TableEntry, now: int, lost: int) -> None:
    link = table.players[seat].link
    delivered = link is not None and link.forward(table.id, seat, texts)
    if entry.asks is not None and entry.asks[0] == seat:
        table.last = seat
        if delivered and table.sent(seat, entry.asks[1]) is None:
            table.asked[seat] = (entry.asks[1], now, lost)


def _from_snapshot(texts: Sequence[bytes]) -> Sequence[bytes]:
    """The messages from the first snapshot on; none if there is no snapshot."""
    for index, text in enumerate(texts):
        if _SNAPSHOT in text:
            return texts[index:]
    return ()

"""Nobody gets anybody else's bytes, whatever comes on the feed and in whatever order clients come and go."""

import json
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry

from croupier.contracts import client
from croupier.contracts.table import TableEntry
from croupier.runtime.memory import MemoryLog
from croupier.services.gateway.archive import Archive
from croupier.services.gateway.connection import Connection
from croupier.services.gateway.gateway import Gateway
from croupier.services.gateway.limits import Limits
from croupier.services.gateway.metrics import Meter
from croupier.services.gateway.roster import Identity
from croupier.services.gateway.tables import Player, Table, WatchLink
from gateway_kit import FakeSocket, snapshot

SEATING = {
    "cup-r1-t1-1": ("ann", "bob"),
    "cup-r1-t2-1": ("bob", "cid", "bob", "cid"),
    "tour-r1-t1-1": ("ann", "cid", "bob"),
}
"""Two tournaments with entrants of the same names, and a game in which two entrants hold two seats each."""

GAMES = st.sampled_from(sorted(SEATING))
ENTRIES = st.tuples(
    st.just("entry"), GAMES, st.sets(st.sampled_from(["0", "1", "2", "3", "4", "x", "p"])), st.booleans(), st.booleans()
)
ARRIVALS = st.tuples(st.sampled_from(["come", "go"]), st.sampled_from(["cup", "tour"]), st.sampled_from(["ann", "bob"]))
WATCHERS = st.tuples(st.just("watch"), GAMES)


class World:
    """A gateway without a server, its clients, and what each of them may ever see."""

    def __init__(self) -> None:
        log = MemoryLog()
        meter = Meter(CollectorRegistry())
        self.gateway = Gateway(log, Archive(None), Limits(), meter, "gw", now=lambda: 0.0)
        self.meter = meter
        self.number = 0
        self.over: set[str] = set()
        self.players: dict[tuple[str, str], tuple[Connection, Player]] = {}
        self.sockets: list[tuple[FakeSocket, set[tuple[str, str]]]] = []
        self.links: list[tuple[Table, WatchLink]] = []

    def entry(self, game: str, audiences: set[str], with_snapshot: bool, last: bool) -> None:
        """News for some audiences; every text carries the name of its audience, and a number."""
        self.number += 1
        messages = {}
        kind = "refused" if game in self.over else "event"
        for audience in sorted(audiences):
            texts = [json.dumps({"type": kind, "mark": [game, audience], "n": self.number}).encode()]
            if with_snapshot:
                texts.insert(0, snapshot(game, self.number, mark=[game, audience]))
            messages[audience] = texts
        self.over |= {game} if last and (with_snapshot or game in self.gateway.tables.tables) else set()
        self.gateway.deliver([TableEntry(game, SEATING[game] if with_snapshot else (), end=last, messages=messages)])

    def come(self, tournament: str, entrant: str) -> None:
        """A client of an entrant connects; it may see the seats of this entrant."""
        allowed = {
            (game, str(seat))
            for game, names in SEATING.items()
            for seat, name in enumerate(names)
            if name == entrant and game.startswith(f"{tournament}-")
        }
        connection = self._connect(allowed)
        identity = Identity(tournament, entrant, entrant, "0" * 64)
        player = self.gateway.play.enter(connection, client.Hello(versions=[1]), identity)
        self.players[tournament, entrant] = (connection, player)

    def go(self, tournament: str, entrant: str) -> None:
        """It leaves."""
        if (tournament, entrant) in self.players:
            self.gateway.play.leave(*self.players.pop((tournament, entrant)))

    def watch(self, game: str) -> None:
        """A spectator comes; it may see what is public."""
        entered = self.gateway.watch.enter(self._connect({(game, "p")}), game, 0.0)
        if entered is not None:
            self.links.append(entered)

    def _connect(self, allowed: set[tuple[str, str]]) -> Connection:
        socket = FakeSocket()
        self.sockets.append((socket, allowed))
        return Connection(socket, Limits(), self.meter, 0.0)


@given(st.lists(st.one_of(ENTRIES, ENTRIES, ARRIVALS, WATCHERS), max_size=60))
def test_a_socket_receives_its_own_marks_only_and_a_snapshot_first(story: Sequence[tuple[str, ...]]) -> None:
    """Marked secrets in a random story: each socket sees its own, in order, and nothing before a snapshot."""
    world = World()
    for kind, *arguments in story:
        getattr(world, kind)(*arguments)
    for socket, allowed in world.sockets:
        latest: dict[tuple[str, str], int] = {}
        for message in socket.messages():
            if "mark" not in message:
                assert message["type"] in {"welcome", "bye", "error"}
                continue
            mark = tuple(message["mark"])
            assert mark in allowed
            # An answer that came too late is refused, also on a connection that was told of the end before.
            assert mark in latest or message["type"] in {"game", "refused"}
            assert message["n"] >= latest.get(mark, 0)
            latest[mark] = message["n"]


@given(st.lists(ENTRIES, max_size=40))
def test_a_client_that_is_there_from_the_start_misses_nothing(story: Sequence[tuple[str, ...]]) -> None:
    """From its first snapshot on, every text of its seats arrives."""
    world = World()
    world.come("cup", "bob")
    due: dict[tuple[str, str], list[int]] = {}
    for kind, game, audiences, with_snapshot, last in story:
        getattr(world, kind)(game, audiences, with_snapshot, last)
        for audience in audiences:
            if with_snapshot or (game, audience) in due:
                due.setdefault((game, audience), []).append(world.number)
    socket, allowed = world.sockets[0]
    for mark in allowed:
        texts = socket.messages("event") + socket.messages("refused")
        heard = [m["n"] for m in texts if tuple(m["mark"]) == mark]
        assert heard == due.get(mark, [])

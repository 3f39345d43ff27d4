"""Who is told what after a message was decided: notices to services, one entry to the table."""

from collections.abc import Sequence
from typing import Any

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.errors import CODES
from croupier.contracts.streams import Feed
from croupier.contracts.table import ALL, PUBLIC, TableEntry
from croupier.folds.game import GameState
from croupier.folds.shown import key_of
from croupier.runtime.decider import Happened, Told, notice
from croupier.runtime.eventlog import Route
from croupier.runtime.keyed import tell_seals
from croupier.services.referee import projection
from croupier.services.referee.projection import SEATS
from croupier.services.referee.seating import Table

NOTICES: dict[type[ev.Event], Feed] = {
    ev.GameOpened: "to:dealer",
    ev.DealOrdered: "to:dealer",
    ev.DealPlayed: "to:scoring",
    ev.SeatForfeited: "to:scoring",
    ev.GameVoided: "to:scoring",
}
LINE = {audience: audience.encode() + b" " for audience in (*SEATS, PUBLIC, ALL)}
"""How the line of an audience begins in an entry of the table."""
NUMBERED = frozenset(
    {ev.SeatReady, ev.SeatLost, ev.SeatBack, ev.DealDealt, ev.ActionTaken, ev.DealScored, ev.SeatForfeited}
)
"""Events that clients are told of, by number; the fold counts the same ones."""


def tell(table: Table, message: Any, happened: Sequence[Happened], now: int) -> Told:
    """Everything that goes out after ``message``; ``None`` stands for a cold start."""
    told = Told()
    game = table.game
    if game.opened is None:
        return told
    if type(message) is cmd.Act and _plays_on(game, happened):
        told.routes.append(Route("to:table", _decision(table, happened[0], now)))
        return told
    for item in happened:
        feed = NOTICES.get(type(item.line.event))
        if feed is not None and item.line.by == "referee":
            told.routes.append(notice(feed, game.log, item))
    told.routes += tell_seals(game.log, "referee", game.ending, happened)
    entry = TableEntry(game.id)
    seats = len(game.opened.seats)
    _events(table, happened, entry, seats)
    turn = _ask(table, message, entry, now)
    _answers(table, message, happened, entry)
    _snapshots(table, message, entry, turn, seats, now)
    _over(table, message, happened, entry, seats)
    if entry.messages or entry.end:
        told.routes.append(Route("to:table", entry.to_body()))
    return told


def _plays_on(game: GameState, happened: Sequence[Happened]) -> bool:
    """One action was taken, and another is to follow."""
    return len(happened) == 1 and type(happened[0].line.event) is ev.ActionTaken and game.to_act is not None


def _decision(table: Table, item: Happened, now: int) -> bytes:
    """The entry for the one thing that happens all the time: a seat has acted and the next one is asked."""
    game = table.game
    seat = game.to_act
    assert seat is not None
    assert game.opened is not None
    table.asked_ply, table.asked, table.away = game.ply, now, seat in game.lost
    seats = len(game.opened.seats)
    texts = projection.happening(game, item.line.event, item.followed, game.told, seats)
    lines = [b"g " + game.id.encode(), b"t %d:%d" % (seat, game.ply)]
    lines += [LINE[audience] + text for audience, text in texts.items()]
    lines.append(LINE[SEATS[seat]] + projection.encode(projection.turn(table, seat, now)))
    return b"\n".join(lines)


def _events(table: Table, happened: Sequence[Happened], entry: TableEntry, seats: int) -> None:
    game = table.game
    numbered = [item for item in happened if type(item.line.event) in NUMBERED]
    for index, item in enumerate(numbered, 1 - len(numbered)):
        texts = projection.happening(game, item.line.event, item.followed, game.told + index, seats)
        for audience in (*SEATS[:seats], PUBLIC):
            entry.add(audience, texts[ALL] if ALL in texts else texts[audience])


def _ask(table: Table, message: Any, entry: TableEntry, now: int) -> dict[str, Any] | None:
    """Put the next decision to its seat, once; again after a restart of ours."""
    game = table.game
    seat = game.to_act
    anew = message is None or isinstance(message, cmd.GatewayUp)
    if anew:
        table.waiting_since = now
    if seat is None or (table.asking and not anew):
        return None
    table.asked_ply = game.ply
    table.asked = now
    table.away = seat in game.lost and not anew
    entry.asks = (seat, game.ply)
    turn = projection.turn(table, seat, now)
    if not anew:
        entry.add(SEATS[seat], projection.encode(turn))
    return turn


def _answers(table: Table, message: Any, happened: Sequence[Happened], entry: TableEntry) -> None:
    """Tell a seat that its answer was not taken, or that there is nothing left to resign."""
    if not isinstance(message, cmd.Act | cmd.Resign) or message.seat >= len(table.game.strikes):
        return
    if type(message) is cmd.Resign and (happened or _resigned_beside(table.game, message.seat)):
        return
    if happened and type(happened[0].line.event) is ev.ActionTaken:
        return
    events = {type(item.line.event): item.line.event for item in happened}
    refusal = events.get(ev.ActionRefused)
    if refusal is None and not events.keys().isdisjoint({ev.ActionTaken, ev.SeatForfeited, ev.GameVoided}):
        return
    code = refusal.code if isinstance(refusal, ev.ActionRefused) else _untimely(table, message)
    reason = CODES.get(code, code)
    ply = message.ply if isinstance(message, cmd.Act) else table.game.ply
    refused = projection.refused(table, message.seat, ply, code, reason)
    entry.add(SEATS[message.seat], projection.encode(refused))


def _resigned_beside(game: GameState, seat: int) -> bool:
    """Another seat of the same entrant has resigned: one message of a client resigns all of them."""
    assert game.opened is not None
    seats = game.opened.seats
    return any(
        forfeit.why == "resigned" and forfeit.seat != seat and seats[forfeit.seat].entrant == seats[seat].entrant
        for forfeit in game.forfeits
    )


def _untimely(table: Table, message: cmd.Act | cmd.Resign) -> str:
    """Why an answer was left alone that nothing is charged for."""
    game = table.game
    if any(forfeit.seat == message.seat and forfeit.why == "clock/flag" for forfeit in game.forfeits):
        return "clock/late"
    if message.seat in game.failed and not game.over:
        return "move/forfeited"
    if game.over:
        return "move/game-over"
    if isinstance(message, cmd.Resign):
        return "move/unsigned"
    if (
        key_of(game, message.seat) is not None
        and table.asking
        and (message.seat, message.ply) == (game.to_act, game.ply)
    ):
        return "move/unsigned"
    return "move/stale" if message.ply < game.ply else "move/not-asked"


def _snapshots(
    table: Table, message: Any, entry: TableEntry, turn: dict[str, Any] | None, seats: int, now: int
) -> None:
    """Full snapshots for whoever came, and for all when the game opens or we came back.

    A snapshot holds all that happened so far, so for its seat it takes the place of the events. For the public it
    stands behind them: those who watch already are told of them, and are not shown the snapshot.
    """
    if type(message) is cmd.Act:
        return
    game = table.game
    assert game.opened is not None
    if message is None or isinstance(message, cmd.GameOpen | cmd.GatewayUp):
        audiences: list[int | None] = [*range(seats), None]
        table.waiting_since = table.waiting_since or now
    elif isinstance(message, cmd.SeatHere | cmd.Look) and (message.seat is None or message.seat < seats):
        audiences = [message.seat]
    else:
        return
    entry.entrants = tuple(seat.entrant for seat in game.opened.seats)
    seat = game.to_act
    if turn is None and seat is not None and table.asking and seat in audiences:
        turn = projection.turn(table, seat, now)
        entry.asks = (seat, game.ply)
    for audience in audiences:
        theirs = turn if turn is not None and audience == turn["seat"] else None
        view = projection.snapshot(table, "public" if audience is None else audience, theirs)
        if audience is None:
            entry.add(PUBLIC, projection.encode(view))
        else:
            entry.messages[SEATS[audience]] = [projection.encode(view)]


def _over(table: Table, message: Any, happened: Sequence[Happened], entry: TableEntry, seats: int) -> None:
    """The result, to all when it is news and after a restart of ours or of a gateway; later to whoever comes or looks.

    Wherever it is told the entry says that this is the end, for a gateway may know the game from nothing else. Whether
    it is news goes by the lines that are still to be told, which a reload keeps: a table does not remember
    what became of an append.
    """
    game = table.game
    if game.result is None:
        return
    text = projection.encode(projection.over(table))
    news = not table.over_told and any(type(item.line.event) is ev.GameScored for item in happened)
    if news or message is None or isinstance(message, cmd.GatewayUp):
        audiences = [*SEATS[:seats], PUBLIC]
    elif isinstance(message, cmd.SeatHere | cmd.Look):
        audiences = [PUBLIC if message.seat is None else SEATS[message.seat]]
    else:
        return
    entry.end = True
    for audience in audiences:
        entry.add(audience, text)

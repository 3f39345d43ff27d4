"""What the referee decides. Pure: time comes with the message, or as ``now``."""

from collections.abc import Callable, Iterable
from typing import Any

from croupier import games
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.errors import NotAllowed
from croupier.contracts.lines import Line
from croupier.folds import faults
from croupier.folds.shown import has_resigned, is_signed, key_of
from croupier.games.kernel import RuleError
from croupier.services.referee.seating import Followed, Table

NOTHING: tuple[ev.Event, ...] = ()


def evolve(table: Table, line: Line) -> Followed:
    """Fold a line; what the kernel says of it, and how others may read an action."""
    facts = table.game.evolve(line)
    event = line.event
    if type(event) is ev.ActionTaken and table.game.deal is not None:
        return Followed(facts, table.game.deal.shown(event.action))
    return Followed(facts)


def decide(table: Table, message: Any, now: int) -> Iterable[ev.Event]:
    """The events that a command causes; none where it repeats what is known or comes too late."""
    handler = _DECIDE.get(type(message))
    return NOTHING if handler is None else handler(table, message, now)


def follow(table: Table, now: int) -> Iterable[ev.Event]:
    """What follows without anybody's answer: the next deal, an engine's action, the end of a deal."""
    game = table.game
    if game.opened is None or game.over:
        return NOTHING
    deal = game.deal
    if deal is None:
        return _order(table)
    if game.played:
        return NOTHING
    if deal.to_act is None:
        return (ev.DealPlayed(deal=game.deal_number, plies=game.ply - game.deal_ply),)
    auto = game.engine()
    if auto is None:
        return NOTHING
    return (_taken(table, deal.to_act, auto, asked=now, received=now, allowance=0, used=0, auto=True),)


def _order(table: Table) -> Iterable[ev.Event]:
    game = table.game
    if game.ordered or game.committed is None or table.missing:
        return NOTHING
    dealer = game.match.next_dealer()
    return NOTHING if dealer is None else (ev.DealOrdered(deal=game.deal_number + 1, dealer=dealer),)


def _open(table: Table, message: cmd.GameOpen, now: int) -> Iterable[ev.Event]:
    if table.game.opened is not None:
        return NOTHING
    try:
        game = games.get(message.plays)
        # In the order of the log, so that a table looks the same before and after it is read from there.
        options = dict(sorted(game.resolve(message.ruleset, message.options).items()))
        seats = game.seats(options)
        dealer = game.match(options).next_dealer()
    except RuleError as error:
        raise NotAllowed(error.code, error.reason, place=message.game) from None
    if seats != len(message.seats):
        raise NotAllowed("option/conflict", f"{len(message.seats)} seats for a game of {seats}", place=message.game)
    assert dealer is not None
    set_up = message.model_dump(include={"ruleset", "tournament", "round", "board"})
    return (
        ev.GameOpened(
            game=message.plays, options=options, rules=game.rules, dealer=dealer, seats=message.seats,
            clock=message.clock, policy=message.policy, **set_up,
        ),
    )  # fmt: skip


def _here(table: Table, message: cmd.SeatHere, now: int) -> Iterable[ev.Event]:
    game = table.game
    if game.over or not _has(table, message.seat):
        return NOTHING
    table.gateways[message.seat] = message.gateway
    if message.seat in game.failed:
        return NOTHING  # it may look on
    if message.seat not in game.ready:
        return (ev.SeatReady(seat=message.seat),)
    return (ev.SeatBack(seat=message.seat),) if message.seat in game.lost else NOTHING


def _gone(table: Table, message: cmd.SeatGone, now: int) -> Iterable[ev.Event]:
    game = table.game
    if game.over or not _has(table, message.seat) or table.gateways.get(message.seat) not in (None, message.gateway):
        return NOTHING
    table.gateways.pop(message.seat, None)
    table.away = table.away or message.seat == game.to_act
    absent = message.seat in game.lost | game.failed or message.seat not in game.ready
    return NOTHING if absent else (ev.SeatLost(seat=message.seat),)


def _act(table: Table, message: cmd.Act, now: int) -> Iterable[ev.Event]:
    game, seat, ply = table.game, message.seat, message.ply
    if game.over or game.deal is None or ply < game.ply or not _plays(table, seat):
        return NOTHING  # late or repeated: the answer says so, nothing is charged
    key = key_of(game, seat)
    if key is not None and not is_signed(game, seat, message.action, key, message.signature):
        return NOTHING  # whoever sent it, it is not the entrant's word
    signature = None if key is None else message.signature
    if seat != game.to_act:
        return _refuse(table, message, "move/not-your-turn", signature)
    if ply == game.ply and table.asking:
        return _answer(table, message, signature)
    return NOTHING  # the seat's turn, but not the decision it answers: no log could justify a strike


def _answer(table: Table, message: cmd.Act, signature: str | None) -> Iterable[ev.Event]:
    game = table.game
    assert game.opened is not None
    assert game.deal is not None
    seat, action, received = message.seat, message.action, message.received
    sent = 0 if table.away else message.sent or 0
    asked = max(table.asked, min(sent, received))
    elapsed = max(0, received - asked)
    allowance = min(message.lag, game.opened.policy.lag, elapsed)
    used, limit = elapsed - allowance, game.limit(seat)
    if used > limit:
        return (faults.late(game.opened.policy, seat, limit, used, message.late or 0),)
    try:
        game.deal.check(seat, action)
        if signature is None:  # what was signed stays as it was signed
            action = game.deal.full(action)
    except RuleError as error:
        return _refuse(table, message, error.code, signature)
    taken = _taken(
        table, seat, action, asked=asked, received=received, allowance=allowance, used=used, signature=signature
    )
    return (taken,)


def _taken(
    table: Table,
    seat: int,
    action: str,
    *,
    asked: int,
    received: int,
    allowance: int,
    used: int,
    auto: bool = False,
    signature: str | None = None,
) -> ev.ActionTaken:
    game = table.game
    assert game.opened is not None
    left = None if game.banks is None else game.banks[seat] - used + (0 if auto else game.opened.clock.increment)
    return ev.ActionTaken.trusted(
        deal=game.deal_number, ply=game.ply, seat=seat, action=action, asked=asked, received=received,
        allowance=allowance, left=left, auto=True if auto else None, signature=signature,
    )  # fmt: skip


def _refuse(table: Table, message: cmd.Act, code: str, signature: str | None) -> Iterable[ev.Event]:
    game = table.game
    assert game.opened is not None
    strikes = game.strikes[message.seat] + 1
    limit = game.opened.policy.strikes
    refused = ev.ActionRefused(
        deal=game.deal_number,
        ply=game.ply,
        seat=message.seat,
        said=message.action[: ev.KEPT],
        code=code,
        strikes=strikes,
        signature=signature,
    )
    if strikes < limit:
        return (refused,)
    forfeit = ev.SeatForfeited(
        seat=message.seat, why="move/strikes", limit=limit, measured=strikes, server_lag=message.late or 0
    )
    return refused, forfeit


def _resign(table: Table, message: cmd.Resign, now: int) -> Iterable[ev.Event]:
    game = table.game
    if game.over or not _plays(table, message.seat):
        return NOTHING
    key = key_of(game, message.seat)
    if key is None:
        return (ev.SeatForfeited(seat=message.seat, why="resigned", limit=0, measured=0),)
    if not has_resigned(game, key, message.signature):
        return NOTHING
    return (ev.SeatForfeited(seat=message.seat, why="resigned", limit=0, measured=0, signature=message.signature),)


def _tick(table: Table, message: cmd.Tick, now: int) -> Iterable[ev.Event]:
    """Time is up where a gateway's clock has passed the deadline: all earlier answers stand before the tick.

    While it would be the server's lag that decides nobody is flagged: the seat may still answer, and one that never
    does has failed by itself as soon as the server has been in time for as long as the limit.
    """
    deadline = table.deadline
    if deadline is None or message.at <= deadline:
        return NOTHING
    game = table.game
    assert game.opened is not None
    lag, seat = table.server_lag, game.to_act
    why: ev.Reason
    if table.asking and seat is not None:
        limit, why, failed = table.limit, "clock/flag", [seat]
    else:
        limit, why, failed = game.opened.clock.start, "session/left", table.missing
    measured = message.at - table.awaited_since
    if faults.decided(game.opened.policy, limit, measured, lag):
        return NOTHING
    return [ev.SeatForfeited(seat=seat, why=why, limit=limit, measured=measured, server_lag=lag) for seat in failed]


def _plays(table: Table, seat: int) -> bool:
    """The seat is one of the table's and has not failed."""
    return seat not in table.game.failed and _has(table, seat)


def _has(table: Table, seat: int) -> bool:
    return table.game.opened is not None and seat < len(table.game.opened.seats)


_DECIDE: dict[type, Callable[[Table, Any, int], Iterable[ev.Event]]] = {
    cmd.GameOpen: _open,
    cmd.SeatHere: _here,
    cmd.SeatGone: _gone,
    cmd.Act: _act,
    cmd.Resign: _resign,
    cmd.Tick: _tick,
}

"""What each audience of a table may see, as client messages.

Everything is built up from facts that the kernel allows an audience; nothing is cut out of a state.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import orjson

from croupier.contracts import events as ev
from croupier.contracts.table import ALL, PUBLIC
from croupier.folds.game import GameState
from croupier.folds.shown import as_told, shown
from croupier.games.kernel import Audience
from croupier.services.referee.seating import Followed, Table

SEATS = ("0", "1", "2", "3", "4", "5", "6")
"""Seats as the table's entries name them."""

NOTHING: Mapping[str, Any] = {}


def encode(message: dict[str, Any]) -> bytes:
    """A client message as one line of JSON."""
    return orjson.dumps(message)


def snapshot(table: Table, audience: Audience, turn: dict[str, Any] | None) -> dict[str, Any]:
    """The ``game`` message: all that the audience may see now, with its ``turn`` where it is to act."""
    game = table.game
    opened = game.opened
    assert opened is not None
    message: dict[str, Any] = {
        "type": "game", "game": game.id, "name": opened.game, "ruleset": opened.ruleset, "options": opened.options,
        "tournament": opened.tournament, "round": opened.round, "n": game.told, "deal": game.deal_number,
        "seats": [seat.model_dump(exclude_none=True) for seat in opened.seats], "points": list(game.points),
    }  # fmt: skip
    if isinstance(audience, int):
        message["seat"] = audience
    if game.deal is not None:
        message["view"] = game.deal.view(audience)
    if turn is not None:
        message["turn"] = turn
    return message


def turn(table: Table, seat: int, now: int) -> dict[str, Any]:
    """The ``turn`` message for the seat that is asked. ``limit``: what is left of its time at ``now``, microseconds."""
    game = table.game
    clock: dict[str, Any] = {"limit": max(0, game.limit(seat) - max(0, now - table.asked))}
    if game.banks is not None:
        clock["bank"] = list(game.banks)
    message = shown(game, seat)
    message["type"] = "turn"
    message["clock"] = clock
    return message


def happening(game: GameState, event: ev.Event, followed: Followed, n: int, seats: int) -> dict[str, bytes]:
    """The ``event`` message number ``n`` by audience; one for all where all may see the same.

    An action that the engine took (``auto``) looks like any other: it must not tell that a seat had no choice.
    """
    if type(event) is ev.ActionTaken:
        seat = event.seat
        head: dict[str, Any] = {
            "type": "event", "game": game.id, "n": n, "kind": "action", "deal": event.deal, "seat": seat,
            "ply": event.ply, "action": event.action,
        }  # fmt: skip
        return _with_facts(head, followed, seats, seat)
    head = {"type": "event", "game": game.id, "n": n}
    if type(event) is ev.DealDealt:
        head.update(kind="deal", deal=event.deal)
        return _with_facts(head, followed, seats, None)
    return {ALL: encode(head | _plain(event))}


def _with_facts(head: dict[str, Any], followed: Followed, seats: int, actor: int | None) -> dict[str, bytes]:
    """The message with the facts that each audience may learn; the ``actor`` reads its own action in full."""
    facts = followed.facts
    action = head.get("action")
    private: set[int] = set()
    for fact in facts:
        if fact.private:
            private.update(fact.private)
    if actor is not None and followed.shown != action:
        head["action"] = followed.shown
        private.add(actor)
    for_all = [{"kind": fact.kind, **fact.public} for fact in facts]
    head["facts"] = for_all
    public = encode(head)
    if not private:
        return {ALL: public}
    texts = dict.fromkeys((*SEATS[:seats], PUBLIC), public)
    for seat in private:
        if seat == actor:
            head["action"] = action
        elif actor is not None:
            head["action"] = followed.shown
        head["facts"] = [
            {**common, **fact.private.get(seat, NOTHING)} if fact.private else common
            for fact, common in zip(facts, for_all, strict=True)
        ]
        texts[SEATS[seat]] = encode(head)
    return texts


def _plain(event: ev.Event) -> dict[str, Any]:
    """The kind and fields of an event that is the same for everyone."""
    match event:
        case ev.SeatReady(seat=seat):
            return {"kind": "ready", "seat": seat}
        case ev.SeatLost(seat=seat):
            return {"kind": "lost", "seat": seat}
        case ev.SeatBack(seat=seat):
            return {"kind": "back", "seat": seat}
        case ev.SeatForfeited(seat=seat, why=why):
            return {"kind": "forfeit", "seat": seat, "why": why}
        case ev.DealScored(deal=deal, points=points, lines=lines):
            return {"kind": "scored", "deal": deal, "points": points, "lines": [line.model_dump() for line in lines]}
    raise TypeError(f"clients are not told of {event.TYPE}")


def refused(table: Table, seat: int, ply: int, code: str, reason: str) -> dict[str, Any]:
    """The ``refused`` message: why, what is legal, how many strikes are left."""
    game = table.game
    assert game.opened is not None
    strikes = game.strikes[seat]
    asked = game.deal if game.to_act == seat else None
    legal, form = ([], None) if asked is None else (asked.legal(), asked.form())
    message: dict[str, Any] = {
        "type": "refused", "game": game.id, "ply": ply, "code": code, "reason": reason,
        "rule": f"{game.opened.game}#{code.rpartition('/')[2]}", "legal": legal, "strikes": strikes,
        "left": max(0, game.opened.policy.strikes - strikes),
    }  # fmt: skip
    if form is not None:
        message["form"] = as_told(form)
    return message


def over(table: Table) -> dict[str, Any]:
    """The ``over`` message: result, points by kind, and who failed against which limit."""
    game = table.game
    assert game.opened is not None
    assert game.result is not None
    kinds: list[Counter[str]] = [Counter() for _ in game.opened.seats]
    for line in game.lines:
        kinds[line.seat][line.kind] += line.points
    result = game.result.model_dump(exclude_none=True)
    message: dict[str, Any] = {"type": "over", "game": game.id, **result, "kinds": [dict(seat) for seat in kinds]}
    if game.forfeits:
        first = game.forfeits[0]
        message.update(failed=first.seat, why=first.why)
    measured = game.voided or next(iter(game.forfeits), None)
    if measured is not None:
        told = measured.model_dump(include={"limit", "measured", "server_lag"}, exclude_none=True)
        message.update(told)
    return message

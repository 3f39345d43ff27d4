"""What each audience of a table may see, as client messages.

Everything is built up from facts that the kernel allows an audience; nothing is cut out of a state.
"""

from collections import Counter
from typing import Any

import orjson

from croupier.contracts import events as ev
from croupier.folds.game import GameState
from croupier.games.kernel import Audience, Fact, Form
from croupier.services.referee.seating import Followed, Table


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
        "seats": [seat.model_dump() for seat in opened.seats], "points": list(game.points),
    }  # fmt: skip
    if isinstance(audience, int):
        message["seat"] = audience
    if game.deal is not None:
        message["view"] = game.deal.view(audience)
    if turn is not None:
        message["turn"] = turn
    return message


def turn(table: Table, seat: int) -> dict[str, Any]:
    """The ``turn`` message for the seat that is asked."""
    game = table.game
    assert game.deal is not None
    assert game.opened is not None
    clock: dict[str, Any] = {"limit": table.limit}
    if game.banks is not None:
        clock["bank"] = list(game.banks)
    message: dict[str, Any] = {
        "type": "turn", "game": game.id, "ply": game.ply, "seat": seat, "legal": game.deal.legal(),
        "view": game.deal.view(seat), "clock": clock,
    }  # fmt: skip
    form = game.deal.form()
    if form is not None:
        message["form"] = _form(form)
    return message


def _form(form: Form) -> dict[str, Any]:
    return {"verb": form.verb, "least": form.least, "most": form.most, "cards": list(form.cards)}


def happening(game: GameState, event: ev.Event, followed: Followed, n: int, audiences: int) -> list[bytes]:
    """The ``event`` message number ``n`` for the seats in order and, last, the public.

    An action that the engine took (``auto``) looks like any other: it
    must not tell that a seat had no choice.
    """
    head: dict[str, Any] = {"type": "event", "game": game.id, "n": n}
    if type(event) is ev.ActionTaken:
        return _action(event, followed, head, audiences)
    if isinstance(event, ev.DealDealt):
        head.update(kind="deal", deal=event.deal)
        return [encode({**head, "facts": _seen(followed.facts, seat)}) for seat in _audiences(audiences)]
    return [encode(head | _plain(event))] * audiences


def _action(event: ev.ActionTaken, followed: Followed, head: dict[str, Any], audiences: int) -> list[bytes]:
    facts = followed.facts
    head.update(kind="action", deal=event.deal, seat=event.seat, ply=event.ply, action=event.action)
    if followed.shown == event.action and not any(fact.private for fact in facts):
        head["facts"] = [{"kind": fact.kind, **fact.public} for fact in facts]
        return [encode(head)] * audiences
    messages = []
    for audience in _audiences(audiences):
        head["action"] = event.action if audience == event.seat else followed.shown
        head["facts"] = _seen(facts, audience)
        messages.append(encode(head))
    return messages


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


def _audiences(count: int) -> list[Audience]:
    return [*range(count - 1), "public"]


def _seen(facts: list[Fact], audience: Audience) -> list[dict[str, Any]]:
    return [fact.seen_by(audience) for fact in facts]


def refused(table: Table, seat: int, ply: int, code: str, reason: str) -> dict[str, Any]:
    """The ``refused`` message: why, what is legal, how many strikes are left."""
    game = table.game
    assert game.opened is not None
    strikes = game.strikes[seat]
    legal = game.deal.legal() if game.deal is not None and game.to_act == seat else []
    return {
        "type": "refused", "game": game.id, "ply": ply, "code": code, "reason": reason,
        "rule": f"{game.opened.game}#{code.rpartition('/')[2]}", "legal": legal, "strikes": strikes,
        "left": max(0, game.opened.policy.strikes - strikes),
    }  # fmt: skip


def over(table: Table) -> dict[str, Any]:
    """The ``over`` message: result, points by kind, and who failed against which limit."""
    game = table.game
    assert game.opened is not None
    assert game.result is not None
    kinds: list[Counter[str]] = [Counter() for _ in game.opened.seats]
    for line in game.lines:
        kinds[line.seat][line.kind] += line.points
    message: dict[str, Any] = {
        "type": "over", "game": game.id, **game.result.model_dump(), "kinds": [dict(seat) for seat in kinds],
    }  # fmt: skip
    if game.forfeits:
        first = game.forfeits[0]
        message.update(failed=first.seat, why=first.why, limit=first.limit, measured=first.measured)
    return message

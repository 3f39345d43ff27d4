"""A replay as text for people, the same for every game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from croupier.audit.replay import Replay, audience_name

SECOND = 1_000_000


def printable(line: str) -> str:
    """``line`` without characters that would move a terminal's cursor or hide text: a log may hold any."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)


def text(replay: Replay, latest: int | None = None) -> Iterator[str]:
    """The replay line by line: the table as it was set, what happened, the table as it is.

    ``latest``: how many of the events before are told, the last ones; by default all at the end of a game, and
    none before a decision.
    """
    yield from _header(replay)
    if latest is None:
        latest = 0 if replay.next is not None else len(replay.events)
    told = replay.events[max(0, len(replay.events) - latest) :]
    for event in told:
        yield from event_lines(event)
    yield from [""] if told else []
    if replay.next is None:
        yield "the table at the end"
    else:
        yield f"the table before decision {replay.next['ply']}"
    yield from view_lines(replay.view)
    if replay.legal:
        yield f"  legal: {', '.join(replay.legal)}"
    if replay.next is not None:
        yield ""
        yield from event_lines(replay.next)


def _header(replay: Replay) -> Iterator[str]:
    header = replay.header
    options = ", ".join(f"{name} = {as_text(value)}" for name, value in header["options"].items())
    yield f"{replay.game}: {header['game']} ({header['ruleset']}), as {audience_name(replay.audience)} saw it"
    yield f"tournament {header['tournament']}, round {header['round']}, board {header['board']}"
    for number, seat in enumerate(header["seats"]):
        yield f"seat {number}: {seat['name']} ({seat['entrant']})"
    yield f"options: {options}"
    yield ""


def event_lines(event: Mapping[str, Any]) -> Iterator[str]:
    """An event of a replay, and what followed from it."""
    told = _TOLD.get(event["kind"], _fields)
    yield told(event)
    for fact in event.get("facts", ()):
        if echoes(fact, event.get("action", "")):
            continue
        yield f"          {fact['kind']}: {pairs(fact, 'kind')}"
    for line in event.get("lines", ()):
        yield f"          seat {line['seat']}: {line['points']} {line['kind']} (ply {line['ply']}, {line['rule']})"


def echoes(fact: Mapping[str, Any], action: str) -> bool:
    """Does a fact say no more than the action itself?"""
    words = action.split()
    return bool(words) and all(value in words for name, value in fact.items() if name != "seat")


def _action(event: Mapping[str, Any]) -> str:
    clock = event.get("clock", {})
    used = (clock.get("received", 0) - clock.get("asked", 0)) / SECOND
    spent = f"  ({used:.3f} s{', by the engine' if clock.get('auto') else ''})" if clock else ""
    return f"{event['ply']:>5}  seat {event['seat']}: {event['action']}{spent}"


def _refused(event: Mapping[str, Any]) -> str:
    said = f"{event['said']!r} refused, {event['code']}, strike {event['strikes']}"
    return f"{event['ply']:>5}  seat {event['seat']}: {said}"


def _scored(event: Mapping[str, Any]) -> str:
    return f"       deal {event['deal']} scored: {as_text(event['points'])}"


def _over(event: Mapping[str, Any]) -> str:
    result = f"points {as_text(event['points']) or 'none'}, places {as_text(event['places']) or 'none'}"
    return f"       over: {event['outcome']}, {result} ({event['why']})"


def _fields(event: Mapping[str, Any]) -> str:
    return f"       {event['kind']}: {pairs(event, 'kind', 'facts')}"


_TOLD = {"action": _action, "refused": _refused, "scored": _scored, "over": _over}


def view_lines(view: Mapping[str, Any]) -> Iterator[str]:
    """What an audience sees, a field a line."""
    width = max((len(name) for name in view), default=0)
    for name, value in view.items():
        yield f"  {name:<{width}}  {as_text(value)}".rstrip()


def pairs(fields: Mapping[str, Any], *without: str) -> str:
    """Fields in one line, ``without`` some of them."""
    return ", ".join(f"{name} {as_text(value)}" for name, value in fields.items() if name not in without)


def as_text(value: object) -> str:
    """A JSON value for people."""
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {as_text(item)}" for name, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        nested = (Mapping, list, tuple)
        return " ".join(f"({as_text(item)})" if isinstance(item, nested) else as_text(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)

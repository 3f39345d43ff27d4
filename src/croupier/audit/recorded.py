"""A game's log against what its tournament says of it: who plays what, and the result that counts."""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.audit.context import Expected, Problem, Setting
from croupier.audit.findings import Finding
from croupier.contracts import events as ev
from croupier.folds.game import GameState
from croupier.folds.matchplay import why


def anchors(expected: Expected | None) -> dict[int, str]:
    """The hashes that the tournament's log fixes for lines of the game's log, by line number."""
    if expected is None:
        return {}
    known = (expected.recorded, expected.closed)
    return {event.lines: event.head for event in known if event is not None}


def check_opening(event: ev.GameOpened, setting: Setting, expected: Expected) -> Iterator[Problem]:
    """The table must be the one that the tournament's log sets: game, options, clock, board, seats."""
    seats = [(seat.entrant, seat.name, seat.key) for seat in event.seats]
    pairs: list[tuple[str, Any, Any]] = [
        ("game", setting.game, event.game),
        ("ruleset", setting.ruleset, event.ruleset),
        ("options", setting.options, dict(event.options)),
        ("tournament", setting.tournament, event.tournament),
        ("round", expected.round, event.round),
        ("board", expected.board, event.board),
        ("seats", [(who, setting.names.get(who, ""), setting.signers.get(who)) for who in expected.seats], seats),
        ("clock", setting.clock, event.clock),
        ("policy", setting.policy, event.policy),
    ]
    for name, right, found in pairs:
        if right != found:
            yield Problem("audit/opening", f"{name} is not what the tournament's log says", str(right), str(found))


def check_record(
    state: GameState, setting: Setting, expected: Expected, lines: int, scored: int, heads: Mapping[int, str]
) -> list[Finding]:
    """The line ``game.recorded`` of the tournament's log against the game's own log.

    ``lines``: how many the game's log has; ``scored``: the number of the one that holds its result; ``heads``: hashes
    by line number, with that of the recorded line.
    """
    recorded = expected.recorded
    if recorded is None:
        return []
    log = f"g/{expected.id}"
    if lines < recorded.lines:
        reason = "the log ends before the line at which the tournament recorded the game"
        return [Finding("chain/cut", log, lines, reason, f"{recorded.lines} lines", f"{lines}")]
    if heads.get(recorded.lines) != recorded.head:
        reason = "this line is not the one that the tournament recorded, so the game's log was exchanged"
        return [Finding("chain/head", log, recorded.lines, reason, recorded.head, heads.get(recorded.lines, ""))]
    in_tournament = f"t/{setting.tournament}"
    ends = _closed(log, in_tournament, expected, lines, heads)
    return [*_result(state, in_tournament, expected, scored), *ends]


def _closed(
    log: str, in_tournament: str, expected: Expected, lines: int, heads: Mapping[int, str]
) -> Iterator[Finding]:
    """The line ``game.closed``, which says where the game's log ends."""
    closed = expected.closed
    if closed is None:
        if expected.keys is not None:
            reason = f"{expected.id} is not closed"
            yield Finding("audit/closed", in_tournament, expected.recorded_line, reason)
    elif lines < closed.lines:
        reason = "the log ends before the line with which the tournament closed the game"
        yield Finding("chain/cut", log, lines, reason, f"{closed.lines} lines", f"{lines}")
    elif lines > closed.lines:
        reason = f"{expected.id} goes on after the line with which it was closed"
        yield Finding("audit/closed", in_tournament, expected.closed_line, reason, f"{lines} lines", f"{closed.lines}")
    elif heads.get(closed.lines) != closed.head:
        reason = "this line is not the one with which the tournament closed the game: it was changed or exchanged"
        yield Finding("chain/head", log, closed.lines, reason, closed.head, heads.get(closed.lines, ""))


def _result(state: GameState, log: str, expected: Expected, scored: int) -> Iterator[Finding]:
    recorded, result = expected.recorded, state.result
    assert recorded is not None
    if result is None:
        return
    if recorded.lines != scored:
        reason = f"the line recorded for {expected.id} is not the one that holds its result"
        yield Finding("audit/recorded", log, expected.recorded_line, reason, f"line {scored}", f"line {recorded.lines}")
    for name in ("points", "places", "outcome", "failures"):
        right, found = getattr(result, name), getattr(recorded, name)
        if right != found:
            reason = f"the {name} recorded for {expected.id} are not those of the game"
            yield Finding("audit/recorded", log, expected.recorded_line, reason, str(right), str(found))
    if recorded.why is not None and recorded.why != why(result):
        reason = f"{expected.id} did not end for the reason that is recorded"
        yield Finding("audit/recorded", log, expected.recorded_line, reason, why(result) or "none", recorded.why)

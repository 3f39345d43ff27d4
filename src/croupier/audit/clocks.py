"""Time and failure: what was charged, and whether a forfeit is justified by stamps and policy.

elapsed = max(0, received − asked)      allowance ≤ min(policy.lag, elapsed)
used    = elapsed − allowance           used ≤ min(clock.action, bank); clock.first for a seat's first, if given
left    = bank − used + increment       an action of the engine costs nothing
"""

from collections.abc import Iterator, Sequence

from croupier.audit.context import Problem
from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.folds import faults
from croupier.folds.game import GameState

SKEW = 1_000_000
"""How far the clocks of two of our machines may stand apart, in microseconds."""


NOTHING: tuple[Problem, ...] = ()


def charged(state: GameState, event: ev.ActionTaken, at: int, since: int) -> Sequence[Problem]:
    """The time of an action, before it is folded.

    ``at``: the stamp of its line; ``since``: that of the line that brought the decision up.
    """
    assert state.opened is not None
    clock = state.opened.clock
    elapsed = max(0, event.received - event.asked)
    bank = None if state.banks is None else state.banks[event.seat]
    used, gain = (0, 0) if event.auto else (max(0, elapsed - event.allowance), clock.increment)
    most = 0 if event.auto else min(state.opened.policy.lag, elapsed)
    limit = state.limit(event.seat)
    left = None if bank is None else bank - used + gain
    in_time = event.allowance <= most and used <= limit and event.left == left
    if in_time and event.asked >= since - SKEW and event.received <= at + SKEW >= event.asked:
        return NOTHING
    return [*_wrong_charge(event, most, used, limit, left), *_wrong_stamps(event, at, since)]


def _wrong_charge(event: ev.ActionTaken, most: int, used: int, limit: int, left: int | None) -> Iterator[Problem]:
    if event.allowance > most:
        reason = "more time is allowed for than the policy grants"
        yield Problem("audit/allowance", reason, f"≤ {most} µs", f"{event.allowance} µs")
    if used > limit:
        reason = "the answer came after the time was up and was taken"
        yield Problem("audit/late", reason, f"≤ {limit} µs", f"{used} µs")
    if event.left != left:
        yield Problem("audit/left", "the time left is not what the stamps give", str(left), str(event.left))


def _wrong_stamps(event: ev.ActionTaken, at: int, since: int) -> Iterator[Problem]:
    if event.asked < since - SKEW:
        reason = "the seat was asked before the decision was there"
        yield Problem("audit/stamps", reason, f"≥ {since}", str(event.asked))
    if event.received > at + SKEW:
        yield Problem("audit/stamps", "the answer was received after it was logged", f"≤ {at}", str(event.received))
    elif event.asked > at + SKEW:
        yield Problem("audit/stamps", "the seat was asked after its answer was logged", f"≤ {at}", str(event.asked))


def forfeited(state: GameState, line: Line, since: int) -> Iterator[Problem]:
    """A forfeit, before it is folded: is it the seat's, are limit and measure right, can so much time have passed?"""
    event = line.event
    assert isinstance(event, ev.SeatForfeited)
    assert state.opened is not None
    if event.seat >= len(state.opened.seats):
        return  # the fold says so
    if event.why == "clock/flag":
        yield from _flag(state, event, line.at - since)
    elif event.why == "session/left":
        yield from _left(state, event, line.at - state.opened_at)
    elif event.why == "move/strikes":
        yield from _strikes(state, event)
    elif event.limit or event.measured:
        yield Problem("audit/forfeit", "who resigns is measured against nothing", "0, 0", _measure(event))


def _flag(state: GameState, event: ev.SeatForfeited, passed: int) -> Iterator[Problem]:
    assert state.opened is not None
    if state.to_act != event.seat:
        yield Problem("audit/forfeit", "the seat's time ran out, but it was not to act", _who(state), str(event.seat))
        return
    if state.engine() is not None:
        yield Problem("audit/forfeit", "the engine acts here, so that no time runs for the seat", found=_measure(event))
        return
    limit = state.limit(event.seat)
    if event.limit != limit:
        yield Problem("audit/forfeit", "this is not the seat's limit", f"{limit} µs", f"{event.limit} µs")
    if event.measured <= event.limit:
        yield Problem("audit/forfeit", "the time was not up", f"> {event.limit} µs", f"{event.measured} µs")
    yield from _own_fault(state, event)
    yield from _possible(event, passed)


def _left(state: GameState, event: ev.SeatForfeited, passed: int) -> Iterator[Problem]:
    assert state.opened is not None
    start = state.opened.clock.start
    if event.seat in state.ready:
        yield Problem("audit/forfeit", "the seat had come to the table")
    if event.limit != start:
        yield Problem("audit/forfeit", "this is not the limit for coming to the table", f"{start} µs", _measure(event))
    if event.measured < event.limit:
        yield Problem("audit/forfeit", "the time was not up", f"≥ {event.limit} µs", f"{event.measured} µs")
    yield from _own_fault(state, event)
    yield from _possible(event, passed)


def voided(state: GameState, line: Line, since: int) -> Iterator[Problem]:
    """A game that is voided, before it is folded: was a seat late, was that the server's fault, is it all possible?"""
    event = line.event
    assert isinstance(event, ev.GameVoided)
    assert state.opened is not None
    if event.why != faults.FAULT or event.seat is None or event.seat != state.to_act:
        reason = "a game is voided where the server was at fault for a seat that was to act, and nowhere else"
        yield Problem("audit/void", reason, f"{faults.FAULT}, {_who(state)}", f"{event.why}, seat {event.seat}")
        return
    if state.engine() is not None:
        yield Problem("audit/void", "the engine acts here, so that no seat could be late", found=_who(state))
        return
    limit, measured, lag = event.limit or 0, event.measured or 0, event.server_lag or 0
    right = state.limit(event.seat)
    if limit != right:
        yield Problem("audit/void", "this is not the seat's limit", f"{right} µs", f"{limit} µs")
    if not faults.decided(state.opened.policy, limit, measured, lag):
        reason = "the server's own lag did not decide that the seat was late"
        yield Problem("audit/void", reason, found=f"limit {limit}, measured {measured}, server lag {lag}")
    if max(measured, lag) > line.at - since + SKEW:
        reason = "less time has passed between the stamps of the log than was measured"
        yield Problem("audit/void", reason, f"≤ {line.at - since} µs", f"{max(measured, lag)} µs")


def _own_fault(state: GameState, event: ev.SeatForfeited) -> Iterator[Problem]:
    """The server's lag, as it stands there, did not decide it."""
    assert state.opened is not None
    lag = event.server_lag or 0
    if faults.decided(state.opened.policy, event.limit, event.measured, lag):
        reason = "the server's own lag decided that the seat was late: this voids the game"
        yield Problem("audit/void", reason, faults.FAULT, f"{_measure(event)}, server lag {lag}")


def _possible(event: ev.SeatForfeited, passed: int) -> Iterator[Problem]:
    if event.measured > passed + SKEW:
        reason = "less time has passed between the stamps of the log than was measured"
        yield Problem("audit/forfeit", reason, f"≤ {passed} µs", f"{event.measured} µs")


def _strikes(state: GameState, event: ev.SeatForfeited) -> Iterator[Problem]:
    assert state.opened is not None
    limit, strikes = state.opened.policy.strikes, state.strikes[event.seat]
    if (event.limit, event.measured) != (limit, limit) or strikes < limit:
        found = f"{_measure(event)} after {strikes}"
        yield Problem("audit/forfeit", "the seat's refused answers do not reach the limit", f"{limit}", found)


def _measure(event: ev.SeatForfeited) -> str:
    return f"limit {event.limit}, measured {event.measured}"


def _who(state: GameState) -> str:
    return "nobody" if state.to_act is None else f"seat {state.to_act}"

"""Whose fault it is that a seat was late: the seat's, or that of a server which was late itself.

The referee decides by this before it writes, and an auditor by what was written. Pure.
"""

from collections.abc import Iterable

from croupier.contracts import events as ev
from croupier.contracts.ids import attempt_of
from croupier.contracts.specs import FAULT_SHARE, Policy

FAULT = "server/fault"
"""Why a game is voided."""

OF_TIME = frozenset({"clock/flag", "session/left"})
"""Why seats forfeit that were late."""


def decided(policy: Policy, limit: int, measured: int, lag: int) -> bool:
    """Whether the server decided that ``measured`` came out beyond ``limit``, all in microseconds.

    Without its own ``lag`` the seat would have been in time, and the lag is more than its share of the limit. A seat
    that would have been late on a server that is never late has failed by itself, however late the server was too.
    """
    share = FAULT_SHARE if policy.fault_share is None else policy.fault_share
    return measured - lag <= limit < measured and lag * 1_000 > share * limit


def is_to_be_replayed(policy: Policy, result: ev.GameRecorded) -> bool:
    """Whether a game was spoiled and there is an attempt left."""
    return result.outcome == "void" and attempt_of(result.id) < policy.most_attempts


def failures(forfeits: Iterable[ev.SeatForfeited]) -> list[ev.SeatFailure] | None:
    """What a result says of the seats that failed; nothing where none did."""
    told = [
        ev.SeatFailure(
            seat=each.seat, why=each.why, limit=each.limit, measured=each.measured, server_lag=each.server_lag
        )
        for each in forfeits
    ]
    return told or None


def late(policy: Policy, seat: int, limit: int, measured: int, lag: int) -> ev.SeatForfeited | ev.GameVoided:
    """What follows from an answer that came too late: the seat forfeits, or the game is voided."""
    if decided(policy, limit, measured, lag):
        return ev.GameVoided(why=FAULT, seat=seat, limit=limit, measured=measured, server_lag=lag)
    return ev.SeatForfeited(seat=seat, why="clock/flag", limit=limit, measured=measured, server_lag=lag)

"""How a seat fails, as the log of its game and the results say it."""

from typing import Literal

from croupier.contracts.base import Contract, Micros, Natural, Seat

Reason = Literal["clock/flag", "session/left", "move/strikes", "resigned"]


class SeatFailure(Contract):
    """A seat that failed, as its ``seat.forfeited`` says."""

    seat: Seat
    why: Reason
    limit: Natural
    measured: Natural
    server_lag: Micros | None = None

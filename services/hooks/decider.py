"""What follows from a receiver's answer. Pure: the moment and the chance are arguments."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

SECOND = 1_000_000
MINUTE, HOUR = 60 * SECOND, 3600 * SECOND

PAUSES = (5 * SECOND, 5 * MINUTE, 30 * MINUTE, *(hours * HOUR for hours in (2, 5, 10, 14, 20, 24)))
"""Microseconds to wait after the first failed attempt, the second, … as Standard Webhooks recommends: ten attempts
within about three days."""

JITTER = 0.2
"""By how much of itself a pause is made longer at most, so that what failed together is not tried again together."""

GONE = 410
"""The status with which a receiver says that it wants nothing more."""

LONGEST = 24 * HOUR
"""The most that a receiver may ask us to wait."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a call. ``status``: 0 where there was no answer; ``after``: the wait that it asks for (µs)."""

    status: int
    why: str = ""
    after: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to make of it. ``due``: when the next attempt is made, ``None`` for never."""

    outcome: Literal["delivered", "failed", "given up", "switched off"]
    due: int | None = None


def judge(answer: Answer, failed: int, now: int, chance: float, pauses: Sequence[int] = PAUSES) -> Verdict:
    """The verdict on an attempt, before which ``failed`` others failed; ``chance`` from 0 to 1 decides the jitter.

    A status of 200 to 299 is a success and everything else a failure; a redirection too, for it is not followed.
    """
    if 200 <= answer.status < 300:
        return Verdict("delivered")
    if answer.status == GONE:
        return Verdict("switched off", now)
    if failed >= len(pauses):
        return Verdict("given up")
    pause = int(pauses[failed] * (1 + JITTER * chance))
    return Verdict("failed", now + max(pause, min(answer.after, LONGEST)))

"""Disputes about games, what examining them finds, and rulings. They stand in the tournament's log.

A dispute names a game and makes a claim; nothing of the game's own log is ever changed by it.
"""

from typing import Annotated, Literal

from pydantic import Field

from croupier.contracts.base import Contract, Id, Integer, Micros, Name, Natural, Outcome, Seat, Text
from croupier.contracts.event import Event
from croupier.contracts.failures import SeatFailure

Claim = Literal["illegal-move", "wrong-score", "wrong-deck", "clock", "other"]
"""What is said to be wrong with a game."""

Ruling = Literal["dismissed", "corrected", "replay", "forfeit"]

Clear = Literal["dismissed", "corrected"]
"""What follows by itself from an examination."""

NewBoard = Literal["same", "new"]
"""On which board a game is played anew."""

MOST_FOUND = 20
"""Findings of an examination that stand in the log."""


class Amended(Contract):
    """A result by side that takes the place of another one.

    ``failures``: the seats that failed, where the play gives others than the result said, or than it left out.
    """

    points: list[Integer]
    places: list[Annotated[int, Field(ge=1)]]
    outcome: Outcome
    failures: list[SeatFailure] | None = None


class Found(Contract):
    """A finding of an examination: its code, the line of the game's log (0 for the whole), and a sentence."""

    code: Name
    line: Natural
    reason: Text


class DisputeRaised(Event):
    """Somebody disputes a game. ``entrant``: who, absent for the organiser. ``ply``: at which decision, if at one."""

    TYPE = "dispute.raised"
    dispute: Id
    game: Id
    entrant: Id | None = None
    claim: Claim
    ply: Natural | None = None
    text: Text = ""


class DisputeExamined(Event):
    """The game was judged again from its log. ``total``: how many findings there are, the first of them here.

    ``clear``: what follows by itself; absent where the organiser has to decide. ``result``: the right one, where only
    the scores are wrong.
    """

    TYPE = "dispute.examined"
    dispute: Id
    findings: Annotated[list[Found], Field(max_length=MOST_FOUND)]
    total: Natural
    clear: Clear | None = None
    result: Amended | None = None
    why: Text


class DisputeRuled(Event):
    """The end of a dispute. ``by``: the examination where its outcome is clear, else the organiser.

    ``result``: the one that counts from here on, where it is corrected or forfeited; ``seats``: those that forfeit;
    ``board``: on which the game is played anew.
    """

    TYPE = "dispute.ruled"
    dispute: Id
    ruling: Ruling
    result: Amended | None = None
    seats: list[Seat] | None = None
    board: NewBoard | None = None
    by: Literal["examination", "organiser"]
    why: Text


class DisputesClosing(Event):
    """All is played: who still wants to dispute a game has until this moment."""

    TYPE = "disputes.closing"
    until: Micros


class DisputesClosed(Event):
    """The moment has come: no further dispute is taken."""

    TYPE = "disputes.closed"
    until: Micros

"""What organisers and entrants ask of the director while a tournament is on, and what its clock tells it.

Each says how things are to be, so that one that comes twice changes nothing.
"""

from typing import Annotated, Literal

from pydantic import Field

from croupier.contracts.base import Hash, Id, Integer, Micros, Natural, Seat, Text
from croupier.contracts.command import Command
from croupier.contracts.disputes import Claim, NewBoard, Ruling
from croupier.contracts.life import Who
from croupier.contracts.specs import EntrantSpec


class ClockTick(Command):
    """The director's own clock: at the moment ``at`` something is due. It decides by ``at``, not by its clock."""

    type: Literal["clock.tick"] = "clock.tick"
    tournament: Id
    at: Micros


class Asked(Command):
    """Base of what people ask for. ``who`` they are has been checked by the gateway."""

    tournament: Id
    who: Who = "organiser"
    why: Text = ""


class TournamentStart(Asked):
    """Begin now; refused while somebody is missing, unless ``without_missing``: then whoever is not here leaves."""

    type: Literal["tournament.start"] = "tournament.start"
    without_missing: bool = False


class TournamentPause(Asked):
    """Open no further game, ``until`` a moment or until it is resumed."""

    type: Literal["tournament.pause"] = "tournament.pause"
    until: Micros | None = None


class TournamentResume(Asked):
    """End the pause."""

    type: Literal["tournament.resume"] = "tournament.resume"


class TournamentStop(Asked):
    """Play what is paired, then finish. Before the start: finish without a game."""

    type: Literal["tournament.stop"] = "tournament.stop"


class EntrantWithdraw(Asked):
    """An entrant leaves the tournament."""

    type: Literal["entrant.withdraw"] = "entrant.withdraw"
    entrant: Id


class DisputeRaise(Asked):
    """Dispute a game, for an ``entrant`` that sat in it or (absent) for the organiser. ``why``: in words."""

    type: Literal["dispute.raise"] = "dispute.raise"
    game: Id
    entrant: Id | None = None
    claim: Claim
    ply: Natural | None = None


class DisputeRule(Asked):
    """Rule a dispute that was examined.

    ``points``, ``places``: by side, where the result is corrected; ``seats``: which forfeit; ``board``: where the game
    is played anew.
    """

    type: Literal["dispute.rule"] = "dispute.rule"
    dispute: Id
    ruling: Ruling
    points: list[Integer] | None = None
    places: list[Annotated[int, Field(ge=1)]] | None = None
    seats: list[Seat] | None = None
    board: NewBoard | None = None


class DisputeExamine(Command):
    """The director to itself: the examination of a dispute is done. It holds no findings: whoever decides has them."""

    type: Literal["dispute.examine"] = "dispute.examine"
    tournament: Id
    dispute: Id


Disputing = DisputeRaise | DisputeRule
"""What disputes are about, and what games have to be known for."""


class EntrantEnter(Asked):
    """Let somebody more register."""

    type: Literal["entrant.enter"] = "entrant.enter"
    entrant: EntrantSpec


class EntrantRejoin(Asked):
    """Let an entrant that has left take part again; one that was disqualified only if the organiser asks."""

    type: Literal["entrant.rejoin"] = "entrant.rejoin"
    entrant: Id


class EntrantReplace(Asked):
    """Put on record that another program plays for an entrant."""

    type: Literal["entrant.replace"] = "entrant.replace"
    entrant: Id
    program: Hash


class RoundsAdd(Asked):
    """Have the tournament go on until it has had ``total`` rounds, or laps."""

    type: Literal["rounds.add"] = "rounds.add"
    total: Annotated[int, Field(ge=1, le=1_000)]


Organising = (
    TournamentStart
    | TournamentPause
    | TournamentResume
    | TournamentStop
    | EntrantWithdraw
    | EntrantEnter
    | EntrantRejoin
    | EntrantReplace
    | RoundsAdd
)
"""All that can be asked for."""

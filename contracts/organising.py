"""What organisers and entrants ask of the director while a tournament is on, and what its clock tells it.

Each says how things are to be, so that one that comes twice changes nothing.
"""

from typing import Literal

from croupier.contracts.base import Id, Micros, Text
from croupier.contracts.command import Command
from croupier.contracts.life import Who


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


Organising = TournamentStart | TournamentPause | TournamentResume | TournamentStop | EntrantWithdraw
"""All that can be asked for."""

"""The events of a tournament's life that no game brings: who holds it up, lets it go on, or ends it early.

``who`` asked for it: the organiser, an entrant for itself, or the clock, at a moment that was fixed before.
"""

from typing import Literal

from croupier.contracts.base import Micros, Text
from croupier.contracts.event import Event

Who = Literal["organiser", "entrant", "clock"]


class StartReleased(Event):
    """The start is not held back any longer: play begins as soon as everybody is here."""

    TYPE = "start.released"
    who: Who
    why: Text = ""


class TournamentPaused(Event):
    """No further game is opened and no round paired; games in play go on. ``until``: when it goes on by itself."""

    TYPE = "tournament.paused"
    who: Who
    why: Text = ""
    until: Micros | None = None


class TournamentResumed(Event):
    """The pause is over."""

    TYPE = "tournament.resumed"
    who: Who
    why: Text = ""


class TournamentStopping(Event):
    """No further round is paired: what is paired is played, then the tournament is finished. It ends a pause."""

    TYPE = "tournament.stopping"
    who: Who
    why: Text = ""

"""The events of a tournament's life that no game brings: who takes part, who holds it up, lets it go on, or ends it.

``who`` asked for it: the organiser, an entrant for itself, or the clock, at a moment that was fixed before.
"""

from typing import Annotated, Literal

from pydantic import Field

from croupier.contracts.base import Hash, Id, Micros, Name, PublicKey, Signature, Text
from croupier.contracts.event import Event
from croupier.contracts.specs import EntrantSpec, TournamentSpec

Who = Literal["organiser", "entrant", "clock"]

MOST_COUNTED = 100
"""Games that a disqualification names, the last ones."""


class TournamentOpened(Event):
    """The first line: the whole specification."""

    TYPE = "tournament.opened"
    spec: TournamentSpec


class SeedCommitted(Event):
    """The dealer's commitment to the tournament seed."""

    TYPE = "seed.committed"
    commitment: Hash


class EntrantRegistered(Event):
    """An entrant came and brought its ``nonce``.

    Where play is signed, ``key`` is the one it will sign with, and ``proof`` its signature of ``proofs.seals.entrant``.
    """

    TYPE = "entrant.registered"
    entrant: Id
    name: Name
    nonce: Hash
    key: PublicKey | None = None
    proof: Signature | None = None


class EntrantWithdrawn(Event):
    """An entrant plays no further games. ``who`` asked for it, where the log tells."""

    TYPE = "entrant.withdrawn"
    entrant: Id
    why: Text
    who: Who | None = None


class EntrantDisqualified(Event):
    """An entrant plays no further games: it failed in ``failures`` of its last ``games``.

    ``counted``: those that it failed in, the last hundred of them.
    """

    TYPE = "entrant.disqualified"
    entrant: Id
    failures: Annotated[int, Field(ge=1)]
    games: Annotated[int, Field(ge=1)]
    counted: Annotated[list[Id], Field(max_length=MOST_COUNTED)]


class TournamentStarted(Event):
    """``beacon`` mixes all nonces; from here neither side can change a deck. ``until``: when an arena's time is up."""

    TYPE = "tournament.started"
    beacon: Hash
    until: Micros | None = None


class SeedRevealed(Event):
    """The tournament seed S, at the end."""

    TYPE = "seed.revealed"
    seed: Hash


class EntrantEntered(Event):
    """Somebody more may register. After the start it takes part from the round that is paired next once it has."""

    TYPE = "entrant.entered"
    entrant: EntrantSpec
    who: Who
    why: Text = ""


class EntrantReturned(Event):
    """An entrant that had withdrawn, or was disqualified, takes part again, from the round that is paired next."""

    TYPE = "entrant.returned"
    entrant: Id
    who: Who
    why: Text = ""


class EntrantReplaced(Event):
    """From here on another program plays for an entrant; ``program`` is a SHA-256 that tells it from others.

    Games in play go on with it; what was played stands.
    """

    TYPE = "entrant.replaced"
    entrant: Id
    program: Hash
    who: Who
    why: Text


class RoundsAdded(Event):
    """The tournament has ``total`` rounds now, more than before; laps in a round robin and a gauntlet."""

    TYPE = "rounds.added"
    total: Annotated[int, Field(ge=2, le=1_000)]
    who: Who
    why: Text = ""


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

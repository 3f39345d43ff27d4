"""What services ask of each other, and notices that a log has grown.

A command may be delivered twice, late or after a crash; receivers recognise repeats by derived ids
and by the ply that a command answers.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from croupier.contracts.base import (
    Contract,
    Hash,
    Id,
    Micros,
    Name,
    Natural,
    Options,
    PublicKey,
    Seat,
    Signature,
    Text,
)
from croupier.contracts.command import Command as Command
from croupier.contracts.events import SeatAssignment
from croupier.contracts.organising import ClockTick as ClockTick
from croupier.contracts.organising import DisputeExamine as DisputeExamine
from croupier.contracts.organising import DisputeRaise as DisputeRaise
from croupier.contracts.organising import DisputeRule as DisputeRule
from croupier.contracts.organising import Disputing as Disputing
from croupier.contracts.organising import EntrantEnter as EntrantEnter
from croupier.contracts.organising import EntrantRejoin as EntrantRejoin
from croupier.contracts.organising import EntrantReplace as EntrantReplace
from croupier.contracts.organising import EntrantWithdraw as EntrantWithdraw
from croupier.contracts.organising import Organising as Organising
from croupier.contracts.organising import RoundsAdd as RoundsAdd
from croupier.contracts.organising import TournamentPause as TournamentPause
from croupier.contracts.organising import TournamentResume as TournamentResume
from croupier.contracts.organising import TournamentStart as TournamentStart
from croupier.contracts.organising import TournamentStop as TournamentStop
from croupier.contracts.specs import Clock, Policy, TournamentSpec

Gateway = Annotated[str, Field(min_length=1, max_length=64)]


# --- to the referee (feed ``cmd`` of the game's partition) ----------------------------------------


class GameOpen(Command):
    """Set a table for game ``game``, which plays e.g. ``briscola``. A repeat for a game that exists changes nothing."""

    type: Literal["game.open"] = "game.open"
    game: Id
    plays: Name
    ruleset: Name
    options: Options
    tournament: Id
    round: Annotated[int, Field(ge=1)]
    board: Id
    seats: Annotated[list[SeatAssignment], Field(min_length=2, max_length=7)]
    clock: Clock
    policy: Policy


class SeatHere(Command):
    """The seat's entrant is connected to ``gateway`` and has been told of the game. Answered by a snapshot."""

    type: Literal["seat.here"] = "seat.here"
    game: Id
    seat: Seat
    gateway: Gateway
    at: Micros


class SeatGone(Command):
    """The connection of the seat's entrant closed."""

    type: Literal["seat.gone"] = "seat.gone"
    game: Id
    seat: Seat
    gateway: Gateway
    at: Micros


class Act(Command):
    """A seat's answer to decision ``ply``.

    ``sent``: when the gateway sent the ``turn`` (absent if it never could); ``received``: when the
    answer came; ``lag``: measured round trip of this connection, not capped; ``late``: how much of the time between
    the two the gateway itself may have taken, absent for none; ``signature``: the entrant's, where play is signed.
    """

    type: Literal["act"] = "act"
    game: Id
    seat: Seat
    ply: Natural
    action: Annotated[str, Field(max_length=1_000)]
    gateway: Gateway
    sent: Micros | None = None
    received: Micros
    lag: Micros = 0
    late: Micros | None = None
    signature: Signature | None = None


class Resign(Command):
    """A seat gives the game up."""

    type: Literal["resign"] = "resign"
    game: Id
    seat: Seat
    at: Micros
    signature: Signature | None = None


class Look(Command):
    """Ask for a snapshot of a game for a seat, or for the public where ``seat`` is absent."""

    type: Literal["look"] = "look"
    game: Id
    seat: Seat | None = None


class Tick(Command):
    """A gateway's clock, several times a second in every partition.

    It stands in the same stream as the answers that the gateway forwarded, so when the referee reads
    a tick past a deadline it has read every answer that came before: a slow server flags nobody.
    ``lost``: how much this gateway has been late in all since it started.
    """

    type: Literal["tick"] = "tick"
    gateway: Gateway
    at: Micros
    lost: Micros = 0


class GatewayUp(Command):
    """A gateway process (re)started: what it had been asked to deliver must be asked again. ``lost`` as in a tick."""

    type: Literal["gateway.up"] = "gateway.up"
    gateway: Gateway
    at: Micros
    lost: Micros = 0


RefereeCommand = Annotated[
    GameOpen | SeatHere | SeatGone | Act | Resign | Look | Tick | GatewayUp, Field(discriminator="type")
]

# --- to the dealer (feed ``to:dealer``) -----------------------------------------------------------


class DeckReveal(Command):
    """Every game on the board is over: reveal its seed in this game's log."""

    type: Literal["deck.reveal"] = "deck.reveal"
    game: Id


# --- to the director (feed ``to:director`` of the tournament's partition) -------------------------


class TournamentOpen(Command):
    """Open a tournament. A repeat with the same specification changes nothing."""

    type: Literal["tournament.open"] = "tournament.open"
    spec: TournamentSpec


class EntrantJoin(Command):
    """An entrant said hello with the right token. The first time it registers, with a ``key`` where play is signed."""

    type: Literal["entrant.join"] = "entrant.join"
    tournament: Id
    entrant: Id
    nonce: Hash
    client: Text = ""
    key: PublicKey | None = None
    proof: Signature | None = None


# --- notices: a log has grown (any ``to:`` feed with a group) -------------------------------------


class Notice(Contract):
    """Line ``seq`` of ``log`` is of type ``event``. It carries no content: who needs it reads the log."""

    type: Literal["notice"] = "notice"
    log: Annotated[str, Field(pattern=r"^[gt]/[a-z0-9][a-z0-9-]{0,95}$")]
    seq: Annotated[int, Field(ge=1)]
    event: Name


DealerMessage = Annotated[DeckReveal | Notice, Field(discriminator="type")]
RefereeMessage = Annotated[
    GameOpen | SeatHere | SeatGone | Act | Resign | Look | Tick | GatewayUp | Notice, Field(discriminator="type")
]
ScoringMessage = Notice
DirectorMessage = Annotated[
    TournamentOpen | EntrantJoin | Organising | Disputing | DisputeExamine | ClockTick | Notice,
    Field(discriminator="type"),
]

DEALER_MESSAGE: TypeAdapter[DealerMessage] = TypeAdapter(DealerMessage)
REFEREE_MESSAGE: TypeAdapter[RefereeMessage] = TypeAdapter(RefereeMessage)
SCORING_MESSAGE: TypeAdapter[ScoringMessage] = TypeAdapter(ScoringMessage)
DIRECTOR_MESSAGE: TypeAdapter[DirectorMessage] = TypeAdapter(DirectorMessage)

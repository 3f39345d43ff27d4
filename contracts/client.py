"""Messages between a client and the gateway: JSON text frames on the WebSocket ``/v1/play``.

Small, flat, versioned. A message has a ``type``; unknown fields from a client are an error, unknown
fields from the server are to be ignored by clients. Times are integers in microseconds.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from croupier.contracts.base import (
    Contract,
    Hash,
    Id,
    Integer,
    Micros,
    Name,
    Natural,
    Options,
    PublicKey,
    Seat,
    Signature,
    Text,
)
from croupier.contracts.disputes import Claim
from croupier.contracts.events import Outcome, ScoreLine, SeatAssignment, SeatFailure

PROTOCOL = 1
"""The version of the protocol that this package speaks."""

# --- client → server ------------------------------------------------------------------------------


class Hello(Contract):
    """The first message. ``token`` only where the ``Authorization`` header cannot be set.

    ``key``: where play is signed, your Ed25519 key; ``proof``: its signature together with your ``nonce``, which must
    then be there.
    """

    type: Literal["hello"] = "hello"
    versions: Annotated[list[Natural], Field(min_length=1, max_length=16)]
    client: Annotated[str, Field(max_length=120)] = ""
    nonce: Hash | None = None
    key: PublicKey | None = None
    proof: Signature | None = None
    token: Annotated[str, Field(max_length=200)] | None = None


class ActMessage(Contract):
    """The answer to ``turn``: the same ``game`` and ``ply``, and one of the legal actions; signed, where play is."""

    type: Literal["act"] = "act"
    game: Id
    ply: Natural
    action: Annotated[str, Field(max_length=1_000)]
    signature: Signature | None = None


class ResignMessage(Contract):
    """Give the game up; signed, where play is."""

    type: Literal["resign"] = "resign"
    game: Id
    signature: Signature | None = None


class Resync(Contract):
    """Ask for a full snapshot of a game (``game`` is sent again)."""

    type: Literal["resync"] = "resync"
    game: Id


class DisputeMessage(Contract):
    """Dispute a game that you sit in, in play or over; ``ply``: at which decision, if at one."""

    type: Literal["dispute"] = "dispute"
    game: Id
    claim: Claim
    ply: Natural | None = None
    text: Text = ""


class Ping(Contract):
    """A sign of life, from either side; the other answers ``pong`` with the same ``id``."""

    type: Literal["ping"] = "ping"
    id: Natural = 0


class Pong(Contract):
    """The answer to ``ping``."""

    type: Literal["pong"] = "pong"
    id: Natural = 0


ClientMessage = Annotated[
    Hello | ActMessage | ResignMessage | Resync | DisputeMessage | Ping | Pong, Field(discriminator="type")
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)

# --- server → client ------------------------------------------------------------------------------


class Limits(Contract):
    """What the gateway accepts of one connection."""

    message_bytes: Natural
    messages_per_second: Natural
    burst: Natural
    idle: Micros
    """Without any message for this long the connection is closed."""
    ping: Micros | None = None
    """The gateway sends ``ping`` this often: silence for three times as long means that it is gone."""


class Welcome(Contract):
    """The answer to ``hello``: protocol version, who you are, limits. ``entrant`` absent: a spectator."""

    type: Literal["welcome"] = "welcome"
    version: Natural
    tournament: Id | None = None
    entrant: Id | None = None
    name: Name | None = None
    limits: Limits
    at: Micros


class Clocks(Contract):
    """Time for this decision: ``limit`` is what is left as ``turn`` is written, ``bank`` by seat (where there is one).

    In a ``turn`` inside of a snapshot a part of the limit may be used up; ``bank`` stands as when the seat was asked.
    """

    limit: Micros
    bank: list[Micros] | None = None


class Form(Contract):
    """A legal action with a free choice: ``verb`` and from ``least`` to ``most`` of ``cards``."""

    verb: Name
    least: Natural
    most: Natural
    cards: list[str]


class Turn(Contract):
    """You are to act: answer with ``act`` for this ``ply``.

    ``legal`` lists the actions; where a list would be long ``form`` says what may be chosen.
    """

    type: Literal["turn"] = "turn"
    game: Id
    ply: Natural
    seat: Seat
    legal: list[str]
    form: Form | None = None
    view: dict[str, Any]
    clock: Clocks


class GameMessage(Contract):
    """A full snapshot as your seat (or the public) may see it; at the start and after every reconnect.

    ``n`` is the number of the last event that it includes; ``turn`` is there when you are to act.
    """

    type: Literal["game"] = "game"
    game: Id
    name: Name
    ruleset: Name
    options: Options
    tournament: Id
    round: Natural
    seats: list[SeatAssignment]
    seat: Seat | None = None
    n: Natural
    deal: Natural
    points: list[Integer]
    view: dict[str, Any] | None = None
    turn: Turn | None = None


class EventMessage(Contract):
    """Something happened. Numbered from 1 in each game, the same numbers for every audience.

    ``kind``: ``ready``, ``lost``, ``back`` (seat), ``deal`` (deal), ``action`` (seat, ply, action),
    ``scored`` (points and lines of a deal), ``forfeit`` (seat, why).
    ``facts``: what followed, as this audience may see it; each has a ``kind`` of its own.
    """

    type: Literal["event"] = "event"
    game: Id
    n: Natural
    kind: Literal["ready", "lost", "back", "deal", "action", "scored", "forfeit"]
    deal: Natural | None = None
    seat: Seat | None = None
    ply: Natural | None = None
    action: str | None = None
    why: str | None = None
    points: list[Integer] | None = None
    lines: list[ScoreLine] | None = None
    facts: list[dict[str, Any]] = []


class RefusedMessage(Contract):
    """Your answer was not taken; the state is as before. ``left`` strikes remain before you forfeit.

    ``legal`` and ``form`` say what is legal, as in ``turn``, if you are to act.
    """

    type: Literal["refused"] = "refused"
    game: Id
    ply: Natural
    code: Name
    reason: Text
    rule: Name | None = None
    legal: list[str]
    form: Form | None = None
    strikes: Natural
    left: Natural


class Over(Contract):
    """The result. ``failures``: all seats that failed.

    ``failed``, ``why``, ``limit``, ``measured`` tell of the first of them. ``server_lag``: how much of the time the
    server itself may have cost the seat, microseconds; it stands beside ``limit`` and ``measured`` also where a fault
    of the server voided the game.
    """

    type: Literal["over"] = "over"
    game: Id
    points: list[Integer]
    places: list[Natural]
    outcome: Outcome
    why: Text
    failures: list[SeatFailure] | None = None
    failed: Seat | None = None
    limit: Natural | None = None
    measured: Natural | None = None
    server_lag: Micros | None = None
    kinds: list[dict[str, Integer]]
    """Points by kind of score line, by seat."""


class DisputedMessage(Contract):
    """The answer to ``dispute``: it goes into the tournament's log, or (``code``, ``reason``) it does not."""

    type: Literal["disputed"] = "disputed"
    game: Id
    claim: Claim
    code: Name | None = None
    reason: Text | None = None
    hint: Text | None = None


class Bye(Contract):
    """The connection ends: why, and after how long it makes sense to come back (absent: not at all)."""

    type: Literal["bye"] = "bye"
    code: Name
    reason: Text
    after: Micros | None = None


class ErrorMessage(Contract):
    """A message of yours could not be used. The connection stays open if it can."""

    type: Literal["error"] = "error"
    code: Name
    reason: Text
    place: Text = ""
    hint: Text = ""


ServerMessage = Annotated[
    Welcome
    | GameMessage
    | Turn
    | EventMessage
    | RefusedMessage
    | Over
    | DisputedMessage
    | Bye
    | ErrorMessage
    | Ping
    | Pong,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)

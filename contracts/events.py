"""The events of a game's log and of a tournament's log.

A class is the newest shape of its type. When a shape changes, raise ``V`` and add a step to
``upcast.py``; stored lines are never rewritten.
"""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

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
from croupier.contracts.base import Outcome as Outcome
from croupier.contracts.disputes import Amended as Amended
from croupier.contracts.disputes import Claim as Claim
from croupier.contracts.disputes import Clear as Clear
from croupier.contracts.disputes import DisputeExamined as DisputeExamined
from croupier.contracts.disputes import DisputeRaised as DisputeRaised
from croupier.contracts.disputes import DisputeRuled as DisputeRuled
from croupier.contracts.disputes import DisputesClosed as DisputesClosed
from croupier.contracts.disputes import DisputesClosing as DisputesClosing
from croupier.contracts.disputes import Found as Found
from croupier.contracts.disputes import Ruling as Ruling
from croupier.contracts.event import By as By
from croupier.contracts.event import Event as Event
from croupier.contracts.failures import Reason as Reason
from croupier.contracts.failures import SeatFailure as SeatFailure
from croupier.contracts.life import EntrantDisqualified as EntrantDisqualified
from croupier.contracts.life import EntrantEntered as EntrantEntered
from croupier.contracts.life import EntrantRegistered as EntrantRegistered
from croupier.contracts.life import EntrantReplaced as EntrantReplaced
from croupier.contracts.life import EntrantReturned as EntrantReturned
from croupier.contracts.life import EntrantWithdrawn as EntrantWithdrawn
from croupier.contracts.life import RoundsAdded as RoundsAdded
from croupier.contracts.life import SeedCommitted as SeedCommitted
from croupier.contracts.life import SeedRevealed as SeedRevealed
from croupier.contracts.life import StartReleased as StartReleased
from croupier.contracts.life import TournamentOpened as TournamentOpened
from croupier.contracts.life import TournamentPaused as TournamentPaused
from croupier.contracts.life import TournamentResumed as TournamentResumed
from croupier.contracts.life import TournamentStarted as TournamentStarted
from croupier.contracts.life import TournamentStopping as TournamentStopping
from croupier.contracts.life import Who as Who
from croupier.contracts.ratings import Rating as Rating
from croupier.contracts.seals import GameClosed as GameClosed
from croupier.contracts.seals import GameSealed as GameSealed
from croupier.contracts.seals import KeyHolder as KeyHolder
from croupier.contracts.seals import KeyNamed as KeyNamed
from croupier.contracts.seals import KeyRotated as KeyRotated
from croupier.contracts.seals import RoundSealed as RoundSealed
from croupier.contracts.seals import TournamentSealed as TournamentSealed
from croupier.contracts.specs import Clock, Policy

DealNumber = Annotated[int, Field(ge=1)]
ActionText = Annotated[str, Field(min_length=1, max_length=200)]


# --- a game's log -------------------------------------------------------------------------------


class SeatAssignment(Contract):
    """Who sits where; a seat's number is its index in the list. ``key``: with which the entrant signs its play."""

    entrant: Id
    name: Name
    key: PublicKey | None = None


class GameOpened(Event):
    """A table is set. ``rules`` is the version of the kernel's rules; ``dealer`` deals first."""

    TYPE = "game.opened"
    game: Name
    ruleset: Name
    options: Options
    rules: Natural
    tournament: Id
    round: Annotated[int, Field(ge=1)]
    board: Id
    seats: Annotated[list[SeatAssignment], Field(min_length=2, max_length=7)]
    dealer: Seat
    clock: Clock
    policy: Policy


class DeckCommitted(Event):
    """``commitment`` fixes the board seed, and with the beacon every deck of the game."""

    TYPE = "deck.committed"
    commitment: Hash


class SeatReady(Event):
    """The seat's entrant has come to the table."""

    TYPE = "seat.ready"
    seat: Seat


class SeatLost(Event):
    """The connection of the seat's entrant is gone. Its clock runs on."""

    TYPE = "seat.lost"
    seat: Seat


class SeatBack(Event):
    """The seat's entrant is connected again."""

    TYPE = "seat.back"
    seat: Seat


class DealOrdered(Event):
    """The referee asks for deal number ``deal``."""

    TYPE = "deal.ordered"
    deal: DealNumber
    dealer: Seat


class DealDealt(Event):
    """The whole shuffled pack as one string of cards, first dealt card first."""

    TYPE = "deal.dealt"
    deal: DealNumber
    deck: Annotated[str, Field(min_length=2, max_length=400)]


class ActionTaken(Event):
    """A seat decided, or the engine did for it (``auto``).

    ``asked`` and ``received`` are moments, ``allowance`` is the part of the time between them that
    is not charged (network delay), ``left`` is the bank afterwards; absent where there is no bank.
    ``signature``: the entrant's, of ``proofs.seals.play``, where play is signed.
    """

    TYPE = "action.taken"
    deal: DealNumber
    ply: Natural
    seat: Seat
    action: ActionText
    asked: Micros
    received: Micros
    allowance: Micros
    left: Micros | None = None
    auto: Literal[True] | None = None
    signature: Signature | None = None

    def data(self) -> dict[str, Any]:
        """As of every event; this one is written for each decision and holds nothing but plain values."""
        data = self.__dict__.copy()
        for name in ("left", "auto", "signature"):
            if data[name] is None:
                del data[name]
        return data


KEPT = 200
"""Characters of a refused answer that the log keeps. Where play is signed nothing longer is an answer."""


class ActionRefused(Event):
    """An answer that could not be read or was not allowed. ``strikes`` counts the seat's so far.

    ``signature``: the entrant's, of the whole of what it said, where play is signed.
    """

    TYPE = "action.refused"
    deal: DealNumber
    ply: Natural
    seat: Seat
    said: Text
    code: Name
    strikes: Natural
    signature: Signature | None = None


class SeatForfeited(Event):
    """A seat lost by its own failure. ``limit`` and ``measured`` are in the unit of ``why``:

    microseconds for ``clock/flag`` and ``session/left``, answers for ``move/strikes``, 0 for ``resigned``.
    ``server_lag``: how much of the time since the seat was asked (or awaited) the server itself may have cost it,
    microseconds; absent where nothing had been measured.
    ``signature``: the entrant's, of ``proofs.seals.resignation``, where play is signed and it resigned.
    """

    TYPE = "seat.forfeited"
    seat: Seat
    why: Reason
    limit: Natural
    measured: Natural
    server_lag: Micros | None = None
    signature: Signature | None = None


class DealPlayed(Event):
    """The last card of the deal is on the table. ``plies`` is the number of decisions in this deal."""

    TYPE = "deal.played"
    deal: DealNumber
    plies: Natural


class ScoreLine(Contract):
    """Points for one thing: its ``kind``, the ply that brought it and the ``rule`` it follows."""

    seat: Seat
    kind: Name
    points: Integer
    ply: Natural
    rule: Name


class DealScored(Event):
    """Points of the deal by side, and the lines that add up to them."""

    TYPE = "deal.scored"
    deal: DealNumber
    points: list[Integer]
    lines: list[ScoreLine]


class GameScored(Event):
    """The result by side. ``places`` is competition ranking (1 1 3); empty where nothing counts.

    ``failures``: who failed, in the order of the log; absent where nobody did.
    """

    TYPE = "game.scored"
    points: list[Integer]
    places: list[Annotated[int, Field(ge=1)]]
    outcome: Outcome
    why: Text
    failures: list[SeatFailure] | None = None


class DeckRevealed(Event):
    """The board seed, once every game on the board is over."""

    TYPE = "deck.revealed"
    board_seed: Hash


class GameVoided(Event):
    """The game counts nowhere; ``why`` is an error code.

    With ``server/fault``, which ``seat`` would have been flagged by it: its ``limit``, the time ``measured``, and
    ``server_lag``, how much of that the server itself may have taken; microseconds.
    """

    TYPE = "game.voided"
    why: Name
    seat: Seat | None = None
    limit: Micros | None = None
    measured: Micros | None = None
    server_lag: Micros | None = None


# --- a tournament's log -------------------------------------------------------------------------


class PairedGame(Contract):
    """A game to be played; ``seats`` holds entrants in seat order.

    ``why``: why they meet and sit so, at the first game of a table where the round's own reason does not say it.
    """

    id: Id
    board: Id
    seats: Annotated[list[Id], Field(min_length=2, max_length=7)]
    why: Text | None = None


class RoundPaired(Event):
    """The games of a round, who has a bye, and why it is paired so; ``bye_whys`` gives a reason for each bye."""

    TYPE = "round.paired"
    round: Annotated[int, Field(ge=1)]
    games: list[PairedGame]
    byes: list[Id]
    why: Text
    bye_whys: list[Text] | None = None


class GameReplayed(Event):
    """The result of game ``id`` counts no more; ``game`` is played in its place.

    Its id is that of the next attempt (``<first id>-a2``, ``-a3`` …), its seats are the same, and its board is the
    same or, of the game's own id, a new one.
    """

    TYPE = "game.replayed"
    id: Id
    game: PairedGame
    why: Text


class GameRecorded(Event):
    """A result enters the tournament. ``head`` is the hash of the game's line number ``lines``.

    ``why``: what ended a game that was not played to its end, as the game says; absent in older logs. ``failures``: as
    the game says.
    """

    TYPE = "game.recorded"
    id: Id
    head: Hash
    lines: Annotated[int, Field(ge=1)]
    points: list[Integer]
    places: list[Annotated[int, Field(ge=1)]]
    outcome: Outcome
    why: Text | None = None
    failures: list[SeatFailure] | None = None


class Standing(Contract):
    """A line of the table. ``points`` after the award, ``score`` and ``against`` in the game's own points.

    Where the tournament has a list of tie-breaks, ``ties`` holds their figures in its order, in thousandths, and
    ``why`` what put the entrant behind the one above.
    """

    place: Annotated[int, Field(ge=1)]
    entrant: Id
    games: Natural
    won: Natural
    drawn: Natural
    lost: Natural
    points: Integer
    score: Integer
    against: Integer
    ties: list[Integer] | None = None
    why: Text | None = None


class RoundClosed(Event):
    """Every game of the round is recorded."""

    TYPE = "round.closed"
    round: Annotated[int, Field(ge=1)]
    standings: list[Standing]


class DuelEnd(Contract):
    """What a duel came to after ``pairs`` that count.

    ``decided``: the pair at which the test was over, in the order of pairing; absent where it never was. ``ratio``: the
    log-likelihood ratio there, or after all pairs, in thousandths; absent with a fixed number of pairs.
    """

    verdict: Literal["better", "not better", "open"]
    pairs: Natural
    decided: Natural | None = None
    ratio: Integer | None = None


class TournamentFinished(Event):
    """The final table, and what all results together say of strength, best first.

    ``ratings`` is empty where there are too many entrants for a joint fit, and absent in a log of version 1. ``duel``:
    where it was one.
    """

    TYPE = "tournament.finished"
    V: ClassVar[int] = 2
    standings: list[Standing]
    ratings: list[Rating] | None
    duel: DuelEnd | None = None


GAME_EVENTS: tuple[type[Event], ...] = (
    GameOpened, DeckCommitted, SeatReady, SeatLost, SeatBack, DealOrdered, DealDealt, ActionTaken,
    ActionRefused, SeatForfeited, DealPlayed, DealScored, GameScored, DeckRevealed, GameVoided, GameSealed,
)  # fmt: skip
TOURNAMENT_EVENTS: tuple[type[Event], ...] = (
    TournamentOpened, SeedCommitted, EntrantRegistered, EntrantWithdrawn, TournamentStarted, RoundPaired,
    GameRecorded, RoundClosed, TournamentFinished, SeedRevealed, KeyNamed, KeyRotated, GameClosed,
    RoundSealed, TournamentSealed, StartReleased, TournamentPaused, TournamentResumed, TournamentStopping, GameReplayed,
    DisputeRaised, DisputeExamined, DisputeRuled, DisputesClosing, DisputesClosed,
    EntrantEntered, EntrantReturned, EntrantReplaced, RoundsAdded, EntrantDisqualified,
)  # fmt: skip
EVENTS: dict[str, type[Event]] = {event.TYPE: event for event in GAME_EVENTS + TOURNAMENT_EVENTS}

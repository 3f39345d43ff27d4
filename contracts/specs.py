"""What a tournament is made of: clock, policy, format, entrants. Durations are microseconds."""

from typing import Annotated, Literal

from pydantic import Field

from croupier.contracts.base import Contract, Hash, Id, Micros, Name, Natural, Options

SECOND = 1_000_000


class Clock(Contract):
    """Time for a seat: a ceiling for each decision and, where there is one, a bank for the whole game.

    ``action``: ceiling for one decision; it always exists.
    ``bank``: what a seat may use over the whole game; ``None`` for no bank (only the ceiling counts).
    ``increment``: added to the bank after each decision of the seat.
    ``start``: how long a seat may take to come to the table.
    """

    action: Annotated[int, Field(ge=1_000, le=24 * 3600 * SECOND)] = 10 * SECOND
    bank: Micros | None = None
    increment: Micros = 0
    start: Annotated[int, Field(ge=1_000, le=24 * 3600 * SECOND)] = 60 * SECOND


class Policy(Contract):
    """What a failing seat is allowed.

    ``strikes``: refused answers in one game after which the seat forfeits (the n-th one forfeits).
    ``lag``: cap of the allowance for a measured network delay, per decision.
    """

    strikes: Annotated[int, Field(ge=1, le=1_000)] = 3
    lag: Annotated[int, Field(ge=0, le=10 * SECOND)] = SECOND // 10


class Award(Contract):
    """Points of the standings for one game."""

    win: Natural = 2
    draw: Natural = 1
    loss: Natural = 0


class RoundRobin(Contract):
    """Everyone meets everyone; ``games`` per pairing, seats changed from one to the next; all of it ``laps`` times."""

    kind: Literal["round-robin"] = "round-robin"
    games: Annotated[int, Field(ge=1, le=100_000)] = 2
    laps: Annotated[int, Field(ge=1, le=1_000)] | None = None


class EntrantSpec(Contract):
    """Somebody who may register. ``token`` is the SHA-256 of the bearer token, never the token."""

    id: Id
    name: Name
    token: Hash


class TournamentSpec(Contract):
    """All that decides how a tournament runs, as it stands in the first line of its log."""

    id: Id
    name: Name
    game: Name
    ruleset: Name = "house"
    options: Options = {}
    format: RoundRobin = RoundRobin()
    award: Award = Award()
    clock: Clock = Clock()
    policy: Policy = Policy()
    concurrency: Annotated[int, Field(ge=1, le=10_000)] = 16
    entrants: Annotated[list[EntrantSpec], Field(min_length=2, max_length=1_000)]

"""What the HTTP addresses answer. Absent is ``null``; times are microseconds, cards never appear here."""

from typing import Literal

from pydantic import BaseModel, Field

from croupier.contracts.base import Options
from croupier.contracts.events import Amended, Found, SeatFailure, Standing
from croupier.contracts.specs import Award, Clock, Start

Status = Literal["open", "running", "paused", "stopping", "finished"]
"""``open``: entrants come; ``paused``: no further game is opened; ``stopping``: what is paired is played, no more."""


class Problem(BaseModel):
    """What is wrong: a stable ``code`` (family/name), a ``reason`` for people, the ``place`` and a ``hint``."""

    code: str = Field(examples=["http/not-found"])
    reason: str
    place: str = ""
    hint: str = ""


class Failure(BaseModel):
    """The body of every answer that is an error."""

    error: Problem


class Health(BaseModel):
    """The process runs (``/healthz``), or is ready to serve (``/readyz``)."""

    status: Literal["ok"] = "ok"


class TournamentLine(BaseModel):
    """A tournament in the list."""

    id: str
    name: str
    game: str
    status: Status
    entrants: int
    recorded: int = Field(description="Games with a result.")


class TournamentList(BaseModel):
    """A page of tournaments, by id. ``next`` is the ``after`` of the following page."""

    tournaments: list[TournamentLine]
    next: str | None = None


class Entrant(BaseModel):
    """Somebody who may play, or plays."""

    id: str
    name: str
    registered: bool
    withdrawn: bool
    program: str | None = Field(description="SHA-256 of the program that replaced the one before, if one did.")


class Pause(BaseModel):
    """Why a tournament is paused, and when it goes on by itself (``null``: when it is resumed)."""

    why: str
    until: int | None


class Tournament(TournamentLine):
    """A tournament with all that decides how it runs."""

    ruleset: str
    options: Options
    award: Award
    clock: Clock
    concurrency: int
    start: Start | None = Field(description="What holds the start back; null: it starts when everybody is here.")
    pause: Pause | None
    rounds: int | None = Field(description="How many rounds, or laps, there are to be; null: the format says it.")
    round: int = Field(description="The last round that was paired; 0 before the start.")
    paired: int = Field(description="Games that were paired so far.")
    field: list[Entrant]


class Standings(BaseModel):
    """The table by all results so far."""

    tournament: str
    status: Status
    recorded: int
    standings: list[Standing]


class Result(BaseModel):
    """How a game ended. ``head`` is the hash of line ``lines`` of its log.

    ``why``, ``failures``: what ended it before its end, and which seats failed.
    """

    points: list[int]
    places: list[int]
    outcome: str
    why: str | None = None
    failures: list[SeatFailure] | None = None
    head: str
    lines: int


class Examination(BaseModel):
    """What judging the game again has found. ``clear``: what follows by itself, absent where the organiser decides."""

    findings: list[Found]
    total: int
    clear: str | None = None
    result: Amended | None = None
    why: str


class RulingLine(BaseModel):
    """The ruling. ``by``: the examination or the organiser; ``result``: the one that counts since."""

    ruling: str
    by: str
    why: str
    result: Amended | None = None
    seats: list[int] | None = None
    board: str | None = None


class GameLine(BaseModel):
    """A game. ``waiting``: paired, not begun; ``log``: where its log is, once it may be read.

    ``instead``: the game that is played in its place, where its result counts no more.
    """

    id: str
    tournament: str
    round: int
    board: str
    seats: list[str]
    status: Literal["waiting", "live", "over"]
    result: Result | None = None
    log: str | None = None
    instead: str | None = None


class DisputeLine(BaseModel):
    """A dispute about a game. ``entrant``: who raised it, absent for the organiser.

    ``open``: its game is not over, or not examined; ``examined``: the organiser has to rule it.
    """

    id: str
    game: str
    entrant: str | None = None
    claim: str
    ply: int | None = None
    why: str
    status: Literal["open", "examined", "ruled"]
    examined: Examination | None = None
    ruled: RulingLine | None = None


class DisputeList(BaseModel):
    """A page of disputes, in the order in which they were raised."""

    disputes: list[DisputeLine]
    next: str | None = None


class GameList(BaseModel):
    """A page of games, in the order of pairing. ``next`` is the ``after`` of the following page."""

    games: list[GameLine]
    next: str | None = None

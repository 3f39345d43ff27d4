"""What a tournament is made of: clock, policy, format, entrants. Durations are microseconds."""

from typing import Annotated, Literal

from pydantic import Field

from croupier.contracts.base import Contract, Hash, Id, Micros, Name, Natural, Options

SECOND = 1_000_000

ATTEMPTS = 3
"""How often a game that the server spoils is played, the first time included."""

MOST_DISPUTES = 10
"""Disputes that an entrant may raise, unless the specification says otherwise."""

FAULT_SHARE = 10
"""Thousandths of a limit that the server may be late without being at fault: a hundredth."""


class Clock(Contract):
    """Time for a seat: a ceiling for each decision and, where there is one, a bank for the whole game.

    ``action``: ceiling for one decision; it always exists.
    ``bank``: what a seat may use over the whole game; ``None`` for no bank (only the ceiling counts).
    ``increment``: added to the bank after each decision of the seat.
    ``start``: how long a seat may take to come to the table.
    ``first``: ceiling for a seat's first decision in a game, where it is another one than ``action``: a program may
    have to load its tables before it can answer.
    """

    action: Annotated[int, Field(ge=1_000, le=24 * 3600 * SECOND)] = 10 * SECOND
    bank: Micros | None = None
    increment: Micros = 0
    start: Annotated[int, Field(ge=1_000, le=24 * 3600 * SECOND)] = 60 * SECOND
    first: Annotated[int, Field(ge=1_000, le=24 * 3600 * SECOND)] | None = None


class Policy(Contract):
    """What a failing seat is allowed, and what a failing server owes.

    ``strikes``: refused answers in one game after which the seat forfeits (the n-th one forfeits).
    ``lag``: cap of the allowance for a measured network delay, per decision.
    ``fault_share``: thousandths of a limit; where more than that was the server's own lag, and a seat would have been
    in time without it, the fault is the server's. :data:`FAULT_SHARE` unless it is given.
    ``attempts``: how often a game is played that is voided each time, the first time included; then it counts nowhere.
    :data:`ATTEMPTS` unless it is given.
    ``failing``: a seat that failed is played on by a fixed rule, so that the others can finish, and loses all the same;
    for games of more than two seats. Else its failure ends the game.
    """

    strikes: Annotated[int, Field(ge=1, le=1_000)] = 3
    lag: Annotated[int, Field(ge=0, le=10 * SECOND)] = SECOND // 10
    fault_share: Annotated[int, Field(ge=0, le=1_000)] | None = None
    attempts: Annotated[int, Field(ge=1, le=100)] | None = None
    failing: Literal["substitute"] | None = None

    @property
    def most_attempts(self) -> int:
        """How often a game is played that is voided each time."""
        return ATTEMPTS if self.attempts is None else self.attempts


class Disqualify(Contract):
    """Who failed in ``failures`` of its last ``games`` plays no further round. It is looked at when a round closes.

    What a ruling takes back is no failure any more.
    """

    failures: Annotated[int, Field(ge=1, le=1_000)] = 3
    games: Annotated[int, Field(ge=1, le=1_000)] = 10


class Award(Contract):
    """Points of the standings for one game; in a Swiss tournament and a knockout for one match.

    ``bye``: for sitting out because the number is odd, a win's worth unless it is given. ``absence``: for a round that
    an entrant is not there for, a loss's worth unless it is given.
    """

    win: Natural = 2
    draw: Natural = 1
    loss: Natural = 0
    bye: Natural | None = None
    absence: Natural | None = None


Games = Annotated[int, Field(ge=1, le=100_000)]
Laps = Annotated[int, Field(ge=1, le=1_000)]
Replays = Annotated[int, Field(ge=0, le=100)]


class RoundRobin(Contract):
    """Everyone meets everyone; ``games`` per pairing, seats changed from one to the next; all of it ``laps`` times."""

    kind: Literal["round-robin"] = "round-robin"
    games: Games = 2
    laps: Laps | None = None


class Swiss(Contract):
    """FIDE (Dutch) Swiss over ``rounds``; a pairing is a match of ``games``."""

    kind: Literal["swiss"] = "swiss"
    rounds: Annotated[int, Field(ge=1, le=1_000)]
    games: Games = 2


class Knockout(Contract):
    """Who loses a match of ``games`` is out. A drawn match is replayed at most ``replays`` times."""

    kind: Literal["knockout"] = "knockout"
    games: Games = 2
    replays: Replays = 3
    third_place: bool = False


class DoubleElimination(Contract):
    """Who loses twice is out. ``games`` and ``replays`` as in a knockout."""

    kind: Literal["double-elimination"] = "double-elimination"
    games: Games = 2
    replays: Replays = 3


class Gauntlet(Contract):
    """The first ``champions`` of the entrants each meet all others, ``games`` a meeting, ``laps`` times."""

    kind: Literal["gauntlet"] = "gauntlet"
    champions: Annotated[int, Field(ge=1, le=999)] = 1
    games: Games = 2
    laps: Laps = 1


class Tables(Contract):
    """Few games of three and more seats in which everybody meets everybody as evenly as can be, over ``rounds``.

    In a round everybody plays as many games as there are seats. ``None``: as many rounds as it takes to meet everybody.
    """

    kind: Literal["tables"] = "tables"
    rounds: Annotated[int, Field(ge=1, le=1_000)] | None = None


Elo = Annotated[int, Field(ge=-1_000, le=1_000)]
Permille = Annotated[int, Field(ge=1, le=499)]


class Duel(Contract):
    """Is the first half of the entrants better than the second? Pairs of games with seats exchanged.

    A sequential test asks whether they are better by ``elo1`` or only by ``elo0``; it says "better" wrongly at most
    ``alpha`` times in a thousand, "not better" ``beta`` times, and ends the tournament. ``pairs``: after so many it
    ends in any case; with ``fixed`` all are played, and then ``elo0`` and ``alpha`` decide alone.
    """

    kind: Literal["duel"] = "duel"
    pairs: Annotated[int, Field(ge=2, le=50_000)] = 5_000
    elo0: Elo = 0
    elo1: Elo = 40
    alpha: Permille = 50
    beta: Permille = 50
    fixed: Literal[True] | None = None


class Arena(Contract):
    """Whoever is free is paired again at once, for ``total`` games or for ``duration``, whichever ends first.

    At least one of both is given. ``duration``: from the start; games that are paired by then are played to their end.
    """

    kind: Literal["arena"] = "arena"
    total: Games | None = None
    duration: Annotated[int, Field(ge=SECOND, le=365 * 24 * 3600 * SECOND)] | None = None


Format = Annotated[
    RoundRobin | Swiss | Knockout | DoubleElimination | Gauntlet | Tables | Duel | Arena, Field(discriminator="kind")
]

Boards = Literal["duplicate", "mirror"]
"""``duplicate``: all tables of a round play the same boards. ``mirror``: a board is played again in all seatings."""


class EntrantSpec(Contract):
    """Somebody who may register. ``token`` is the SHA-256 of the bearer token, never the token.

    ``rating``: what it is known to be worth; it counts nowhere but in a tie-break that has to be asked for.
    ``host``: where its program runs, where several share a machine that can bear so many games.
    """

    id: Id
    name: Name
    token: Hash
    rating: Natural | None = None
    host: Name | None = None


Concurrent = Annotated[int, Field(ge=1, le=10_000)]

Scope = Literal["organiser", "entrant", "read-only"]
"""What a bearer token allows."""


class Access(Contract):
    """A token that is no entrant's: its SHA-256, never the token itself. ``name``: whose it is, for people."""

    token: Hash
    scope: Literal["organiser", "read-only"]
    name: Name | None = None


class Start(Contract):
    """When play begins, where that is not as soon as everybody is here. Moments in microseconds since the epoch.

    ``at``: not before this moment. ``by_hand``: not before the organiser says so. ``deadline``: whoever has not come by
    then is not waited for; where there is none, that is ``at``.
    """

    at: Micros | None = None
    by_hand: Literal[True] | None = None
    deadline: Micros | None = None


class Disputes(Contract):
    """How games can be disputed. ``window``: how long after the last game, before the tournament is finished.

    ``most``: how many disputes each entrant may raise.
    """

    window: Annotated[int, Field(ge=0, le=30 * 24 * 3600 * SECOND)] = 0
    most: Annotated[int, Field(ge=0, le=1_000)] = MOST_DISPUTES


class TournamentSpec(Contract):
    """All that decides how a tournament runs, as it stands in the first line of its log.

    ``boards``: a fresh one for every game unless it is given. ``ties``: tie-breaks in order; where there is no list,
    games won and then the difference of the game's own points, and in a Swiss tournament Buchholz without the least,
    Buchholz, Sonneborn-Berger. ``signed``: entrants sign their play. ``start``: as soon as everybody is here unless
    it is given. ``concurrency``: how many games are open at once, and no more than so many of them with one entrant,
    or with the entrants of one host, where that is given. ``disqualify``: nobody unless it is given. ``access``: who
    may organise or read beside whoever runs the server. ``disputes``: while the tournament runs, and no longer,
    unless it is given.
    """

    id: Id
    name: Name
    game: Name
    ruleset: Name = "house"
    options: Options = {}
    format: Format = RoundRobin()
    boards: Boards | None = None
    ties: Annotated[list[Name], Field(max_length=20)] | None = None
    award: Award = Award()
    clock: Clock = Clock()
    policy: Policy = Policy()
    disqualify: Disqualify | None = None
    concurrency: Concurrent = 16
    concurrency_per_entrant: Concurrent | None = None
    concurrency_per_host: Concurrent | None = None
    signed: Literal[True] | None = None
    start: Start | None = None
    access: Annotated[list[Access], Field(max_length=100)] | None = None
    disputes: Disputes | None = None
    entrants: Annotated[list[EntrantSpec], Field(min_length=2, max_length=1_000)]

"""The plan of a tournament: its next round, out of the specification and of what has been played."""

from collections.abc import Callable, Sequence
from math import comb
from typing import Protocol

from croupier import games
from croupier.contracts.errors import BadConfig
from croupier.contracts.specs import (
    Arena,
    DoubleElimination,
    Duel,
    Gauntlet,
    Knockout,
    RoundRobin,
    Swiss,
    Tables,
    TournamentSpec,
)

from .duel.plan import Duelling, check_duel
from .formats import arena, gauntlet, knockout, swiss, tables
from .formats.checks import check_field, refuse
from .formats.model import Forms, History, Over, Player, Proposal
from .ranked import SWISS_TIES, players, tree_options
from .ranking.tiebreaks import checked
from .rounds import Layout, Round
from .schedule import Schedule, schedule_of
from .seating import Sides

MOST_SWISS = 128
"""Entrants of a Swiss tournament: the work of a pairing grows with their fourth power, to ten seconds with so many."""


class Plan(Protocol):
    """``games``: how many there are in all if nobody withdraws and nothing is replayed.

    ``waits``: a round depends on the results of the one before, so that only one is open at a time. ``flows``: a round
    is paired as soon as somebody is free, and depends on who that is.
    """

    games: int
    waits: bool
    flows: bool

    def next_round(self, after: int, field: Sequence[Player], history: History) -> Round | None:
        """The round that follows number ``after``; ``None`` if there is none.

        ``field``: all entrants, and when they take part. Raises :class:`BadConfig` (family
        ``format``) for a history that cannot be.
        """


class Everybody:
    """A round robin."""

    waits = flows = False

    def __init__(self, spec: TournamentSpec, sides: Sides, lengths: Sequence[int] = ()) -> None:
        self.schedule: Schedule = schedule_of(spec, lengths)
        groups = comb(len(spec.entrants), sum(len(side) for side in sides))
        self.games = groups * self.schedule.games * self.schedule.laps

    def next_round(self, after: int, field: Sequence[Player], history: History) -> Round | None:
        """The next round that has a game."""
        return self.schedule.next_round(after, {player.id for player in field if not player.plays(after + 1)})


class Fixed:
    """A gauntlet, or tables of many seats: rounds that are known beforehand."""

    waits = flows = False

    def __init__(self, spec: TournamentSpec, sides: Sides) -> None:
        self._sides, self._format = sides, spec.format
        entrants = [entrant.id for entrant in spec.entrants]
        count = len(entrants)
        check_field(players(entrants, {}), sum(len(side) for side in sides))
        if isinstance(spec.format, Gauntlet):
            self.rounds = gauntlet.rounds(count, spec.format.champions, spec.format.laps)
            self._layout = Layout(spec.id, sides, spec.format.games, spec.boards)
            meetings = spec.format.champions * (count - spec.format.champions)
            self.games = meetings * spec.format.games * spec.format.laps
        else:
            assert isinstance(spec.format, Tables)
            self.rounds = spec.format.rounds or tables.enough(count, sides)
            self._layout = Layout(spec.id, sides, 1)
            self.games = self.rounds * count

    def next_round(self, after: int, field: Sequence[Player], history: History) -> Round | None:
        """The next round that has a game."""
        for number in range(after + 1, self.rounds + 1):
            proposal = self._at(number, field)
            if isinstance(proposal, Proposal) and proposal.pairings:
                return self._layout.round(proposal, kinds=("free",))
        return None

    def _at(self, number: int, field: Sequence[Player]) -> Proposal | Over:
        if isinstance(self._format, Gauntlet):
            return gauntlet.at(field, number, self._format.champions, self._format.laps)
        return tables.at(field, self._sides, number, self.rounds)


class Played:
    """A Swiss tournament or a knockout: each round follows from those before."""

    waits, flows = True, False

    def __init__(self, spec: TournamentSpec, sides: Sides) -> None:
        self._spec = spec
        entrants = [entrant.id for entrant in spec.entrants]
        check_field(players(entrants, {}))
        count = len(entrants)
        assert isinstance(spec.format, Swiss | Knockout | DoubleElimination)
        self._layout = Layout(spec.id, sides, spec.format.games, spec.boards)
        if isinstance(spec.format, Swiss):
            meetings = spec.format.rounds * (count // 2)
        elif isinstance(spec.format, Knockout):
            meetings = count - 1 + (spec.format.third_place and count > 3)
        else:
            meetings = 2 * count - 2
        self.games = meetings * spec.format.games

    def next_round(self, after: int, field: Sequence[Player], history: History) -> Round | None:
        """The next round, of the entrants that are left."""
        if isinstance(self._spec.format, Swiss):
            proposal = swiss.next_round(field, history, self._spec.format.rounds)
        else:
            proposal = knockout.next_round(field, history, **tree_options(self._spec))
        return self._layout.round(proposal, kinds=("bye",)) if isinstance(proposal, Proposal) else None


class Flowing:
    """An arena: a round is whoever can be paired at a moment. ``games`` is 0 where only its time is limited."""

    waits, flows = False, True

    def __init__(self, spec: TournamentSpec, sides: Sides) -> None:
        assert isinstance(spec.format, Arena)
        entrants = [entrant.id for entrant in spec.entrants]
        check_field(players(entrants, {}))
        self._total = spec.format.total
        self._layout = Layout(spec.id, sides, 1)
        self.games = spec.format.total or 0

    def next_round(self, after: int, field: Sequence[Player], history: History) -> Round | None:
        """The next games, of those who are free."""
        here = [player.id for player in field if player.plays(after + 1)]
        forms = history.forms or Forms.start([player.id for player in field])
        found = arena.next_games(forms, arena.Now(here, history.busy, history.room, self._total), after + 1)
        return self._layout.round(found, kinds=()) if isinstance(found, Proposal) else None


def plan_of(spec: TournamentSpec, lengths: Sequence[int] = ()) -> Plan:
    """The plan of a tournament. ``lengths``: how many rounds or laps it had before some were added.

    Raises :class:`BadConfig` for a format, boards or tie-breaks that make no sense (families ``config`` and
    ``format``), and the kernel's ``BadOptions`` for a game, ruleset or option that does not exist.
    """
    game = games.get(spec.game)
    sides = game.sides(game.resolve(spec.ruleset, spec.options))
    check(spec, sides)
    return _plan(spec, sides, lengths)


def _plan(spec: TournamentSpec, sides: Sides, lengths: Sequence[int] = ()) -> Plan:
    if isinstance(spec.format, RoundRobin):
        return Everybody(spec, sides, lengths)
    if isinstance(spec.format, Gauntlet | Tables):
        return Fixed(spec, sides)
    if isinstance(spec.format, Duel):
        return Duelling(spec, sides)
    if isinstance(spec.format, Arena):
        return Flowing(spec, sides)
    return Played(spec, sides)


def most_games(spec: TournamentSpec) -> int:
    """How many games there are in all if every match that can be played is, and each is drawn as often as it may be.

    0 where only the time is limited. Games that the server spoils are played again beside these.
    """
    planned = plan_of(spec).games
    if not isinstance(spec.format, Knockout | DoubleElimination):
        return planned
    second_final = spec.format.games if isinstance(spec.format, DoubleElimination) else 0
    return (planned + second_final) * (1 + spec.format.replays)


def evenness_of(spec: TournamentSpec) -> str | None:
    """How even the schedule of tables is, in words; ``None`` for a format in which that is no question."""
    if not isinstance(spec.format, Tables):
        return None
    game = games.get(spec.game)
    sides = game.sides(game.resolve(spec.ruleset, spec.options))
    count = len(spec.entrants)
    return tables.evenness(count, sides, spec.format.rounds or tables.enough(count, sides))


def plan_problems(spec: TournamentSpec) -> list[BadConfig]:
    """All that :func:`plan_of` would refuse, one after the other; empty where there is a plan."""
    game = games.get(spec.game)
    sides = game.sides(game.resolve(spec.ruleset, spec.options))
    found: list[BadConfig] = []
    for look in (*CHECKS, _plan):
        try:
            look(spec, sides)
        except BadConfig as error:
            found += [] if str(error) in map(str, found) else [error]
    return found


def check(spec: TournamentSpec, sides: Sides) -> None:
    """Format, boards and tie-breaks go together. Raises :class:`BadConfig` as :func:`plan_of` does."""
    for look in CHECKS:
        look(spec, sides)


def _check_format(spec: TournamentSpec, sides: Sides) -> None:
    seats = sum(len(side) for side in sides)
    if isinstance(spec.format, Tables) and seats == 2:
        raise refuse("seats", "tables are for games of three seats and more", "format")
    if isinstance(spec.format, Duel):
        check_duel(spec, sides)
    elif not isinstance(spec.format, RoundRobin | Tables) and seats != 2:
        raise refuse("seats", f"{spec.format.kind} is for games of two seats, and the game has {seats}", "format")
    if isinstance(spec.format, Arena) and spec.format.total is None and spec.format.duration is None:
        raise refuse("spec", "an arena ends after a number of games or after a time: neither is given", "format")
    if isinstance(spec.format, Swiss) and len(spec.entrants) > MOST_SWISS:
        count = len(spec.entrants)
        raise refuse("spec", f"a Swiss tournament has at most {MOST_SWISS} entrants, not {count}", "entrant")


def _check_boards(spec: TournamentSpec, sides: Sides) -> None:
    seats = sum(len(side) for side in sides)
    if spec.boards is None or isinstance(spec.format, Duel):
        return
    if isinstance(spec.format, Arena):
        raise refuse("boards", "an arena is played on fresh boards: no two of its games are alike", "boards")
    if isinstance(spec.format, Tables):
        raise refuse("boards", "tables of many seats are played on fresh boards", "boards")
    if spec.boards == "duplicate" and seats > 2:
        raise refuse("boards", "with more than two seats an entrant would see a board twice in a round", "boards")
    seatings = Layout(spec.id, sides, spec.format.games).seatings
    if spec.boards == "mirror" and spec.format.games % seatings:
        reason = f"a mirrored board is played in all {seatings} seatings; {spec.format.games} games are no multiple"
        raise refuse("boards", reason, "games")


def _check_ties(spec: TournamentSpec, sides: Sides) -> None:
    if spec.ties is None:
        return
    seats = sum(len(side) for side in sides)
    order = checked(spec.ties)
    if isinstance(spec.format, Knockout | DoubleElimination):
        raise refuse("tie-break", "a knockout ranks by how far one came", "ties")
    of_opponents = [name for name in order if name in {"direct", *SWISS_TIES, "sonneborn-berger-cut-1"}]
    if seats > 2 and of_opponents:
        raise refuse("tie-break", f"{of_opponents[0]!r} is for games of two seats", "ties")
    if "datum" in order and spec.boards != "duplicate":
        raise refuse("tie-break", "'datum' compares duplicate boards, and there are none", "ties")


def _check_policy(spec: TournamentSpec, sides: Sides) -> None:
    if spec.policy.failing is not None and sum(len(side) for side in sides) == 2:
        reason = "with two seats a failure ends the game: there is nobody left to finish it"
        raise refuse("seats", reason, "policy.failing")


def _check_conduct(spec: TournamentSpec, sides: Sides) -> None:
    rule = spec.disqualify
    if rule is not None and rule.failures > rule.games:
        raise refuse("spec", f"nobody can fail in {rule.failures} of {rule.games} games", "disqualify.failures")


def _check_start(spec: TournamentSpec, sides: Sides) -> None:
    start = spec.start
    if start is None:
        return
    if start.at is not None and start.by_hand:
        raise refuse("start", "the start is at a moment or by hand, not both", "start.by_hand")
    if start.at is not None and start.deadline is not None and start.deadline > start.at:
        raise refuse("start", "registration closes after play has begun", "start.deadline")


CHECKS: tuple[Callable[[TournamentSpec, Sides], object], ...] = (
    _check_format, _check_policy, _check_conduct, _check_boards, _check_ties, _check_start,
)  # fmt: skip
"""Each names one problem at most, of what it looks at."""

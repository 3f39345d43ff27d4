"""The schedule of a tournament: which games make which round, computed from the specification alone.

Any round can be asked for by its number, so that a hundred thousand games need no more memory than the
round at hand. Ids are derived, so that scheduling twice makes nothing twice.
"""

from collections.abc import Collection, Sequence

from croupier import games
from croupier.contracts.errors import BadConfig
from croupier.contracts.events import PairedGame
from croupier.contracts.specs import Boards, RoundRobin, TournamentSpec

from .rounds import Layout, Round
from .seating import Sides, Table, cycle

ROUND_GAMES = 128
"""About how many games a round has at most: one line of the log names them all."""


class Schedule:
    """Everyone meets everyone: ``games`` games of each pairing (or group), seats changing from one to the next.

    Where ``games`` is large everyone meets everyone several times over, a few games at a time, so that
    the standings of any moment compare like with like. ``laps``: how often all of this is played, 2 for a double
    round robin, with the seats of the lap before exchanged.
    """

    def __init__(
        self, tournament: str, entrants: Sequence[str], sides: Sides, games: int, laps: int = 1,
        boards: Boards | None = None, lengths: Sequence[int] = (),
    ) -> None:  # fmt: skip
        """``sides``: seats by side, of the game that is played; ``lengths``: how many laps it had before.

        Raises :class:`BadConfig`: ``config/entrants`` for fewer entrants than seats, ``config/duplicate`` for an id
        that stands twice.
        """
        seats = sum(len(side) for side in sides)
        _check(entrants, seats)
        self.tournament = tournament
        self.entrants = tuple(entrants)
        self.sides = sides
        self.games = games
        self.laps = laps
        self._cycle = cycle(len(entrants), seats)
        self._layout = Layout(tournament, sides, games, boards)
        whole = self._layout.seatings if boards == "mirror" else seats
        self._portion = _portion(games, whole, self._cycle.tables)
        self._portions = -(-games // self._portion)
        self._lasts = {self._portions * count - 1 for count in (*lengths, laps)}
        self.rounds = self._cycle.rounds * self._portions * laps

    def round(self, number: int, without: Collection[str] = ()) -> Round | None:
        """Round ``number``, 1-based, without the tables of entrants that withdrew; ``None`` past the end."""
        if not 1 <= number <= self.rounds:
            return None
        lap, index = divmod(number - 1, self._cycle.rounds)
        tables = [table for table in self._cycle.round(self._turn(lap, index)) if not self._any(table, without)]
        first, count = self._which(lap)
        playing = {player for table in tables for player in table}
        byes = (name for player, name in enumerate(self.entrants) if player not in playing and name not in without)
        return Round(number, self._games(number, tables, first, count), tuple(byes), self._why(number, first, count))

    def next_round(self, after: int, without: Collection[str] = ()) -> Round | None:
        """The first round past number ``after`` that has a game; ``None`` if there is none."""
        for number in range(after + 1, self.rounds + 1):
            found = self.round(number, without)
            if found is not None and found.games:
                return found
        return None

    def _which(self, lap: int) -> tuple[int, int]:
        """The first game of each pairing that is played in a lap of the cycle, 0-based, and how many are."""
        again, portion = divmod(lap, self._portions)
        first = portion * self._portion
        return again * self.games + first, min(self._portion, self.games - first)

    def _turn(self, lap: int, index: int) -> int:
        """In all laps but the last the last two rounds change places, so that nobody sits in one seat three times
        running (FIDE Handbook C.05, annex 1, on double round robins). Where laps were added, the one that had been the
        last stays as it was: part of it may be played."""
        rounds = self._cycle.rounds
        swapped = self.laps > 1 and len(self.sides) == 2 == sum(map(len, self.sides)) and rounds > 2
        return 2 * rounds - 3 - index if swapped and lap not in self._lasts and index >= rounds - 2 else index

    def _any(self, table: Table, without: Collection[str]) -> bool:
        return bool(without) and any(self.entrants[player] in without for player in table)

    def _games(self, number: int, tables: Sequence[Table], first: int, count: int) -> tuple[PairedGame, ...]:
        """First every table's first game, then every table's second."""
        orders = [self._layout.order(first + turn) for turn in range(count)]
        names = [[self.entrants[player] for player in table] for table in tables]
        return tuple(
            PairedGame(
                id=f"{self.tournament}-r{number}-t{place + 1}-{turn + 1}",
                board=self._layout.board(number, place, len(tables), turn),
                seats=[table[position] for position in order],
            )
            for turn, order in enumerate(orders)
            for place, table in enumerate(names)
        )

    def _why(self, number: int, first: int, count: int) -> str:
        lap, index = divmod(number - 1, self._cycle.rounds)
        kind = "Berger table" if len(self.sides) == 2 == sum(map(len, self.sides)) else "groups around the ring"
        which = f"game {first + 1}" if count == 1 else f"games {first + 1}-{first + count}"
        turn = self._turn(lap, index) + 1
        return (
            f"round-robin, {kind}: round {turn} of {self._cycle.rounds}, lap {lap + 1}; "
            f"{which} of {self.games * self.laps} at each table, seats change from game to game"
        )


def schedule_of(spec: TournamentSpec, lengths: Sequence[int] = ()) -> Schedule:
    """The schedule of a round robin. ``lengths``: how many laps it had before some were added.

    Raises :class:`BadConfig` as :class:`Schedule` does, and the kernel's ``BadOptions`` for a game,
    ruleset or option that does not exist.
    """
    game = games.get(spec.game)
    sides = game.sides(game.resolve(spec.ruleset, spec.options))
    if not isinstance(spec.format, RoundRobin):
        raise BadConfig("format/spec", f"a {spec.format.kind} has no schedule before its results", place="format")
    names, laps = [entrant.id for entrant in spec.entrants], spec.format.laps or 1
    return Schedule(spec.id, names, sides, spec.format.games, laps, spec.boards, lengths)


def _check(entrants: Sequence[str], seats: int) -> None:
    if len(entrants) < seats:
        reason = f"the game has {seats} seats and there are {len(entrants)} entrants"
        raise BadConfig("config/entrants", reason, place="entrants")
    twice = sorted({name for name in entrants if entrants.count(name) > 1})
    if twice:
        raise BadConfig("config/duplicate", f"the id {twice[0]!r} stands twice", place="entrants")


def _portion(games: int, whole: int, tables: int) -> int:
    """How many games a table plays in one round: all of them, or ``whole`` turns of its seats."""
    room = max(1, ROUND_GAMES // tables)
    return games if games <= room else max(whole, room // whole * whole)

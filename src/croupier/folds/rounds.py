"""A round as it stands in a log: games with derived ids, their boards, and who sits where on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from math import factorial

from croupier.contracts.events import PairedGame, RoundPaired
from croupier.contracts.specs import Boards

from .formats.model import Proposal
from .seating import Sides, seating

LONGEST = 200
"""Characters of a reason in a log."""


@dataclass(frozen=True, slots=True)
class Round:
    """Round ``number`` (1, 2 …): its games in the order in which they start, who is out, and why so."""

    number: int
    games: tuple[PairedGame, ...]
    byes: tuple[str, ...]
    why: str
    bye_whys: tuple[str, ...] | None = None

    def event(self) -> RoundPaired:
        """The event that puts the round on record."""
        whys = None if self.bye_whys is None else list(self.bye_whys)
        return RoundPaired(round=self.number, games=list(self.games), byes=list(self.byes), why=self.why, bye_whys=whys)


@dataclass(frozen=True, slots=True)
class Layout:
    """How the games of a table are laid out. ``games``: of a meeting; ``boards``: ``None`` for fresh ones."""

    tournament: str
    sides: Sides
    games: int
    boards: Boards | None = None

    @property
    def seatings(self) -> int:
        """How many seatings a mirrored board is played in: all there are."""
        return factorial(sum(len(side) for side in self.sides))

    def board(self, number: int, place: int, tables: int, turn: int) -> str:
        """The board of a table's game ``turn``, both 0-based, in a round of ``tables``."""
        prefix = f"{self.tournament}-r{number}-b"
        if self.boards == "duplicate":
            return f"{prefix}{turn + 1}"
        if self.boards == "mirror":
            turn //= self.seatings
        return f"{prefix}{turn * tables + place + 1}"

    def order(self, game: int) -> Sequence[int]:
        """Which position of a table sits in each seat in the meeting's game number ``game``, 0-based."""
        if self.boards == "mirror":
            seats = sum(len(side) for side in self.sides)
            return next(islice(permutations(range(seats)), game % self.seatings, None))
        return seating(self.sides, game)

    def round(self, proposal: Proposal, *, kinds: Sequence[str]) -> Round:
        """A proposed round as games: every table's first, then every table's second; byes of these ``kinds``."""
        tables, number = proposal.pairings, proposal.round
        orders = [self.order(turn) for turn in range(self.games)]
        games = tuple(
            PairedGame(
                id=f"{self.tournament}-r{number}-t{place + 1}-{turn + 1}",
                board=self.board(number, place, len(tables), turn),
                seats=[table.seats[position] for position in order],
                why=None if turn else cut(f"{table.why}; seats: {table.seating}"),
            )
            for turn, order in enumerate(orders)
            for place, table in enumerate(tables)
        )
        byes = [bye for bye in proposal.byes if bye.kind in kinds]
        whys = tuple(cut(bye.why) for bye in byes)
        return Round(number, games, tuple(bye.entrant for bye in byes), cut(proposal.why), whys or None)


def cut(reason: str) -> str:
    """A reason as long as a log takes it."""
    return reason if len(reason) <= LONGEST else f"{reason[: LONGEST - 1]}…"

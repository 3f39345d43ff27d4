"""Who meets whom, and who sits where: the arithmetic under a schedule, on plain numbers.

Two seats: the tables of Berger, as FIDE prints them. More seats: every group of entrants that fills a
table, ordered so that a round is one group turned once around the ring of entrants; in a full turn
everybody plays equally often and sits in every seat equally often.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from math import comb, gcd, lcm
from typing import Protocol

Table = tuple[int, ...]
"""Entrants at one table by position; positions become seats through :func:`seating`."""

Sides = tuple[tuple[int, ...], ...]
"""The sides of a game, each with its seats."""


class Cycle(Protocol):
    """Rounds after which everybody has met everybody."""

    rounds: int
    tables: int
    """The largest number of tables in a round."""

    def round(self, index: int) -> list[Table]:
        """The tables of round ``index``, 0-based."""


class Berger:
    """Pairs of ``entrants`` players; with an odd number one is left out in each round."""

    def __init__(self, entrants: int) -> None:
        self.entrants = entrants
        self.rounds = entrants - 1 + entrants % 2
        self.tables = entrants // 2

    def round(self, index: int) -> list[Table]:
        """The pairs of round ``index``, first seat first: round ``index + 1`` of FIDE's printed table.

        The last player stands still while the others turn; a pair with the player that an odd number
        lacks is left out.
        """
        ring = self.rounds
        anchor = index * ((ring + 1) // 2) % ring
        pairs = [(anchor, ring) if index % 2 == 0 else (ring, anchor)]
        pairs += [((anchor + step) % ring, (anchor - step) % ring) for step in range(1, (ring + 1) // 2)]
        return [pair for pair in pairs if max(pair) < self.entrants]


class Groups:
    """All groups of ``seats`` out of ``entrants`` players, a round for each shape of group.

    The shape is the list of distances around the ring of players; turning a shape by one place after
    the other gives the tables of its round. Shapes come in a fixed order from a generator, so that the
    groups of many players need no memory.
    """

    def __init__(self, entrants: int, seats: int) -> None:
        self.entrants = entrants
        self.seats = seats
        self.rounds = necklaces(entrants, seats)
        self.tables = entrants
        self._shapes = _shapes(entrants, seats)
        self._shape: Table = ()
        self._next = 0
        self._short = 0

    def round(self, index: int) -> list[Table]:
        """The tables of round ``index``. Going forward is cheap, going back starts over."""
        if index < self._next - 1:
            self._restart()
        while self._next <= index:
            self._shape = next(self._shapes)
            self._short += self._period() < self.entrants
            self._next += 1
        return self._turned()

    def _restart(self) -> None:
        self._shapes = _shapes(self.entrants, self.seats)
        self._next = 0
        self._short = 0

    def _period(self) -> int:
        """After how many places a turned shape comes back to itself."""
        shape = self._shape
        repeat = next(size for size in range(1, self.seats + 1) if shape[size:] + shape[:size] == shape)
        return sum(shape[:repeat])

    def _turned(self) -> list[Table]:
        """A shape that repeats itself makes half a turn or less: each such round goes on elsewhere on the ring."""
        places = [sum(self._shape[:position]) for position in range(self.seats)]
        period = self._period()
        first = self._short * period if period < self.entrants else 0
        return [tuple((place + turn) % self.entrants for place in places) for turn in range(first, first + period)]


def necklaces(entrants: int, seats: int) -> int:
    """How many shapes of ``seats`` out of ``entrants`` on a ring differ when turned (Burnside's lemma)."""
    both = gcd(entrants, seats)
    # A turn that repeats with period d leaves a group as it is if the group repeats d times around the ring.
    periods = (both // gcd(turn, both) for turn in range(both))
    return sum(comb(entrants // period, seats // period) for period in periods) // entrants


def _shapes(total: int, parts: int) -> Iterator[Table]:
    """Distances around the ring, each shape once: in the turn that comes first in order."""
    for shape in _distances(total, parts):
        if all(shape <= shape[size:] + shape[:size] for size in range(1, parts)):
            yield shape


def _distances(total: int, parts: int) -> Iterator[Table]:
    if parts == 1:
        yield (total,)
        return
    for first in range(1, total - parts + 2):
        for rest in _distances(total - first, parts - 1):
            yield (first, *rest)


def seating(sides: Sides, game: int) -> Table:
    """Which position of a table sits in each seat in its game number ``game``, 0-based.

    From one game to the next everybody moves one seat on; partners change first of all, then the order
    around the table. After (ways to make partners) × seats games every position has sat everywhere with
    every choice of partners.
    """
    ways = _ways(sides)
    seats = len(ways[0][0])
    # Ways and turns walk side by side; where they have a common measure, each lap starts one turn later.
    lap = game // lcm(len(ways), seats)
    turn = (game + lap % gcd(len(ways), seats)) % seats
    orders = ways[game % len(ways)]
    order = orders[game // (len(ways) * seats) % len(orders)]
    return order[-turn:] + order[:-turn] if turn else order


@lru_cache(maxsize=32)
def _ways(sides: Sides) -> list[list[Table]]:
    """The orders around a table, sorted by who plays with whom."""
    seats = sum(len(side) for side in sides)
    ways: dict[frozenset[frozenset[int]], list[Table]] = {}
    for rest in permutations(range(1, seats)):
        order = (0, *rest)
        partners = frozenset(frozenset(order[seat] for seat in side) for side in sides)
        ways.setdefault(partners, []).append(order)
    return list(ways.values())


def cycle(entrants: int, seats: int) -> Cycle:
    """The rounds in which ``entrants`` players all meet at tables of ``seats``."""
    return Berger(entrants) if seats == 2 else Groups(entrants, seats)

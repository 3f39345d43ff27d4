"""Tables of three to seven seats, and of pairs: few games in which everybody meets everybody as evenly as can be.

A round is one table turned around the ring of entrants, place by place: everybody plays as often and sits in every
seat as often, exactly. Who meets whom depends on the distances within the table alone, so tables are chosen whose
distances come out even: difference families, where there are any. What stays uneven is reported, never hidden.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from croupier.folds.seating import Sides

from .checks import check_field, refuse
from .model import Bye, Over, Pairing, Player, Proposal

Block = tuple[int, ...]
"""Places around the ring by seat: the table that is turned."""

STARTS = 40
"""How many starting points the search tries at most; it stops at the first that leads to an even schedule."""

WORK = 3_000_000
"""How many steps the search may take before it begins nowhere else: large fields get fewer starts."""

PLACES = 100
"""How many places are tried for a seat; in a larger field they are spread over the ring."""

PASSES = 20
"""How often a descent goes through all seats of all tables at most."""

PARTNERS_WEIGH = 4
"""How much more uneven partners weigh than uneven opponents: there are fewer of them."""


@dataclass(frozen=True, slots=True)
class Balance:
    """How even a schedule is: least and most over all entrants, or over all pairs of them.

    ``least``, ``most``: what arithmetic allows for meetings, since games times opponents must be shared out.
    """

    games: tuple[int, int]
    seats: tuple[int, int]
    meetings: tuple[int, int]
    partners: tuple[int, int]
    least: int
    most: int

    @property
    def even(self) -> bool:
        """As even as arithmetic allows."""
        return self.meetings == (self.least, self.most) and self.seats[1] - self.seats[0] <= 1

    def text(self) -> str:
        """The figures in words."""
        names = {"games": self.games, "in each seat": self.seats, "meetings": self.meetings}
        names |= {"as partners": self.partners} if self.partners[1] else {}
        said = [f"{name} {low}" if low == high else f"{name} {low} to {high}" for name, (low, high) in names.items()]
        wanted = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        verdict = "as even as arithmetic allows" if self.even else f"even would be {wanted} meetings"
        return f"{', '.join(said)}; {verdict}"


def at(players: Sequence[Player], sides: Sides, number: int, rounds: int) -> Proposal | Over:
    """Round ``number`` of ``rounds``, 1-based: it does not depend on results.

    Raises :class:`BadConfig` (family ``format``): ``format/too-few`` for fewer entrants than seats.
    """
    seats = sum(len(side) for side in sides)
    check_field(players, seats)
    if rounds < 1:
        raise refuse("spec", "there is one round or more", "format.rounds")
    if not 1 <= number <= rounds:
        return Over(f"all {rounds} rounds are over")
    block = blocks(len(players), sides, rounds)[number - 1]
    here = [[players[place] for place in table] for table in turned(block, len(players))]
    tables = tuple(_pairing(table, block) for table in here if all(player.plays(number) for player in table))
    even = evenness(len(players), sides, rounds)
    why = f"one table turned around the ring of {len(players)}: round {number} of {rounds}; in all: {even}"
    return Proposal(number, tables, _free(players, number, tables), why)


def enough(entrants: int, sides: Sides) -> int:
    """The least number of rounds in which everybody can meet everybody as an opponent."""
    seats = sum(len(side) for side in sides)
    opponents = sum(len(side) * (seats - len(side)) for side in sides)
    return max(1, -(-(entrants - 1) // opponents))


def schedule(entrants: int, sides: Sides, rounds: int) -> Iterator[Block]:
    """All tables of all rounds, entrants by number in seat order."""
    for block in blocks(entrants, sides, rounds):
        yield from turned(block, entrants)


def turned(block: Block, entrants: int) -> list[Block]:
    """The tables of a round."""
    return [tuple((place + turn) % entrants for place in block) for turn in range(entrants)]


def balance(tables: Iterable[Block], entrants: int, sides: Sides) -> Balance:
    """Counts what a schedule comes to; for any schedule, whoever made it."""
    partner = {(one, two) for side in sides for one, two in combinations(sorted(side), 2)}
    games: Counter[int] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    together: Counter[tuple[int, int]] = Counter()
    for table in tables:
        games.update(table)
        sat.update((player, seat) for seat, player in enumerate(table))
        for one, two in combinations(range(len(table)), 2):
            pair = (min(table[one], table[two]), max(table[one], table[two]))
            (together if (one, two) in partner else met)[pair] += 1
    everyone, pairs = range(entrants), list(combinations(range(entrants), 2))
    seats = range(sum(len(side) for side in sides))
    total, count = sum(met.values()), len(pairs)
    return Balance(
        games=_span(games[player] for player in everyone),
        seats=_span(sat[player, seat] for player in everyone for seat in seats),
        meetings=_span(met[pair] for pair in pairs),
        partners=_span(together[pair] for pair in pairs) if partner else (0, 0),
        least=total // count,
        most=-(-total // count),
    )


@lru_cache(maxsize=32)
def evenness(entrants: int, sides: Sides, rounds: int) -> str:
    """How even the whole schedule is, in words."""
    return balance(schedule(entrants, sides, rounds), entrants, sides).text()


@lru_cache(maxsize=32)
def blocks(entrants: int, sides: Sides, rounds: int) -> tuple[Block, ...]:
    """The tables to be turned, one a round: the most even of a fixed number of descents, always the same."""
    best = 0
    choice: tuple[Block, ...] = ()
    seats = sum(len(side) for side in sides)
    steps = rounds * seats**3 * min(entrants, PLACES)
    for start in range(max(1, min(STARTS, WORK // steps))):
        cost, found, even = _descent(entrants, sides, rounds, start)
        if not choice or cost < best:
            best, choice = cost, found
        if even:
            break
    return choice


# --- the search


class _Distances:
    """How often each distance around the ring comes up, among opponents and among partners.

    ``cost``: sum of squares of how often two meet, over all pairs; least where it is even.
    """

    def __init__(self, entrants: int, sides: Sides) -> None:
        self.entrants = entrants
        side = {seat: number for number, members in enumerate(sides) for seat in members}
        self.pairs = [(one, two, side[one] == side[two]) for one, two in combinations(range(len(side)), 2)]
        self.counts = ([0] * (entrants // 2 + 1), [0] * (entrants // 2 + 1))
        self.cost = 0

    def add(self, block: Sequence[int], by: int) -> None:
        """Count a table in (``by`` = 1) or out (-1)."""
        entrants = self.entrants
        for one, two, partners in self.pairs:
            gap = (block[one] - block[two]) % entrants
            gap = min(gap, entrants - gap)
            counts = self.counts[partners]
            before = counts[gap]
            counts[gap] = before + by
            weight = 4 if 2 * gap == entrants else 2
            self.cost += (2 * by * before + 1) * weight * (PARTNERS_WEIGH if partners else 1)

    def even(self) -> bool:
        """No two pairs differ by more than one, as opponents and as partners."""
        half = self.entrants / 2
        doubled = ([count if gap < half else 2 * count for gap, count in enumerate(counts)] for counts in self.counts)
        spans = [_span(counts[1:]) for counts in doubled]
        return all(high - low <= 1 for low, high in spans)


def _descent(entrants: int, sides: Sides, rounds: int, start: int) -> tuple[int, tuple[Block, ...], bool]:
    """Move one place of one table at a time to where it is best, until nothing gets better. Cost, tables, evenness."""
    seats = sum(len(side) for side in sides)
    distances = _Distances(entrants, sides)
    found = [_first(entrants, seats, start * rounds + number) for number in range(rounds)]
    for block in found:
        distances.add(block, 1)
    for _ in range(PASSES):
        better = False
        for block in found:
            for seat in range(1, seats):
                better |= _improve(distances, block, seat)
        if not better:
            break
    return distances.cost, tuple(tuple(block) for block in found), distances.even()


def _improve(distances: _Distances, block: list[int], seat: int) -> bool:
    """Put one seat of a table where it costs least, exchanging places where another seat of it stands there."""
    best, choice = distances.cost, list(block)
    before = list(block)
    distances.add(block, -1)
    for place in _places(distances.entrants):
        tried = [before[seat] if other == place else other for other in before]
        tried[seat] = place
        distances.add(tried, 1)
        cost = distances.cost
        distances.add(tried, -1)
        if cost < best:
            best, choice = cost, tried
    block[:] = choice
    distances.add(block, 1)
    return choice != before


def _places(entrants: int) -> Sequence[int]:
    """The places that are tried: all, or some that are spread over the ring."""
    if entrants <= PLACES:
        return range(1, entrants)
    return [1 + (entrants - 1) * number // PLACES for number in range(PLACES)]


def _first(entrants: int, seats: int, number: int) -> list[int]:
    """A table to begin with: places that a linear congruential generator gives, seat 0 at place 0."""
    places, state = [0], number * 2654435761 + 12345
    while len(places) < seats:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        place = (state >> 33) % entrants
        if place not in places:
            places.append(place)
    return places


def _span(numbers: Iterable[int]) -> tuple[int, int]:
    found = list(numbers)
    return min(found), max(found)


def _pairing(table: Sequence[Player], block: Block) -> Pairing:
    gaps = ", ".join(map(str, sorted(block)))
    seating = "each turn moves everybody on by one place; over a round everybody sits everywhere"
    return Pairing(tuple(player.id for player in table), f"places {gaps} of the ring, turned", seating)


def _free(players: Sequence[Player], number: int, tables: Sequence[Pairing]) -> tuple[Bye, ...]:
    playing = {name for table in tables for name in table.seats}
    return tuple(
        Bye(player.id, "free", "no whole table")
        if player.plays(number)
        else Bye(player.id, "absent", "does not take part in this round")
        for player in players
        if player.id not in playing
    )

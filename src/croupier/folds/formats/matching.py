"""Pairs for a whole field at once, where the engine's own rules leave somebody over.

A minimum-cost perfect matching: the bye goes to whoever had the fewest, then there are as few rematches as can be,
then scores are as near as can be, then seats differ. Costs are integers: one mixed number, most important digit first.
"""

from collections.abc import Sequence

from .model import Record

BYE = ""
"""Stands for the opponent of whoever is left over."""


def match(names: Sequence[str], found: dict[str, Record], counts: dict[frozenset[str], int]) -> list[tuple[str, str]]:
    """Pairs out of ``names`` (with :data:`BYE` where the number is odd), the same for the same input.

    ``counts``: how often two have met; those who never met may be left out.
    """
    import networkx as nx

    everyone = [*names, BYE] if len(names) % 2 else list(names)
    scale = 4 * len(everyone) ** 2 * (1 + max(r.halves + r.walkovers + len(r.seats) for r in found.values())) ** 2
    graph = nx.Graph()
    costs = {
        (mine, theirs): _cost(mine, theirs, found, counts, scale)
        for index, mine in enumerate(everyone)
        for theirs in everyone[index + 1 :]
    }
    top = max(costs.values(), default=0) + 1
    for (mine, theirs), cost in costs.items():
        graph.add_edge(mine, theirs, weight=top - cost)
    chosen = nx.max_weight_matching(graph, maxcardinality=True)
    order = {name: index for index, name in enumerate(everyone)}
    pairs = [(one, two) if order[one] < order[two] else (two, one) for one, two in chosen]
    return sorted(pairs, key=lambda pair: order[pair[0]])


def _cost(mine: str, theirs: str, found: dict[str, Record], counts: dict[frozenset[str], int], scale: int) -> int:
    if theirs == BYE:
        record = found[mine]
        return record.byes * scale**3 + record.walkovers * scale + record.halves**2 * 2
    one, two = found[mine], found[theirs]
    again = counts.get(frozenset((mine, theirs)), 0)
    same = bool(one.seats and two.seats and one.seats[-1] == two.seats[-1])
    return again * scale**2 + (one.halves - two.halves) ** 2 * 2 + same


def seats(mine: str, theirs: str, found: dict[str, Record], number: int) -> tuple[tuple[str, str], str]:
    """Who sits first, and why: who has had the first seat less often, then who had it longer ago."""
    one, two = found[mine], found[theirs]
    lead = one.seats.count(0) - one.seats.count(1) - two.seats.count(0) + two.seats.count(1)
    if lead:
        first, second = (mine, theirs) if lead < 0 else (theirs, mine)
        return (first, second), f"{first} has had the first seat less often"
    for back in range(1, min(len(one.seats), len(two.seats)) + 1):
        if one.seats[-back] != two.seats[-back]:
            first, second = (mine, theirs) if one.seats[-back] == 1 else (theirs, mine)
            return (first, second), f"{first} sat second when {second} sat first, {back} games ago"
    first, second = sorted((mine, theirs), key=lambda name: found[name].number, reverse=number % 2 == 0)
    return (first, second), "both have had the same seats; the turn goes by round and number"

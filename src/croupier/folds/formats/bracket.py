"""A knockout tree: who meets whom, from the seeding to the final, with one life or two.

The tree is laid out once from the number of players; results then fill it in. A slot that nobody can come to is
empty, and whoever stands against an empty slot goes on without playing.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

THIRD = "match for the third place"

Source = tuple[Literal["seed", "winner", "loser"], int]
"""Who comes to a slot: seed number (1 …), or the winner or loser of the match of that number."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the tree. ``stage``: how far it is, so that who loses at a later stage ranks higher."""

    number: int
    stage: int
    name: str
    one: Source
    two: Source
    decider: bool = False
    """Played only if its ``one`` lost the match before: the second final of a double elimination."""


def seeding(size: int) -> list[int]:
    """Seeds in the order of the first round's slots for ``size`` players, a power of two.

    The strongest two can meet in the final only, the strongest four in the semifinals, and so on.
    """
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def width(players: int) -> int:
    """The smallest power of two that holds all players."""
    return 1 << max(0, players - 1).bit_length()


@lru_cache(maxsize=32)
def single(players: int, third_place: bool = False) -> tuple[Match, ...]:
    """One life: who loses is out. With ``third_place`` the losers of the semifinals meet."""
    tree: list[Match] = []
    rows = _winners(tree, width(players))
    if third_place and len(rows) > 1:
        one, two = rows[-2]
        tree.append(Match(len(tree) + 1, tree[-1].stage, THIRD, ("loser", one), ("loser", two)))
    return tuple(tree)


@lru_cache(maxsize=32)
def double(players: int) -> tuple[Match, ...]:
    """Two lives: who loses goes on in the lower bracket; who loses there is out.

    The final has a decider if the winner of the lower bracket wins it, since then both have lost once. Losers come
    down in reversed order every other time, so that two who met above meet again as late as can be.
    """
    tree: list[Match] = []
    rows = _winners(tree, width(players), "upper ")
    low: list[Source] = []
    for depth, row in enumerate(rows):
        down: list[Source] = [("loser", number) for number in (row if depth % 2 == 0 else reversed(row))]
        low = _lower(tree, low, down, depth)
    final = len(tree) + 1
    stage = 1 + max(match.stage for match in tree)
    tree.append(Match(final, stage, "final", ("winner", rows[-1][0]), low[0]))
    tree.append(Match(final + 1, stage + 1, "decider", ("loser", final), ("winner", final), decider=True))
    return tuple(tree)


def _winners(tree: list[Match], size: int, prefix: str = "") -> list[list[int]]:
    """Append the upper bracket; the numbers of its matches row by row."""
    slots: list[Source] = [("seed", seed) for seed in seeding(size)]
    rows: list[list[int]] = []
    while len(slots) > 1:
        name = prefix + ROUNDS.get(len(slots), f"round of {len(slots)}")
        row = []
        for one, two in zip(slots[::2], slots[1::2], strict=True):
            tree.append(Match(len(tree) + 1, 2 * len(rows), name, one, two))
            row.append(len(tree))
        rows.append(row)
        slots = [("winner", number) for number in row]
    return rows


def _lower(tree: list[Match], low: list[Source], down: list[Source], depth: int) -> list[Source]:
    """One step of the lower bracket: newcomers against those who are there, then these among each other."""
    if not low:
        return _row(tree, down[::2], down[1::2], 2 * depth + 1) if len(down) > 1 else down
    low = _row(tree, low, down, 2 * depth + 1)
    return _row(tree, low[::2], low[1::2], 2 * depth + 2) if len(low) > 1 else low


def _row(tree: list[Match], ones: list[Source], twos: list[Source], stage: int) -> list[Source]:
    row: list[Source] = []
    for one, two in zip(ones, twos, strict=True):
        tree.append(Match(len(tree) + 1, stage, "lower bracket", one, two))
        row.append(("winner", len(tree)))
    return row


ROUNDS = {2: "final", 4: "semifinal", 8: "quarterfinal"}

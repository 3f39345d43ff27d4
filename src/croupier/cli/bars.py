"""How sure a score is: the share of games won, a draw as half of one, with the half width of its 95 % interval."""

from math import sqrt
from typing import Protocol

NORMAL_95 = 1.96


class Tally(Protocol):
    """What an entrant has won, drawn and lost."""

    @property
    def won(self) -> int: ...
    @property
    def drawn(self) -> int: ...
    @property
    def lost(self) -> int: ...


def score(row: Tally) -> tuple[float, float] | None:
    """Share and half width, from 0 to 1; ``None`` without games.

    One win and one loss are counted in for the width alone (as Agresti and Coull do), so that who has won all of three
    games is not shown as certain.
    """
    games = row.won + row.drawn + row.lost
    if not games:
        return None
    share = (row.won + row.drawn / 2) / games
    wins, drawn, losses, counted = row.won + 1, row.drawn, row.lost + 1, games + 2
    mean = (wins + drawn / 2) / counted
    spread = (wins * (1 - mean) ** 2 + drawn * (0.5 - mean) ** 2 + losses * mean**2) / counted
    return share, NORMAL_95 * sqrt(spread / counted)


def percent(row: Tally) -> str:
    """``62.5 ± 9.1``, or nothing without games."""
    found = score(row)
    return "" if found is None else f"{100 * found[0]:.1f} ± {100 * found[1]:.1f}"

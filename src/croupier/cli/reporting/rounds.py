"""What a report says of rounds: why each was paired so, who had a bye and why, how even tables are."""

from collections.abc import Iterator

from croupier.cli.follow import Watched
from croupier.cli.pairings import told
from croupier.folds.plans import evenness_of

from .document import Listing, Part, Section, Text


def pairings(watched: Watched) -> Section:
    """The reasons of all rounds, folded."""
    return Section("Pairings", tuple(_parts(watched)))


def _parts(watched: Watched) -> Iterator[Part]:
    even = evenness_of(watched.spec)
    if even is not None:
        yield Text(f"All rounds together, as they were planned: {even}.")
    found, names = watched.pairings, watched.names
    lines = tuple(line for event in found.rounds for line in told(event, names))
    if lines:
        yield Listing("Why each round was paired so", lines, folded=True)
    left = found.count - len(found.rounds)
    if left:
        yield Text(f"and {left} rounds more, in the log")

"""What the dealer remembers of a log: a game's decks, or a tournament's seed."""

from dataclasses import dataclass, field

from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.folds.ending import Ending
from croupier.folds.keys import Keys


@dataclass(slots=True)
class Dealing:
    """A log as the dealer sees it, a game's or a tournament's.

    ``ordered``: number of the last deal that the referee asked for; ``dealt``: of the last one dealt.
    ``over``: the game has a result, or the tournament its final table. ``revealed``: nothing is hidden any more.
    ``started``, ``keys``: of a tournament; ``ending``: of a game. ``decks``: those that were read from the log, and
    are still to be compared with what we would have dealt.
    """

    log: str
    opened: ev.GameOpened | ev.TournamentOpened | None = None
    committed: bool = False
    ordered: int = 0
    dealt: int = 0
    over: bool = False
    revealed: bool = False
    started: bool = False
    keys: Keys = field(default_factory=Keys)
    ending: Ending = field(default_factory=Ending)
    decks: list[ev.DealDealt] = field(default_factory=list)

    @property
    def tournament(self) -> str | None:
        """Id of the tournament whose seed is behind this log; ``None`` before the log is opened."""
        if self.opened is None:
            return None
        return self.opened.spec.id if isinstance(self.opened, ev.TournamentOpened) else self.opened.tournament


READS: frozenset[str] = frozenset(
    event.TYPE
    for event in (
        ev.GameOpened, ev.DeckCommitted, ev.DealOrdered, ev.DealDealt, ev.GameScored, ev.GameVoided, ev.DeckRevealed,
        ev.GameSealed, ev.TournamentOpened, ev.SeedCommitted, ev.KeyNamed, ev.KeyRotated, ev.TournamentStarted,
        ev.TournamentFinished, ev.SeedRevealed,
    )
)  # fmt: skip
"""Types of the events that the dealer looks into; it has no use for the play."""


def evolve(state: Dealing, line: Line) -> None:
    """Fold a line; events that are not in ``READS`` change nothing."""
    match line.event:
        case ev.GameOpened() | ev.TournamentOpened():
            state.opened = line.event
        case ev.DeckCommitted() | ev.SeedCommitted():
            state.committed = True
        case ev.DealOrdered(deal=deal):
            state.ordered = deal
        case ev.DealDealt(deal=deal):
            state.dealt = deal
        case ev.GameScored() | ev.GameVoided() | ev.TournamentFinished():
            state.over = True
        case ev.DeckRevealed():
            state.revealed = True
            state.ending.reveal(line)
        case ev.GameSealed():
            state.ending.seal(line)
        case ev.SeedRevealed():
            state.revealed = True
        case ev.KeyNamed() | ev.KeyRotated():
            state.keys.take(line.event)
        case ev.TournamentStarted():
            state.started = True
        case _:
            pass

"""Scoring as a service: its decider in the shell."""

from collections.abc import Iterable, Sequence
from typing import Any

from croupier.contracts import events as ev
from croupier.contracts.commands import SCORING_MESSAGE, Notice
from croupier.contracts.lines import Line
from croupier.contracts.streams import Feed
from croupier.folds.ending import Ending
from croupier.folds.game import GameState
from croupier.folds.keys import Ring
from croupier.games.kernel import Fact
from croupier.runtime.decider import Happened, Told, notice
from croupier.runtime.eventlog import EventLog
from croupier.runtime.keyed import KeyedShell, settled, tell_seals
from croupier.services.scoring import decider

NOTICES: dict[type[ev.Event], tuple[Feed, ...]] = {
    ev.DealScored: ("to:referee",),
    ev.GameScored: ("to:referee", "to:director"),
}


class Scoring:
    """The decider as the shell wants it."""

    by: ev.By = "scoring"

    def start(self, log: str) -> GameState:
        """A game of which nothing is known."""
        return GameState(log, facts=False)

    def evolve(self, state: GameState, line: Line) -> list[Fact]:
        """Fold a line: the kernel plays the deal again."""
        return state.evolve(line)

    def decide(self, state: GameState, message: Notice, now: int) -> Iterable[ev.Event]:
        """Nothing beyond what the log asks for."""
        return ()

    def follow(self, state: GameState, now: int) -> Iterable[ev.Event]:
        """The score that is due."""
        return decider.follow(state)

    def tell(self, state: GameState, message: Notice | None, happened: Sequence[Happened], now: int) -> Told:
        """Notices of the scores."""
        told = Told()
        for item in happened:
            if item.line.by == "scoring":
                feeds = NOTICES.get(type(item.line.event), ())
                told.routes.extend(notice(feed, state.log, item) for feed in feeds)
        told.routes += tell_seals(state.log, self.by, state.ending, happened)
        return told

    def done(self, state: GameState) -> bool:
        """The result stands and is sealed."""
        return settled(self.by, state.ending)


class ScoringShell(KeyedShell[GameState, Notice]):
    """Loads a log when its first deal is over, and reads on from deal to deal, until the game is sealed."""

    judges = frozenset({ev.DealScored, ev.GameScored, ev.GameSealed})

    def __init__(self, log: EventLog, ring: Ring, **options: Any) -> None:
        super().__init__("scoring", Scoring(), SCORING_MESSAGE, log, ring, **options)

    def ending(self, state: GameState) -> Ending:
        """The end of play."""
        return state.ending

    def doubt(self, state: GameState, line: Line) -> str:
        """What is wrong with a stored line."""
        return decider.doubt(state, line.event)

    def targets(self, message: Notice) -> Sequence[str]:
        """The game that a notice is of."""
        return (message.log,)

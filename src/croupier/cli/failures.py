"""Games that were not played to their end: how many, why, and through whose fault."""

from collections import Counter
from collections.abc import Mapping

from croupier.contracts.events import Event, GameRecorded
from croupier.folds.matchplay import FAILED, failed
from croupier.folds.tournament import TournamentState


class Failures:
    """Counts what a tournament's log says of them.

    ``kinds``: games by outcome and reason, such as ``forfeit clock/flag``; ``by``: games lost by their own failure, by
    entrant.
    """

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.by: Counter[str] = Counter()

    def take(self, state: TournamentState, event: Event) -> None:
        """Look at a line that ``state`` has not folded yet: it forgets who sat where."""
        if not isinstance(event, GameRecorded) or event.outcome not in FAILED:
            return
        game = state.playing.get(event.id)
        self.kinds[f"{event.outcome} {event.why}" if event.why else event.outcome] += 1
        if game is not None and len(event.places) == len(state.table.sides):
            self.by.update(failed(game.seats, event, state.table.sides))


def worded(kinds: Mapping[str, int]) -> str:
    """``2 forfeit clock/flag, 1 void server/fault``; the empty text where nothing failed."""
    most = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{count} {kind}" for kind, count in most)

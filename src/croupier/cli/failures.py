"""Games that were not played to their end: how many, why, and through whose fault."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from croupier.contracts.events import Event, GameRecorded
from croupier.folds.matchplay import FAILED, failed
from croupier.folds.tournament import TournamentState

KEPT = 1000
"""Games that are kept in detail; all are counted."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A game that was not played to its end; ``lost`` are those of its ``seats`` who lost it by their own failure."""

    game: str
    kind: str
    seats: tuple[str, ...]
    lost: tuple[str, ...] = ()


class Failures:
    """Counts what a tournament's log says of them, also of games that were replayed.

    ``kinds``: games by outcome and reason, such as ``forfeit clock/flag``; ``by``: games lost by their own failure, by
    entrant; ``games``: the first of them, in the order of recording.
    """

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.by: Counter[str] = Counter()
        self.games: list[Failed] = []

    def take(self, state: TournamentState, event: Event) -> None:
        """Look at a line that ``state`` has not folded yet: it forgets who sat where."""
        if not isinstance(event, GameRecorded) or event.outcome not in FAILED:
            return
        game, sides = state.playing.get(event.id), state.books.sides
        if game is None:
            return  # the fold says what is wrong
        kind = f"{event.outcome} {event.why}" if event.why else event.outcome
        lost = failed(game.seats, event, sides) if len(event.places) == len(sides) else []
        self.kinds[kind] += 1
        self.by.update(lost)
        if len(self.games) < KEPT:
            self.games.append(Failed(event.id, kind, tuple(game.seats), tuple(lost)))


def worded(kinds: Mapping[str, int]) -> str:
    """``2 forfeit clock/flag, 1 void server/fault``; the empty text where nothing failed."""
    most = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{count} {kind}" for kind, count in most)

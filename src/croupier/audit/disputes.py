"""Games that are played anew: each must have its ground."""

from collections.abc import Iterator

from croupier.audit.context import Problem
from croupier.contracts import events as ev
from croupier.folds.tournament import TournamentState


def replayed(state: TournamentState, event: ev.GameReplayed) -> Iterator[Problem]:
    """A game is replayed where it was void, and then on its own board."""
    entry = state.books.find(event.id) if state.spec is not None else None
    if entry is None or entry.result is None:
        return  # the fold says so
    if entry.result.outcome != "void":
        yield Problem("audit/replay", f"{event.id} is replayed, though it was not void", found=entry.result.outcome)
    elif event.game.board != entry.game.board:
        reason = f"{event.id} was void, and is replayed on another board"
        yield Problem("audit/replay", reason, entry.game.board, event.game.board)

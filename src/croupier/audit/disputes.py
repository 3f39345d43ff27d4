"""Games that are played anew: each must have its ground."""

from collections.abc import Iterator

from croupier.audit.context import Problem
from croupier.contracts import events as ev
from croupier.folds.faults import FAULT
from croupier.folds.tournament import TournamentState


def replayed(state: TournamentState, event: ev.GameReplayed) -> Iterator[Problem]:
    """A game is replayed where it was void, and then on its own board, so often as the policy says."""
    entry = state.books.find(event.id) if state.spec is not None else None
    if entry is None or entry.result is None:
        return  # the fold says so
    if event.id not in state.voided:
        reason = f"{event.id} is replayed, though it was not void, or was played often enough"
        yield Problem("audit/replay", reason, found=entry.result.outcome)
    elif event.why != FAULT:
        yield Problem("audit/replay", f"{event.id} is replayed for another reason than it was void", FAULT, event.why)
    elif event.game.board != entry.game.board:
        reason = f"{event.id} was void, and is replayed on another board"
        yield Problem("audit/replay", reason, entry.game.board, event.game.board)

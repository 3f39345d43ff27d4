"""Results of a tournament's log as the ratings take them."""

from croupier.contracts.events import GameRecorded

from .matchplay import COUNTED
from .ratings.likelihood import Outcome
from .tournament import TournamentState


def outcome_of(state: TournamentState, result: GameRecorded) -> tuple[tuple[int, str], Outcome] | None:
    """A result with its key (round and id), taken before the fold forgets the game; ``None`` if it does not count."""
    game = state.playing.get(result.id)
    if game is None or result.outcome not in COUNTED:
        return None
    sides = tuple(tuple(game.seats[seat] for seat in members) for members in state.table.sides)
    return (state.round_of[result.id], result.id), Outcome(sides, tuple(result.places))

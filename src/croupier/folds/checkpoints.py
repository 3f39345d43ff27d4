"""Checkpoints of a tournament: its Merkle tree and its log at a moment, in a note that the director signs."""

from croupier.contracts.streams import tournament_log
from croupier.folds.keys import Ring
from croupier.folds.tournament import TournamentState
from croupier.proofs import notes


def origin(tournament: str) -> str:
    """Whose tree it is: the first line of a checkpoint, and the name of the key that signs it."""
    return f"croupier/{tournament}"


def expected(state: TournamentState, lines: int, head: str) -> notes.Checkpoint:
    """The checkpoint of a tournament whose log has ``lines`` lines, the last of hash ``head``."""
    more = (f"{tournament_log(state.id)} {lines} {head}",)
    return notes.Checkpoint(origin(state.id), state.tree.size, state.tree.root(), more)


def checkpoint(ring: Ring, state: TournamentState, lines: int, head: str) -> str:
    """The text of the signed note."""
    text = expected(state, lines, head).text()
    return str(notes.sign(text, origin(state.id), ring.key))

"""Checkpoints of a tournament: its Merkle tree and its log at a moment, in a note that the director signs."""

import re

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


def logged(seen: notes.Checkpoint) -> tuple[int, str]:
    """How many lines of its tournament's log a checkpoint is of, and the hash of the last one (hex).

    Raises ``ValueError`` where it does not say.
    """
    log = tournament_log(seen.origin.removeprefix("croupier/"))
    found = re.fullmatch(rf"{re.escape(log)} ([1-9][0-9]{{0,8}}) ([0-9a-f]{{64}})", "\n".join(seen.more))
    if found is None:
        raise ValueError(f"no checkpoint of {seen.origin}: after the root stand its log, a line and the line's hash")
    return int(found[1]), found[2]


def contradiction(old: notes.Checkpoint, new: notes.Checkpoint) -> str:
    """Why no tournament can have come from the checkpoint ``old`` to ``new``, or the empty text.

    Whether the tree and the log of the old one are the beginnings of the new one's, the two alone do not tell, but
    where they are as long. Raises ``ValueError`` as :func:`logged`.
    """
    (before, head), (after, other) = logged(old), logged(new)
    if old.origin != new.origin:
        return "the two checkpoints are of two tournaments"
    if (before, old.size) > (after, new.size) or old.size > new.size:
        later = f"{old.size} games and {before} lines of the log, not {new.size} and {after}"
        return f"a later state was signed before: {later}"
    if before == after and head != other:
        return f"a log with another line {before} was signed before"
    if before == after and (old.size, old.root) != (new.size, new.root):
        return f"another tree after the same {before} lines of the log was signed before"
    if old.size == new.size and old.root != new.root:
        return f"another tree of {old.size} games was signed before"
    return ""

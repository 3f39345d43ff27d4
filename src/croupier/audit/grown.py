"""Whether a tournament has gone on from a checkpoint that was seen before: its tree, and its log line by line.

The tree holds the games and nothing else. Entrants, awards, rulings and tables stand in the tournament's log, so what a
checkpoint says of that must be found there, too. Only who has the log can tell; no proof that stands by itself can.
"""

from croupier.audit.bundle import Log
from croupier.audit.chain import Chain
from croupier.audit.proving import Mark, Proof, consistency, failure, read
from croupier.contracts.errors import Unreadable
from croupier.contracts.streams import tournament_log
from croupier.folds.checkpoints import contradiction, logged
from croupier.proofs import notes


def growth(log: Log, old: str, at: Mark, old_key: str) -> Proof:
    """The proof that the tree of ``at`` begins with that of ``old``, made only where the log goes on from there, too.

    Raises :class:`Unreadable`: ``checkpoint/form``, ``checkpoint/inconsistent``, ``proof/no-checkpoint`` if there is
    nothing to prove, ``proof/fails``.
    """
    proof = consistency(log, old, at, old_key)
    require_log(log, read(old)[1], at.seen)
    if why := failure(proof):
        reason = f"the bundle does not prove this: {why}"
        raise Unreadable("proof/fails", reason, place=log.place, hint="croupier audit says more")
    return proof


def require_growth(log: Log, old: str, at: Mark, old_key: str) -> None:
    """The same for who wants no proof: here nothing may have been played when ``old`` was signed.

    Raises :class:`Unreadable`: ``checkpoint/form``, ``checkpoint/inconsistent``.
    """
    seen = read(old)[1]
    require_log(log, seen, at.seen)
    if why := failure(consistency(log, old, at, old_key)) if seen.size else "":
        raise Unreadable("checkpoint/inconsistent", why, place=log.place)


def require_log(log: Log, *seen: notes.Checkpoint) -> None:
    """Raise unless the log is one chain that holds what the checkpoints ``seen``, the oldest first, say of it.

    :class:`Unreadable`: ``checkpoint/form``, ``checkpoint/inconsistent``.
    """
    try:
        why = next(filter(None, map(contradiction, seen, seen[1:])), "") or _missed(log, seen)
    except ValueError as error:
        raise Unreadable("checkpoint/form", str(error), place=log.place) from None
    if why:
        raise Unreadable("checkpoint/inconsistent", why, place=log.place)


def _missed(log: Log, seen: tuple[notes.Checkpoint, ...]) -> str:
    """What the checkpoints say of the log that it does not hold, or the empty text."""
    wanted = dict(logged(one) for one in seen)
    last, origin = max(wanted), seen[-1].origin
    chain = Chain(tournament_log(origin.removeprefix("croupier/")), log.lines())
    for line, head in chain:
        if line.seq in wanted and wanted.pop(line.seq) != head:
            return f"line {line.seq} of the log is not the one of a checkpoint that was signed: this is another log"
        if line.seq == last:
            return ""
    return f"the log does not hold together up to line {last}, which was signed: {_broken(chain)}"


def _broken(chain: Chain) -> str:
    return f"it ends with line {chain.count}" if chain.finding is None else chain.finding.sentence

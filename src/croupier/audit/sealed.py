"""The seals of a game: three services sign where its play ended, each with the key that its tournament names."""

from collections.abc import Iterator, Mapping

from croupier.audit.context import Problem
from croupier.contracts import events as ev
from croupier.folds.ending import SEALERS, Ending
from croupier.proofs import seals
from croupier.proofs.keys import signed

Keys = Mapping[str, tuple[str, ...]]
"""The keys (hex) of each service that can seal a game, as its tournament's log names them."""


def check(log: str, ending: Ending, head: str, event: ev.GameSealed, keys: Keys | None) -> Iterator[Problem]:
    """One seal, before it is folded. ``head``: the true hash of the line at which play ended.

    ``keys``: ``None`` where the tournament's log is not at hand, so that a seal can only be checked by itself.
    """
    whose = event.service
    if keys is not None and event.key not in keys.get(whose, ()):
        known = " or ".join(keys.get(whose, ())) or "none"
        reason = f"the key is not one that the tournament names for {whose}, or had been given up by then"
        yield Problem("seal/key", reason, known, event.key)
    if (event.lines, event.head) != (ending.lines, head):
        reason = f"{whose} has sealed another end than the log has: it was changed after it was sealed"
        yield Problem("seal/end", reason, f"line {ending.lines}, {head}", f"line {event.lines}, {event.head}")
    statement = seals.seal(whose, log, event.lines, bytes.fromhex(event.head))
    if not signed(bytes.fromhex(event.key), bytes.fromhex(event.signature), statement):
        yield Problem("seal/signature", f"{whose} has not signed this: the signature is not that of its key")


def missing(ending: Ending) -> Problem | None:
    """Services that have not sealed a game whose play is over."""
    absent = sorted(SEALERS - ending.seals.keys())
    if not ending.lines or not absent:
        return None
    reason = f"the log is not sealed by {', '.join(absent)}: its end was cut off, or it never was"
    return Problem("seal/missing", reason, "3 seals", str(len(ending.seals)))

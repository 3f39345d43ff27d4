"""Signed play: every answer bears the signature of its entrant, for what the entrant had been shown."""

from collections.abc import Iterator

from croupier.audit.context import Problem
from croupier.audit.moves import CUT
from croupier.contracts import events as ev
from croupier.contracts.specs import TournamentSpec
from croupier.folds.game import GameState
from croupier.folds.shown import has_resigned, is_signed, key_of
from croupier.proofs import seals
from croupier.proofs.keys import signed

STRAY = Problem("sign/wrong", "there is a signature where nothing is signed")
MISSING = Problem("sign/missing", "the entrant has not signed this, though it signs its play")
WRONG = Problem("sign/wrong", "the signature is not that of the entrant's key for this answer and what it was shown")


def answer(state: GameState, event: ev.ActionTaken | ev.ActionRefused) -> Iterator[Problem]:
    """Before the fold: the signature of an answer that was taken or refused. The seat must be one of the table's."""
    key = key_of(state, event.seat)
    taken = isinstance(event, ev.ActionTaken)
    said = event.action if isinstance(event, ev.ActionTaken) else event.said
    if key is None or (isinstance(event, ev.ActionTaken) and event.auto):
        if event.signature is not None:
            yield STRAY
    elif event.signature is None:
        yield MISSING
    elif (taken or len(said) < CUT) and not is_signed(state, event.seat, said, key, event.signature):
        yield WRONG


def forfeit(state: GameState, event: ev.SeatForfeited) -> Iterator[Problem]:
    """A resignation is signed where play is; no other forfeit is the entrant's word."""
    if state.opened is None or event.seat >= len(state.opened.seats):
        return  # the fold says so
    key = key_of(state, event.seat)
    if key is None or event.why != "resigned":
        if event.signature is not None:
            yield STRAY
    elif event.signature is None:
        yield MISSING
    elif not has_resigned(state, key, event.signature):
        yield WRONG


def registration(spec: TournamentSpec, event: ev.EntrantRegistered) -> Iterator[Problem]:
    """The key of an entrant, proved together with its nonce; none where play is not signed."""
    if not spec.signed:
        if event.key is not None or event.proof is not None:
            yield Problem("sign/key", "an entrant has a key, and play is not signed", found=event.entrant)
        return
    if event.key is None or event.proof is None:
        yield Problem("sign/key", "an entrant has no key, and play is signed", found=event.entrant)
        return
    key = bytes.fromhex(event.key)
    if not signed(key, bytes.fromhex(event.proof), seals.entrant(bytes.fromhex(event.nonce), key)):
        yield Problem("sign/key", "an entrant's key has not signed its nonce", found=event.entrant)

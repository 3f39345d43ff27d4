"""Signed play: every answer bears the signature of its entrant, for what the entrant had been shown."""

from collections.abc import Iterator

from croupier.audit.context import Problem
from croupier.contracts import events as ev
from croupier.contracts.specs import TournamentSpec
from croupier.folds.game import GameState
from croupier.folds.shown import Word, flaw
from croupier.proofs import seals
from croupier.proofs.keys import signed

FLAWS = {
    "stray": Problem("sign/wrong", "there is a signature where nothing is signed"),
    "missing": Problem("sign/missing", "the entrant has not signed this, though it signs its play"),
    "wrong": Problem("sign/wrong", "the signature is not that of the entrant's key for this and what it was shown"),
}


def word(state: GameState, event: Word) -> Iterator[Problem]:
    """Before the fold: the signature of an answer or of a resignation."""
    if state.opened is None or event.seat >= len(state.opened.seats):
        return  # the fold says so
    found = flaw(state, event)
    if found:
        yield FLAWS[found]


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

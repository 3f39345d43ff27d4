"""Whether somebody who says hello can take part where play is signed."""

from croupier.contracts import client
from croupier.proofs import seals
from croupier.proofs.keys import signed

from .views import TournamentView


def unproven(view: TournamentView, entrant: str, hello: client.Hello) -> str:
    """The code of what is wrong with the key in ``hello``; empty if nothing is, or if play is not signed."""
    if view.spec is None or not view.spec.signed:
        return ""
    if hello.key is None or hello.proof is None or hello.nonce is None:
        return "session/key-needed"
    statement = seals.entrant(bytes.fromhex(hello.nonce), bytes.fromhex(hello.key))
    if not signed(bytes.fromhex(hello.key), bytes.fromhex(hello.proof), statement):
        return "session/key-proof"
    return "" if view.signers.get(entrant, hello.key) == hello.key else "session/key-other"

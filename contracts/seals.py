"""The events that sign what others say: keys, seals of games, checkpoints of a tournament.

What is signed, byte for byte, is in ``croupier.proofs.seals`` and ``docs/verify.md``.
"""

from typing import Annotated, Literal

from pydantic import Field

from croupier.contracts.base import Hash, Id, PublicKey, Signature
from croupier.contracts.event import Event

Sealer = Literal["dealer", "referee", "scoring"]
"""The services that seal a game."""
KeyHolder = Literal["dealer", "referee", "scoring", "director"]
"""The services that hold a key."""

LineNumber = Annotated[int, Field(ge=1, lt=2**32)]

# --- a game's log


class GameSealed(Event):
    """A service signs the game: play ends with line ``lines`` of the log, whose hash is ``head``.

    ``key``: the service's public key; ``signature``: of ``proofs.seals.seal``.
    """

    TYPE = "game.sealed"
    service: Sealer
    lines: LineNumber
    head: Hash
    key: PublicKey
    signature: Signature


# --- a tournament's log


class KeyNamed(Event):
    """A service says which key it will sign with. ``proof``: the key's own signature of ``proofs.seals.key``."""

    TYPE = "key.named"
    service: KeyHolder
    key: PublicKey
    proof: Signature


class KeyRotated(Event):
    """A service goes over from the key ``old`` to ``key``, which the old one signs: ``proofs.seals.rotation``."""

    TYPE = "key.rotated"
    service: KeyHolder
    old: PublicKey
    key: PublicKey
    signature: Signature


class GameClosed(Event):
    """All services have sealed a recorded game. ``head`` is the hash of its last line, number ``lines``.

    The game becomes a leaf of the tournament's Merkle tree, in the order in which these events stand in the log.
    """

    TYPE = "game.closed"
    id: Id
    head: Hash
    lines: LineNumber


Checkpoint = Annotated[str, Field(min_length=1, max_length=1_000)]
"""A signed note (c2sp.org/tlog-checkpoint): the tree of all games closed so far, and the log up to this line."""


class RoundSealed(Event):
    """Every game of a round that is over has been closed."""

    TYPE = "round.sealed"
    round: Annotated[int, Field(ge=1)]
    checkpoint: Checkpoint


class TournamentSealed(Event):
    """The last line: the whole tree, and the whole log."""

    TYPE = "tournament.sealed"
    checkpoint: Checkpoint

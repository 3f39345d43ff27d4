"""The end of a game's log: play is over with ``deck.revealed``, and each of three services puts its seal under it."""

from dataclasses import dataclass, field

from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.folds.keys import Ring
from croupier.proofs import seals

SEALERS = frozenset({"dealer", "referee", "scoring"})
"""The services that seal a game."""


@dataclass(slots=True)
class Ending:
    """``lines``: the number of the line that ends play, 0 before it is there; ``head``: its hash, once it is known.

    ``seals``: by service. ``doubt``: why the service that holds this state will not seal the game; an auditor and
    whoever only looks on leave it empty.
    """

    lines: int = 0
    head: str = ""
    seals: dict[str, ev.GameSealed] = field(default_factory=dict)
    doubt: str = ""

    def reveal(self, line: Line) -> None:
        """Play is over with this line."""
        self.lines = line.seq

    def seal(self, line: Line) -> str:
        """Take in a seal; why it cannot stand here, or the empty text. The first one holds the hash of the end."""
        event = line.event
        assert isinstance(event, ev.GameSealed)
        if not self.lines:
            return "the game is sealed before its deck is revealed"
        if event.service in self.seals:
            return f"{event.service} has sealed the game already"
        if not self.seals:
            self.head = line.prev
        self.seals[event.service] = event
        return ""

    @property
    def complete(self) -> bool:
        """All services have sealed the game."""
        return self.seals.keys() >= SEALERS


def due(ring: Ring, log: str, ending: Ending, head: str) -> ev.GameSealed | None:
    """The seal that a service owes a game; ``head`` is the hash of the last line of its ``log``.

    Nothing where play goes on, where the seal is there, and where the service has a doubt. A repeat is the same
    event to the byte, for the same key signs the same words always alike.
    """
    if not ending.lines or ending.doubt or ring.service == "director" or ring.service in ending.seals:
        return None
    end = ending.head or head
    signature = ring.key.sign(seals.seal(ring.service, log, ending.lines, bytes.fromhex(end)))
    return ev.GameSealed(
        service=ring.service, lines=ending.lines, head=end, key=ring.key.public.hex(), signature=signature.hex()
    )

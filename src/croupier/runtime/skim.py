"""Looking at stored lines without parsing them, for services that need only a few of their types.

Lines are canonical JSON, so a line ends with ``"seq":…,"type":"…","v":…}``, and a text inside of it cannot
hold these words: its quotes are escaped.
"""

from collections.abc import Sequence

from croupier.contracts.canonical import digest
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import read_trusted

from .decider import Happened
from .shell import Shell
from .slots import Slot
from .states import M, S


def type_of(stored: bytes) -> str:
    """The type of the event in a stored line. Raises ``Unreadable`` (``log/envelope``) if it has none."""
    try:
        start = stored.rindex(b'"type":"') + 8
        return stored[start : stored.index(b'"', start)].decode()
    except ValueError:
        raise Unreadable("log/envelope", "the line names no type") from None


def seq_of(stored: bytes) -> int:
    """The number of a stored line. Raises ``Unreadable`` (``log/envelope``) if it has none."""
    try:
        end = stored.rindex(b',"type":"')
        return int(stored[stored.rindex(b":", 0, end) + 1 : end])
    except ValueError:
        raise Unreadable("log/envelope", "the line has no number") from None


class SkimmingShell(Shell[S, M]):
    """A shell whose decider looks only at lines of the types ``reads``; the others are counted."""

    reads: frozenset[str]

    def _take(self, slot: Slot[S], stored: Sequence[bytes], told: int = 0) -> None:
        for raw in stored:
            if type_of(raw) in self.reads:
                line = read_trusted(raw)
                followed = self.decider.evolve(slot.state, line)
                if line.seq > told:
                    slot.untold.append(Happened(line, line.seq, followed))
        if stored:
            slot.seq = slot.base = seq_of(stored[-1])
            slot.head = digest(stored[-1])

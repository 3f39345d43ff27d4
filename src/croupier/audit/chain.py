"""A log as a chain: every line canonical, in its form, numbered without a gap, bound to the line before.

Reading stops at the first break, because nothing after it is bound to what came before.
"""

from collections.abc import Iterable, Iterator, Mapping

from croupier.audit.findings import Finding
from croupier.contracts.canonical import digest
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import Line, genesis, read_line

NOT_READ = Unreadable("log/not-json", "there is nothing in the line")


class Chain:
    """The lines of one log in order, as far as they hold together.

    ``lines``: the stored lines, each with its newline. ``anchors``: hashes that certain lines are known to
    have from elsewhere; they decide which of two lines that do not fit was changed. After the iteration,
    ``finding`` tells where the chain broke, ``count`` and ``head`` what was read up to there.
    """

    def __init__(self, log: str, lines: Iterable[bytes], anchors: Mapping[int, str] | None = None) -> None:
        self.log = log
        self.count = 0
        self.head = genesis(log)
        self.finding: Finding | None = None
        self._lines = iter(lines)
        self._anchors = anchors or {}

    def __iter__(self) -> Iterator[tuple[Line, str]]:
        """Each good line with its hash. A line is held back until the next one has confirmed it."""
        held: tuple[Line, str] | None = None
        head = self.head
        for number, stored in enumerate(self._lines, 1):
            line = self._read(number, stored)
            if line is None:
                break
            if line.prev != head:
                held = self._broken(line, stored, held)
                break
            if held is not None:
                yield self._pass(held)
            head = digest(stored[:-1])
            held = (line, head)
        if held is not None:
            yield self._pass(held)

    def _pass(self, held: tuple[Line, str]) -> tuple[Line, str]:
        self.count, self.head = held[0].seq, held[1]
        return held

    def _read(self, number: int, stored: bytes) -> Line | None:
        try:
            if not stored.strip():
                raise NOT_READ
            line = read_line(stored.removesuffix(b"\n"))
        except Unreadable as error:
            self._find(error.code, number, error.reason)
            return None
        if line.seq != number:
            reason = "a line is missing, doubled or out of order"
            self._find("chain/seq", number, reason, f"seq {number}", f"seq {line.seq}")
            return None
        if not stored.endswith(b"\n"):
            self._find("chain/newline", number, "the last line is not closed by a newline: the file was cut")
            return None
        return line

    def _broken(self, line: Line, stored: bytes, held: tuple[Line, str] | None) -> tuple[Line, str] | None:
        """Blame one of two lines that do not fit; the one before stays good if this one is to blame."""
        if held is None:
            reason = f"the first line does not begin {self.log}: it is another log's, or the file had another name"
            self._find("chain/other-log", 1, reason, genesis(self.log), line.prev)
            return None
        number, head = held[0].seq, held[1]
        following = next(self._lines, None)
        known = self._anchors.get(number)
        blamed = self._blamed(line, stored, head, following)
        if blamed == line.seq:
            reason = "prev is not the hash of the line before, and that line is not to blame: this line was changed"
            self._find("chain/prev", line.seq, reason, head, line.prev)
            return held
        reason = f"line {line.seq} was not written after this line: this line was changed or exchanged"
        if known is None and not blamed:
            reason = f"line {line.seq}, the last one, was not written after this line: one of the two was changed"
        self._find("chain/prev", number, reason, line.prev, head)
        return None

    def _blamed(self, line: Line, stored: bytes, head: str, following: bytes | None) -> int:
        """Which of two lines that do not fit was changed; 0 if nothing tells.

        ``head``: the hash of the line before ``line``. What is known from elsewhere decides, then what a checkpoint
        says of the line before it, then whether the line after goes on from this one.
        """
        before, this = self._anchors.get(line.seq - 1), self._anchors.get(line.seq)
        if before is not None:
            return line.seq if before == head else line.seq - 1
        if this is not None:
            return line.seq - 1 if this == digest(stored.removesuffix(b"\n")) else line.seq
        if f"\n{self.log} {line.seq - 1} {head}\n" in getattr(line.event, "checkpoint", ""):
            return line.seq
        if following is None:
            return 0
        return line.seq - 1 if _binds(stored, following) else line.seq

    def _find(self, code: str, line: int, reason: str, expected: str = "", found: str = "") -> None:
        self.finding = Finding(code, self.log, line, reason, expected, found)


def _binds(stored: bytes, following: bytes) -> bool:
    """Is ``following`` chained to ``stored``? What cannot be read says nothing against it."""
    try:
        return read_line(following.removesuffix(b"\n")).prev == digest(stored.removesuffix(b"\n"))
    except Unreadable:
        return True

"""Which lines of a tournament's log need not stay in the store once they stand in the archive."""

from collections.abc import Iterable

from croupier.contracts import events as ev
from croupier.contracts.lines import read_trusted
from croupier.runtime.skim import seq_of, type_of

AT_ONCE = {ev.GameRecorded.TYPE, ev.GameClosed.TYPE, ev.RoundSealed.TYPE}


class Thinning:
    """Results and seals go at once; a pairing goes when its round is closed, a closing when the next round closes.

    So a reader of the store alone sees who plays in open rounds, and the latest table.
    """

    def __init__(self) -> None:
        self._paired: dict[int, int] = {}
        self._closed = 0

    def spare(self, stored: Iterable[bytes]) -> list[int]:
        """The numbers of lines that may go now that ``stored``, the next lines of the log, are in the archive."""
        spare: list[int] = []
        for raw in stored:
            kind = type_of(raw)
            if kind in AT_ONCE:
                spare.append(seq_of(raw))
            elif kind in {ev.RoundPaired.TYPE, ev.RoundClosed.TYPE}:
                spare.extend(self._round(raw))
        return spare

    def _round(self, raw: bytes) -> list[int]:
        line = read_trusted(raw)
        if isinstance(line.event, ev.RoundPaired):
            self._paired[line.event.round] = line.seq
            return []
        assert isinstance(line.event, ev.RoundClosed)
        last, self._closed = self._closed, line.seq
        return [seq for seq in (self._paired.pop(line.event.round, 0), last) if 0 < seq < line.seq]

"""Which lines of a tournament's log need not stay in the store once they stand in the archive."""

from collections.abc import Iterable

from croupier.contracts import events as ev
from croupier.contracts.ids import round_of
from croupier.contracts.lines import read_trusted
from croupier.runtime.skim import seq_of, type_of

AT_ONCE = {ev.GameRecorded.TYPE, ev.GameClosed.TYPE, ev.RoundSealed.TYPE}
OF_ROUNDS = {ev.RoundPaired.TYPE, ev.GameReplayed.TYPE, ev.RoundClosed.TYPE}


class Thinning:
    """Results and seals go at once, pairings (and replays) when their round closes, a closing when the next one does.

    So a reader of the store alone sees who plays in open rounds, and the latest table.
    """

    def __init__(self) -> None:
        self._paired: dict[int, list[int]] = {}
        self._closed = 0

    def spare(self, stored: Iterable[bytes]) -> list[int]:
        """The numbers of lines that may go now that ``stored``, the next lines of the log, are in the archive."""
        spare: list[int] = []
        for raw in stored:
            kind = type_of(raw)
            if kind in AT_ONCE:
                spare.append(seq_of(raw))
            elif kind in OF_ROUNDS:
                spare.extend(self._round(raw))
        return spare

    def _round(self, raw: bytes) -> list[int]:
        line = read_trusted(raw)
        event = line.event
        if not isinstance(event, ev.RoundClosed):
            assert isinstance(event, ev.RoundPaired | ev.GameReplayed)
            number = event.round if isinstance(event, ev.RoundPaired) else round_of(event.id)
            self._paired.setdefault(number, []).append(line.seq)
            return []
        last, self._closed = self._closed, line.seq
        return [seq for seq in (*self._paired.pop(event.round, ()), last) if 0 < seq < line.seq]

"""Examines disputed games beside the director's batches, each once its game is over and its deck is shown.

What it finds it leaves with the director and sends the command to take it in. A director that is killed before that
examines again, from the same log, and finds the same.
"""

import asyncio
import time
from collections.abc import Mapping, MutableMapping

from croupier.audit.examine import Case
from croupier.contracts import events as ev
from croupier.contracts.commands import DisputeExamine
from croupier.contracts.streams import game_log, partition, tournament_log
from croupier.folds.docket import Dispute
from croupier.folds.tournament import TournamentState
from croupier.runtime.eventlog import EventLog, Send
from croupier.runtime.slots import Slot
from croupier.services.director.archivist import Archivist

INTERVAL = 0.2
"""Seconds between two looks."""

AGAIN = 5.0
"""Seconds after which the director is told again of an examination that it has not taken in."""


class Examiner:
    """``slots``: the tournaments that the director holds, by log; ``examined``: where findings go, by dispute."""

    def __init__(
        self,
        log: EventLog,
        archivist: Archivist,
        slots: Mapping[str, Slot[TournamentState]],
        examined: MutableMapping[str, ev.DisputeExamined],
    ) -> None:
        self._log = log
        self._archivist = archivist
        self._slots = slots
        self._examined = examined
        self._told: dict[str, float] = {}

    async def run(self) -> None:
        """Look until cancelled. Raises ``Unavailable`` and ``OSError``; run again, it does what was not done."""
        while True:
            await asyncio.sleep(INTERVAL)
            await self.look()

    async def look(self) -> int:
        """Examine all that can be, and tell the director; of how many. Raises ``Unavailable`` and ``OSError``."""
        waiting = {
            dispute.id: (slot.state, dispute)
            for slot in list(self._slots.values())
            for dispute in slot.state.docket.unexamined()
        }
        for gone in self._examined.keys() - waiting.keys():
            del self._examined[gone]
            self._told.pop(gone, None)
        return sum([await self._look_at(*each) for each in waiting.values()])

    async def _look_at(self, state: TournamentState, dispute: Dispute) -> bool:
        if time.monotonic() - self._told.get(dispute.id, float("-inf")) < AGAIN:
            return False
        if dispute.id not in self._examined and not await self._examine(state, dispute):
            return False
        await self._log.send([self._done(state.id, dispute.id)])
        self._told[dispute.id] = time.monotonic()
        return True

    async def _examine(self, state: TournamentState, dispute: Dispute) -> bool:
        """Examine one dispute; whether its game could be."""
        if not state.has_closed(dispute.game) or state.books.find(dispute.game) is None:
            return False
        case = Case(state, dispute)
        lines = await self._lines(state.id, dispute.game)
        if not lines:
            return False  # it is on its way from the store to the archive
        # In a thread, for the longest games take a second, and the director has others to look after.
        self._examined[dispute.id] = await asyncio.to_thread(case.examine, lines)
        return True

    async def _lines(self, tournament: str, game: str) -> list[bytes]:
        stored = await self._log.read(game_log(game))
        if not stored and (archive := await self._archivist.existing(tournament)) is not None:
            stored = await asyncio.to_thread(archive.game_lines, game)
        return [line + b"\n" for line in stored]

    def _done(self, tournament: str, dispute: str) -> Send:
        command = DisputeExamine(id=f"examine/{dispute}", tournament=tournament, dispute=dispute)
        number = partition(tournament_log(tournament), self._log.partitions)
        return Send(number, "to:director", command.model_dump_json().encode())

"""Reads tournaments' logs for the postmen, from the place where each of them is."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import read_trusted
from croupier.contracts.streams import tournament_log
from croupier.runtime.hookstore import Message
from croupier.runtime.leftout import LeftOut
from croupier.runtime.redislog import RedisLog
from croupier.runtime.skim import seq_of, type_of

from .messages import message
from .postman import Postman
from .reading import Shelf, unbroken

LOOK = 0.25
"""Seconds between two looks into the logs."""

LIVE_EVERY = 1.0
"""Seconds between two looks for tournaments in the store."""


class Watcher:
    """``log`` is read and never written; ``archive`` holds the folders of the tournaments.

    A tournament is known from when it is met in the store. What else is in the archive may be another store's.
    """

    def __init__(self, log: RedisLog, archive: Path, postmen: Sequence[Postman]) -> None:
        self.pulse: float | None = None
        self._log = log
        self._archive = archive
        self._postmen = postmen
        self._left_out = LeftOut("hooks")
        self._live: set[str] = set()
        self._shelves: dict[tuple[str, str], Shelf] = {}
        self._next_live = 0.0

    async def look(self) -> None:
        """Read what is new, as far as there is room for it. Raises ``Unavailable`` (``store/…``) and ``OSError``."""
        self.pulse = time.monotonic()
        await self._find()
        for postman in self._postmen:
            for tournament in sorted(self._live | postman.unread()):
                if postman.off or postman.filled_by(()):
                    break
                await self._read(postman, tournament)

    async def _find(self) -> None:
        """The tournaments that are on."""
        now = time.monotonic()
        if now >= self._next_live:
            numbers = range(self._log.partitions)
            self._live = {log[2:] for number in numbers for log in await self._log.live(number) if log.startswith("t/")}
            self._next_live = now + LIVE_EVERY

    async def _read(self, postman: Postman, tournament: str) -> None:
        log = tournament_log(tournament)
        place = postman.places.get(tournament, 0)
        if place is None or log in self._left_out:
            return
        try:
            fresh = await self._after(postman, tournament, place)
            if fresh:
                await self._take(postman, tournament, fresh)
        except Unreadable as error:
            self._left_out.add(log, error)

    async def _after(self, postman: Postman, tournament: str, place: int) -> list[bytes]:
        stored = await self._log.read(tournament_log(tournament), place)
        fresh = unbroken(stored, place)
        if fresh or (not stored and tournament in self._live):  # the newest line of a log in play never leaves
            return fresh
        path = self._archive / tournament / "tournament.jsonl"
        shelf = self._shelves.setdefault((postman.receiver.name, tournament), Shelf(path))
        return await asyncio.to_thread(shelf.after, place)

    async def _take(self, postman: Postman, tournament: str, fresh: Sequence[bytes]) -> None:
        told: list[Message] = []
        over = False
        for raw in fresh:
            place, kind = seq_of(raw), type_of(raw)
            if kind in postman.receiver.hook.events and read_trusted(raw).at >= postman.known.since:
                told.append(message(tournament, raw))
            over = kind == ev.TournamentSealed.TYPE
            if postman.filled_by(told):
                break
        await postman.add(tournament, None if over else place, told)
        if over:
            self._shelves.pop((postman.receiver.name, tournament), None)

"""Moves what is over from the store to the archive: first onto the disk, then out of the store.

Works beside the director's batches, on what has gathered since its last turn. Whatever it had not done
when it was stopped is found again in the store at the next start.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from croupier.contracts.errors import Unreadable
from croupier.contracts.streams import game_log, partition, tournament_log
from croupier.runtime.archive import Archive, is_archived
from croupier.runtime.eventlog import EventLog
from croupier.runtime.leftout import LeftOut
from croupier.services.director import results
from croupier.services.director.thinning import Thinning

BATCH = 128
"""Games that are written together."""

BACKLOG = 2_000
"""Games that may wait before the director waits with them."""

KEPT = 16
"""Finished tournaments whose logs stay in the store for those who still look at them there."""

PAUSE = 0.02
"""Seconds until it is asked again whether the referee has seen the end of the games that are to leave."""


@dataclass(slots=True)
class Leaving:
    """Games that are in the archive and leave the store when the referee has read up to ``marks``, by partition."""

    games: list[str]
    marks: dict[int, str]


class Archivist:
    """``folder`` holds the folders of the tournaments."""

    def __init__(self, log: EventLog, folder: Path) -> None:
        self.log = log
        self.folder = folder
        self.left_out = LeftOut("director")
        self.archives: dict[str, Archive] = {}
        self._thinning: dict[str, Thinning] = {}
        self._spare: dict[str, list[int]] = {}
        self._games: dict[str, str] = {}
        self._grown: dict[str, None] = {}
        self._leaving: deque[Leaving] = deque()
        self._kept: deque[str] = deque()
        self._work = asyncio.Event()
        self._turn = asyncio.Lock()
        self._turned = asyncio.Condition()

    async def open(self, tournament: str) -> Archive:
        """The archive of a tournament, made if it is not there."""
        if tournament not in self.archives:
            archive = await asyncio.to_thread(Archive, self.folder, tournament)
            await asyncio.to_thread(results.begin, archive)
            self.archives[tournament] = archive
            self._thinning[tournament] = Thinning()
            self._spare[tournament] = []
        return self.archives[tournament]

    async def existing(self, tournament: str) -> Archive | None:
        """The archive of a tournament that has one."""
        if tournament in self.archives or await asyncio.to_thread(is_archived, self.folder, tournament):
            return await self.open(tournament)
        return None

    def game(self, tournament: str, game: str) -> None:
        """A game has been sealed by all: its log is complete."""
        self._games[game] = tournament
        self._work.set()

    def grown(self, tournament: str) -> None:
        """A tournament's log has grown."""
        self._grown[tournament] = None
        self._work.set()

    @property
    def waiting(self) -> int:
        """How many games have still to leave the store."""
        return len(self._games) + sum(len(batch.games) for batch in self._leaving)

    async def room(self) -> None:
        """Wait while too much waits, so that the store does not fill up behind a slow disk."""
        async with self._turned:
            await self._turned.wait_for(lambda: self.waiting <= BACKLOG)

    def still(self) -> asyncio.Lock:
        """While this is held nothing moves: what is read from store and archive meanwhile fits together."""
        return self._turn

    async def run(self) -> None:
        """Work until cancelled. Raises ``Unavailable`` and ``OSError``; run again, it does what was not done."""
        while True:
            if self._leaving and not self._work.is_set():
                await asyncio.sleep(PAUSE)
            else:
                await self._work.wait()
            await self.cycle()

    async def cycle(self) -> None:
        """One turn: some games, then the tournaments' logs, then what is finished. One turn at a time."""
        async with self.still():
            await self._cycle()
        async with self._turned:
            self._turned.notify_all()

    async def _cycle(self) -> None:
        games = dict(list(self._games.items())[:BATCH])
        touched = {*self._grown, *games.values()}
        grown, self._grown = list(self._grown), {}
        try:
            await self._write(games)
            for tournament in grown:
                try:
                    await self._copy(tournament)
                except Unreadable as error:
                    self.left_out.add(tournament_log(tournament), error)
            for tournament in touched:
                await self._finish(tournament)
            await self._leave()
        except BaseException:
            self._grown.update(dict.fromkeys(touched))
            self._work.set()
            raise
        if not self._games and not self._grown:
            self._work.clear()

    async def settle(self) -> None:
        """Take turns until nothing is left to do."""
        while self._games or self._grown or self._leaving:
            await self.cycle()
            if self._leaving:
                await asyncio.sleep(PAUSE)

    # --- games

    async def _write(self, games: dict[str, str]) -> None:
        stored = await self.log.read_many([(game_log(game), 0) for game in games]) if games else []
        whole: defaultdict[str, dict[str, Sequence[bytes]]] = defaultdict(dict)
        for (game, tournament), lines in zip(games.items(), stored, strict=True):
            if self._is_whole(game, lines):
                whole[tournament][game] = lines
        for tournament, logs in whole.items():
            archive = await self.open(tournament)
            await asyncio.to_thread(archive.write_games, logs)
            await self._mark(list(logs))
        for game in games:
            del self._games[game]

    def _is_whole(self, game: str, lines: Sequence[bytes]) -> bool:
        try:
            return results.is_sealed(lines)
        except Unreadable as error:
            self.left_out.add(game_log(game), error)
            return False

    async def _mark(self, games: list[str]) -> None:
        """The referee has still to tell the players how a game ended, and reads that in its log."""
        numbers = {partition(game_log(game), self.log.partitions) for game in games}
        marks = {number: await self.log.mark("to:referee", number) for number in numbers}
        self._leaving.append(Leaving(games, marks))

    async def _leave(self) -> None:
        while self._leaving:
            batch = self._leaving[0]
            for number, mark in batch.marks.items():
                if not await self.log.passed("to:referee", number, mark):
                    return
            for game in batch.games:
                await self.log.drop(game_log(game))
            self._leaving.popleft()

    # --- tournaments

    async def _copy(self, tournament: str) -> None:
        """Bring the archive's copy of the log up to date, then take what need not stay out of the store."""
        archive = await self.open(tournament)
        fresh = await self.log.read(tournament_log(tournament), archive.seq)
        await asyncio.to_thread(archive.append, fresh)
        await self.thin(tournament, fresh)

    async def thin(self, tournament: str, archived: Iterable[bytes]) -> None:
        """Remove from the store what can go now that these lines, the next of the log, are in the archive."""
        spare = self._spare[tournament]
        spare += self._thinning[tournament].spare(archived)
        if spare:
            await self.log.forget(tournament_log(tournament), spare)
            spare[:] = [max(spare)]  # if it is the store's newest line it stayed, and goes the next time

    async def _finish(self, tournament: str) -> None:
        archive = self.archives.get(tournament)
        if archive is None or not archive.complete or tournament in self._kept:
            return
        await asyncio.to_thread(results.finish, archive)
        self._kept.append(tournament)
        while len(self._kept) > KEPT:
            gone = self._kept.popleft()
            await self.log.drop(tournament_log(gone))
            del self.archives[gone], self._thinning[gone], self._spare[gone]

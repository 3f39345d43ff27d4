"""The director as a service: its decider in the shell, results read from the games' logs, the archivist beside it."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.errors import BadConfig, Unavailable, Unreadable
from croupier.contracts.ids import tournament_of
from croupier.contracts.lines import Line
from croupier.contracts.streams import tournament_log
from croupier.folds.boards import Due
from croupier.folds.ending import SEALERS
from croupier.folds.keys import Ring
from croupier.folds.tournament import TournamentState
from croupier.runtime.decider import Happened, Told, notice
from croupier.runtime.entries import Entry, Rejection
from croupier.runtime.eventlog import EventLog
from croupier.runtime.leftout import foreign
from croupier.runtime.shell import Shell
from croupier.runtime.skim import seq_of
from croupier.runtime.slots import Slot
from croupier.services.director import decider, joining, telling
from croupier.services.director.archivist import Archivist
from croupier.services.director.decider import Finding, Message
from croupier.services.director.examiner import Examiner
from croupier.services.director.results import end_of, is_sealed
from croupier.services.director.resuming import joined, result_in, sort_out
from croupier.services.director.ticker import Ticker

CLOSING = 3.0
"""Seconds that are spent on the archive when the process is told to end."""

AT_ONCE = 200
"""Games whose logs are read together after a start."""


class Director:
    """The decider as the shell wants it.

    ``findings``, ``endings``: results of the running batch, and where sealed games end, by the game's log;
    ``examined``: what examining disputed games has found, by dispute;
    ``broken``: what is wrong with a tournament's archive, by its log; ``unreadable``: logs of games whose result
    cannot be read, in the running batch.
    """

    by: ev.By = "director"

    def __init__(self, partitions: int, ring: Ring) -> None:
        self.partitions = partitions
        self.ring = ring
        self.findings: dict[str, Finding] = {}
        self.endings: dict[str, ev.GameClosed] = {}
        self.examined: dict[str, ev.DisputeExamined] = {}
        self.broken: dict[str, BadConfig] = {}
        self.unreadable: dict[str, Unreadable] = {}

    def start(self, log: str) -> TournamentState:
        """A tournament of which nothing is known."""
        return TournamentState(log)

    def evolve(self, state: TournamentState, line: Line) -> Due:
        """Fold a line."""
        return state.evolve(line)

    def decide(self, state: TournamentState, message: Message, now: int) -> Iterable[ev.Event]:
        """Decide a command, or take in a result."""
        if state.log in self.broken:
            raise self.broken[state.log]
        if isinstance(message, cmd.Notice) and message.log in self.unreadable:
            raise self.unreadable[message.log]
        return decider.decide(self.findings, self.endings, self.examined, state, message)

    def follow(self, state: TournamentState, now: int) -> Iterable[ev.Event]:
        """What is due. Raises ``NotAllowed`` (``key/other``, ``key/twice``) where the director cannot use its key."""
        return decider.follow(self.ring, state, now)

    def tell(self, state: TournamentState, message: Message | None, happened: Sequence[Happened], now: int) -> Told:
        """Notices, and the commands that became due. After a start all open games are asked for again."""
        told = Told()
        for item in happened:
            feeds = telling.NOTICES.get(type(item.line.event), ())
            told.routes.extend(notice(feed, state.log, item) for feed in feeds)
            if message is not None:  # what was opened long ago may be recorded by now
                still = [game for game in item.followed.opens if game.id in state.playing]
                told.sends += telling.opens(state, still, self.partitions)
            told.sends += telling.reveals(item.followed.reveals, self.partitions)
        if message is None and state.spec is not None:
            told.sends += telling.opens(state, state.playing.values(), self.partitions)
        return told

    def done(self, state: TournamentState) -> bool:
        """The log is complete."""
        return state.complete


class DirectorShell(Shell[TournamentState, Message]):
    """One for a whole store: it alone writes the archive in ``folder``.

    ``patience``: seconds that entrants who join wait for the dealer's commitment before their batch is put off.
    """

    def __init__(self, log: EventLog, folder: Path, ring: Ring, *, patience: float = 10.0, **options: Any) -> None:
        self.director = Director(log.partitions, ring)
        super().__init__("director", self.director, cmd.DIRECTOR_MESSAGE, log, **options)
        self.archivist = Archivist(log, folder)
        self.ticker = Ticker(log, self.slots)
        self.examiner = Examiner(log, self.archivist, self.slots, self.director.examined)
        self.patience = patience
        self._sealed: list[str] = []
        self._copied: dict[str, int] = {}

    def wants(self, log: str) -> bool:
        """Tournaments only."""
        return log.startswith("t/")

    def targets(self, message: Message) -> Sequence[str]:
        """The tournament that a message concerns."""
        if isinstance(message, cmd.TournamentOpen):
            return (tournament_log(message.spec.id),)
        if not isinstance(message, cmd.Notice):
            return (tournament_log(message.tournament),)
        if message.log.startswith("t/"):
            return (message.log,)
        tournament = tournament_of(message.log[2:])
        return (tournament_log(tournament),) if tournament else ()

    def behind(self, slot: Slot[TournamentState], message: Message) -> bool:
        """Who joins needs the dealer's commitment to stand in the log first."""
        return super().behind(slot, message) or (
            isinstance(message, cmd.EntrantJoin) and slot.state.spec is not None and slot.state.commitment is None
        )

    async def handle(self, entries: Sequence[Entry]) -> Mapping[str, Rejection]:
        """Handle a batch; entrants who join come last, once the dealer is committed to its seed.

        Raises ``Unavailable`` (``server/unready``) if it does not commit in time.
        """
        joins = [entry for entry in entries if b'"entrant.join"' in entry.body]
        others = [entry for entry in entries if b'"entrant.join"' not in entry.body]
        rejected = dict(await super().handle(others)) if others else {}
        if joins:
            await joining.seeds_committed(self.log, self.slots, joins, self.patience, self.left_out)
            rejected.update(await super().handle(joins))
        return rejected

    async def start(self) -> None:
        """Go on where the logs say that we stopped. Raises ``BadConfig`` for an archive that is not the store's."""
        await super().start()
        for error in self.director.broken.values():
            raise error
        await self._resume()

    async def stop(self) -> None:
        """Archive what is at hand."""
        with suppress(TimeoutError, Unavailable, OSError):
            async with asyncio.timeout(CLOSING):
                await self.archivist.settle()

    async def prepare(self, messages: Sequence[Message]) -> None:
        """Read the results and the seals that are told of from the games' own logs."""
        notices = [message for message in messages if isinstance(message, cmd.Notice)]
        self.director.findings.clear()
        self.director.endings.clear()
        self.director.unreadable.clear()
        scored = {notice.log: notice.seq - 1 for notice in notices if notice.event == ev.GameScored.TYPE}
        sealed = {notice.log: notice.seq - len(SEALERS) for notice in notices if notice.event == ev.GameSealed.TYPE}
        self._sealed = [log[2:] for log in sealed]
        await self._look(scored, self._note_result)
        await self._look(sealed, self._note_end)
        await self.archivist.room()

    async def _look(self, after: Mapping[str, int], note: Callable[[str, list[bytes]], Awaitable[None]]) -> None:
        """Read the ends of games' logs, each past a line, and note what they tell."""
        tails = await self.log.read_many(list(after.items())) if after else []
        for log, tail in zip(after, tails, strict=True):
            try:
                await note(log, tail)
            except Unreadable as error:
                self.director.unreadable[log] = foreign(log, error)

    async def _note_result(self, log: str, tail: list[bytes]) -> None:
        finding = result_in(tail) or result_in(await self.log.read(log))
        if finding is not None:
            self.director.findings[log] = finding

    async def _note_end(self, log: str, tail: list[bytes]) -> None:
        if is_sealed(tail):
            self.director.endings[log] = end_of(log[2:], tail)

    def endorse(self, slot: Slot[TournamentState]) -> Sequence[ev.Event]:
        """The checkpoint that is due."""
        return tuple(decider.sealing(self.director.ring, slot.state, slot.seq, slot.head))

    async def committed(self, slots: Sequence[Slot[TournamentState]]) -> None:
        """Leave the rest to the archivist: logs that are complete, and tournaments that went on."""
        states = {slot.state.id: slot.state for slot in slots}
        for slot in slots:
            if slot.seq > self._copied.get(slot.log, 0):
                self._copied[slot.log] = slot.seq
                self.archivist.grown(slot.state.id)
        for game in self._sealed:
            tournament = tournament_of(game) or ""
            if tournament in states and states[tournament].has_closed(game):
                self.archivist.game(tournament, game)
        self._sealed = []

    async def stored(self, logs: Sequence[str]) -> list[list[bytes]]:
        """The lines of tournaments' logs, those in the archive first."""
        both: list[list[bytes]] = []
        async with self.archivist.still():
            for log, lines in zip(logs, await super().stored(logs), strict=True):
                try:
                    both.append(await self._joined(log[2:], lines))
                except BadConfig as error:
                    self.director.broken[log] = error
                    both.append([])
                except (ValueError, Unreadable) as error:
                    self.leave_out(log, error)
                    both.append([])
        return both

    async def _joined(self, tournament: str, stored: list[bytes]) -> list[bytes]:
        archive = await self.archivist.existing(tournament)
        if archive is None:
            return stored
        archived = await asyncio.to_thread(lambda: list(archive.lines()))
        return joined(archive, archived, stored)

    # --- after a start

    async def _resume(self) -> None:
        """Record, reveal and archive what was left undone when we stopped."""
        games: defaultdict[str, list[str]] = defaultdict(list)
        for number in range(self.log.partitions):
            for log in await self.log.live(number):
                if log in self.left_out:
                    continue
                if log.startswith("t/"):
                    await self._resume_archive(log[2:])
                else:
                    games[tournament_of(log[2:]) or ""].append(log)
        for tournament, logs in games.items():
            for start in range(0, len(logs), AT_ONCE):
                await self._resume_games(tournament, logs[start : start + AT_ONCE])
        await self._commit(list(self.slots.values()))

    async def _resume_archive(self, tournament: str) -> None:
        async with self.archivist.still():
            archive = await self.archivist.open(tournament)
            stored = await self.log.read(tournament_log(tournament))
            await self.archivist.thin(tournament, [line for line in stored if seq_of(line) <= archive.seq])
        self.archivist.grown(tournament)

    async def _resume_games(self, tournament: str, logs: Sequence[str]) -> None:
        if tournament_log(tournament) in self.left_out:
            return  # which of its boards are still played, and must stay secret, is not known
        slot = self.slots.get(tournament_log(tournament))
        if slot is None and await self.archivist.existing(tournament) is None:
            return  # a tournament that we know nothing of
        stored = await self.log.read_many([(log, 0) for log in logs])
        found = sort_out(slot.state if slot else None, zip((log[2:] for log in logs), stored, strict=True))
        for game, error in found.broken.items():
            self.leave_out(f"g/{game}", error)
        await self.log.send(telling.reveals(found.reveal, self.log.partitions))
        for game in found.archive:
            self.archivist.game(tournament, game)
        for game, finding in found.record.items():
            assert slot is not None
            notice = cmd.Notice(log=f"g/{game}", seq=finding.lines, event=ev.GameScored.TYPE)
            self.director.findings[notice.log] = finding
            self._step(slot, notice, f"{notice.log}#{notice.seq}")
        for game, end in found.close.items():
            assert slot is not None
            notice = cmd.Notice(log=f"g/{game}", seq=end.lines, event=ev.GameSealed.TYPE)
            self.director.endings[notice.log] = end
            self._sealed.append(game)
            self._step(slot, notice, f"{notice.log}#{notice.seq}")

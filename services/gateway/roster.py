"""Who may play: the entrants of all tournaments in play, known by the hash of their token."""

import asyncio
import hmac
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from croupier.contracts import events as ev
from croupier.contracts.errors import CroupierError, Unavailable
from croupier.contracts.specs import Scope
from croupier.contracts.streams import tournament_log

from .archive import Archive, Shelf
from .record import Record
from .tokens import token_hash
from .views import TournamentView

log = logging.getLogger(__name__)

EAGER = 0.1
"""Seconds that lie between two readings of the store for the sake of unknown tokens."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A token that is no entrant's, and what it allows in one tournament."""

    tournament: str
    scope: Scope


CHANGES = (ev.TournamentOpened, ev.EntrantEntered, ev.TournamentFinished)
"""Events that change whom a token stands for."""


@dataclass(frozen=True, slots=True)
class Identity:
    """An entrant of a tournament."""

    tournament: str
    entrant: str
    name: str
    token: str


class Logs(Protocol):
    """The part of an event log that the roster needs."""

    @property
    def partitions(self) -> int:
        """Number of partitions of the store."""

    async def live(self, partition: int) -> list[str]:
        """The logs of the partition that are in play."""

    async def read_many(self, wanted: Sequence[tuple[str, int]]) -> list[list[bytes]]:
        """The lines of each log past a number."""


class Roster:
    """Folds of the tournaments in play, kept up to date by reading the store every ``interval`` seconds.

    ``now`` is a monotonic clock in seconds, ``read_at`` the moment of the last reading that succeeded.
    """

    def __init__(self, logs: Logs, archive: Archive, now: Callable[[], float], interval: float = 1.0) -> None:
        self.views: dict[str, TournamentView] = {}
        self.records: dict[str, Record] = {}
        self.read_at = float("-inf")
        self._logs = logs
        self._archive = archive
        self._now = now
        self._interval = interval
        self._identities: dict[str, Identity] = {}
        self._access: dict[str, Opening] = {}
        self._reading = asyncio.Lock()
        self._begun = float("-inf")
        self._fine = False

    def view(self, tournament: str) -> TournamentView | None:
        """The fold of a tournament in play."""
        return self.views.get(tournament)

    def shelf(self, tournament: str) -> Shelf | None:
        """What is known of a tournament in play."""
        view = self.views.get(tournament)
        return None if view is None or view.spec is None else Shelf(view, self.records.get(tournament))

    async def find(self, token: str) -> Identity | None:
        """Whose token it is. For an unknown one the store is read, as its tournament may have opened just now.

        Raises ``Unavailable`` (``server/unready``) where it is unknown and the store cannot be reached.
        """
        found = self.identity(token)
        if found is not None:
            return found
        await asyncio.sleep(max(0.0, EAGER - (self._now() - self._begun)))
        if not await self.refresh():
            raise Unavailable("server/unready", "the tournaments cannot be read")
        return self.identity(token)

    def identity(self, token: str) -> Identity | None:
        """Whose token it is, as far as the last reading tells."""
        wanted = token_hash(token)
        found = self._identities.get(wanted)
        return found if found is not None and hmac.compare_digest(found.token, wanted) else None

    def access(self, token: str) -> Opening | None:
        """What a token allows that is no entrant's, as far as the last reading tells."""
        return self._access.get(token_hash(token))

    async def run(self, then: Callable[[], None] = lambda: None) -> None:
        """Keep up to date for ever; ``then`` is called after each reading."""
        while True:
            if await self.refresh():
                then()
            await asyncio.sleep(self._interval)

    async def refresh(self) -> bool:
        """Read what is new. ``False`` if the store cannot be reached.

        Readings never overlap, and one that began after the call, for another caller, counts for this one too.
        """
        called = self._now()
        async with self._reading:
            if self._begun < called:
                self._begun = self._now()
                self._fine = await self._attempt()
            return self._fine

    async def _attempt(self) -> bool:
        try:
            await self._read()
        except CroupierError as error:
            log.warning("tournaments cannot be read: %s", error)
            return False
        self.read_at = self._now()
        return True

    async def _read(self) -> None:
        names = await asyncio.gather(*(self._logs.live(number) for number in range(self._logs.partitions)))
        live = {name[2:] for partition in names for name in partition if name.startswith("t/")}
        views = {name: self.views.get(name) or TournamentView(name) for name in sorted(live)}
        following = [view for view in views.values() if not view.broken]
        news = await self._logs.read_many([(tournament_log(view.id), view.seq) for view in following])
        changed = views.keys() != self.views.keys()
        for view, lines in zip(following, news, strict=True):
            # In this order: what had left the store when it was read stands in the archive by now.
            changed |= bool(lines or view.closed) and await self._read_archive(view)
            changed |= _absorb(view, lines)
            self._let_go(view)
        self.views = views
        self.records = {name: record for name, record in self.records.items() if name in views}
        if changed:
            self._index()

    async def _read_archive(self, view: TournamentView) -> bool:
        """Go on in the archive's copy of a log: some lines left the store before they were read from there."""
        changed = False
        try:
            while lines := await asyncio.to_thread(self._archived, view.id):
                changed |= _absorb(view, lines)
                self._let_go(view)
        except (CroupierError, OSError) as error:
            log.error("the archive of tournament %s cannot be read: %s", view.id, error)
        return changed

    def _let_go(self, view: TournamentView) -> None:
        record = self.records.get(view.id)
        view.let_go(0 if record is None else record.seq)

    def _archived(self, tournament: str) -> list[bytes]:
        record = self.records.get(tournament)
        if record is None or not record.stands():
            record = self._archive.record(tournament)
            if record is None:
                return []
            self.records[tournament] = record
        return record.read_on()

    def _index(self) -> None:
        """Where one token stands for several entrants the tournament that runs counts, then the newest."""
        views = sorted(self.views.values(), key=lambda view: (not view.finished, view.opened_at))
        self._identities = {
            entrant.token: Identity(view.id, entrant.id, entrant.name, entrant.token)
            for view in views
            for entrant in view.entrants
        }
        self._access = {
            access.token: Opening(view.id, access.scope)
            for view in views
            for access in (view.spec.access if view.spec is not None else None) or ()
        }


def _absorb(view: TournamentView, lines: Sequence[bytes]) -> bool:
    """Fold lines; whether it changed whom tokens stand for. A line that cannot be read stops this fold alone."""
    changed = False
    for line in lines:
        try:
            changed |= isinstance(view.absorb(line), CHANGES)
        except Exception as error:  # noqa: BLE001 - whatever a foreign line does to a fold, other tournaments go on
            log.error("the log of tournament %s cannot be followed: %s", view.id, error)
            view.broken = True
            break
    return changed

"""The dealer as a service: its decider in the shell, with the beacons read from the tournaments' logs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from croupier.contracts import events as ev
from croupier.contracts.commands import DEALER_MESSAGE, DeckReveal, Notice
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import Line, read_trusted
from croupier.contracts.streams import Feed, tournament_log
from croupier.folds.ending import Ending
from croupier.folds.keys import Ring
from croupier.runtime.decider import Happened, Told, notice
from croupier.runtime.eventlog import EventLog
from croupier.runtime.keyed import KeyedShell, settled, tell_names, tell_seals
from croupier.runtime.skim import type_of
from croupier.runtime.slots import Slot
from croupier.runtime.states import NOTHING
from croupier.services.dealer import decider
from croupier.services.dealer.state import READS, Dealing, evolve

Message = DeckReveal | Notice

NOTICES: dict[type[ev.Event], tuple[Feed, ...]] = {
    ev.DeckCommitted: ("to:referee",),
    ev.DealDealt: ("to:referee",),
    ev.DeckRevealed: ("to:referee", "to:scoring"),
    ev.SeedCommitted: ("to:director",),
    ev.SeedRevealed: ("to:director",),
}


class Dealer:
    """The dealer's decider as the shell wants it."""

    by: ev.By = "dealer"

    def __init__(self, secrets: decider.Secrets) -> None:
        self.secrets = secrets

    def start(self, log: str) -> Dealing:
        """A log of which nothing is known."""
        return Dealing(log)

    def evolve(self, state: Dealing, line: Line) -> None:
        """Fold a line."""
        evolve(state, line)

    def decide(self, state: Dealing, message: Message, now: int) -> Iterable[ev.Event]:
        """Decide a command."""
        return decider.decide(self.secrets, state, message)

    def follow(self, state: Dealing, now: int) -> Iterable[ev.Event]:
        """What is due."""
        return decider.follow(self.secrets, state)

    def tell(self, state: Dealing, message: Message | None, happened: Sequence[Happened], now: int) -> Told:
        """Notices of what the dealer wrote."""
        told = Told()
        for item in happened:
            feeds = NOTICES.get(type(item.line.event), ()) if item.line.by == "dealer" else ()
            told.routes.extend(notice(feed, state.log, item) for feed in feeds)
        told.routes += tell_names(state.log, self.by, happened) + tell_seals(state.log, self.by, state.ending, happened)
        return told

    def done(self, state: Dealing) -> bool:
        """Everything that was hidden is revealed, and of a game sealed."""
        return state.revealed and (state.log.startswith("t/") or settled(self.by, state.ending))


class DealerShell(KeyedShell[Dealing, Message]):
    """Reads each tournament's beacon once."""

    reads = READS
    names = False
    judges = frozenset({ev.DeckCommitted, ev.DealDealt, ev.DeckRevealed, ev.GameSealed})

    def __init__(self, secret: bytes, log: EventLog, ring: Ring, **options: Any) -> None:
        self._beacons: dict[str, bytes] = {}
        self.secrets = decider.Secrets(secret, self._beacons, ring)
        super().__init__("dealer", Dealer(self.secrets), DEALER_MESSAGE, log, ring, **options)

    def ending(self, state: Dealing) -> Ending:
        """The end of play."""
        return state.ending

    def doubt(self, state: Dealing, line: Line) -> str:
        """What is wrong with a stored line."""
        return decider.doubt(self.secrets, state, line.event)

    def endorse(self, slot: Slot[Dealing]) -> Sequence[ev.Event]:
        """The seal, once all decks are found to be our own."""
        if slot.state.ending.lines:
            slot.state.ending.doubt = slot.state.ending.doubt or decider.doubt_of_decks(self.secrets, slot.state)
        return super().endorse(slot)

    def behind(self, slot: Slot[Dealing], message: Message) -> bool:
        """A command to reveal comes without a line number: the result has to be seen first."""
        if isinstance(message, DeckReveal):
            return not slot.state.over
        return super().behind(slot, message)

    async def _load(self, logs: Sequence[str], news: Mapping[str, int] = NOTHING) -> None:
        await super()._load(logs, news)
        await self._learn(logs)

    async def _catch_up(self, logs: Sequence[str]) -> None:
        await super()._catch_up(logs)
        await self._learn(logs)

    async def _learn(self, logs: Sequence[str]) -> None:
        """Read the beacons of tournaments whose games are among ``logs``, where they are not known yet."""
        states = [self.slots[log].state for log in logs if log in self.slots]
        games = [
            state for state in states if isinstance(state.opened, ev.GameOpened) and (state.decks or not state.over)
        ]
        unknown = sorted({state.tournament or "" for state in games} - self._beacons.keys())
        found = await self.log.read_many([(tournament_log(name), 0) for name in unknown]) if unknown else []
        for name, lines in zip(unknown, found, strict=True):
            try:
                beacon = beacon_in(lines)
            except Unreadable as error:  # its games get no cards: the decider says so
                self.leave_out(tournament_log(name), error)
                continue
            if beacon is not None:
                self._beacons[name] = beacon


def beacon_in(lines: Iterable[bytes]) -> bytes | None:
    """The beacon in the log of a tournament, ``None`` before it starts. Raises ``Unreadable`` for what is no line."""
    for raw in lines:
        if type_of(raw) == ev.TournamentStarted.TYPE:
            event = read_trusted(raw).event
            assert isinstance(event, ev.TournamentStarted)
            return bytes.fromhex(event.beacon)
    return None

"""A game or a whole tournament as it happened: moments in the order of their stamps."""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from croupier.audit.bundle import TOURNAMENT, Log, game_file
from croupier.audit.files import Files, lines
from croupier.audit.replay import Shown, Table, read_lines
from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import Line
from croupier.folds.tournament import TournamentState
from croupier.games.kernel import RuleError


class Moment(NamedTuple):
    """Something that happened ``at`` microseconds since the epoch, in ``log``; ``shown`` says what, as JSON."""

    at: int
    log: str
    shown: Shown


def of_game(log: Log, audience: str) -> Iterator[Moment]:
    """What ``audience`` saw of a game, moment by moment.

    Raises :class:`Unreadable`: ``replay/audience``, ``replay/broken``.
    """
    name = log.id()
    table = Table(name)
    for line in read_lines(log.lines()):
        if table.opened_as is None:
            table.set_up(line, audience)
            yield Moment(line.at, name, {"kind": "opened", **table.replay.header})
        elif (shown := table.take(line)) is not None:
            yield Moment(line.at, name, shown)


def of_tournament(files: Files, moves: bool = False) -> Iterator[Moment]:
    """What happened in a tournament; with ``moves`` also at its tables, as the public saw it.

    Only the games that were open at a time are followed, so that memory stays as it is. A log that is not there is
    passed over. Raises :class:`Unreadable`, ``replay/broken``.
    """
    merged = _Merged(files)
    state: TournamentState | None = None
    names: dict[str, str] = {}
    for line in read_lines(lines(files, TOURNAMENT)):
        yield from merged.until(line.at)
        state = state or _opened(line)
        if len(names) < len(state.entrants):  # nobody is ever taken out of the field
            names = {who.id: who.name for who in state.entrants.values()}
        shown = _shown(state, line, names)
        try:
            due = state.evolve(line)
        except (Unreadable, RuleError, LookupError) as error:
            raise Unreadable("replay/broken", str(error), place=f"line {line.seq}", hint="see croupier audit") from None
        if shown is not None:
            yield Moment(line.at, state.log, shown)
        for game in due.opens if moves else ():
            merged.open(game.id)
    yield from merged.until(None)


class _Merged:
    """Games that are being played, and the next moment of each."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._next: list[tuple[int, str, Moment, Iterator[Moment]]] = []

    def open(self, game: str) -> None:
        """Follow a game from its first line on, if its log is here."""
        if self._files.has(game_file(game)):
            self._push(of_game(Log(self._files, game_file(game)), "public"))

    def until(self, at: int | None) -> Iterator[Moment]:
        """The moments up to ``at``; ``None``: all that are left."""
        while self._next and (at is None or self._next[0][0] <= at):
            _, _, moment, course = heappop(self._next)
            yield moment
            self._push(course)

    def _push(self, course: Iterator[Moment]) -> None:
        moment = next(course, None)
        if moment is not None:
            heappush(self._next, (moment.at, moment.log, moment, course))


def _opened(line: Line) -> TournamentState:
    if isinstance(line.event, ev.TournamentOpened):
        return TournamentState(f"t/{line.event.spec.id}")
    reason = "this is not the log of a tournament: it does not begin with tournament.opened"
    raise Unreadable("replay/broken", reason, place="line 1")


def _shown(state: TournamentState, line: Line, names: dict[str, str]) -> Shown | None:
    """What a line says, with names for ids; taken before the fold forgets the game that it is about."""
    match line.event:
        case ev.TournamentOpened(spec=spec):
            who = [{"entrant": each.id, "name": each.name} for each in spec.entrants]
            return {"kind": "opened", "tournament": spec.id, "name": spec.name, "game": spec.game, "entrants": who}
        case ev.RoundPaired() as paired:
            games = [{"game": game.id, "seats": [names.get(who, who) for who in game.seats]} for game in paired.games]
            return {"kind": "paired", "round": paired.round, "games": games, "byes": paired.byes}
        case ev.GameRecorded() as result:
            game = state.playing.get(result.id)
            seats = [names.get(who, who) for who in game.seats] if game is not None else []
            told = result.model_dump(include={"points", "places", "outcome", "why", "failures"}, exclude_none=True)
            return {"kind": "recorded", "game": result.id, "seats": seats, **told}
        case ev.GameReplayed(id=old, game=new, why=why):
            seats = [names.get(who, who) for who in new.seats]
            return {"kind": "replayed", "game": old, "instead": new.id, "seats": seats, "why": why}
        case ev.DisputeRaised() | ev.DisputeExamined() | ev.DisputeRuled() as event:
            return _of_dispute(event, names)
        case ev.RoundClosed() as closed:
            return {"kind": "closed", "round": closed.round, "standings": _rows(closed.standings, names)}
        case ev.TournamentFinished() as finished:
            return {"kind": "finished", "standings": _rows(finished.standings, names)}
    return _of_life(line.event, names)


def _of_life(event: ev.Event, names: dict[str, str]) -> Shown | None:
    """What becomes of the field and of the tournament as a whole."""
    match event:
        case ev.EntrantRegistered(entrant=entrant, name=name):
            return {"kind": "registered", "entrant": entrant, "name": name}
        case ev.EntrantWithdrawn(entrant=entrant, why=why):
            return {"kind": "withdrawn", "entrant": entrant, "name": names.get(entrant, entrant), "why": why}
        case ev.EntrantDisqualified(entrant=entrant) as out:
            told = out.model_dump(include={"failures", "games", "counted"})
            return {"kind": "disqualified", "entrant": entrant, "name": names.get(entrant, entrant), **told}
        case ev.EntrantEntered() | ev.EntrantReturned() | ev.EntrantReplaced() as change:
            return _of_field(change, names)
        case _ if type(event) in COURSE:
            return {"kind": COURSE[type(event)], **event.model_dump(exclude_none=True)}
        case ev.TournamentStarted():
            return {"kind": "started"}
    return None


COURSE: dict[type[ev.Event], str] = {
    ev.RoundsAdded: "lengthened", ev.StartReleased: "released", ev.TournamentPaused: "paused",
    ev.TournamentResumed: "resumed", ev.TournamentStopping: "stopping",
}  # fmt: skip
"""What is told of the course of a tournament with the words of its event."""


def _of_field(event: ev.EntrantEntered | ev.EntrantReturned | ev.EntrantReplaced, names: dict[str, str]) -> Shown:
    if isinstance(event, ev.EntrantEntered):
        return {"kind": "entered", "entrant": event.entrant.id, "name": event.entrant.name, "why": event.why}
    kind = "returned" if isinstance(event, ev.EntrantReturned) else "changed"
    told = event.model_dump(include={"entrant", "program", "why"})
    return {"kind": kind, "name": names.get(event.entrant, event.entrant), **told}


def _of_dispute(event: ev.DisputeRaised | ev.DisputeExamined | ev.DisputeRuled, names: dict[str, str]) -> Shown:
    told = event.model_dump(exclude_none=True)
    if isinstance(event, ev.DisputeRaised):
        who = "the organiser" if event.entrant is None else names.get(event.entrant, event.entrant)
        return {"kind": "disputed", "who": who, **told}
    return {"kind": "examined" if isinstance(event, ev.DisputeExamined) else "ruled", **told}


def _rows(standings: list[ev.Standing], names: dict[str, str]) -> list[Shown]:
    return [{"name": names.get(row.entrant, row.entrant), **row.model_dump(exclude_none=True)} for row in standings]

"""Disputes, rulings, and games that are played anew, each against its ground in the log."""

from collections.abc import Callable, Iterable, Iterator

from croupier.audit.context import Problem
from croupier.audit.examine import Case
from croupier.audit.findings import Finding
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.errors import NotAllowed
from croupier.contracts.ids import again
from croupier.contracts.streams import game_log
from croupier.folds import disputing
from croupier.folds.faults import FAULT
from croupier.folds.rulings import contradicts, due, following, replaying, same
from croupier.folds.tournament import TournamentState

Lines = Callable[[str], Iterable[bytes] | None]
"""The log of a game, stored lines with their newlines; ``None`` where it is not at hand."""


def raised(state: TournamentState, event: ev.DisputeRaised) -> Iterator[Problem]:
    """Whether this dispute could be raised, and has the id that is next."""
    if not state.life.started:
        return  # the fold says so
    asked = cmd.DisputeRaise(
        id="audit", tournament=state.id, game=event.game, entrant=event.entrant, claim=event.claim, ply=event.ply,
        why=event.text,
    )  # fmt: skip
    try:
        right = list(disputing.answer(disputing.Case(state.life, state.books, state.docket), asked))
    except NotAllowed as error:
        yield Problem("audit/dispute", f"this could not be disputed: {error.reason}", found=error.code)
        return
    if not right:
        yield Problem("audit/dispute", "this was disputed before")
    elif right != [event]:
        yield Problem("audit/dispute", "the dispute has another id", found=event.dispute)


def examined(state: TournamentState, event: ev.DisputeExamined, lines: Lines) -> Iterator[Problem]:
    """The game is judged again, and must give the same."""
    dispute = state.docket.open.get(event.dispute)
    entry = None if dispute is None else state.books.find(dispute.game)
    if dispute is None or dispute.examined is not None:
        return  # the fold says so
    if entry is None or entry.result is None or not state.has_closed(dispute.game):
        reason = f"{dispute.game} was examined before it was closed, or when it did not count"
        yield Problem("audit/examination", reason)
        return
    stored = lines(dispute.game)
    if stored is None:
        return
    right = Case(state, dispute).examine(stored)
    if right != event:
        reason = f"examining {dispute.game} gives something else"
        yield Problem("audit/examination", reason, _told(right), _told(event))


def _told(event: ev.DisputeExamined) -> str:
    codes = " ".join(dict.fromkeys(found.code for found in event.findings))
    result = "" if event.result is None else f", {event.result.points} {event.result.places}"
    return f"{event.clear or 'the organiser decides'}, {event.total} findings{f' ({codes})' if codes else ''}{result}"


def ruled(state: TournamentState, event: ev.DisputeRuled) -> Iterator[Problem]:
    """A ruling follows from its examination, or is one that the organiser could give."""
    dispute = state.docket.open.get(event.dispute)
    if dispute is None or state.spec is None:
        yield Problem("audit/ruling", "no dispute waits for this ruling", found=event.dispute)
        return
    right = following(state.spec, state.books, state.docket, state.paired, dispute)
    entry = state.books.find(dispute.game)
    if right is not None or event.by == "examination":
        if right != event:
            expected = "the organiser's" if right is None else _said(right)
            yield Problem("audit/ruling", "the ruling is not the one that follows", expected, _said(event))
    elif dispute.examined is None:
        yield Problem("audit/ruling", f"{dispute.game} was ruled before it was examined")
    elif entry is None or entry.result is None:
        yield Problem("audit/ruling", f"{dispute.game} was ruled before it had a result")
    else:
        yield from _given(state, dispute.game, event)


class Answers:
    """What rulings have put right: whatever an examination found in a game whose own result counts no more."""

    def __init__(self) -> None:
        self._own: dict[str, ev.GameRecorded] = {}
        self._found: dict[str, set[tuple[str, int]]] = {}

    def take(self, state: TournamentState, event: ev.DisputeRuled) -> None:
        """Before the fold: a ruling that lets a game's own result count, now or again, puts nothing right."""
        dispute = state.docket.open.get(event.dispute)
        if dispute is None or dispute.examined is None or event.ruling == "dismissed":
            return
        log, entry = game_log(dispute.game), state.books.find(dispute.game)
        counts = None if entry is None else entry.result
        if event.result is not None and counts is not None and same(event.result, self._own.setdefault(log, counts)):
            self._found.pop(log, None)
            return
        found = {(each.code, each.line) for each in dispute.examined.findings}
        self._found.setdefault(log, set()).update(found)

    def cover(self, finding: Finding) -> bool:
        """Whether a finding is on record and was put right."""
        return (finding.code, finding.line) in self._found.get(finding.log, ())


def _given(state: TournamentState, game: str, event: ev.DisputeRuled) -> Iterator[Problem]:
    """What the organiser gave, as the director takes it."""
    assert state.spec is not None
    result = event.result if event.ruling == "corrected" else None
    points, places = (result.points, result.places) if result is not None else (None, None)
    asked = cmd.DisputeRule(
        id="audit", tournament=state.id, dispute=event.dispute, ruling=event.ruling, why=event.why, seats=event.seats,
        board=event.board, points=points, places=places,
    )  # fmt: skip
    try:
        right = disputing.ruling(state.books, game, asked)
    except NotAllowed as error:
        yield Problem("audit/ruling", f"no ruling that can be given: {error.reason}", found=error.code)
        return
    if right != event:
        yield Problem("audit/ruling", "the ruling does not lead to this", _said(right), _said(event))
    elif contradicts(state.spec, state.books, state.paired, game, right.result, replay=right.ruling == "replay"):
        yield Problem("audit/ruling", f"who won the match of {game} had met others by then", found=_said(event))


def _said(event: ev.DisputeRuled) -> str:
    result = "" if event.result is None else f", {event.result.points} {event.result.places} {event.result.outcome}"
    board = f", {event.board} board" if event.board else ""
    return f"{event.ruling} by {event.by}{result}{board}: {event.why}"


def replayed(state: TournamentState, event: ev.GameReplayed) -> Iterator[Problem]:
    """A game is replayed as a ruling says or, where it was void, on its own board and as often as the policy says."""
    entry = state.books.find(event.id) if state.spec is not None else None
    if entry is None or entry.result is None:
        return  # the fold says so
    ruled = state.docket.owed.get(event.id)
    if ruled is not None:
        right = replaying(state.books, event.id, ruled)
        if right != event:
            yield Problem("audit/replay", "the replay is not the one that was ruled", _where(right), _where(event))
    elif event.id not in state.voided:
        reason = f"{event.id} is replayed, though nobody ruled so, and it was not void or was played often enough"
        yield Problem("audit/replay", reason, found=entry.result.outcome)
    elif event != (right := _anew(entry.game)):
        yield Problem("audit/replay", f"{event.id} was void, and is replayed otherwise", _where(right), _where(event))


def _anew(game: ev.PairedGame) -> ev.GameReplayed:
    """The replay of a game that a fault of the server has spoiled."""
    instead = ev.PairedGame(id=again(game.id), board=game.board, seats=game.seats)
    return ev.GameReplayed(id=game.id, game=instead, why=FAULT)


def _where(event: ev.GameReplayed) -> str:
    said = f" ({event.game.why})" if event.game.why else ""
    return f"{event.game.id} on {event.game.board}: {' '.join(event.game.seats)}{said}: {event.why}"


def closing(state: TournamentState, event: ev.DisputesClosing, at: int) -> Iterator[Problem]:
    """The time for disputes begins when all is played, and is as long as the specification says."""
    window = state.life.window
    if not window:
        return  # the fold says so
    if state.left or state.docket.owed:
        reason = "the time for disputes begins before all is played"
        yield Problem("audit/not-due", reason, found=", ".join(f"round {number}" for number in state.left))
    if event.until != at + window:
        reason = "the time for disputes is to end at another moment"
        yield Problem("audit/not-due", reason, str(at + window), str(event.until))


def carried_out(state: TournamentState) -> Iterator[Problem]:
    """Whatever follows by itself from voids, examinations and rulings stands before the tournament goes on."""
    if state.spec is None:
        return
    for game in state.voided:
        yield Problem("audit/replay", f"{game} was to be played anew before this")
    for event in due(state.spec, state.books, state.docket, state.paired):
        if isinstance(event, ev.GameReplayed):
            yield Problem("audit/replay", f"{event.id} was to be played anew before this", _where(event))
        elif isinstance(event, ev.DisputeRuled):
            yield Problem("audit/ruling", f"{event.dispute} was to be ruled before this", _said(event))

"""A whole audit: a bundle, or a single log. Games are shared out among processes."""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path

from croupier.audit import derived
from croupier.audit.bundle import TOURNAMENT, Bundle, Log, seed_ahead
from croupier.audit.checkpoints import Pins
from croupier.audit.context import Expected, Setting
from croupier.audit.findings import Counts, Finding, Report
from croupier.audit.game import GameAudit
from croupier.audit.places import find
from croupier.audit.tournament import TournamentAudit
from croupier.contracts.errors import Unreadable

NO_PINS: Pins = {}

BATCH = 32
"""Games that a process takes at a time."""

AHEAD = 4
"""Batches that wait for each process, so that none stands idle and none piles up."""

KEPT = 1000
"""Findings that are kept. Where more is wrong, the first ones say it."""

Progress = Callable[[int], None]
END = float("inf")
"""Where findings stand that belong to no line of the tournament's log."""

Outcome = tuple[Expected, list[Finding], Counts, str]
"""Of one game: what was expected of it, findings, counts, and the head of its log."""


def audit(
    path: Path, jobs: int = 1, progress: Progress | None = None, partial: bool = False, pins: Pins = NO_PINS
) -> Report:
    """Audit a bundle (a folder or a zip file) or a single log.

    ``jobs``: processes; ``progress`` is called with the number of games done; ``partial``: what is missing only
    because play is not over is noted and nothing more; ``pins``: keys of services that are known from elsewhere.
    Raises :class:`Unreadable`, family ``bundle``, for what is neither bundle nor log.
    """
    found = find(path)
    report = audit_log(found, pins) if isinstance(found, Log) else audit_bundle(found, jobs, progress, pins)
    report.subject = str(path)
    if partial:
        report.findings = _as_far_as(report.findings)
    return report


OPEN_ENDS = frozenset({"audit/unfinished", "audit/unrevealed"})
MISSING = OPEN_ENDS | {
    "seal/missing",
    "audit/closed",
    "bundle/missing-game",
    "bundle/extra-game",
    "bundle/heads",
    "bundle/derived",
}


def _as_far_as(findings: list[Finding]) -> list[Finding]:
    """Turn into notes what must be so while play goes on."""
    running = any(finding.code == "audit/unfinished" for finding in findings)
    noted = MISSING if running else OPEN_ENDS
    return [replace(finding, note=finding.note or finding.code in noted) for finding in findings]


def audit_bundle(bundle: Bundle, jobs: int = 1, progress: Progress | None = None, pins: Pins = NO_PINS) -> Report:
    """Audit a bundle: the tournament's log, every game, the files that follow from them.

    A game's findings stand before the line of the tournament's log that records it, for they came before it.
    """
    report = Report(str(bundle.files.place))
    check = derived.Derived(bundle)
    tournament = TournamentAudit(_log_of(bundle), seed_ahead(bundle.log), pins, check.row, _lines_of(bundle))
    placed: list[tuple[float, Finding]] = []
    closed = tournament.run(bundle.log.lines())
    for done, (game, findings, counts, head) in enumerate(_games(bundle, tournament, closed, jobs), 1):
        placed += [(_order(game, finding), finding) for finding in findings[: max(0, KEPT - len(placed))]]
        report.counts.add(counts)
        check.head(game.id, head)
        if progress is not None:
            progress(done)
    report.counts.add(tournament.counts)
    placed = [(at, _answered(tournament, finding)) for at, finding in placed]
    placed += [(finding.line or END, finding) for finding in tournament.findings]
    placed += [(END, finding) for finding in _files(bundle, tournament)]
    sound = all(finding.note for _, finding in placed)
    placed += [(END, finding) for finding in check.findings(tournament, sound)]
    report.findings = [finding for _, finding in sorted(placed, key=lambda item: item[0])][:KEPT]
    report.keys = tournament.state.keys.all()
    report.disputes = list(tournament.state.docket.disputes.values())
    if tournament.broken:
        report.unchecked.append("the tournament's log after its first break, and the games recorded there")
    return report


def _lines_of(bundle: Bundle) -> Callable[[str], Iterable[bytes] | None]:
    """The logs of a bundle's games, for those that were disputed."""
    return lambda game: log.lines() if bundle.files.has((log := bundle.game(game)).name) else None


def _answered(tournament: TournamentAudit, finding: Finding) -> Finding:
    """What an examination put on record and a ruling has answered is a note: the tournament has put it right."""
    return replace(finding, note=True) if tournament.answers.cover(finding) else finding


def _log_of(bundle: Bundle) -> str:
    """The id of the tournament's log. A manifest that was damaged is not believed; then the log speaks for itself."""
    if any(derived.damaged(bundle)):
        with suppress(Unreadable):
            if (own := bundle.log.id()).startswith("t/"):
                return own
    return f"t/{bundle.tournament}"


def _order(game: Expected, finding: Finding) -> float:
    return game.recorded_line if finding.log.startswith("t/") else game.recorded_line - 0.5


def _files(bundle: Bundle, tournament: TournamentAudit) -> list[Finding]:
    """Files of games that were never recorded. What a broken log no longer says is no ground for that."""
    if tournament.broken:
        return []
    return [
        Finding("bundle/extra-game", f"games/{name}.jsonl", 0, _extra(name, tournament.known))
        for name in sorted(set(bundle.games()) - tournament.recorded)
    ]


def _extra(name: str, known: set[str]) -> str:
    return "the tournament recorded no result of this game" if name in known else "the tournament has no such game"


# --- games, in this process or in several


def _games(bundle: Bundle, tournament: TournamentAudit, games: Iterator[Expected], jobs: int) -> Iterator[Outcome]:
    """The outcome of every game, in the order in which they were closed."""
    batches = iter(lambda: list(islice(games, BATCH)), [])
    with ExitStack() as stack:
        pool = stack.enter_context(ProcessPoolExecutor(jobs, initializer=_ignore_interrupts)) if jobs > 1 else None
        running: deque[Future[list[Outcome]]] = deque()
        for batch in batches:
            assert tournament.setting is not None
            if pool is None:
                yield from audit_games(bundle, tournament.setting, batch)
                continue
            running.append(pool.submit(audit_games, bundle, tournament.setting, batch))
            if len(running) > jobs * AHEAD:
                yield from running.popleft().result()
        while running:
            yield from running.popleft().result()


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that shares out the work; the others end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def audit_games(bundle: Bundle, setting: Setting, batch: Sequence[Expected]) -> list[Outcome]:
    """Audit some games of a bundle against what its tournament's log says of them."""
    return [_game(bundle, setting, game) for game in batch]


def _game(bundle: Bundle, setting: Setting, game: Expected) -> Outcome:
    stored = bundle.game(game.id)
    if not bundle.files.has(stored.name):
        reason = f"the log of {game.id} is missing"
        missing = Finding("bundle/missing-game", f"t/{setting.tournament}", game.recorded_line, reason)
        return game, [missing], Counts(), ""
    log = f"g/{game.id}"
    try:
        done = GameAudit(log, setting, game).run(stored.lines())
    except Unreadable as error:
        return game, [Finding(error.code, log, 0, error.reason)], Counts(), ""
    return game, done.findings, done.counts, done.end


# --- a single log


ALONE = (
    "the decks: they need the tournament's beacon",
    "that the board seed follows from the tournament's seed",
    "that those who sealed this log are the services of its tournament",
    "that the tournament paired this game so, on this board, and recorded this result",
)


def audit_log(log: Log, pins: Pins = NO_PINS) -> Report:
    """Audit one log. A game inside a bundle is judged with its tournament's log, any other by itself."""
    name = log.id()
    if name.startswith("t/"):
        return _tournament_alone(log, name, pins)
    if log.in_bundle:
        return _game_in_bundle(log, name, pins)
    report = Report(log.place, unchecked=list(ALONE))
    return _judged(report, GameAudit(name).run(log.lines()))


def _judged(report: Report, done: GameAudit) -> Report:
    report.findings = done.findings
    report.counts = done.counts
    return report


def _tournament_alone(log: Log, name: str, pins: Pins) -> Report:
    tournament = TournamentAudit(name, seed_ahead(log), pins)
    deque(tournament.run(log.lines()), maxlen=0)
    unchecked = ["the games themselves: their logs are not here"]
    if tournament.state.docket.disputes:
        unchecked.append("what examining disputed games has found: it needs their logs")
    findings = sorted(tournament.findings, key=lambda finding: finding.line or END)
    return Report(log.place, findings, unchecked, tournament.counts)


def _game_in_bundle(log: Log, name: str, pins: Pins) -> Report:
    beside = Log(log.files, TOURNAMENT)
    tournament = TournamentAudit(beside.id(), seed_ahead(beside), pins)
    found = _find(tournament.run(beside.lines()), name[2:])
    report = Report(log.place)
    if found is None or tournament.setting is None:
        report.unchecked = list(ALONE)
        reason = f"{beside.place} recorded no result of this game"
        report.findings = [Finding("bundle/extra-game", name, 0, reason)]
        done = GameAudit(name).run(log.lines())
    else:
        done = GameAudit(name, tournament.setting, found).run(log.lines())
    done.findings = [*report.findings, *done.findings]
    return _judged(report, done)


def _find(games: Iterable[Expected], wanted: str) -> Expected | None:
    return next((game for game in games if game.id == wanted), None)

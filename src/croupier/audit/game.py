"""The audit of one game's log: re-deal, re-referee, re-score."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from croupier.audit import cards, clocks, moves, order, scores, sealed, signed
from croupier.audit.chain import Chain
from croupier.audit.context import Expected, Problem, Setting
from croupier.audit.findings import Counts, Finding
from croupier.audit.recorded import anchors, check_opening, check_record
from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import Line
from croupier.folds.game import GameState
from croupier.folds.writers import WRITERS
from croupier.games.kernel import RuleError

NEVER = 1 << 63
"""Later than any stamp."""


class GameAudit:
    """One pass over a game's log. ``findings`` are in reading order after :meth:`run`.

    ``setting`` and ``expected``: what the tournament's log says of the game; without them the log is
    judged by itself.
    """

    def __init__(self, log: str, setting: Setting | None = None, expected: Expected | None = None) -> None:
        self.log = log
        self.setting = setting
        self.expected = expected
        self.state = GameState(log, facts=False)
        self.dealt = cards.Dealt()
        self.findings: list[Finding] = []
        self.counts = Counts(logs=1, games=1)
        self.heads: dict[int, str] = {}
        self.end = ""
        self._since = 0
        self._scored = 0
        self._latest: dict[str, int] = {}
        self._must_fail: int | None = None
        self._played = ""
        self._signed = False
        self._latest_right = self._bound(None if expected is None else expected.recorded_at)

    def run(self, lines: Iterable[bytes]) -> "GameAudit":
        """Audit ``lines``, the stored lines with their newlines. Stops folding at the first line that cannot stand."""
        wanted = anchors(self.expected)
        chain = Chain(self.log, lines, wanted)
        broken = False
        for line, head in chain:
            self.counts.lines += 1
            self.end = head
            if line.seq in wanted:
                self.heads[line.seq] = head
            broken = broken or not self._take(line)
        if chain.finding is not None:
            self.findings.append(chain.finding)
        elif not broken:
            self._check_end()
        self._check_cards()
        if self.expected is not None and self.setting is not None and chain.finding is None and not broken:
            ends = self.counts.lines, self._scored
            self.findings += check_record(self.state, self.setting, self.expected, *ends, self.heads)
        self.findings.sort(key=lambda finding: (finding.log != self.log, finding.line or 1 << 53))
        return self

    # --- line by line

    def _take(self, line: Line) -> bool:
        """Check a line and fold it. ``False``: it cannot stand here, and nothing after it can be judged."""
        event = line.event
        if line.by not in WRITERS[type(event)] or type(event) is ev.GameSealed:
            self._report(line, order.writer(line))
        if line.at < self._latest.get(line.by, 0):
            self._report_clock(line)
        else:
            self._latest[line.by] = line.at
        if line.at > self._latest_right:
            self._report_late(line)
        problem = order.place(self.state, event)
        if problem is None and self._must_fail is not None:
            problem = self._owed(event)
        if problem is not None:
            self._report(line, problem)
            return False
        good = True
        for each in self._before(line):
            good = self._report(line, each) and good
        return good and self._fold(line)

    def _before(self, line: Line) -> Iterable[Problem]:
        event, state = line.event, self.state
        if type(event) is ev.ActionTaken:
            self.counts.decisions += 1
            if event.seat != state.to_act:
                return moves.NOTHING  # whose time it was is no question any more: the fold refuses it
            charge = clocks.charged(state, event, line.at, self._since)
            engine = moves.taken(state, event)
            if self._signed or event.signature is not None:
                return [*engine, *charge, *signed.word(state, event)]
            return [*engine, *charge] if engine or charge else moves.NOTHING
        if isinstance(event, ev.GameOpened):
            return self._opening(line, event)
        if isinstance(event, ev.SeatForfeited):
            return [*clocks.forfeited(state, line, self._since), *signed.word(state, event)]
        if isinstance(event, ev.GameVoided):
            return clocks.voided(state, line, self._since)
        if isinstance(event, ev.ActionRefused):
            return [*moves.refused(state, event), *signed.word(state, event)]
        if isinstance(event, ev.DeckRevealed) and self.expected is not None:
            return self._early(line, "the deck was shown while its board was still played", self.expected.over)
        if isinstance(event, ev.GameSealed):
            keys = None if self.expected is None else self.expected.keys
            return sealed.check(self.log, state.ending, self._played, event, keys)
        check = _BEFORE.get(type(event))
        return check(state, event) if check else moves.NOTHING

    def _opening(self, line: Line, event: ev.GameOpened) -> Iterator[Problem]:
        self._signed = any(seat.key for seat in event.seats)
        yield from moves.set_up(event)
        if self.setting is not None and self.expected is not None:
            yield from check_opening(event, self.setting, self.expected)
            yield from self._early(line, "the game was opened before it was its turn", self.expected.due)

    def _fold(self, line: Line) -> bool:
        event = line.event
        try:
            self.state.evolve(line)
        except Unreadable as error:
            self._report(line, Problem(error.code, error.reason))
            return False
        except RuleError as error:
            self._report(line, moves.illegal(event, error))
            return False
        self._note(line, event)
        return True

    def _note(self, line: Line, event: ev.Event) -> None:
        """Keep what later lines are judged by."""
        if isinstance(event, ev.ActionTaken):
            self._since = line.at
        elif isinstance(event, ev.DealDealt):
            self._since = line.at
            self.dealt.note_deck(line, event.deal, event.deck)
        elif isinstance(event, ev.DeckCommitted):
            self.dealt.committed = (line.seq, event.commitment)
        elif isinstance(event, ev.GameScored):
            self._scored = line.seq
            self._latest_right = self._bound(None if self.expected is None else self.expected.closed_at)
        elif isinstance(event, ev.DeckRevealed):
            self.dealt.revealed = (line.seq, event.board_seed)
            self._played = self.end
        elif isinstance(event, ev.ActionRefused) and event.strikes >= self._limit():
            self._must_fail = event.seat

    def _limit(self) -> int:
        assert self.state.opened is not None
        return self.state.opened.policy.strikes

    def _owed(self, event: ev.Event) -> Problem | None:
        """Once a seat has used up its strikes, its forfeit is the next line."""
        seat, self._must_fail = self._must_fail, None
        if seat is None or (isinstance(event, ev.SeatForfeited) and event.seat == seat):
            return None
        return Problem("audit/strikes", f"seat {seat} has used up its strikes and must forfeit here", found=event.TYPE)

    @staticmethod
    def _bound(at: int | None) -> int:
        """The latest stamp that a line can have which the tournament knew ``at`` a moment; without one any."""
        return NEVER if at is None else at + clocks.SKEW

    def _report_late(self, line: Line) -> None:
        """Once is enough: whatever follows is later still."""
        bound, self._latest_right = self._latest_right - clocks.SKEW, NEVER
        reason = "the line is stamped later than the tournament's line that knows of it"
        self._add(line.seq, Problem("audit/stamps", reason, f"≤ {bound}", str(line.at)))

    def _early(self, line: Line, reason: str, due: int | None) -> Iterator[Problem]:
        """What the tournament's log lets happen from ``due`` on does not happen before.

        The stamp of a clock that was set back, which is noted, tells nothing of that.
        """
        set_back = line.at < self._latest.get(line.by, 0) - clocks.SKEW
        if due is not None and line.at < due - clocks.SKEW and not set_back:
            yield Problem("audit/early", reason, f"≥ {due}", str(line.at))

    def _report_clock(self, line: Line) -> None:
        """Clocks may be set back; it is worth a note and no more, for the order of the lines is the chain's."""
        before = self._latest[line.by]
        if line.at < before - clocks.SKEW:
            reason = f"{line.by}'s clock went back"
            self._add(line.seq, Problem("audit/clock-back", reason, f"≥ {before}", str(line.at)), note=True)

    # --- at the end

    def _check_end(self) -> None:
        state = self.state
        if state.opened is None:
            self._add(0, Problem("audit/unfinished", "the log is empty"))
        elif state.result is None:
            self._add(0, Problem("audit/unfinished", "the log ends before the game has a result (--partial allows it)"))
        elif state.revealed is None:
            self._add(0, Problem("audit/unrevealed", "the log ends before the deck is revealed"))
        elif self.expected is None or self.expected.keys is not None:
            self._check_seals()

    def _check_seals(self) -> None:
        problem = sealed.missing(self.state.ending)
        if problem is not None:
            self._add(self.counts.lines, problem)

    def _check_cards(self) -> None:
        opened = self.state.opened
        if opened is None:
            return
        board = self.expected.board if self.expected is not None else opened.board
        seed, beacon = (self.setting.seed, self.setting.beacon) if self.setting is not None else (None, None)
        for number, problem in cards.check(self.state, self.dealt, board, seed, beacon):
            self._add(number, problem)

    # --- findings

    def _report(self, line: Line, problem: Problem | None) -> bool:
        """Add a finding; whether the fold may go on after it."""
        if problem is None:
            return True
        self._add(line.seq, problem)
        return problem.code not in STOPS

    def _add(self, number: int, problem: Problem, note: bool = False) -> None:
        self.findings.append(
            Finding(problem.code, self.log, number, problem.reason, problem.expected, problem.found, note)
        )


STOPS = frozenset({"audit/options", "audit/rules-version"})
"""After these the game cannot be played on, and whatever followed would say nothing new."""

_BEFORE: dict[type[ev.Event], Callable[[GameState, Any], Iterator[Problem]]] = {
    ev.DealPlayed: scores.played,
    ev.DealScored: scores.deal_scored,
    ev.GameScored: scores.game_scored,
}

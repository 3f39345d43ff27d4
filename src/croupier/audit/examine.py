"""A disputed game judged again, from its log alone and by what an audit judges it by.

The director does this while the tournament runs, an auditor again after it: the same log gives the same words.
"""

from collections.abc import Iterable, Sequence

from croupier.audit.context import Expected, Setting, setting_of
from croupier.audit.findings import Finding
from croupier.audit.game import GameAudit
from croupier.audit.scores import result
from croupier.contracts import events as ev
from croupier.contracts.disputes import MOST_FOUND
from croupier.contracts.errors import Unreadable
from croupier.contracts.ids import round_of
from croupier.contracts.streams import game_log
from croupier.folds.docket import Dispute
from croupier.folds.faults import OF_TIME
from croupier.folds.rounds import cut
from croupier.folds.rulings import same
from croupier.folds.tournament import TournamentState

SCORES = frozenset({"audit/score-line", "audit/points", "audit/result"})
"""Findings that say no more than that the scores are wrong."""

OF_THE_LOG = frozenset({"illegal-move", "wrong-score", "wrong-deck"})
"""Claims that the log alone decides."""


class Case:
    """What the tournament's log says of a disputed game, taken before its own log is read."""

    def __init__(self, state: TournamentState, dispute: Dispute) -> None:
        entry = state.books.find(dispute.game)
        assert entry is not None
        assert entry.result is not None
        game, keys = entry.game, state.keys.all() if state.keys.complete else None
        self.dispute = dispute.raised
        self.setting: Setting = setting_of(state, None)
        self.expected = Expected(game.id, round_of(game.id), game.board, tuple(game.seats), entry.result, keys=keys)

    def examine(self, lines: Iterable[bytes]) -> ev.DisputeExamined:
        """Judge the game. ``lines``: the whole log, stored lines with their newlines."""
        log = game_log(self.expected.id)
        audited = GameAudit(log, self.setting, self.expected)
        try:
            audited.run(lines)
        except Unreadable as error:
            return self._told([Finding(error.code, log, 0, error.reason)], None, "the log cannot be read")
        found = [finding for finding in audited.findings if finding.log == log]
        return self._concluded(audited, found)

    def _concluded(self, audited: GameAudit, found: Sequence[Finding]) -> ev.DisputeExamined:
        claim, wrong = self.dispute.claim, [finding for finding in found if not finding.note]
        if claim in OF_THE_LOG and not wrong:
            return self._told(found, "dismissed", "judged again from its log, nothing is wrong with the game")
        if claim in OF_THE_LOG and {finding.code for finding in wrong} <= SCORES:
            return self._corrected(audited, found)
        if claim == "clock" and not found and not any(each.why in OF_TIME for each in audited.state.forfeits):
            return self._told(found, "dismissed", "nobody's time ran out, and all stamps are in order")
        return self._told(found, None, f"{len(wrong)} findings; the organiser decides")

    def _corrected(self, audited: GameAudit, found: Sequence[Finding]) -> ev.DisputeExamined:
        """Where nothing but the scores is wrong, the play gives the right ones."""
        right = result(audited.state)
        if right is None:
            return self._told(found, None, "the scores are wrong, and the play gives none; the organiser decides")
        if same(right, audited.state.result):
            return self._told(found, None, "lines of the score are wrong, the result is right; the organiser decides")
        told = ev.Amended(points=right.points, places=right.places, outcome=right.outcome, failures=right.failures)
        return self._told(found, "corrected", "the scores are not what the play gives", told)

    def _told(
        self, found: Sequence[Finding], clear: ev.Clear | None, why: str, right: ev.Amended | None = None
    ) -> ev.DisputeExamined:
        told = [
            ev.Found(code=finding.code, line=finding.line, reason=_sentence(finding)) for finding in found[:MOST_FOUND]
        ]
        return ev.DisputeExamined(
            dispute=self.dispute.dispute, findings=told, total=len(found), clear=clear, result=right, why=why
        )


def _sentence(finding: Finding) -> str:
    """What was found, as long as a log takes it."""
    against = f": expected {finding.expected}, found {finding.found}" if finding.expected or finding.found else ""
    return cut(finding.reason + against)

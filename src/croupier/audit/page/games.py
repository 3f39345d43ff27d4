"""The disputed games of a report, line by line with all hands, as data for the page."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.audit import explained
from croupier.audit.bundle import Bundle, Log, game_file
from croupier.audit.explain import explain
from croupier.audit.findings import Finding, Report
from croupier.audit.legible import event_lines, printable
from croupier.audit.replay import Table
from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import Line, read_line

GAME = re.compile(r"\b[a-z0-9][a-z0-9-]*-r\d+-t\d+-\d+(?:-a\d+)?\b")
"""A game's id in the sentence of a finding."""

CUT = 400
"""Characters of a line that cannot be read which are shown."""

Shown = dict[str, Any]


def disputed(report: Report, found: Bundle | Log) -> list[Log]:
    """The logs of the games that findings are about, then of those that were disputed; of a single game that game's."""
    if isinstance(found, Log):
        return [] if found.id().startswith("t/") else [found]
    wrong = [finding for finding in report.findings if not finding.note]
    named = dict.fromkeys(game for finding in wrong for game in _named(finding))
    named |= dict.fromkeys(dispute.game for dispute in report.disputes)
    return [found.game(game) for game in named if found.files.has(game_file(game))]


def _named(finding: Finding) -> list[str]:
    if finding.log.startswith("g/"):
        return [finding.log[2:]]
    return GAME.findall(finding.reason)


def replayed(log: Log, findings: Iterable[Finding]) -> Shown:
    """A game for the page: its name, who sits where, and a step for each line of its log.

    A step has ``line``, ``text``, ``findings`` and, where cards are on the table, ``view``, as an auditor sees it. The
    first line that cannot be followed is the last step.
    """
    name = f"g/{log.stem}"
    wrong = [finding for finding in findings if finding.log == name]
    course = _Course(name, log)
    steps = list(course.steps())
    for step in steps:
        step["text"] = [printable(text) for text in step["text"]]
        step["findings"] = [printable(each.sentence) for each in wrong if each.line == step["line"]]
        if step["findings"] and step.get("ply") is not None:
            step["why"] = _why(name, log, step["ply"])
    sentences = [printable(each.sentence) for each in wrong]
    whole = [sentence for sentence in sentences if not any(sentence in step["findings"] for step in steps)]
    if whole and steps:
        steps[-1]["findings"] += whole
    return {"name": log.stem, "about": course.about, "seats": course.seats, "steps": steps}


class _Course:
    """A game's log step by step."""

    def __init__(self, name: str, log: Log) -> None:
        self.seats: list[str] = []
        self.about = "The log cannot be followed from its first line on."
        self._table = Table(name)
        self._log = log

    def steps(self) -> Iterator[Shown]:
        """A step for each line, up to the first that cannot be followed."""
        for number, stored in enumerate(self._log.lines(), 1):
            line: Line | None = None
            try:
                line = read_line(stored.removesuffix(b"\n"))
                yield self._step(line)
            except Unreadable as error:
                text = stored.decode(errors="replace")[:CUT].rstrip("\n") if line is None else _plain(line)
                reason = f"The log cannot be followed beyond this line: {error.reason}"
                yield {"line": number, "text": [text, reason], **self._before(line)}
                return

    def _step(self, line: Line) -> Shown:
        table = self._table
        if table.opened_as is None:
            table.set_up(line, "auditor")
            self._set(table.replay.header)
            return {"line": line.seq, "text": [f"opened: {self.about}"]}
        shown = table.take(line)
        text = list(event_lines(shown)) if shown is not None else [_plain(line)]
        return {"line": line.seq, "text": [each.strip() for each in text], **_ply(line), **self._seen()}

    def _before(self, line: Line | None) -> Shown:
        """The table at which a line could not be followed."""
        return {**(_ply(line) if line is not None else {}), **(self._seen() if self.seats else {})}

    def _seen(self) -> Shown:
        """The table with all hands, once there are cards."""
        table = self._table
        table.replay.legal = []
        table.look()
        shown = {"view": table.replay.view, "to_act": table.replay.to_act, "legal": table.replay.legal}
        return shown if table.replay.view else {}

    def _set(self, header: Shown) -> None:
        self.seats = [printable(seat["name"]) for seat in header["seats"]]
        seats = ", ".join(f"seat {number} {name}" for number, name in enumerate(self.seats))
        self.about = f"{header['game']} ({header['ruleset']}): {seats}"


def _ply(line: Line) -> Shown:
    return {"ply": line.event.ply} if isinstance(line.event, ev.ActionTaken | ev.ActionRefused) else {}


def _plain(line: Line) -> str:
    fields = ", ".join(f"{name} {value}" for name, value in line.event.data().items())
    return f"{line.event.TYPE}: {fields}"


def _why(name: str, log: Log, ply: int) -> list[str]:
    """What the rules say of the decision; nothing where the log cannot be followed up to it."""
    try:
        told = explain(name, log.lines(), ply)
    except Unreadable:
        return []
    skipped = len(told["view"]) + 2
    return [printable(line) for line in list(explained.decision(told, lambda _: ""))[skipped:] if line]

"""An audit's report as one page that needs nothing else: no network, no build, opened from a file."""

import html
from collections.abc import Iterator, Sequence
from string import Template
from typing import Any

from croupier import __version__
from croupier.audit.bundle import Bundle, Log
from croupier.audit.findings import Finding, Report
from croupier.audit.page.disputes import section
from croupier.audit.page.frame import course, data, part, policy
from croupier.audit.page.games import disputed, replayed

GAMES = 5
"""Disputed games that are shown; whoever needs another one asks for its log alone."""

FINDINGS = 500
"""Findings that the page lists."""


def page(report: Report, found: Bundle | Log) -> str:
    """The page for ``report``, which an audit of ``found`` gave. Raises :class:`Unreadable` if a log vanished."""
    style, script = part("page.css"), part("page.js")
    names = disputed(report, found)
    shown = [replayed(log, report.findings) for log in names[:GAMES]]
    fields = {
        "policy": policy(style, script),
        "style": style,
        "script": script,
        "title": html.escape(report.subject),
        "verdict": "sound" if report.sound else "not sound",
        "state": "good" if report.sound else "bad",
        "summary": "".join(_summary(report)),
        "keys": "".join(_keys(report)),
        "findings": "".join(_findings(report.findings)),
        "unchecked": "".join(_unchecked(report.unchecked)),
        "disputes": "".join(section(report.disputes)),
        "play": "The play" if report.sound else "Disputed games",
        "games": "".join(_games(shown, len(names))),
        "data": data(shown),
        "version": html.escape(__version__),
    }
    return Template(part("page.html")).substitute(fields)


def _summary(report: Report) -> Iterator[str]:
    counts, wrong = report.counts, sum(not finding.note for finding in report.findings)
    rows = {
        "Findings": wrong, "Notes": len(report.findings) - wrong, "Logs": counts.logs, "Lines": counts.lines,
        "Games": counts.games, "Decisions": counts.decisions,
    }  # fmt: skip
    yield from (f"<div><dt>{name}</dt><dd>{number:,}</dd></div>" for name, number in rows.items())


def _keys(report: Report) -> Iterator[str]:
    """Whose they are is for the reader to know."""
    if report.keys:
        yield '<details><summary>Keys that the bundle names</summary><dl class="rest">'
        for service, known in report.keys.items():
            yield f"<dt>{html.escape(service)}</dt>"
            yield from (f"<dd><code>{html.escape(key)}</code></dd>" for key in known)
        yield "</dl></details>"


def _findings(findings: Sequence[Finding]) -> Iterator[str]:
    if not findings:
        yield '<p class="none">Nothing was found.</p>'
        return
    yield '<div class="wide" tabindex="0" role="region" aria-label="Findings"><table>'
    yield '<caption class="unseen">What was found, line by line</caption><thead><tr>'
    yield from (f'<th scope="col">{name}</th>' for name in ("Where", "What", "Expected", "Found", "Code"))
    yield "</tr></thead><tbody>"
    yield from map(_finding, findings[:FINDINGS])
    yield "</tbody></table></div>"
    if len(findings) > FINDINGS:
        yield f"<p>… and {len(findings) - FINDINGS} more: croupier audit --json lists them.</p>"


def _finding(finding: Finding) -> str:
    place = html.escape(finding.log) + (f"<br>line {finding.line}" if finding.line else "")
    cells = [html.escape(text) for text in (finding.reason, finding.expected, finding.found, finding.code)]
    note = '<span class="note">note</span> ' if finding.note else ""
    tail = f"<td>{cells[1]}</td><td>{cells[2]}</td><td><code>{cells[3]}</code></td>"
    return f'<tr><th scope="row">{place}</th><td>{note}{cells[0]}</td>{tail}</tr>'


def _unchecked(gaps: Sequence[str]) -> Iterator[str]:
    if gaps:
        yield "<h3>Not checked</h3><ul>"
        yield from (f"<li>{html.escape(gap)}</li>" for gap in gaps)
        yield "</ul>"


def _games(shown: Sequence[dict[str, Any]], disputed: int) -> Iterator[str]:
    """The course of each game as a list, which also serves where no script runs."""
    if not shown:
        yield '<p class="none">No game is disputed. The report on a single game shows its play.</p>'
    if disputed > len(shown):
        yield f"<p>{disputed} games are disputed; these are the first {len(shown)}.</p>"
    for number, game in enumerate(shown):
        yield from course(number, game)

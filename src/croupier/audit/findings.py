"""What an audit reports: findings, each with its place and a sentence, and what it could not check."""

from dataclasses import dataclass, field
from typing import Any

from croupier.folds.docket import Dispute


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it must be.

    ``log``: a log's id (``g/…``, ``t/…``) or a file of the bundle. ``line``: counted from 1; 0 for the whole.
    ``expected`` and ``found`` are texts for people, empty where there is nothing to compare. A ``note`` is
    worth a look and makes nothing unsound.
    """

    code: str
    log: str
    line: int
    reason: str
    expected: str = ""
    found: str = ""
    note: bool = False

    @property
    def sentence(self) -> str:
        """One line for people: place, reason, and what stands against what."""
        place = f"{self.log}, line {self.line}" if self.line else self.log
        against = f": expected {self.expected}, found {self.found}" if self.expected or self.found else ""
        return f"{place}: {self.reason}{against} [{self.code}]"

    def as_dict(self) -> dict[str, Any]:
        """The JSON shape; empty fields are left out."""
        shape: dict[str, Any] = {"code": self.code, "log": self.log, "reason": self.reason}
        optional = {"line": self.line, "expected": self.expected, "found": self.found, "note": self.note}
        return shape | {key: value for key, value in optional.items() if value}


@dataclass(slots=True)
class Counts:
    """How much was read."""

    logs: int = 0
    lines: int = 0
    games: int = 0
    decisions: int = 0

    def add(self, other: "Counts") -> None:
        """Count what another part of the audit has read."""
        self.logs += other.logs
        self.lines += other.lines
        self.games += other.games
        self.decisions += other.decisions


@dataclass(slots=True)
class Report:
    """The outcome of an audit. ``findings`` stand in reading order; ``unchecked`` says what could not be checked.

    ``keys``: the keys (hex) of each service, as the tournament names them, oldest first; whose they are is for the
    reader to know. ``disputes``: those that the tournament's log holds.
    """

    subject: str
    findings: list[Finding] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    disputes: list[Dispute] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Nothing is wrong with what was checked."""
        return all(finding.note for finding in self.findings)

    @property
    def first(self) -> Finding | None:
        """The first line that is wrong."""
        return next((finding for finding in self.findings if not finding.note), None)

    def as_dict(self) -> dict[str, Any]:
        """The JSON shape of the report."""
        counts = {name: getattr(self.counts, name) for name in ("logs", "lines", "games", "decisions")}
        return {
            "subject": self.subject,
            "sound": self.sound,
            "findings": [finding.as_dict() for finding in self.findings],
            "unchecked": self.unchecked,
            "counts": counts,
            "keys": {service: list(known) for service, known in self.keys.items()},
        } | ({"disputes": [_ruling(dispute) for dispute in self.disputes]} if self.disputes else {})


def _ruling(dispute: Dispute) -> dict[str, Any]:
    """A dispute and what became of it, in short."""
    ruled = dispute.ruled
    told = {"dispute": dispute.id, "game": dispute.game, "claim": dispute.raised.claim}
    return told if ruled is None else told | {"ruling": ruled.ruling, "by": ruled.by}

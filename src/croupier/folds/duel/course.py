"""The course of a duel: results of pairs, in the order of pairing, up to a verdict.

What counts is that order and never the one in which games end, so that the log alone says when the test was over.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.contracts.events import DuelEnd
from croupier.contracts.specs import Duel

from .fixed import FixedTest
from .fixed import verdict as verdict_of
from .pairs import Pairs
from .sprt import Sprt, Verdict, state

FIRST, SHARE, LARGEST = 8, 8, 64
"""Pairs of a round: an eighth of all before it, from 8 to 64. So little is played past the verdict, and few wait."""

Halves = tuple[int, int]
"""Half points of the first team in the two games of a pair."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a duel is. ``pairs``: all that count; ``decided``: the pair at which the test was over, from 1.

    ``ratio``: the log-likelihood ratio at that pair, or now; 0 where the number of pairs is fixed.
    """

    pairs: Pairs = field(default_factory=Pairs)
    ratio: float = 0.0
    verdict: Verdict = "open"
    decided: int | None = None

    def end(self, duel: Duel) -> DuelEnd:
        """As it stands in the log."""
        ratio = None if duel.fixed else round(1_000 * self.ratio)
        return DuelEnd(verdict=self.verdict, pairs=self.pairs.number, decided=self.decided, ratio=ratio)


def take(duel: Duel, progress: Progress, halves: Halves | None, number: int) -> Progress:
    """The course after pair ``number``, 1-based; ``halves``: ``None`` where one of its games counts nowhere."""
    pairs = progress.pairs if halves is None else progress.pairs.add(halves)
    if duel.fixed:
        return _counted(duel, pairs, number)
    if progress.decided is not None or halves is None:
        return Progress(pairs, progress.ratio, progress.verdict, progress.decided)
    found = state(sprt(duel), pairs)
    return Progress(pairs, found.ratio, found.verdict, number if found.over else None)


def _counted(duel: Duel, pairs: Pairs, number: int) -> Progress:
    if number < duel.pairs:
        return Progress(pairs)
    if pairs.number < 2:
        return Progress(pairs, decided=number)
    return Progress(pairs, 0.0, verdict_of(FixedTest(pairs.number, duel.elo0, duel.alpha / 1_000), pairs), number)


def sprt(duel: Duel) -> Sprt:
    """The sequential test. Raises :class:`BadConfig` (``format/spec``) for a question that makes no sense."""
    return Sprt(duel.elo0, duel.elo1, duel.alpha / 1_000, duel.beta / 1_000)


def sizes(pairs: int, rounds: int) -> Sequence[int]:
    """Pairs of each of the first ``rounds`` rounds of at most ``pairs``; fewer where there are no more."""
    found: list[int] = []
    done = 0
    while len(found) < rounds and done < pairs:
        found.append(min(max(FIRST, done // SHARE), LARGEST, pairs - done))
        done += found[-1]
    return found


def teams(entrants: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who is asked about, and against whom: the first half of the entrants and the second."""
    half = len(entrants) // 2
    return tuple(entrants[:half]), tuple(entrants[half:])

"""What a run says of its bots from their logs: last words, and who has not come yet."""

from collections.abc import Sequence
from pathlib import Path

from croupier.cli.follow import Watched
from croupier.cli.plan import bot_child
from croupier.cli.runfile import EntrantSection
from croupier.cli.views import View
from croupier.runtime.supervisor import tail

SOON = 10.0
"""Seconds after which a bot that was started should have come."""


def last_words(log: Path, most: int = 10) -> list[str]:
    """The last lines of a log, at most ``most``; what a bot says at each of its ends is given once, and how often."""
    lines = tail(log, most * 8)
    for size in range(1, len(lines) // 2 + 1):
        block = lines[-size:]
        times = _times(lines, block)
        if times > 1:
            before = lines[: -size * times]
            # The log may have been cut within an earlier copy of the same words.
            before = [] if before == block[len(block) - len(before) :] else before
            return [*[*before, *block][-most:], f"(the same {times} times)"]
    return lines[-most:]


def _times(lines: Sequence[str], block: Sequence[str]) -> int:
    """How often ``lines`` end with ``block``, in a row."""
    times = 1
    while lines[-len(block) * (times + 1) : -len(block) * times] == block:
        times += 1
    return times


class Reminder:
    """Says once which of the bots that we started have not come. ``begun``: when that was, seconds, monotonic."""

    def __init__(self, entrants: Sequence[EntrantSection], logs: Path, view: View, begun: float) -> None:
        self._ours = [who for who in entrants if not who.remote]
        self._logs = logs
        self._view = view
        self._at = begun + SOON

    def look(self, watched: Watched, now: float) -> None:
        """Remind of whoever is missing at ``now``, if it is time to."""
        if now < self._at or not watched.opened:
            return
        self._at = float("inf")
        state = watched.state
        missing = [who for who in self._ours if who.id not in state.nonces and who.id not in state.withdrawn]
        if missing and not watched.started:
            where = "".join(f"\n  {who.name}: {self._logs / bot_child(who.id)}.log" for who in missing)
            self._view.note(f"still waiting for bots that were started {SOON:.0f} seconds ago; their logs:{where}")

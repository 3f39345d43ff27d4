"""A game on a terminal, a key a step: forward, back, to any decision, as any audience saw it."""

import os
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from croupier.audit import explained, legible
from croupier.audit.bundle import Log
from croupier.audit.explain import explain
from croupier.audit.replay import Replay, plies, replay
from croupier.cli.explain import rule_text
from croupier.contracts.errors import BadConfig

LATEST = 6
"""Events before the decision that are still shown."""

HELP = "→ next  ← back  a other eyes  e explain  17⏎ to decision 17  Home  End  q quit"

KEYS = {
    "\x1b[C": "next", "\x1bOC": "next", " ": "next", "n": "next", "l": "next", "\r": "next", "\n": "next",
    "\x1b[D": "back", "\x1bOD": "back", "p": "back", "h": "back", "\x7f": "back",
    "\x1b[H": "first", "\x1b[1~": "first", "\x1bOH": "first", "g": "first",
    "\x1b[F": "last", "\x1b[4~": "last", "\x1bOF": "last", "G": "last",
    "a": "eyes", "e": "explain", "q": "quit", "\x04": "quit", "\x1b": "quit",
}  # fmt: skip


@dataclass
class Stepper:
    """Where a reader is in a game. ``at`` counts decisions; ``last`` is the table after all of them."""

    log: str
    lines: list[bytes]
    audience: str
    at: int = 0
    explaining: bool = False
    typed: str = ""
    last: int = field(init=False)

    def __post_init__(self) -> None:
        self.last = plies(self.log, self.lines)

    def press(self, key: str) -> bool:
        """Act on a key; ``False`` to leave."""
        if key.isdecimal():
            self.typed = (self.typed + key)[-6:]
            return True
        action = KEYS.get(key, "")
        if self.typed and key in ("\r", "\n"):
            self.at = min(int(self.typed), self.last)
        elif action == "explain":
            self.explaining = not self.explaining
        elif action == "eyes":
            self.audience = self._next_eyes()
        else:
            moves = {"next": self.at + 1, "back": self.at - 1, "first": 0, "last": self.last}
            self.at = max(0, min(self.last, moves.get(action, self.at)))
        self.typed = ""
        return action != "quit"

    def _next_eyes(self) -> str:
        seats = len(replay(self.log, self.lines, "public", None).header["seats"])
        eyes = ["public", *(f"seat:{seat}" for seat in range(seats)), "auditor"]
        return eyes[(eyes.index(self.audience) + 1) % len(eyes)]

    def frame(self) -> Iterator[str]:
        """The screen line by line."""
        if self.explaining and self.at < self.last:
            yield from explained.decision(explain(self.log, self.lines, self.at), rule_text)
        else:
            yield from legible.text(self._replay(), LATEST)
        yield ""
        yield f"decision {self.at} of {self.last}" + (f", go to {self.typed}" if self.typed else "")
        yield HELP

    def _replay(self) -> Replay:
        return replay(self.log, self.lines, self.audience, self.at if self.at < self.last else None)


def step(log: Log, audience: str, ply: int | None) -> None:
    """Let somebody at a terminal go through a game, beginning at decision ``ply``.

    Raises ``BadConfig`` (``usage/value``) where there is no terminal, and what a replay raises.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadConfig("usage/value", "there is no terminal to press keys at", place="croupier replay --step")
    reader = Stepper(log.id(), list(log.lines()), audience)
    replay(reader.log, reader.lines, audience, None)  # an audience that there is not is refused here
    reader.at = min(ply or 0, reader.last)
    with _raw(sys.stdin.fileno()) as file:
        _draw(reader)
        while (key := _key(file)) and reader.press(key):
            _draw(reader)
    sys.stdout.write("\n")


def _draw(reader: Stepper) -> None:
    """Below the fold nothing is lost: what does not fit is cut at the top, where the options are."""
    size = os.get_terminal_size(sys.stdout.fileno())
    rows = [row for line in reader.frame() for row in _wrapped(legible.printable(line), max(20, size.columns))]
    sys.stdout.write("\x1b[H\x1b[2J" + "\n".join(rows[-max(5, size.lines - 1) :]))
    sys.stdout.flush()


def _wrapped(line: str, width: int) -> list[str]:
    return [line[place : place + width] for place in range(0, max(1, len(line)), width)]


@contextmanager
def _raw(file: int) -> Iterator[int]:
    """Keys come at once and are not shown; afterwards the terminal is as it was."""
    before = termios.tcgetattr(file)
    try:
        tty.setcbreak(file)
        yield file
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)


def _key(file: int) -> str:
    """The next key; an arrow is several bytes that come together. Empty when the terminal is gone."""
    return os.read(file, 8).decode(errors="replace")

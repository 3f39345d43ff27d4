"""A moment of a tournament that has passed, as somebody names it: ``round:3``, ``game:12``."""

import re
from dataclasses import dataclass
from typing import Self

from croupier.cli.follow import Watched
from croupier.contracts.errors import BadConfig
from croupier.contracts.events import GameRecorded, RoundClosed
from croupier.contracts.lines import read_trusted

AT = "croupier standings --at"


@dataclass(frozen=True)
class Moment:
    """The moment in a tournament at which round ``number``, or the game of that number, was over."""

    kind: str
    number: int

    @classmethod
    def read(cls, text: str) -> Self:
        """``round:3`` or ``game:12``. Raises ``BadConfig``, ``usage/value``."""
        kind, _, number = text.partition(":")
        if kind not in ("round", "game") or not re.fullmatch("[0-9]{1,9}", number) or not int(number):
            reason = f"{text[:40]!r} is no moment of a tournament"
            raise BadConfig("usage/value", reason, place=AT, hint="such as round:3 or game:12, counted from 1")
        return cls(kind, int(number))

    def reached(self, watched: Watched, stored: bytes) -> bool:
        """Whether the line ``stored``, which was just seen, is the one."""
        event = read_trusted(stored[:-1]).event
        if self.kind == "game":
            return isinstance(event, GameRecorded) and watched.done == self.number
        return isinstance(event, RoundClosed) and event.round == self.number

    def missed(self, watched: Watched) -> BadConfig:
        """``usage/value``: so many there were not."""
        have = f"{watched.done} games" if self.kind == "game" else f"{watched.state.closed} rounds"
        return BadConfig("usage/value", f"{self.kind} {self.number} is not over: {have} are", place=AT)

"""Given past events, when a message comes, then these events follow: how tests of deciders read.

given(decider, "g/cup-r1-t1-1", opened).when(message).then(committed)
given(decider, log, opened, committed).when(message).nothing()
given(decider, log).when(message).refused("tournament/unknown")
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from croupier.contracts.errors import CroupierError
from croupier.contracts.events import Event
from croupier.contracts.lines import Line


@dataclass
class When:
    """What a message, or the state alone, gives."""

    decide: Callable[[], list[Event]]

    def then(self, *expected: Event) -> list[Event]:
        """These events follow, in this order."""
        found = self.decide()
        assert found == list(expected)
        return found

    def nothing(self) -> None:
        """Nothing happens."""
        assert self.decide() == []

    def refused(self, code: str) -> None:
        """The message is wrong, by this code."""
        with pytest.raises(CroupierError) as error:
            self.decide()
        assert error.value.code == code


class given:  # noqa: N801 - it reads as a word
    """A log with ``past`` events."""

    def __init__(self, decider: Any, log: str, *past: Event) -> None:
        self.decider = decider
        self.state = decider.start(log)
        self._seq = 0
        self._fold(past)

    def add(self, *events: Event) -> None:
        """More of the past."""
        self._fold(events)

    def when(self, message: Any = None, now: int = 0) -> When:
        """A message comes; without one, only what follows from the log by itself."""
        return When(lambda: self._run(message, now))

    def _run(self, message: Any, now: int) -> list[Event]:
        found = [] if message is None else list(self.decider.decide(self.state, message, now))
        self._fold(found)
        while more := list(self.decider.follow(self.state, now)):
            self._fold(more)
            found += more
        return found

    def _fold(self, events: Iterable[Event]) -> None:
        for event in events:
            self._seq += 1
            self.decider.evolve(self.state, Line(self._seq, 0, self.decider.by, "test", "0" * 64, event))

"""A decision that a bot is asked for."""

import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .chance import random_for
from .messages import Clock, Form, Json, Refusal, Table


@dataclass(slots=True, eq=False)
class Turn:
    """You are to act: answer with one of ``legal``, or with an action of ``form`` where a list would be long.

    ``ply`` is the number of the decision in its game, ``view`` what your seat may see now, ``table`` the
    game's header, ``refused`` the server's reason where it did not take your last answer to this turn.
    """

    table: Table
    game: str
    ply: int
    seat: int
    legal: list[str]
    form: Form | None
    view: dict[str, Any]
    clock: Clock
    refused: Refusal | None = None
    deadline: float = field(default=0.0, repr=False)
    """When the time is used up, on ``time.monotonic()``."""
    stale: bool = False
    """The answer is not wanted any more; a long search may stop."""
    seed: bytes = field(default=b"", repr=False)
    _random: Random | None = field(default=None, repr=False)

    @classmethod
    def read(cls, message: Json, table: Table, seed: bytes) -> "Turn":
        """From a ``turn`` message. Raises ``KeyError``, ``TypeError`` or ``ValueError`` where it makes no sense."""
        form = message.get("form")
        asked = (table, message["game"], message["ply"], message["seat"], message["legal"])
        clock = Clock.read(message["clock"])
        turn = cls(*asked, form and Form.read(form), message["view"], clock, seed=seed)
        turn.start_clock(clock)
        if not turn.actions:
            raise ValueError("a turn without a legal action")
        return turn

    def start_clock(self, clock: Clock) -> None:
        """Set the time from now on."""
        self.clock = clock
        self.deadline = time.monotonic() + clock.limit / 1_000_000

    @property
    def random(self) -> Random:
        """Random numbers that depend on the bot's seed, the game and the ply alone."""
        if self._random is None:
            self._random = random_for(self.seed, self.table.tournament, self.game, self.ply)
        return self._random

    @property
    def actions(self) -> list[str]:
        """``legal``, and the shortest action of ``form``: something to choose from in any game."""
        if self.form is None:
            return self.legal
        return [*self.legal, self.form.fill(self.form.cards[: self.form.least])]

    def allows(self, action: object) -> bool:
        """Whether ``action`` is an answer to this turn."""
        if not isinstance(action, str):
            return False
        return action in self.legal or (self.form is not None and self.form.allows(action))

    def seconds_left(self) -> float:
        """Seconds until the time for this decision is used up, as this machine sees it."""
        return self.deadline - time.monotonic()

"""A table as the referee holds it: the fold of the game's log, and what no log needs to know."""

from typing import NamedTuple

from croupier.folds.game import GameState
from croupier.games.kernel import Fact


class Followed(NamedTuple):
    """What the kernel said of a line: its facts, and for an action the text that others may read."""

    facts: list[Fact]
    shown: str = ""


class Table:
    """``game`` is the fold. The rest is transport and is made anew after a restart.

    ``asked_ply``, ``asked``: the decision that was put to a seat and when (microseconds). ``away``: the seat had left
    by itself then, or left since, so that what it is shown when it comes back does not start its clock again.
    ``server_lag``: how much of the time since a seat is awaited its gateway was late, as of the tick at hand.
    ``waiting_since``: from when the seats are awaited. ``gateways``: by seat, where its entrant is connected.
    ``over_told``: the log shows that the result has been told, for our seal was never stored before that.
    """

    __slots__ = ("asked", "asked_ply", "away", "game", "gateways", "over_told", "server_lag", "waiting_since")

    def __init__(self, log: str) -> None:
        self.game = GameState(log)
        self.asked_ply = -1
        self.asked = 0
        self.away = False
        self.server_lag = 0
        self.waiting_since = 0
        self.gateways: dict[int, str] = {}
        self.over_told = False

    @property
    def missing(self) -> list[int]:
        """Seats whose entrant is still awaited at the table."""
        game = self.game
        there = game.ready | game.failed
        return [] if game.opened is None else [seat for seat in range(len(game.opened.seats)) if seat not in there]

    @property
    def limit(self) -> int:
        """How long the running decision may take, in microseconds."""
        seat = self.game.to_act
        assert seat is not None
        return self.game.limit(seat)

    @property
    def asking(self) -> bool:
        """A seat has been asked and has not answered."""
        return self.asked_ply == self.game.ply and self.game.to_act is not None

    @property
    def awaited_since(self) -> int:
        """From when on somebody is awaited: to answer, or to come."""
        return self.asked if self.asking else self.waiting_since

    @property
    def deadline(self) -> int | None:
        """The moment after which somebody forfeits, network allowance included; ``None``: nobody is awaited."""
        game = self.game
        if game.opened is None or game.over:
            return None
        if self.asking:
            return self.asked + self.limit + game.opened.policy.lag
        if self.missing and self.waiting_since:
            return self.waiting_since + game.opened.clock.start
        return None

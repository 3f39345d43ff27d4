"""A base for games whose options are worked out once, into a set-up: all that they decide of a game and its deals."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from .kernel import Deal, Game, Options


class Setup(Protocol):
    """What every set-up tells: the number of ``players``, the ``sides`` that score, and the ``cards`` by name."""

    @property
    def players(self) -> int: ...

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]: ...

    @property
    def cards(self) -> tuple[str, ...]: ...


S = TypeVar("S", bound=Setup)


class SetupGame(Game, Generic[S]):
    """A game that asks its set-up: for seats, sides and pack, and by what to deal."""

    @abstractmethod
    def setup(self, options: Options, /) -> S:
        """The set-up for ``options``, made once for each. Raises :class:`BadOptions`."""

    @abstractmethod
    def begin(
        self, setup: S, dealer: int, deck: Sequence[str], first_ply: int, number: int, points: Sequence[int]
    ) -> Deal:
        """As :meth:`deal`, by a set-up; the seat of the ``dealer`` is one of the table's."""

    def seats(self, options: Options) -> int:
        return self.setup(options).players

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return self.setup(options).sides

    def pack(self, options: Options) -> tuple[str, ...]:
        return self.setup(options).cards

    def deal(
        self,
        options: Options,
        dealer: int,
        deck: Sequence[str],
        first_ply: int = 0,
        number: int = 1,
        points: Sequence[int] = (),
    ) -> Deal:
        setup = self.setup(options)
        if not 0 <= dealer < setup.players:
            raise ValueError(f"no seat {dealer} to deal")
        return self.begin(setup, dealer, deck, first_ply, number, points)

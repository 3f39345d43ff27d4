"""What every game offers, and what a referee, a bot or an auditor may rely on.

    Game      a game's entry: name, options, pack; makes deals and matches
    Match     a sequence of deals up to a result
    Deal      one distribution of cards and its play: the state machine
    Fact      something that an action brought about, and who learns what of it
    Score     a line of the score

Inside a deal, cards and actions are small integers (``moves``, ``push``); text stands at the edge
(``check``, ``apply``, ``legal``). Nothing here reads a clock, draws a random number or does I/O.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Protocol

Audience = int | Literal["public", "auditor"]
"""A seat; the public while the game is on; an auditor, who sees everything (as everyone may at the end)."""

OptionValue = bool | int | str
Options = Mapping[str, OptionValue]


class RuleError(Exception):
    """An action or an option that a game does not take: ``code`` is family/name, ``reason`` is for people.

    The state is as it was before. ``Malformed`` cannot be read, ``Illegal`` can be read and is not
    allowed, ``BadOptions`` is a set-up that makes no sense.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


class Malformed(RuleError):
    """Cannot be read: family ``malformed``."""


class Illegal(RuleError):
    """Can be read and breaks a rule: family ``move``."""


class BadOptions(RuleError):
    """Options that are unknown, out of range or contradictory: family ``option``."""


class Fact(NamedTuple):
    """Something that followed from an action: everyone learns ``public``, a seat also ``private[seat]``.

    Both hold JSON values. What an audience learns is built up from here, never cut out of a state.
    """

    kind: str
    public: Mapping[str, Any] = MappingProxyType({})
    private: Mapping[int, Mapping[str, Any]] = MappingProxyType({})

    def seen_by(self, audience: Audience) -> dict[str, Any]:
        """The fact as JSON for an audience. An auditor gets the private parts of all seats, by seat."""
        seen: dict[str, Any] = {"kind": self.kind, **self.public}
        if audience == "auditor":
            if self.private:
                seen["private"] = {str(seat): dict(part) for seat, part in self.private.items()}
        elif isinstance(audience, int):
            seen.update(self.private.get(audience, {}))
        return seen


@dataclass(frozen=True, slots=True)
class Score:
    """Points for a seat: the ``kind`` of event, the ``ply`` that brought it, the ``rule`` it follows."""

    seat: int
    kind: str
    points: int
    ply: int
    rule: str


@dataclass(frozen=True, slots=True)
class Form:
    """Legal actions too many to list: ``verb`` and from ``least`` to ``most`` different ``cards``."""

    verb: str
    least: int
    most: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A decided game, by side: points and places (competition ranking, 1 1 3)."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    why: str

    @property
    def outcome(self) -> Literal["won", "drawn"]:
        """``drawn`` whenever the first place is shared."""
        return "drawn" if self.places.count(1) > 1 else "won"


class Deal(ABC):
    """One deal. ``to_act`` is the seat that is asked, ``None`` when the deal is over."""

    __slots__ = ()

    phase: str
    to_act: int | None

    # --- text, at the edge

    @property
    @abstractmethod
    def scores(self) -> list[Score]:
        """Lines of the score in order, those of 0 points left out. ``ply`` counts within the game."""

    @abstractmethod
    def opening(self) -> list[Fact]:
        """What the deal itself shows: hands to their owners, the turn-up to all."""

    @abstractmethod
    def check(self, seat: int, action: str) -> int:
        """Read an action of ``seat``; its number if it is legal now.

        The order of checks is the same in all games: game over, form, phase, turn, holding, rule.
        Raises :class:`Malformed` or :class:`Illegal`. Never changes the state.
        """

    @abstractmethod
    def apply(self, seat: int, action: str) -> list[Fact]:
        """Check and perform an action; what followed. Raises as :meth:`check`."""

    @abstractmethod
    def legal(self) -> list[str]:
        """The legal actions of ``to_act`` as text, full form, in a fixed order; a form's are left out."""

    def form(self) -> Form | None:
        """The legal actions that :meth:`legal` leaves out."""
        return None

    def auto(self) -> str | None:
        """The action that the engine takes for ``to_act`` without asking, where the rules say so."""
        return None

    def full(self, action: str) -> str:
        """A legal action of ``to_act`` in the one form that :meth:`legal` lists and a log keeps.

        For games in which an action may be written in several ways. Raises as :meth:`check` where it has to read it.
        """
        return action

    def shown(self, action: str) -> str:
        """The action just performed as the other seats and the public may read it."""
        return action

    @abstractmethod
    def view(self, audience: Audience) -> dict[str, Any]:
        """All that ``audience`` may see now, as JSON."""

    @abstractmethod
    def points(self) -> list[int]:
        """Points of the deal so far, by side."""

    # --- integers, inside

    @abstractmethod
    def moves(self) -> Sequence[int]:
        """The legal actions of ``to_act`` as numbers, in a fixed order; empty when the deal is over.

        Good until the next ``push`` or ``apply``, and not to be changed by the caller.
        """

    @abstractmethod
    def push(self, move: int) -> None:
        """Perform a legal move without checks and without facts: the fast path for search and simulation."""

    @abstractmethod
    def copy(self) -> "Deal":
        """An independent copy."""


class Match(ABC):
    """The deals of a game up to its result, after the option ``length``."""

    __slots__ = ()

    @abstractmethod
    def next_dealer(self) -> int | None:
        """The dealer's seat of the next deal; ``None`` when the game is decided."""

    @abstractmethod
    def record(self, deal: Deal) -> None:
        """Count a deal that is over. Raises ``ValueError`` for one that is not, or after the result."""

    @abstractmethod
    def points(self) -> list[int]:
        """Points so far, by side, in the unit of the result."""

    @abstractmethod
    def result(self) -> Result | None:
        """The result, once it is decided."""


class Chance(Protocol):
    """A source of random numbers that is handed in, such as a ``random.Random``: no rule draws any by itself."""

    def random(self) -> float:
        """A number from 0 to below 1."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to below ``stop``."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Bring ``x`` into a random order."""


Worlds = Callable[[Chance], Deal]
"""Draws a deal, in mid-play, that a seat cannot tell from the real one. ``push`` it, ``copy`` it: it is its own."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its values (listed, or a range of integers), its default and what it decides.

    Its rule stands under its name on the game's rule page: ``<game>#<name>``.
    """

    name: str
    values: tuple[OptionValue, ...] | range
    default: OptionValue
    about: str


class Game(ABC):
    """A game's entry in the registry."""

    name: str
    rules: int
    """Version of the rules in this kernel; a log keeps it, and a change of a rule raises it."""
    options: tuple[Option, ...]
    trick_rule: str = "the-play"
    """Where the game's rule page says who wins a trick: the anchor of the heading."""
    rulesets: Mapping[str, Options]
    """Named rulesets, each as what differs from the defaults; ``house`` is the one of the source texts."""

    @abstractmethod
    def resolve(self, ruleset: str, given: Options) -> dict[str, OptionValue]:
        """All options with their values. Raises :class:`BadOptions`, naming the nearest known word."""

    @abstractmethod
    def seats(self, options: Options) -> int:
        """Number of seats."""

    @abstractmethod
    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        """The sides that score, each with its seats."""

    @abstractmethod
    def pack(self, options: Options) -> tuple[str, ...]:
        """The cards in the order from which they are shuffled."""

    @abstractmethod
    def deal(
        self,
        options: Options,
        dealer: int,
        deck: Sequence[str],
        first_ply: int = 0,
        number: int = 1,
        points: Sequence[int] = (),
    ) -> Deal:
        """Deal the cards of ``deck``, first dealt first. Raises ``ValueError`` for a deck that is not the pack.

        ``first_ply``, ``number`` (1, 2 ...) and ``points`` by side say where in its game the deal stands: score
        lines count plies over the game, and some rules look at the number of the deal or at the points so far.
        """

    @abstractmethod
    def match(self, options: Options) -> Match:
        """A new match. The last seat deals first."""

    def worlds(
        self, options: Options, seat: int, view: Mapping[str, Any], heard: Sequence[Mapping[str, Any]]
    ) -> Worlds | None:
        """What the deal may be for all that ``seat``, which is to act, can know; ``None`` where a game offers none.

        ``view`` is the seat's own, ``heard`` the facts of this deal as it saw them, in order (see
        :meth:`Fact.seen_by`), with a fact of kind ``gap`` where some were lost. The worlds hold everything that
        is public and all that the seat sees; what is hidden is filled in by chance, within what the play has shown.
        """
        return None

"""What the server tells a bot, as small records.

Fields have the names that they have on the wire. A server may send more fields than these: they are
left alone. Reading raises ``KeyError`` or ``TypeError`` for a message without the fields of its type.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

PROTOCOL = 1
"""The version of the protocol that this package speaks."""

CLAIMS = ("illegal-move", "wrong-score", "wrong-deck", "clock", "other")
"""What a dispute may say to be wrong with a game."""

LONGEST = 200
"""Characters of its text."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Welcome:
    """Who we are to the server, and what it bears: messages a second, messages at once, seconds of silence.

    ``idle`` is how long we may be silent, ``patience`` after how long its own silence means that it is gone.
    """

    entrant: str | None
    name: str
    rate: int
    burst: int
    idle: float
    patience: float

    @classmethod
    def read(cls, message: Json) -> "Welcome":
        """From a ``welcome`` message."""
        entrant, limits = message.get("entrant"), message["limits"]
        idle = limits["idle"] / 1_000_000 or 60.0
        patience = 3 * (limits.get("ping") or 0) / 1_000_000 or idle
        rate, burst = int(limits["messages_per_second"]), int(limits["burst"])
        return cls(entrant, message.get("name") or str(entrant), rate, burst, idle, patience)


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: the entrant's id and its name for people."""

    entrant: str
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """A game's header, the same for all of its turns: what is played, by which rules, and who sits where.

    ``game`` is the id of this game, ``name`` the game that is played (``briscola``), ``options`` all rule
    options, ``round`` the round of the tournament, ``seats`` the players in seat order, ``seat`` your own.
    """

    game: str
    name: str
    ruleset: str
    options: Mapping[str, bool | int | str]
    tournament: str
    round: int
    seats: tuple[Player, ...]
    seat: int | None

    @classmethod
    def read(cls, message: Json) -> "Table":
        """From a ``game`` message."""
        seats = tuple(Player(seat["entrant"], seat["name"]) for seat in message["seats"])
        fields = {name: message[name] for name in ("game", "name", "ruleset", "options", "tournament", "round")}
        return cls(**fields, seats=seats, seat=message.get("seat"))


@dataclass(frozen=True, slots=True)
class Clock:
    """Microseconds at the moment of asking: ``limit`` for this decision; ``bank`` by seat, where there is one."""

    limit: int
    bank: tuple[int, ...] | None

    @classmethod
    def read(cls, message: Json) -> "Clock":
        """From the ``clock`` of a ``turn`` message."""
        bank = message.get("bank")
        return cls(int(message["limit"]), None if bank is None else tuple(bank))


@dataclass(frozen=True, slots=True)
class Form:
    """Legal actions too many to list: ``verb`` and from ``least`` to ``most`` different ``cards``, in any order."""

    verb: str
    least: int
    most: int
    cards: tuple[str, ...]

    @classmethod
    def read(cls, message: Json) -> "Form":
        """From the ``form`` of a ``turn`` message."""
        return cls(message["verb"], int(message["least"]), int(message["most"]), tuple(message["cards"]))

    def allows(self, action: str) -> bool:
        """Whether ``action`` has this form."""
        verb, *cards = action.split(" ")
        different = len(set(cards)) == len(cards)
        return verb == self.verb and different and self.least <= len(cards) <= self.most and set(cards) <= {*self.cards}

    def fill(self, cards: "tuple[str, ...] | list[str]") -> str:
        """The action that names ``cards``."""
        return " ".join((self.verb, *cards))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the server did not take an answer; ``left`` more of these and the game is lost."""

    game: str
    ply: int
    code: str
    reason: str
    strikes: int
    left: int

    @classmethod
    def read(cls, message: Json) -> "Refusal":
        """From a ``refused`` message."""
        return cls(*(message[name] for name in cls.__slots__))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where a game stands: at its start, after every reconnect, and after events were lost.

    ``n`` is the number of the last event that it includes, ``points`` are by side, ``view`` is what you may see.
    """

    table: Table
    n: int
    deal: int
    points: tuple[int, ...]
    view: Json | None

    @classmethod
    def read(cls, message: Json, table: Table) -> "Snapshot":
        """From a ``game`` message."""
        return cls(table, message["n"], message["deal"], tuple(message["points"]), message.get("view"))


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a game, as your seat may see it.

    ``kind``: ``ready``, ``lost``, ``back`` (seat), ``deal`` (deal), ``action`` (seat, ply, action), ``scored``
    (points and lines of a deal), ``forfeit`` (seat, why). ``facts``: what followed, each with a ``kind`` of its own.
    """

    table: Table
    n: int
    kind: str
    deal: int | None
    seat: int | None
    ply: int | None
    action: str | None
    why: str | None
    points: list[int] | None
    lines: list[Json] | None
    facts: list[Json]

    @classmethod
    def read(cls, message: Json, table: Table) -> "Event":
        """From an ``event`` message."""
        optional = {name: message.get(name) for name in ("deal", "seat", "ply", "action", "why", "points", "lines")}
        return cls(table=table, n=message["n"], kind=message["kind"], facts=message.get("facts", []), **optional)


@dataclass(frozen=True, slots=True)
class Over:
    """A game's result: ``points`` and ``places`` by side (1 is first), ``outcome``, and ``why``.

    ``failed``, ``limit`` and ``measured`` name a seat that failed, against which limit, ``server_lag`` how much of that
    time the server was late (microseconds), ``failures`` all seats that failed; ``kinds`` gives points by kind of score
    line, by seat.
    """

    table: Table
    points: list[int]
    places: list[int]
    outcome: str
    why: str
    failed: int | None
    limit: int | None
    measured: int | None
    kinds: list[dict[str, int]]
    server_lag: int | None = None
    failures: list[Json] = field(default_factory=list)

    @classmethod
    def read(cls, message: Json, table: Table) -> "Over":
        """From an ``over`` message."""
        fields = {name: message[name] for name in ("points", "places", "outcome", "why")}
        fields |= {name: message.get(name) for name in ("failed", "limit", "measured", "server_lag")}
        return cls(table=table, kinds=message.get("kinds", []), failures=message.get("failures", []), **fields)


@dataclass(frozen=True, slots=True)
class Disputed:
    """What the server says to a dispute: taken, or not, and then ``code``, ``reason`` and ``hint`` say why."""

    game: str
    claim: str
    code: str = ""
    reason: str = ""
    hint: str = ""

    @classmethod
    def read(cls, message: Json) -> "Disputed":
        """From a ``disputed`` message."""
        told = {name: message.get(name) or "" for name in ("code", "reason", "hint")}
        return cls(game=message["game"], claim=message["claim"], **told)

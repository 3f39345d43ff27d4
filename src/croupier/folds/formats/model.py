"""What every format speaks of: the field, what has been played, and the next round with its reasons."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from croupier.folds.duel.course import Progress

Kind = Literal["bye", "full", "half", "absent", "free"]
"""Why an entrant sat out: the pairing left it over, it was given a full, half or zero-point bye, or the plan of the
tournament lets everybody sit out as often (``free``)."""

HALVES: dict[Kind, int] = {"bye": 2, "full": 2, "half": 1, "absent": 0, "free": 0}
"""What sitting out counts in half points, before the award of the tournament."""


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant and when it takes part. Its number is its place in the field, 1 for the strongest.

    ``first``: the first round that it plays, later than 1 for a late entry. ``last``: the last one before it
    withdrew; ``None`` while it stays. ``away``: rounds that it misses with notice.
    ``rating`` is known from elsewhere and used by nothing but the tie-break of that name.
    """

    id: str
    rating: int | None = None
    first: int = 1
    last: int | None = None
    away: frozenset[int] = frozenset()

    def plays(self, number: int) -> bool:
        """Whether it can be paired in round ``number``, 1-based."""
        return self.first <= number and (self.last is None or number <= self.last) and number not in self.away


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of two entrants that is over.

    ``seats``: first who sat first in its first game. ``halves``: the result in half points, (2, 0), (1, 1),
    (0, 2), or (0, 0) where both failed. ``played``: ``False`` where it was decided without a game.
    """

    round: int
    seats: tuple[str, str]
    halves: tuple[int, int]
    played: bool = True

    def halves_of(self, entrant: str) -> int:
        """Half points of one of the two."""
        return self.halves[self.seats.index(entrant)]

    def other(self, entrant: str) -> str:
        """Who the entrant met."""
        return self.seats[1 - self.seats.index(entrant)]


@dataclass(frozen=True, slots=True)
class Out:
    """An entrant that sat a round out."""

    round: int
    entrant: str
    kind: Kind


@dataclass(slots=True)
class Form:
    """What an arena knows of an entrant.

    ``halves``: of its results, in half points; ``games``: how often it was paired; ``lead``: how much oftener it had
    the first seat than the second; ``seat``, ``last``, ``round``: place, opponent and round when it was paired last.
    """

    number: int
    halves: int = 0
    games: int = 0
    lead: int = 0
    seat: int = -1
    last: str = ""
    round: int = 0


@dataclass(slots=True)
class Forms:
    """What an arena knows of all its entrants; ``met``: how often two were paired; ``begun``: games paired so far."""

    of: dict[str, Form]
    met: dict[frozenset[str], int] = field(default_factory=dict)
    begun: int = 0

    @classmethod
    def start(cls, entrants: Sequence[str]) -> "Forms":
        """Before the first game."""
        return cls({name: Form(number) for number, name in enumerate(entrants, 1)})

    def enter(self, name: str) -> None:
        """Somebody more, behind all others in number."""
        self.of[name] = Form(len(self.of) + 1)

    def pair(self, number: int, seats: tuple[str, str]) -> None:
        """Two are paired in round ``number``, and sit so."""
        self.begun += 1
        pair = frozenset(seats)
        self.met[pair] = self.met.get(pair, 0) + 1
        for seat, name in enumerate(seats):
            form = self.of[name]
            form.games += 1
            form.lead += -1 if seat else 1
            form.seat, form.last, form.round = seat, seats[1 - seat], number

    def count(self, seats: tuple[str, str], halves: tuple[int, int]) -> None:
        """A game of two is over."""
        for name, gained in zip(seats, halves, strict=True):
            self.of[name].halves += gained


@dataclass(frozen=True, slots=True)
class History:
    """What has been played: ``rounds`` are over, with their meetings and those who sat out.

    ``duel``: how far it is, where it is one. ``forms``: of an arena's entrants; ``busy``: who sits at one of its tables
    or is to; ``room``: how many more may be set.
    """

    rounds: int = 0
    meetings: tuple[Meeting, ...] = ()
    outs: tuple[Out, ...] = ()
    duel: Progress | None = None
    forms: Forms | None = None
    busy: frozenset[str] = frozenset()
    room: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table: entrants in seat order, why they meet, and why they sit so."""

    seats: tuple[str, ...]
    why: str
    seating: str


@dataclass(frozen=True, slots=True)
class Bye:
    """An entrant that does not play in the round, and why."""

    entrant: str
    kind: Kind
    why: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """The next round: tables in order, who sits out, and the rule that it follows."""

    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Over:
    """There is no further round."""

    why: str


@dataclass(slots=True)
class Record:
    """What one entrant has done so far, as a pairing rule needs it.

    ``byes``: rounds with the points of a win and no opponent; ``missed``: all rounds without an opponent.
    """

    number: int
    halves: int = 0
    met: set[str] = field(default_factory=set)
    seats: list[int] = field(default_factory=list)
    floats: list[str] = field(default_factory=list)
    byes: int = 0
    missed: int = 0
    walkovers: int = 0

    @property
    def had_bye(self) -> bool:
        """It has had the points of a win without playing: no bye while there is another."""
        return self.byes > 0 or self.walkovers > 0


def records(players: Sequence[Player], history: History) -> dict[str, Record]:
    """The records of all players after ``history``.

    Seats and opponents are those of games that were played; ``floats`` says for each round in which the player was
    field whether it met a stronger score (``up``), a weaker one or nobody (``down``), or its own (``none``).
    """
    found = {player.id: Record(number) for number, player in enumerate(players, 1)}
    for number in range(1, history.rounds + 1):
        before = {name: record.halves for name, record in found.items()}
        for meeting in history.meetings:
            if meeting.round == number:
                _take(found, before, meeting)
        for out in history.outs:
            if out.round == number:
                _sit(found[out.entrant], out)
    return found


def _take(found: dict[str, Record], before: dict[str, int], meeting: Meeting) -> None:
    for seat, name in enumerate(meeting.seats):
        record, other = found[name], meeting.seats[1 - seat]
        record.halves += meeting.halves[seat]
        if meeting.played:
            record.met.add(other)
            record.seats.append(seat)
            gap = before[name] - before[other]
            record.floats.append("down" if gap > 0 else "up" if gap < 0 else "none")
        else:
            record.walkovers += meeting.halves[seat] == 2
            record.floats.append("down" if meeting.halves[seat] == 2 else "none")


def _sit(record: Record, out: Out) -> None:
    record.halves += HALVES[out.kind]
    record.byes += HALVES[out.kind] == 2
    record.missed += 1
    record.floats.append("down")


def score_text(halves: int) -> str:
    """Half points as people write them: ``3½``."""
    whole, half = divmod(halves, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def active(players: Sequence[Player], number: int) -> list[Player]:
    """Those who can be paired in round ``number``."""
    return [player for player in players if player.plays(number)]


def absent(players: Sequence[Player], number: int, done: Collection[str] = ()) -> tuple[Bye, ...]:
    """Zero-point byes of those who are not there, with the reason; ``done``: who is accounted for otherwise."""
    return tuple(
        Bye(player.id, "absent", _absence(player, number))
        for player in players
        if not player.plays(number) and player.id not in done
    )


def _absence(player: Player, number: int) -> str:
    if number < player.first:
        return f"enters in round {player.first}"
    if player.last is not None and number > player.last:
        return f"withdrew after round {player.last}"
    return "absent in this round"

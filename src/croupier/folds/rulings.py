"""What rulings do to results, and what of that cannot be done any more."""

from collections.abc import Collection, Sequence

from croupier.contracts import events as ev
from croupier.contracts.ids import again, round_of
from croupier.contracts.specs import DoubleElimination, Knockout, TournamentSpec

from .books import Books, amended
from .docket import Dispute, Docket
from .matchplay import COUNTED, Match
from .rounds import cut
from .seating import Sides


def following(
    spec: TournamentSpec, books: Books, docket: Docket, paired: int, dispute: Dispute
) -> ev.DisputeRuled | None:
    """The ruling that follows by itself; ``None`` while the game is not examined, or where the organiser decides.

    ``paired``: the last round that was. A result that was ruled before is no examination's to change.
    """
    told, game = dispute.examined, dispute.game
    entry = books.find(game)
    if entry is None:
        return _ruled(dispute, "dismissed", f"{game} is played anew, and what it came to counts no more")
    if told is None or told.clear is None:
        return None
    if told.result is not None and game in docket.amended:
        return _ruled(dispute, "dismissed", "it was corrected before") if same(told.result, entry.result) else None
    if contradicts(spec, books, paired, game, told.result):
        return None
    return _ruled(dispute, told.clear, told.why, told.result)


def due(spec: TournamentSpec, books: Books, docket: Docket, paired: int) -> tuple[ev.Event, ...]:
    """The next ruling that follows by itself, or the replays that one has ordered; ``paired``: the last round."""
    if docket.settled == (docket.changes, paired):
        return ()  # asked after every message, and disputes may wait for the organiser for long
    for dispute in docket.open.values():
        ruled = following(spec, books, docket, paired, dispute)
        if ruled is not None:
            return (ruled,)
    if not docket.owed:
        docket.settled = docket.changes, paired
    return tuple(replaying(books, game, ruled) for game, ruled in docket.owed.items())


def _ruled(dispute: Dispute, ruling: ev.Ruling, why: str, result: ev.Amended | None = None) -> ev.DisputeRuled:
    return ev.DisputeRuled(dispute=dispute.id, ruling=ruling, result=result, by="examination", why=why)


def replaying(books: Books, game: str, ruled: ev.DisputeRuled) -> ev.GameReplayed:
    """The replay that a ruling orders of a game that counts."""
    entry = books.find(game)
    assert entry is not None
    anew = again(game)
    board = anew if ruled.board == "new" else entry.game.board
    instead = ev.PairedGame(id=anew, board=board, seats=entry.game.seats)
    return ev.GameReplayed(id=game, game=instead, why=cut(f"{ruled.dispute}: {ruled.why}"))


def contradicts(
    spec: TournamentSpec, books: Books, paired: int, game: str, result: ev.Amended | None, *, replay: bool = False
) -> bool:
    """Whether a later match of a knockout was paired by what a ruling would change: who won this one.

    ``result``: the one that would count; ``None`` for the one that does. ``replay``: nobody knows who will have won.
    """
    if not isinstance(spec.format, Knockout | DoubleElimination) or round_of(game) >= paired:
        return False
    return replay or (result is not None and _halves(spec, books, game, result) != _halves(spec, books, game, None))


def holds_back(spec: TournamentSpec, docket: Docket, paired: int) -> bool:
    """Whether a dispute is open about a match of a knockout on which the next round depends."""
    if not isinstance(spec.format, Knockout | DoubleElimination):
        return False
    return any(round_of(dispute.game) == paired for dispute in docket.open.values())


def _halves(spec: TournamentSpec, books: Books, game: str, instead: ev.Amended | None) -> tuple[tuple[int, int], bool]:
    """What the match of a game came to so far, with another result ``instead`` of the game's own."""
    entries = books.match(game)
    seats = entries[0].game.seats
    match = Match((seats[0], seats[1]))
    for entry in entries:
        result = entry.result
        if result is None:
            continue
        if instead is not None and entry.game.id == game:
            result = amended(result, instead)
        match.record(entry.game.seats, result, spec.award)
    meeting = match.meeting(round_of(game))
    return meeting.halves, meeting.played


def same(one: ev.Amended | ev.GameScored, other: ev.GameScored | ev.GameRecorded | None) -> bool:
    """Whether a result is another one's."""
    if other is None:
        return False
    return (one.points, one.places, one.outcome) == (other.points, other.places, other.outcome)


def forfeited(sides: Sides, points: Sequence[int], seats: Collection[int]) -> ev.Amended:
    """The result of a game that ``seats`` lose by a ruling: their sides last, the others before them by ``points``.

    Where every side loses it is no contest. ``points`` are those that counted, empty where none did.
    """
    so_far = list(points) or [0] * len(sides)
    failed = [bool(set(side) & set(seats)) for side in sides]
    standing = [own for own, lost in zip(so_far, failed, strict=True) if not lost]
    if not standing:
        return ev.Amended(points=[], places=[], outcome="no-contest")
    places = [
        len(standing) + 1 if lost else 1 + sum(other > own for other in standing)
        for own, lost in zip(so_far, failed, strict=True)
    ]
    return ev.Amended(points=so_far, places=places, outcome="forfeit")


def corrected(sides: Sides, points: Sequence[int], places: Sequence[int]) -> ev.Amended | None:
    """A result that an organiser gives, ``None`` if it is none: by side, and equals share a place (1 1 3)."""
    right = [1 + sum(other < place for other in places) for place in places]
    if not len(points) == len(places) == len(sides) or list(places) != right:
        return None
    return ev.Amended(points=list(points), places=right, outcome="drawn" if right.count(1) > 1 else "won")


def fits(sides: Sides, result: ev.Amended) -> bool:
    """Whether a result is by side, or empty where it counts nowhere."""
    count = len(sides) if result.outcome in COUNTED else 0
    return len(result.points) == len(result.places) == count

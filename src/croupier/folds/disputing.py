"""What may be disputed and ruled, and the events that grant it.

As with :mod:`croupier.folds.asking`, the director decides by this, and the gateway asks it first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.errors import NotAllowed, did_you_mean
from croupier.contracts.ids import same_game
from croupier.contracts.specs import MOST_DISPUTES

from .asking import require_entrant
from .books import Books
from .docket import Docket
from .life import Life
from .rulings import contradicts, corrected, forfeited

NOTHING: tuple[ev.Event, ...] = ()

BY_ORGANISER = 1_000
"""Disputes that the organiser may raise."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a tournament's log says as far as disputes need it."""

    life: Life
    books: Books
    docket: Docket


def answer(case: Case | None, asked: cmd.Disputing) -> Iterable[ev.Event]:
    """The events that a command causes; none for a repeat. ``case``: ``None`` where there is no such tournament.

    Raises ``NotAllowed``: ``tournament/unknown``, ``tournament/no-entrant``, or of the family ``dispute``.
    """
    if case is None:
        raise NotAllowed("tournament/unknown", f"there is no tournament {asked.tournament!r}", place="tournament")
    return _raise(case, asked) if isinstance(asked, cmd.DisputeRaise) else _rule(case, asked)


def _raise(case: Case, asked: cmd.DisputeRaise) -> Iterable[ev.Event]:
    if asked.entrant is not None:
        require_entrant(case.life, asked.entrant)
    if case.docket.knows(asked.entrant, asked.game, asked.claim):
        return NOTHING
    reason = closed(case.life)
    if reason:
        raise NotAllowed("dispute/closed", reason)
    seats = _seats(case.books, asked.game)
    if asked.entrant is not None and asked.entrant not in seats:
        reason = f"{asked.entrant} does not sit in {asked.game}"
        raise NotAllowed("dispute/not-yours", reason, place="game", hint=f"there sit {', '.join(seats)}")
    _require_ply(case.books, asked)
    if case.docket.raised_by(asked.entrant) >= (most := most_of(case.life, asked.entrant)):
        raise NotAllowed("dispute/too-many", f"{most} disputes were raised, and so many may be", place="entrant")
    assert case.life.spec is not None
    return (
        ev.DisputeRaised(
            dispute=case.docket.next_id(case.life.spec.id), game=asked.game, entrant=asked.entrant, claim=asked.claim,
            ply=asked.ply, text=asked.why,
        ),
    )  # fmt: skip


def most_plies(result: ev.GameRecorded, seats: int) -> int:
    """How many decisions a recorded game can have had, one that was asked for and never taken included.

    As far as the tournament's log tells: each decision that was taken is a line up to the result. Others are the
    opening, the commitment, for each seat that it came or failed, a deal ordered and dealt, its end, and the result.
    """
    return max(0, result.lines - seats - 5)


def _require_ply(books: Books, asked: cmd.DisputeRaise) -> None:
    """While a game is played nobody knows yet how many decisions it will have."""
    entry = books.find(asked.game)
    if asked.ply is None or entry is None or entry.result is None:
        return
    most = most_plies(entry.result, len(entry.game.seats))
    if asked.ply >= most:
        hint = f"they are counted from 0, and it cannot have had more than {most}" if most else "it had none"
        raise NotAllowed("dispute/ply", f"{asked.game} had no decision {asked.ply}", place="ply", hint=hint)


def closed(life: Life) -> str:
    """Why no game can be disputed any more, or the empty text."""
    if life.finished:
        return "the tournament is finished"
    return "the time for disputes is over" if life.barred else ""


def most_of(life: Life, entrant: str | None) -> int:
    """How many disputes an entrant (``None``: the organiser) may raise."""
    if entrant is None:
        return BY_ORGANISER
    given = None if life.spec is None else life.spec.disputes
    return MOST_DISPUTES if given is None else given.most


def _seats(books: Books, game: str) -> Sequence[str]:
    entry = books.find(game)
    if entry is not None:
        return entry.game.seats
    known = books.of_round(game)
    later = next((each for each in known if same_game(each, game)), None)
    if later is not None:
        raise NotAllowed("dispute/replayed", f"{game} counts no more", place="game", hint=f"it is played as {later}")
    raise NotAllowed("dispute/unknown-game", f"there is no game {game}", place="game", hint=did_you_mean(game, known))


# --- rulings


def _rule(case: Case, asked: cmd.DisputeRule) -> Iterable[ev.Event]:
    dispute = case.docket.disputes.get(asked.dispute)
    if dispute is None:
        hint = did_you_mean(asked.dispute, list(case.docket.disputes))
        raise NotAllowed("dispute/unknown", f"there is no dispute {asked.dispute}", place="dispute", hint=hint)
    if dispute.ruled is not None:
        return _ruled_before(asked, dispute.ruled)
    _seats(case.books, dispute.game)
    if dispute.examined is None:
        raise NotAllowed("dispute/not-examined", f"{dispute.game} is not over, or not examined yet", place="dispute")
    ruled = ruling(case.books, dispute.game, asked)
    _require_possible(case, dispute.game, ruled)
    return (ruled,)


def _ruled_before(asked: cmd.DisputeRule, ruled: ev.DisputeRuled) -> Iterable[ev.Event]:
    """The same ruling again changes nothing."""
    if ruled.by == "organiser" and (ruled.ruling, ruled.why) == (asked.ruling, asked.why):
        return NOTHING
    raise NotAllowed("dispute/ruled", f"{asked.dispute} is {ruled.ruling}: {ruled.why}", place="dispute")


def _require_possible(case: Case, game: str, ruled: ev.DisputeRuled) -> None:
    assert case.life.spec is not None
    replay = ruled.ruling == "replay"
    if contradicts(case.life.spec, case.books, case.life.paired, game, ruled.result, replay=replay):
        reason = f"who won the match of {game} has met others since"
        raise NotAllowed("dispute/paired", reason, place="ruling", hint="a result can be corrected that leaves it so")


FIELDS: dict[ev.Ruling, frozenset[str]] = {
    "dismissed": frozenset(),
    "corrected": frozenset({"points", "places"}),
    "replay": frozenset({"board"}),
    "forfeit": frozenset({"seats"}),
}
"""What a ruling says beside its reason."""


def ruling(books: Books, game: str, asked: cmd.DisputeRule) -> ev.DisputeRuled:
    """The ruling that an organiser asks for. A replay is on a new board unless it says otherwise.

    Raises ``NotAllowed``: ``dispute/ruling``, ``dispute/result``.
    """
    _require_fields(asked)
    result, board = None, None
    if asked.ruling == "corrected":
        result = corrected(books.sides, asked.points or (), asked.places or ())
        if result is None:
            reason = f"points and places are by side, {len(books.sides)} of each, and equals share a place (1 1 3)"
            raise NotAllowed("dispute/result", reason, place="places")
    elif asked.ruling == "forfeit":
        result = _forfeit(books, game, asked.seats or ())
    elif asked.ruling == "replay":
        board = asked.board or "new"
    return ev.DisputeRuled(
        dispute=asked.dispute, ruling=asked.ruling, result=result, seats=asked.seats, board=board, by="organiser",
        why=asked.why,
    )  # fmt: skip


def _require_fields(asked: cmd.DisputeRule) -> None:
    given = {name for name in ("points", "places", "seats", "board") if getattr(asked, name) is not None}
    takes = FIELDS[asked.ruling]
    for name in sorted(given - takes):
        raise NotAllowed("dispute/ruling", f"{asked.ruling} has no {name}", place=name)
    for name in sorted(takes - given - {"board"}):
        raise NotAllowed("dispute/ruling", f"{asked.ruling} needs {name}", place=name)
    if not asked.why:
        raise NotAllowed("dispute/ruling", "a ruling needs a reason", place="why")


def _forfeit(books: Books, game: str, seats: Sequence[int]) -> ev.Amended:
    entry = books.find(game)
    assert entry is not None
    assert entry.result is not None
    wrong = [seat for seat in seats if seat >= len(entry.game.seats)]
    if wrong or not seats or len(set(seats)) < len(seats):
        reason = f"seats are counted from 0, there are {len(entry.game.seats)}, and each stands once"
        raise NotAllowed("dispute/ruling", reason, place="seats")
    return forfeited(books.sides, entry.result.points, seats)

"""A record played again on the rules: what it says must follow from what was played."""

from collections.abc import Sequence
from typing import TypeVar

from pydantic import ValidationError

from croupier.audit import moves
from croupier.audit.scores import result
from croupier.contracts import events as ev
from croupier.contracts.base import first_flaw
from croupier.contracts.errors import Unreadable
from croupier.contracts.lines import Line
from croupier.folds.game import GameState
from croupier.games.kernel import RuleError

from .model import Dealt, Ended, Entry, Failed, Record, Refused, Said, Scored, Voided


def play(record: Record, places: Sequence[int]) -> GameState:
    """Play a record to its end; the game as it is then. ``places``: the line of each entry.

    Raises :class:`Unreadable`: ``record/differs``, naming the first line that does not follow.
    """
    player = _Player(record)
    for entry, place in zip(record.course, places, strict=True):
        try:
            player.take(entry)
        except (Unreadable, RuleError) as error:
            raise _differs(place, f"{error.reason} ({error.code})") from None
        except _Other as other:
            raise _differs(place, str(other)) from None
    return player.state


E = TypeVar("E", bound=ev.Event)


class _Other(Exception):
    """What the record says is not what follows."""


class _Player:
    """The fold, fed with events that the record stands for: no stamp in them means anything."""

    def __init__(self, record: Record) -> None:
        self.state = GameState(f"g/{record.id}", facts=False)
        self._seq = 0
        problem = next(moves.set_up(record.opened), None)
        if problem is not None:
            raise _differs(1, problem.reason)
        self._fold(record.opened)

    def take(self, entry: Entry) -> None:
        """The next entry. Raises :class:`_Other`, and what the fold and the rules raise."""
        if self.state.result is not None:
            raise _Other("nothing follows the result")
        match entry:
            case Dealt():
                self._deal(entry)
            case Said():
                self._said(entry)
            case Refused():
                self._refused(entry)
            case Failed(seat, why, limit, measured):
                fields = {"seat": seat, "why": why, "limit": limit, "measured": measured}
                self._fold(_valid(ev.SeatForfeited, fields))
            case Voided(why):
                self._fold(_valid(ev.GameVoided, {"why": why}))
            case Scored(points):
                self._scored(points)
            case Ended():
                self._ended(entry)

    def _fold(self, event: ev.Event) -> None:
        self._seq += 1
        self.state.evolve(Line(self._seq, 0, "referee", "", "", event))

    def _deal(self, entry: Dealt) -> None:
        number = self.state.deal_number + 1
        self._fold(_valid(ev.DealOrdered, {"deal": number, "dealer": entry.dealer}))
        self._fold(_valid(ev.DealDealt, {"deal": number, "deck": " ".join(entry.cards)}))

    def _said(self, entry: Said) -> None:
        state = self.state
        fields = {
            "deal": state.deal_number, "ply": state.ply, "seat": entry.seat, "action": entry.action, "asked": 0,
            "received": 0, "allowance": 0, "auto": entry.engine or None,
        }  # fmt: skip
        event = _valid(ev.ActionTaken, fields)
        if state.deal is None or state.to_act is None:
            raise _Other("nobody is asked here")
        for problem in moves.taken(state, event):
            raise _Other(problem.reason)
        self._fold(event)

    def _refused(self, entry: Refused) -> None:
        state = self.state
        if state.to_act is None or entry.seat >= len(state.strikes):
            raise _Other("nobody is asked here, or there is no such seat")
        fields = {
            "deal": state.deal_number, "ply": state.ply, "seat": entry.seat, "said": entry.said, "code": entry.code,
            "strikes": state.strikes[entry.seat] + 1,
        }  # fmt: skip
        event = _valid(ev.ActionRefused, fields)
        for problem in moves.refused(state, event):
            raise _Other(f"{problem.reason}: {problem.expected}" if problem.expected else problem.reason)
        self._fold(event)

    def _scored(self, points: tuple[int, ...]) -> None:
        state, deal = self.state, self.state.deal
        if deal is None or deal.to_act is not None:
            raise _Other("the deal is not over")
        if tuple(deal.points()) != points:
            raise _Other(f"the play gives {' '.join(map(str, deal.points()))} points")
        self._fold(ev.DealPlayed(deal=state.deal_number, plies=state.ply - state.deal_ply))
        self._fold(ev.DealScored(deal=state.deal_number, points=list(points), lines=[]))

    def _ended(self, entry: Ended) -> None:
        right = result(self.state)
        if right is None:
            raise _Other("the game is not over")
        found = Ended(right.outcome, tuple(right.points), tuple(right.places), right.why)
        if found != entry:
            told = f"{right.outcome}, points {right.points}, places {right.places}, {right.why!r}"
            raise _Other(f"the play gives another result: {told}")
        self._fold(right)


def _valid(kind: type[E], fields: dict[str, object]) -> E:
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        raise _Other(first_flaw(error)) from None


def _differs(place: int, reason: str) -> Unreadable:
    return Unreadable("record/differs", reason, place=f"line {place}")

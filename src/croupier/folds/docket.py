"""The disputes of a tournament as its log tells them, for the director, for auditors and for whoever asks.

What a ruling does to results is the books' to keep; here is what was raised, found and ruled, and what is owed.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from croupier.contracts import events as ev

OF_DISPUTES = (ev.DisputeRaised, ev.DisputeExamined, ev.DisputeRuled, ev.GameReplayed)


@dataclass(slots=True)
class Dispute:
    """A dispute: what was raised, and what came of it so far."""

    raised: ev.DisputeRaised
    examined: ev.DisputeExamined | None = None
    ruled: ev.DisputeRuled | None = None

    @property
    def id(self) -> str:
        """The dispute's id."""
        return self.raised.dispute

    @property
    def game(self) -> str:
        """The game that is disputed."""
        return self.raised.game


class Docket:
    """All disputes by id, in the order in which they were raised.

    ``open``: those that are not ruled; ``owed``: games that a ruling wants played anew, with that ruling; ``amended``:
    games whose result a ruling gave. ``changes``: how many events it took in; ``settled``: at how many, and after which
    round, nothing followed from it.
    """

    __slots__ = ("_by_entrant", "_raised", "amended", "changes", "disputes", "open", "owed", "settled")

    def __init__(self) -> None:
        self.disputes: dict[str, Dispute] = {}
        self.open: dict[str, Dispute] = {}
        self.amended: set[str] = set()
        self.changes = 0
        self.settled: tuple[int, int] | None = None
        self.owed: dict[str, ev.DisputeRuled] = {}
        self._by_entrant: Counter[str | None] = Counter()
        self._raised: set[tuple[str | None, str, str]] = set()

    def next_id(self, tournament: str) -> str:
        """The id of the next dispute."""
        return f"{tournament}-d{len(self.disputes) + 1}"

    @property
    def ruled(self) -> int:
        """How many disputes are ruled."""
        return len(self.disputes) - len(self.open)

    def raised_by(self, entrant: str | None) -> int:
        """How many disputes an entrant (``None``: the organiser) has raised."""
        return self._by_entrant[entrant]

    def knows(self, entrant: str | None, game: str, claim: str) -> bool:
        """Whether an entrant (``None``: the organiser) has raised this claim about the game before."""
        return (entrant, game, claim) in self._raised

    def unexamined(self) -> Iterator[Dispute]:
        """Disputes that wait for their game to be judged again."""
        return (dispute for dispute in self.open.values() if dispute.examined is None)

    def take(self, event: ev.Event) -> str:
        """Take in an event; why it cannot stand here, or the empty text. Others than those of disputes do nothing."""
        if isinstance(event, OF_DISPUTES):
            self.changes += 1
        match event:
            case ev.DisputeRaised():
                return self._raise(event)
            case ev.DisputeExamined():
                return self._examine(event)
            case ev.DisputeRuled():
                return self._rule(event)
            case ev.GameReplayed(id=game):
                self.owed.pop(game, None)
        return ""

    def _raise(self, event: ev.DisputeRaised) -> str:
        if event.dispute in self.disputes:
            return f"{event.dispute} was raised already"
        self.disputes[event.dispute] = self.open[event.dispute] = Dispute(event)
        self._by_entrant[event.entrant] += 1
        self._raised.add((event.entrant, event.game, event.claim))
        return ""

    def _examine(self, event: ev.DisputeExamined) -> str:
        dispute = self.open.get(event.dispute)
        if dispute is None or dispute.examined is not None:
            return f"{event.dispute} does not wait to be examined"
        dispute.examined = event
        return ""

    def _rule(self, event: ev.DisputeRuled) -> str:
        dispute = self.open.pop(event.dispute, None)
        if dispute is None:
            return f"{event.dispute} does not wait for a ruling"
        dispute.ruled = event
        if event.ruling == "replay":
            self.owed[dispute.game] = event
        if event.result is not None:
            self.amended.add(dispute.game)
        return ""

"""What closes a round: its table, where one belongs to it."""

from typing import TYPE_CHECKING

from croupier.contracts.events import RoundClosed

if TYPE_CHECKING:
    from .tournament import TournamentState


def shows_table(state: "TournamentState", number: int) -> bool:
    """Whether the closing of a round holds the table; in an arena of n entrants that of every n-th round alone."""
    assert state.spec is not None
    return not state.plan.flows or number % len(state.spec.entrants) == 0


def closing(state: "TournamentState", number: int) -> RoundClosed:
    """The closing of a round that is over."""
    return RoundClosed(round=number, standings=state.table.standings() if shows_table(state, number) else [])

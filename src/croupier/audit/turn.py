"""What the director does by itself it does at once: nothing that somebody asks for comes before it.

Else whoever holds the director could see first how things stand, and have somebody leave, come or dispute in between.
"""

from collections.abc import Iterator
from itertools import chain

from croupier.audit import disputes, life, pairing
from croupier.audit.context import Problem
from croupier.folds.tournament import TournamentState


def in_turn(state: TournamentState) -> Iterator[Problem]:
    """Before the fold of what was asked for: the first that was due, in the order in which the director does it."""
    if state.spec is None or not state.life.started or state.life.finished:
        return
    steps = (disputes.carried_out, life.conducted, _closed, pairing.in_turn, _finished)
    overdue = next(chain.from_iterable(step(state) for step in steps), None)
    if overdue is not None:
        yield overdue


def _closed(state: TournamentState) -> Iterator[Problem]:
    over = next((number for number, left in state.left.items() if not left), None)
    if over is not None:
        yield Problem("audit/pairing", f"round {over} was to be closed before this")


def _finished(state: TournamentState) -> Iterator[Problem]:
    """No round is due where this is asked."""
    unsealed = state.keys.complete and state.unsealed
    disputable = state.docket.open or (state.life.window and not state.life.barred)
    if not (state.life.paused or state.left or unsealed or disputable):
        yield Problem("audit/pairing", "the tournament was to be finished before this")

"""How disputes, rulings and games that are played anew change the fold of a tournament."""

from typing import TYPE_CHECKING

from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.ids import again, round_of

from .placing import require
from .rulings import fits

if TYPE_CHECKING:
    from .boards import Due
    from .tournament import TournamentState


def replay(state: "TournamentState", event: ev.GameReplayed, due: "Due") -> None:
    """The round of the game is open again, and what is played in its place comes before all that waits."""
    require(state.life.started and not state.life.finished, "the tournament is not running")
    old, new = state.books.find(event.id), event.game
    if old is None or old.result is None:
        raise Unreadable("log/out-of-place", f"{event.id} has no result that counts")
    require(new.id == again(event.id) and new.seats == old.game.seats, "the replay has another id, or other seats")
    require(new.board in (old.game.board, new.id), "the replay is on a board of another game")
    number = round_of(event.id)
    held = state.voided.pop(event.id, None) is not None
    require(not held or new.board == old.game.board, "a game that was voided is replayed on its own board")
    reason = state.life.take(event) or state.docket.take(event)
    require(not reason, reason)
    state.books.replay(event.id, new)
    state.conduct.reopen(number)
    state.recorded -= 1
    state.left[number] = state.left.get(number, 0) + (not held)
    state.unsealed[number] = state.unsealed.get(number, 0) + 1
    state.round_of[new.id] = number
    state.boards.put(new, instead=held)
    state.waiting.appendleft(new)
    state.promote(due)


def dispute(state: "TournamentState", event: ev.DisputeRaised | ev.DisputeExamined, due: "Due") -> None:
    """A dispute is raised or examined: nothing changes but the docket."""
    require(state.life.started and not state.life.finished, "the tournament is not running")
    found = event.result if isinstance(event, ev.DisputeExamined) else None
    require(found is None or fits(state.books.sides, found), "points and places are not by side")
    reason = state.docket.take(event)
    require(not reason, reason)


def rule(state: "TournamentState", event: ev.DisputeRuled, due: "Due") -> None:
    """A dispute is ruled: a result that it gives takes the place of the one that counted."""
    require(state.life.started and not state.life.finished, "the tournament is not running")
    reason = state.docket.take(event)
    require(not reason, reason)
    if event.result is None and event.ruling != "replay":
        return
    game = state.docket.disputes[event.dispute].game
    entry = state.books.find(game)
    require(entry is not None and entry.result is not None, f"{game} has no result that counts")
    if event.result is not None:
        require(fits(state.books.sides, event.result), "points and places are not by side")
        state.books.amend(game, event.result)
        state.conduct.amend(round_of(game))

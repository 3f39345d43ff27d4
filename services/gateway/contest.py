"""Disputes that come from players over their connection: refused at once, or handed to the director."""

from collections.abc import Callable

from croupier.contracts import client
from croupier.contracts import commands as cmd
from croupier.contracts.errors import NotAllowed
from croupier.folds.disputing import answer

from .connection import Connection
from .outbox import Outbox
from .views import TournamentView

UNKNOWN = "dispute/unknown-game"


class Contest:
    """``view`` knows the fold of a tournament in play, up to a second behind its log."""

    def __init__(self, outbox: Outbox, view: Callable[[str], TournamentView | None]) -> None:
        self._outbox = outbox
        self._view = view

    def dispute(
        self, connection: Connection, tournament: str, entrant: str, message: client.DisputeMessage, *, seated: bool
    ) -> None:
        """Answer a dispute. ``seated``: the player is known to sit in the game, even if the log was not read yet."""
        command = cmd.DisputeRaise(
            id=self._outbox.next_id(), tournament=tournament, who="entrant", game=message.game, entrant=entrant,
            claim=message.claim, ply=message.ply, why=message.text,
        )  # fmt: skip
        view = self._view(tournament)
        told = client.DisputedMessage(game=message.game, claim=message.claim)
        try:
            tuple(answer(view.case if view else None, command))
        except NotAllowed as error:
            if error.code != UNKNOWN or not seated:
                refusal = {"code": error.code, "reason": error.reason[:200], "hint": error.hint[:200] or None}
                connection.tell(told.model_copy(update=refusal))
                return
        if self._outbox.to_director(tournament, command):
            connection.tell(told)
        else:
            connection.error("server/unready", "the store takes no commands at the moment; try again", place="game")

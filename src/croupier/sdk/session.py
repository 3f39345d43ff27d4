"""What a bot knows of its games, whatever happens to the connection.

No socket is touched here: messages come in through :meth:`Session.receive` and go out through ``send``,
which drops them while there is no connection. Nothing is lost by that: after a reconnect the server sends a
snapshot of every live game, and a turn that is asked again gets the answer that was found meanwhile.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .errors import BotFailed
from .messages import Clock, Disputed, Event, Json, Over, Refusal, Snapshot, Table
from .minds import mind_of
from .signing import Signer, shown
from .turn import Turn

if TYPE_CHECKING:
    from .bot import Bot

log = logging.getLogger("croupier.sdk")

REMEMBERED = 1_000
"""Games that are over and still recognised, so that a late message about one is not taken for a new game."""

UNASKED = {"move/stale", "move/not-asked", "move/forfeited"}
"""Codes of a refusal that concerns no open decision: nothing is to be answered again."""

GONE = 5
"""Connections without a snapshot of a game after which it is taken for over: one alone may have been too short."""


class Seat:
    """One game: what was heard of it, and the decision that is open."""

    __slots__ = ("answer", "awaiting", "decided", "missed", "n", "shown", "table", "turn")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.n = 0
        self.awaiting = False
        """Events were lost and a snapshot is on its way."""
        self.decided = -1
        """The last ply that is known to be decided."""
        self.turn: Turn | None = None
        self.answer: str | None = None
        self.shown = b""
        """The digest of what the open decision shows, where play is signed."""
        self.missed = 0
        """Connections that stood and brought no snapshot of the game."""

    def close_turn(self) -> None:
        """The open decision is not ours to take any more."""
        if self.turn is not None:
            self.turn.stale = True
            self.turn = self.answer = None


class Session:
    """All games of one bot. ``failure`` is set once its own code failed and it does not keep going."""

    def __init__(self, bot: "Bot", seed: bytes, *, keep_going: bool, on_failure: Callable[[BotFailed], None]) -> None:
        self.bot = bot
        self.seed = seed
        self.signer: Signer | None = None
        self.keep_going = keep_going
        self.send: Callable[[Json], None] = lambda message: None
        self.seats: dict[str, Seat] = {}
        self.over: OrderedDict[str, None] = OrderedDict()
        self._asked_for: set[str] = set()
        self._disputes: dict[tuple[str, str], Json] = {}
        self._on_failure = on_failure
        self._mind = mind_of(bot, self._decided, self._failed)
        self._handlers: dict[str, Callable[[Json], None]] = {
            "turn": self._on_turn, "event": self._on_event, "game": self._on_game, "over": self._on_over,
            "refused": self._on_refused, "error": self._on_error, "ping": self._on_ping,
            "disputed": self._on_disputed,
        }  # fmt: skip

    def receive(self, message: Json) -> None:
        """Take a message of the server; one of an unknown type is left alone."""
        handler = self._handlers.get(message.get("type", ""))
        if handler is None:
            return
        try:
            handler(message)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            log.warning("a %s message of the server cannot be read: %r", message.get("type"), error)

    def welcomed(self) -> None:
        """A connection stands. Games that several connections brought no word of are over long since."""
        self._asked_for.clear()
        for seat in self.seats.values():
            seat.awaiting = False
            seat.missed += 1
        for game in [game for game, seat in self.seats.items() if seat.missed > GONE]:
            self.seats.pop(game).close_turn()

    def dispute(self, game: str, claim: str, ply: int | None, text: str) -> None:
        """Dispute a game, now or as soon as there is a connection."""
        message: Json = {"type": "dispute", "game": game, "claim": claim, "text": text}
        self._disputes[game, claim] = message | ({} if ply is None else {"ply": ply})
        self.send(self._disputes[game, claim])

    def say_disputes(self) -> None:
        """Repeat the disputes that were not answered: one that comes twice counts once."""
        for message in self._disputes.values():
            self.send(message)

    def say_again(self) -> None:
        """Repeat the answers to the turns that are open: an answer that comes twice counts once."""
        for seat in self.seats.values():
            if seat.turn is not None and seat.answer is not None:
                self._act(seat.turn, seat.answer)

    def close(self) -> None:
        """The bot stops."""
        for seat in self.seats.values():
            seat.close_turn()
        self._mind.close()

    # --- messages

    def _on_game(self, message: Json) -> None:
        game = message["game"]
        if message.get("seat") is None or game in self.over:
            return
        table = Table.read(message)
        seat = self.seats.setdefault(game, Seat(table))
        seat.table, seat.n = table, message["n"]
        seat.awaiting, seat.missed = False, 0
        if self.bot.hears("on_game"):
            self._mind.tell(self.bot.on_game, Snapshot.read(message, table))
        asked = message.get("turn")
        if asked is None:
            seat.close_turn()
        else:
            self._ask(seat, asked)

    def _on_turn(self, message: Json) -> None:
        seat = self._seat(message["game"])
        if seat is not None and message["ply"] > seat.decided:
            self._ask(seat, message)

    def _on_event(self, message: Json) -> None:
        seat = self._seat(message["game"])
        if seat is None or seat.awaiting or message["n"] <= seat.n:
            return
        if message["n"] > seat.n + 1:
            seat.awaiting = True
            self.send({"type": "resync", "game": message["game"]})
            return
        seat.n = message["n"]
        if message["kind"] == "action":
            self._close_up_to(seat, message["ply"])
        if self.bot.hears("on_event"):
            self._mind.tell(self.bot.on_event, Event.read(message, seat.table))

    def _on_refused(self, message: Json) -> None:
        seat = self.seats.get(message["game"])
        refusal = Refusal.read(message)
        if seat is None or seat.turn is None or seat.turn.ply != refusal.ply or refusal.code in UNASKED:
            return
        log.warning("%s ply %d: refused, %s: %s", refusal.game, refusal.ply, refusal.code, refusal.reason)
        if refusal.left > 0 and refusal.code.startswith(("move/", "malformed/")) and seat.answer is not None:
            self._ask_again(seat, seat.turn, refusal, message["legal"])

    def _on_over(self, message: Json) -> None:
        game = message["game"]
        seat = self.seats.pop(game, None)
        self.over[game] = None
        if len(self.over) > REMEMBERED:
            self.over.popitem(last=False)
        if seat is None:
            return
        seat.close_turn()
        if self.bot.hears("on_over"):
            self._mind.tell(self.bot.on_over, Over.read(message, seat.table))

    def _on_error(self, message: Json) -> None:
        log.warning("the server says: %s: %s", message["code"], message["reason"])

    def _on_disputed(self, message: Json) -> None:
        disputed = Disputed.read(message)
        self._disputes.pop((disputed.game, disputed.claim), None)
        if disputed.code:
            log.warning("the dispute of %s is not taken: %s: %s", disputed.game, disputed.code, disputed.reason)
        if self.bot.hears("on_disputed"):
            self._mind.tell(self.bot.on_disputed, disputed)

    def _on_ping(self, message: Json) -> None:
        self.send({"type": "pong", "id": message.get("id", 0)})

    # --- decisions

    def _seat(self, game: str) -> Seat | None:
        """Our seat in a game; a game that we have not heard of is asked for, once a connection."""
        seat = self.seats.get(game)
        if seat is None and game not in self.over and game not in self._asked_for:
            self._asked_for.add(game)
            self.send({"type": "resync", "game": game})
        return seat

    def _ask(self, seat: Seat, message: Json) -> None:
        turn = seat.turn
        if turn is not None and turn.ply == message["ply"] and turn.legal == message["legal"]:
            turn.start_clock(Clock.read(message["clock"]))
            if seat.answer is not None:
                self._act(turn, seat.answer)
            return
        fresh = Turn.read(message, seat.table, self.seed)
        seat.close_turn()
        seat.decided = fresh.ply - 1
        seat.turn = fresh
        if self.signer is not None:
            seat.shown = shown(message)
        self._mind.think(fresh)

    def _ask_again(self, seat: Seat, turn: Turn, refusal: Refusal, legal: list[str]) -> None:
        again = Turn(
            turn.table, turn.game, turn.ply, turn.seat, legal, turn.form, turn.view, turn.clock,
            refused=refusal, deadline=turn.deadline, seed=turn.seed,
        )  # fmt: skip
        seat.close_turn()
        seat.turn = again
        self._mind.think(again)

    def _close_up_to(self, seat: Seat, ply: int) -> None:
        seat.decided = max(seat.decided, ply)
        if seat.turn is not None and seat.turn.ply <= ply:
            seat.close_turn()

    def _decided(self, turn: Turn, action: Any) -> None:
        """The bot's answer; quietly dropped where it is not wanted any more."""
        seat = self.seats.get(turn.game)
        if seat is None or seat.turn is not turn:
            return
        if not turn.allows(action):
            self._failed(turn, ValueError(f"choose returned {action!r}, and legal is {turn.actions}"))
            return
        seat.answer = action
        self._act(turn, action)

    def _act(self, turn: Turn, action: str) -> None:
        message = {"type": "act", "game": turn.game, "ply": turn.ply, "action": action}
        if self.signer is not None:
            message["signature"] = self.signer.act(turn.game, turn.ply, action, self.seats[turn.game].shown)
        self.send(message)

    def _failed(self, turn: Turn | None, error: Exception) -> None:
        where = f"choose failed in game {turn.game}, ply {turn.ply}" if turn else "a hook failed"
        if not self.keep_going:
            failure = BotFailed(where)
            failure.__cause__ = error
            self._on_failure(failure)
            return
        log.error("%s: the bot keeps going", where, exc_info=error)
        if turn is not None:
            self._decided(turn, turn.actions[0])

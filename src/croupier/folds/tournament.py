"""A tournament as the fold of its log.

The same fold serves the director, who continues from it, and an auditor, who checks it. Only what is
still open is kept in detail: a tournament of a hundred thousand games costs no more than one of a hundred.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from croupier import games
from croupier.contracts import events as ev
from croupier.contracts.errors import BadConfig, Unreadable
from croupier.contracts.lines import Line
from croupier.contracts.specs import Duel, EntrantSpec, TournamentSpec
from croupier.contracts.streams import game_log
from croupier.games.kernel import Game
from croupier.proofs.merkle import Tree, leaf_hash
from croupier.proofs.seals import leaf

from . import amending
from .boards import Boards, Due
from .books import Books
from .conduct import Conduct
from .crowding import first_that_fits
from .docket import Docket
from .duel.course import Progress
from .faults import is_to_be_replayed
from .formats.model import History
from .keys import Keys
from .life import Life
from .matchplay import COUNTED
from .placing import require as _require
from .plans import Plan, plan_of
from .rounds import Round
from .rulings import holds_back
from .standings import Table

E = TypeVar("E", bound=ev.Event)

AFTER_THE_SEED = (ev.KeyRotated, ev.TournamentSealed)


class TournamentState:
    """All that a tournament's log says so far.

    ``life``: who takes part, and whether play is held up. ``nonces``, ``signers``: nonce and key by entrant that
    registered. ``playing``: games that are open, at most ``concurrency``; ``waiting``: paired ones that come after
    them, in order. ``left``: games not yet over, by open round (``round_of``: by game not yet recorded); ``boards``:
    the same by board, with the board's games. ``voided``: games that are recorded and still to be played anew, so that
    they are not over. ``books``: all that was paired and counts; ``recorded``: how many results do; ``docket``: the
    disputes about games. ``keys``: of the services.
    ``unclosed``: games that are recorded and not yet closed, with their round; ``unsealed``: games not yet closed, by
    round not yet sealed; ``tree``: of the games closed so far.
    """

    __slots__ = (
        "_exhausted", "beacon", "boards", "books", "closed", "commitment", "conduct", "docket", "finished", "game",
        "keys", "left", "life", "log", "nonces", "options", "plan", "playing", "recorded", "round_of", "sealed",
        "seed", "signers", "spec", "tree", "unclosed", "unsealed", "voided", "waiting",
    )  # fmt: skip

    def __init__(self, log: str) -> None:
        self.log = log
        self.spec: TournamentSpec | None = None
        self.game: Game
        self.options: dict[str, bool | int | str] = {}
        self.plan: Plan
        self.books: Books
        self.conduct: Conduct
        self.life = Life()
        self.docket = Docket()
        self.commitment: str | None = None
        self.keys = Keys()
        self.nonces: dict[str, str] = {}
        self.signers: dict[str, str] = {}
        self.beacon: str | None = None
        self.round_of: dict[str, int] = {}
        self.left: dict[int, int] = {}
        self.boards = Boards()
        self.playing: dict[str, ev.PairedGame] = {}
        self.waiting: deque[ev.PairedGame] = deque()
        self.recorded = 0
        self.closed = 0
        self.finished: ev.TournamentFinished | None = None
        self.seed: str | None = None
        self.voided: dict[str, ev.PairedGame] = {}
        self.unclosed: dict[str, int] = {}
        self.unsealed: dict[int, int] = {}
        self.tree = Tree()
        self.sealed: ev.TournamentSealed | None = None
        self._exhausted: tuple[int, int, int, int] | None = None

    @property
    def id(self) -> str:
        """The tournament's id."""
        return self.log[2:]

    @property
    def table(self) -> Table:
        """The table of all results that count."""
        return self.books.table

    @property
    def entrants(self) -> dict[str, EntrantSpec]:
        """All entrants by id, those that withdrew included."""
        return self.life.entrants

    @property
    def withdrawn(self) -> dict[str, int]:
        """The last round that was paired before, by entrant that left."""
        return self.life.withdrawn

    @property
    def paired(self) -> int:
        """The last round that was paired."""
        return self.life.paired

    def evolve(self, line: Line) -> Due:
        """Take in one line; what it makes due.

        Raises :class:`Unreadable` (``log/out-of-place``) for an event that cannot stand here.
        """
        _require(self.spec is not None or isinstance(line.event, ev.TournamentOpened), "the tournament is not open")
        _require(self.sealed is None, "nothing can follow the last seal")
        _require(self.seed is None or type(line.event) in AFTER_THE_SEED, "nothing but the last seal follows the seed")
        due = Due()
        _EVOLVE[type(line.event)](self, line.event, due)
        return due

    @property
    def complete(self) -> bool:
        """Nothing will follow. A tournament that was played before services held keys ends with its seed."""
        return self.sealed is not None or (self.seed is not None and not self.keys.complete)

    @property
    def round_to_seal(self) -> int | None:
        """A round that is over and whose games are all closed."""
        return next((number for number, left in self.unsealed.items() if not left and number not in self.left), None)

    def has_closed(self, game: str) -> bool:
        """Whether a game of this tournament is neither to be played nor to be sealed any more."""
        return game not in self.round_of and game not in self.unclosed

    def seats_ok(self, game: ev.PairedGame) -> bool:
        """As many entrants as the game has seats, all of them known and none twice."""
        known = [name for name in game.seats if name in self.entrants]
        return len(known) == len(set(known)) == len(game.seats) == self.game.seats(self.options)

    def next_round(self) -> Round | None:
        """The round to be paired next; ``None`` if there is none, or none before a round is over.

        Raises :class:`Unreadable` (``log/out-of-place``) if what was played so far is not what the format gives.
        """
        results = self.recorded if self.plan.flows else self.closed
        asked = (self.paired, self.life.changes, results, self.docket.ruled)
        if self.life.stopping or asked == self._exhausted or (self.plan.waits and self.left):
            return None
        if self.spec is not None and holds_back(self.spec, self.docket, self.paired):
            return None
        try:
            found = self.plan.next_round(self.paired, self.life.field(), self._history())
        except BadConfig as error:
            raise Unreadable("log/out-of-place", error.reason) from None
        if found is None:
            self._exhausted = asked
        return found

    def due_round(self) -> Round | None:
        """The round to be paired now: :meth:`next_round`, where nothing holds it up and there is room for a game.

        Raises as that does.
        """
        assert self.spec is not None
        held_up = self.life.paused is not None or self.waiting or len(self.playing) >= self.spec.concurrency
        return None if held_up else self.next_round()

    def _history(self) -> History:
        """What has been played and, where it matters, who is at the tables now."""
        history = self.table.history()
        if not self.plan.flows:
            return history
        assert self.spec is not None
        games = (*self.playing.values(), *self.waiting)
        busy = frozenset(name for game in games for name in game.seats)
        return replace(history, busy=busy, room=self.spec.concurrency - len(games))

    def end(self) -> ev.TournamentFinished:
        """The last table, with all that follows from the results."""
        table = self.table
        return ev.TournamentFinished(standings=table.standings(), ratings=table.ratings(), duel=self.duel_end())

    def duel_end(self) -> ev.DuelEnd | None:
        """What a duel has come to so far; ``None`` where this is none."""
        if self.spec is None or not isinstance(self.spec.format, Duel):
            return None
        return (self.table.history().duel or Progress()).end(self.spec.format)

    def promote(self, due: Due) -> None:
        """Fill the free places among the games being played, in the order of pairing. Not during a pause."""
        assert self.spec is not None
        if self.life.paused is not None:
            return
        while len(self.playing) < self.spec.concurrency:
            place = first_that_fits(self.spec, self.entrants, self.playing.values(), self.waiting)
            if place is None:
                return
            game = self.waiting[place]
            del self.waiting[place]
            self.playing[game.id] = game
            due.opens.append(game)


def _open(state: TournamentState, event: ev.TournamentOpened, due: Due) -> None:
    _require(state.spec is None, "the tournament is open already")
    state.spec = spec = event.spec
    _require(spec.id == state.id, "the specification has another id")
    state.game = games.get(spec.game)
    state.options = state.game.resolve(spec.ruleset, spec.options)
    state.plan = plan_of(spec)
    _live(state, event)
    state.books = Books(spec, state.game.sides(state.options))
    state.conduct = Conduct(spec.disqualify, state.books.sides, state.books.round)


def _commit(state: TournamentState, event: ev.SeedCommitted, due: Due) -> None:
    _require(state.commitment is None, "the seed is committed already")
    state.commitment = event.commitment


def _name_key(state: TournamentState, event: ev.KeyNamed, due: Due) -> None:
    _require(state.beacon is None, "a key is named after the start")
    reason = state.keys.take(event)
    _require(not reason, reason)


def _rotate_key(state: TournamentState, event: ev.KeyRotated, due: Due) -> None:
    reason = state.keys.take(event)
    _require(not reason, reason)


def _register(state: TournamentState, event: ev.EntrantRegistered, due: Due) -> None:
    _live(state, event)
    state.nonces[event.entrant] = event.nonce
    if event.key is not None:
        state.signers[event.entrant] = event.key


def _change(state: TournamentState, event: ev.Event, due: Due) -> None:
    """Somebody enters, leaves or comes back, or there are more rounds."""
    before, out = state.life.spec, set(state.life.disqualified)
    _live(state, event)
    if isinstance(event, ev.EntrantReturned) and event.entrant in out:
        state.conduct.forgive(event.entrant, state.paired)
    spec = state.life.spec
    if spec is not None and spec is not before:
        try:
            state.plan = plan_of(spec, state.life.lengths)
        except BadConfig as error:
            raise Unreadable("log/out-of-place", error.reason) from None
    state.books.heed(event, state.paired)


def _start(state: TournamentState, event: ev.TournamentStarted, due: Due) -> None:
    _live(state, event)
    _require(state.commitment is not None, "the seed was not committed")
    state.beacon = event.beacon


def _pair(state: TournamentState, event: ev.RoundPaired, due: Due) -> None:
    _live(state, event)
    assert state.spec is not None
    odd = len(event.games) % 2 == 1
    _require(not (odd and isinstance(state.spec.format, Duel)), "a round of a duel holds two games of every pair")
    state.left[event.round] = state.unsealed[event.round] = len(event.games)
    for game in event.games:
        _require(game.id not in state.round_of, f"{game.id} is paired already")
        _require(state.seats_ok(game), f"{game.id} has other seats than the game, or unknown entrants")
        state.round_of[game.id] = event.round
        state.boards.put(game)
    state.books.paired(event)
    state.waiting.extend(event.games)
    state.promote(due)


def _record(state: TournamentState, event: ev.GameRecorded, due: Due) -> None:
    game = state.playing.pop(event.id, None)
    if game is None:
        raise Unreadable("log/out-of-place", f"{event.id} is not being played")
    sides = len(state.books.sides)
    by_side = event.outcome not in COUNTED or len(event.points) == len(event.places) == sides
    _require(by_side, "points and places are not by side")
    _require(all(each.seat < len(game.seats) for each in event.failures or ()), "a seat failed that there is not")
    number = state.round_of.pop(event.id)
    if state.keys.complete:  # else it began before services held keys, and no game will be closed
        state.unclosed[event.id] = number
    state.books.record(number, game, event)
    state.recorded += 1
    assert state.spec is not None
    if is_to_be_replayed(state.spec.policy, event):
        state.voided[event.id] = game  # until then neither its round nor its board is over
    else:
        state.left[number] -= 1
        due.reveals.extend(state.boards.over(game))
    state.promote(due)


def _close_game(state: TournamentState, event: ev.GameClosed, due: Due) -> None:
    number = state.unclosed.pop(event.id, None)
    if number is None:
        raise Unreadable("log/out-of-place", f"{event.id} is not waiting to be closed")
    state.unsealed[number] -= 1
    state.tree.append(leaf_hash(leaf(game_log(event.id), event.lines, bytes.fromhex(event.head))))


def _close(state: TournamentState, event: ev.RoundClosed, due: Due) -> None:
    _require(state.left.get(event.round) == 0, f"round {event.round} is not over")
    del state.left[event.round]
    state.conduct.close(event.round)
    state.closed += 1


def _seal_round(state: TournamentState, event: ev.RoundSealed, due: Due) -> None:
    ready = state.unsealed.get(event.round) == 0 and event.round not in state.left
    _require(ready, f"round {event.round} is not over, or some of its games are not closed")
    del state.unsealed[event.round]


def _finish(state: TournamentState, event: ev.TournamentFinished, due: Due) -> None:
    _require(not state.left, "the tournament is not over")
    _require(not state.unsealed or not state.keys.complete, "some rounds are not sealed")
    _require(not state.docket.open and not state.docket.owed, "some disputes are open, or not carried out")
    _live(state, event)
    state.finished = event


def _reveal(state: TournamentState, event: ev.SeedRevealed, due: Due) -> None:
    _require(state.finished is not None, "the tournament is not finished")
    state.seed = event.seed


def _seal(state: TournamentState, event: ev.TournamentSealed, due: Due) -> None:
    _require(state.seed is not None, "the tournament is sealed before its seed is revealed")
    state.sealed = event


def _hold(state: TournamentState, event: ev.Event, due: Due) -> None:
    """Play is held up, or goes on: then games that waited are opened."""
    _live(state, event)
    if state.life.started:
        state.promote(due)


def _live(state: TournamentState, event: ev.Event) -> None:
    reason = state.life.take(event)
    _require(not reason, reason)


def _foreign(state: TournamentState, event: ev.Event, due: Due) -> None:
    raise Unreadable("log/out-of-place", f"{event.TYPE} does not belong into a tournament's log")


_EVOLVE: dict[type[ev.Event], Callable[[TournamentState, Any, Due], None]] = dict.fromkeys(ev.GAME_EVENTS, _foreign)


def _on(kind: type[E], handler: Callable[[TournamentState, E, Due], None]) -> None:
    """Have events of a kind taken in by what takes just that kind."""
    _EVOLVE[kind] = handler


_on(ev.TournamentOpened, _open)
_on(ev.SeedCommitted, _commit)
_on(ev.EntrantRegistered, _register)
_on(ev.TournamentStarted, _start)
_on(ev.RoundPaired, _pair)
_on(ev.GameRecorded, _record)
_on(ev.GameReplayed, amending.replay)
_on(ev.DisputeRaised, amending.dispute)
_on(ev.DisputeExamined, amending.dispute)
_on(ev.DisputeRuled, amending.rule)
_on(ev.DisputesClosing, _hold)
_on(ev.DisputesClosed, _hold)
_on(ev.RoundClosed, _close)
_on(ev.TournamentFinished, _finish)
_on(ev.SeedRevealed, _reveal)
_on(ev.GameClosed, _close_game)
_on(ev.RoundSealed, _seal_round)
_on(ev.TournamentSealed, _seal)
_on(ev.KeyNamed, _name_key)
_on(ev.KeyRotated, _rotate_key)
_EVOLVE |= dict.fromkeys((ev.StartReleased, ev.TournamentPaused, ev.TournamentResumed, ev.TournamentStopping), _hold)
_EVOLVE |= dict.fromkeys((ev.EntrantEntered, ev.EntrantReturned, ev.EntrantReplaced, ev.RoundsAdded), _change)
_EVOLVE |= dict.fromkeys((ev.EntrantWithdrawn, ev.EntrantDisqualified), _change)

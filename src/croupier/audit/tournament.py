"""The audit of a tournament's log: seed and beacon, pairings, results, standings, all computed again.

Games are handed on one by one as they are closed, so that a hundred thousand need no more memory than
those that are open.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from croupier.audit import checkpoints, disputes, life, order, pairing, signed, turn
from croupier.audit.chain import Chain
from croupier.audit.checkpoints import Pins
from croupier.audit.clocks import SKEW
from croupier.audit.context import Expected, Problem, Setting, setting_of
from croupier.audit.findings import Counts, Finding
from croupier.audit.revoked import Revoked
from croupier.audit.scores import first_difference
from croupier.contracts import events as ev
from croupier.contracts.errors import BadConfig, Unreadable
from croupier.contracts.lines import Line
from croupier.folds.bundle import row_of
from croupier.folds.closings import shows_table
from croupier.folds.plans import plan_of
from croupier.folds.tournament import TournamentState
from croupier.games import deck
from croupier.games.kernel import RuleError

Problems = Iterator[Problem]


class TournamentAudit:
    """One pass over a tournament's log.

    ``seed``: the one that the last line reveals, read ahead, so that games can be re-dealt on the way.
    After the pass: ``findings`` in reading order, ``known`` the ids of all games that were paired,
    ``recorded`` those with a result, ``answers`` what rulings have put right, ``broken`` whether the pass stopped
    early.
    """

    def __init__(
        self,
        log: str,
        seed: bytes | None = None,
        pins: Pins = MappingProxyType({}),
        rows: Callable[[bytes], None] = lambda row: None,
        games: disputes.Lines = lambda game: None,
    ) -> None:
        """``pins``: keys that are known from elsewhere; ``rows`` is called with each row of ``games.csv``.

        ``games``: the logs of games, of which those that were disputed are judged once more.
        """
        self.log = log
        self.state = TournamentState(log)
        self.findings: list[Finding] = []
        self.counts = Counts(logs=1)
        self.broken = False
        self.head = ""
        self.known: set[str] = set()
        self.recorded: set[str] = set()
        self.answers = disputes.Answers()
        self.setting: Setting | None = None
        self._seed = seed
        self._pins = pins
        self._rows = rows
        self._games = games
        self._waiting: dict[str, Expected] = {}
        self._opens: dict[str, int] = {}
        self._over: dict[str, int] = {}
        self._revoked = Revoked()
        self._line: Line
        self._stamps: dict[str, int] = {}
        self._looked: tuple[int, int] | None = None

    def run(self, lines: Iterable[bytes]) -> Iterator[Expected]:
        """Audit ``lines`` (stored lines with their newlines); each game once all is known of it.

        That is when it is closed; what was recorded and never closed comes last.
        """
        chain = Chain(self.log, lines)
        for line, head in chain:
            self.counts.lines += 1
            self.head = head
            game = self._expected(line)
            row = row_of(self.state, line.event)
            if not self._take(line):
                self.broken = True
                break
            if row is not None:
                self._rows(row)
            if game is not None:
                self._record(game)
            yield from self._known(line)
        yield from self._waiting.values()
        if chain.finding is not None:
            self.broken = True
            self.findings.append(chain.finding)
        elif not self.broken:
            self._check_end()

    def _expected(self, line: Line) -> Expected | None:
        """What is known of a game whose result is recorded here, taken before the fold forgets it."""
        event = line.event
        game = self.state.playing.get(event.id) if isinstance(event, ev.GameRecorded) else None
        if game is None:
            return None
        assert isinstance(event, ev.GameRecorded)
        number, due = self.state.round_of[game.id], self._opens.pop(game.id, None)
        return Expected(
            game.id, number, game.board, tuple(game.seats), event, line.seq, due=due, recorded_at=line.at
        )  # fmt: skip

    def _record(self, game: Expected) -> None:
        self.recorded.add(game.id)
        self._waiting[game.id] = game

    def _known(self, line: Line) -> Iterator[Expected]:
        """The game of which all is known with this line. Without keys that is when its result is."""
        event, keyed = line.event, self.state.keys.complete
        if isinstance(event, ev.GameClosed):
            game = self._waiting.pop(event.id, None)
            over = self._over.pop(event.id, None)
            if game is not None:
                keys = self._revoked.left(event.id, self.state.keys)
                yield replace(game, closed=event, closed_line=line.seq, keys=keys, over=over, closed_at=line.at)
        elif isinstance(event, ev.GameRecorded) and not keyed:
            yield self._waiting.pop(event.id)

    # --- line by line

    def _take(self, line: Line) -> bool:
        """Check a line and fold it. ``False``: it cannot stand here, and nothing after it can be judged."""
        problem = order.writer(line)
        if problem is not None:
            self._add(line.seq, problem)
        self._stamp(line)
        self._line = line
        good = True
        check = _BEFORE.get(type(line.event))
        for found in check(self, line.event) if check else ():
            self._add(line.seq, found)
            good = good and found.code not in STOPS
        return good and self._fold(line)

    def _fold(self, line: Line) -> bool:
        try:
            due = self.state.evolve(line)
        except Unreadable as error:
            self._add(line.seq, Problem(error.code, error.reason))
            return False
        self._opens.update((game.id, line.at) for game in due.opens)
        self._over.update((game, line.at) for game in due.reveals)
        self._revoked.over(due.reveals)
        check = _AFTER.get(type(line.event))
        for found in check(self, line.event) if check else ():
            self._add(line.seq, found)
        return True

    def _opened(self, event: ev.TournamentOpened) -> Problems:
        try:
            plan_of(event.spec)
        except (RuleError, BadConfig) as error:
            yield Problem("audit/options", error.reason, found=error.code)

    def _committed(self, event: ev.SeedCommitted) -> Problems:
        if self.state.nonces:
            yield Problem("audit/nonce-first", "a nonce was known before the dealer was committed to its seed")

    def _named(self, event: ev.KeyNamed) -> Problems:
        yield from checkpoints.named(self.log, event, self._pins)
        yield from checkpoints.twice(self.state.keys, event)

    def _rotated(self, event: ev.KeyRotated) -> Problems:
        self._revoked.rotate(event, self.state.keys)
        yield from checkpoints.rotated(event)
        yield from checkpoints.twice(self.state.keys, event)

    def _sealed(self, event: ev.RoundSealed | ev.TournamentSealed) -> Problems:
        if self.state.spec is not None:
            yield from checkpoints.checkpoint(self.state, self._line)

    def _registered(self, event: ev.EntrantRegistered) -> Problems:
        yield from turn.in_turn(self.state)
        if self.state.spec is not None:
            yield from signed.registration(self.state.spec, event)
        entrant = self.state.entrants.get(event.entrant)
        if entrant is not None and entrant.name != event.name:
            yield Problem("audit/entrant", "the entrant has another name", entrant.name, event.name)

    def _started(self, event: ev.TournamentStarted) -> Problems:
        state = self.state
        if state.spec is None:
            return  # the fold says so
        absent = state.life.missing
        if absent and not state.life.stopping:
            yield Problem("audit/entrant", "the tournament starts without an entrant", found=", ".join(absent))
        yield from checkpoints.missing(self.state)
        yield from life.ending(state.spec, event, self._line.at)
        right = deck.beacon(bytes.fromhex(nonce) for nonce in state.nonces.values()).hex()
        if event.beacon != right:
            yield Problem("audit/beacon", "the beacon is not what the nonces give", right, event.beacon)

    def _barred(self, event: ev.DisputesClosed) -> Problems:
        yield from life.timely(self.state.life, event, self._line.at)

    def _set(self, event: ev.TournamentStarted) -> Problems:
        """From here on it is known what every game must be like."""
        self.setting = setting_of(self.state, self._proven())
        yield from ()

    def _grown(self, event: ev.EntrantEntered | ev.EntrantRegistered) -> Problems:
        """Whoever comes after the start has a name, and a key where play is signed."""
        if self.setting is not None:
            self.setting = setting_of(self.state, self._proven())
        yield from ()

    def _proven(self) -> bytes | None:
        """The seed that was read ahead, if it is the committed one."""
        seed = self._seed
        return seed if seed is not None and deck.seed_commitment(seed).hex() == self.state.commitment else None

    def _paired(self, event: ev.RoundPaired) -> Problems:
        if self.state.spec is None:
            return  # the fold says so
        yield from life.conducted(self.state)
        yield from disputes.carried_out(self.state)
        yield from self._next(event)
        self.known.update(game.id for game in event.games)

    def _next(self, event: ev.RoundPaired) -> Problems:
        try:
            yield from pairing.compared(self.state.next_round(), event)
        except Unreadable as error:
            yield Problem("audit/pairing", f"the rounds before leave none to be paired: {error.reason}")

    def _disputed(self, event: ev.DisputeRaised) -> Problems:
        yield from disputes.raised(self.state, event)
        yield from turn.in_turn(self.state)

    def _examined(self, event: ev.DisputeExamined) -> Problems:
        yield from disputes.examined(self.state, event, self._games)
        yield from turn.in_turn(self.state)

    def _ruled(self, event: ev.DisputeRuled) -> Problems:
        yield from disputes.ruled(self.state, event)
        if event.by == "organiser":
            yield from turn.in_turn(self.state)
        self.answers.take(self.state, event)

    def _closing(self, event: ev.DisputesClosing) -> Problems:
        yield from disputes.carried_out(self.state)
        yield from disputes.closing(self.state, event, self._line.at)

    def _replayed(self, event: ev.GameReplayed) -> Problems:
        yield from disputes.replayed(self.state, event)
        self.known.add(event.game.id)

    def _disqualified(self, event: ev.EntrantDisqualified) -> Problems:
        yield from life.conducted(self.state, event)

    def _round_over(self, event: ev.RoundClosed) -> Problems:
        yield from life.conducted(self.state)
        yield from disputes.carried_out(self.state)

    def _closed(self, event: ev.RoundClosed) -> Problems:
        if shows_table(self.state, event.round):
            yield from self._standings(event.standings)
        elif event.standings:
            yield Problem("audit/standings", "no table belongs to this round", found=f"{len(event.standings)} rows")

    def _recorded_in_turn(self, event: ev.GameRecorded) -> Problems:
        """Whoever is free in an arena is paired before the next result: which one that is must not be waited for."""
        if self.state.spec is not None and self.state.plan.flows:
            yield from pairing.in_turn(self.state)

    def _asked(self, event: life.Asked) -> Problems:
        """Somebody who saw how things stand asked for this: it changes nothing of what was due before."""
        yield from life.granted(self.state.life, event)
        if isinstance(event, life.Timed):
            yield from life.timely(self.state.life, event, self._line.at)
        if not self._same_look(event):
            yield from turn.in_turn(self.state)

    def _same_look(self, event: life.Asked) -> bool:
        """Whether the clock did the line before, too, at the same moment: what a look finds due is done together."""
        looked, number, at = self._looked, self._line.seq, self._line.at
        self._looked = (number, at) if event.who == "clock" else None
        return event.who == "clock" and looked == (number - 1, at)

    def _game_closed(self, event: ev.GameClosed) -> Problems:
        """Its deck is shown by now: then all games on its board are over."""
        if event.id in self._waiting and event.id not in self._over:
            reason = f"the deck of {event.id} was shown while its board was still to be played"
            yield Problem("audit/early", reason)

    def _finished(self, event: ev.TournamentFinished) -> Problems:
        yield from life.conducted(self.state)
        try:
            missing = self.state.next_round()
        except Unreadable as error:
            yield Problem("audit/pairing", f"the rounds leave none to be paired: {error.reason}")
        else:
            if missing is not None:
                yield Problem("audit/pairing", f"round {missing.number} was never paired")
        yield from self._standings(event.standings)
        right = self.state.duel_end()
        if event.duel != right:
            yield Problem(
                "audit/duel", "the duel came to something else", pairing.said(right), pairing.said(event.duel)
            )
        yield from self._ratings(event.ratings)

    def _revealed(self, event: ev.SeedRevealed) -> Problems:
        found = deck.seed_commitment(bytes.fromhex(event.seed)).hex()
        if found != self.state.commitment:
            reason = "the seed is not the one that was committed to"
            yield Problem("audit/seed", reason, f"commitment {self.state.commitment}", found)

    # --- what the checks share

    def _standings(self, found: list[ev.Standing]) -> Problems:
        try:
            right = self.state.table.standings()
        except ValueError:
            yield Problem("audit/standings", "no table can be made of the results so far, or none that a log can hold")
            return
        if right != found:
            number, one, other = first_difference(right, found)
            yield Problem("audit/standings", f"row {number} of the table is another one", one, other)

    def _ratings(self, found: list[ev.Rating] | None) -> Problems:
        if found is None:
            reason = "the tournament is not rated: its last table was written before ratings stood there"
            self._add(self._line.seq, Problem("audit/ratings", reason), note=True)
        elif (right := self.state.table.ratings()) != found:
            number, one, other = first_difference(right, found)
            yield Problem("audit/ratings", f"row {number} of the ratings is another one", one, other)

    def _check_end(self) -> None:
        if self.state.finished is None:
            self._add(
                0, Problem("audit/unfinished", "the log ends before the tournament is finished (--partial allows it)")
            )
        elif self.state.seed is None:
            self._add(0, Problem("audit/unrevealed", "the log ends before the seed is revealed"))
        elif not self.state.complete:
            self._add(0, Problem("seal/missing", "the tournament is not sealed: its end was cut off, or it never was"))

    def _stamp(self, line: Line) -> None:
        before = self._stamps.get(line.by, 0)
        if line.at < before - SKEW:
            problem = Problem("audit/clock-back", f"{line.by}'s clock went back", f"≥ {before}", str(line.at))
            self._add(line.seq, problem, note=True)
        self._stamps[line.by] = max(before, line.at)

    def _add(self, number: int, problem: Problem, note: bool = False) -> None:
        code, reason, expected, found = problem
        self.findings.append(Finding(code, self.log, number, reason, expected, found, note))


STOPS = frozenset({"audit/options"})
"""After these the tournament cannot be folded on."""

Checks = dict[type[ev.Event], Callable[[TournamentAudit, Any], Problems]]

_BEFORE: Checks = {
    **dict.fromkeys(life.ASKED, TournamentAudit._asked),
    ev.GameClosed: TournamentAudit._game_closed,
    ev.TournamentOpened: TournamentAudit._opened,
    ev.SeedCommitted: TournamentAudit._committed,
    ev.EntrantRegistered: TournamentAudit._registered,
    ev.GameRecorded: TournamentAudit._recorded_in_turn,
    ev.TournamentStarted: TournamentAudit._started,
    ev.RoundPaired: TournamentAudit._paired,
    ev.EntrantDisqualified: TournamentAudit._disqualified,
    ev.RoundClosed: TournamentAudit._round_over,
    ev.GameReplayed: TournamentAudit._replayed,
    ev.DisputeRaised: TournamentAudit._disputed,
    ev.DisputeExamined: TournamentAudit._examined,
    ev.DisputeRuled: TournamentAudit._ruled,
    ev.DisputesClosing: TournamentAudit._closing,
    ev.DisputesClosed: TournamentAudit._barred,
    ev.SeedRevealed: TournamentAudit._revealed,
    ev.KeyNamed: TournamentAudit._named,
    ev.KeyRotated: TournamentAudit._rotated,
    ev.RoundSealed: TournamentAudit._sealed,
    ev.TournamentSealed: TournamentAudit._sealed,
}
_AFTER: Checks = {
    ev.TournamentStarted: TournamentAudit._set,
    ev.EntrantEntered: TournamentAudit._grown,
    ev.EntrantRegistered: TournamentAudit._grown,
    ev.RoundClosed: TournamentAudit._closed,
    ev.TournamentFinished: TournamentAudit._finished,
}

"""Small worlds that a tournament could have left behind: right ones, in memory, made without any service.

A log is a list of drafts (an event with its envelope but without its place in the chain), so that a test can
forge one and chain everything anew, as somebody would who holds the server.
"""

import hashlib
import random
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from audit.sealing import ALL, SEALERS, blank, seal_game, seal_tournament
from croupier import games
from croupier.audit.scores import result
from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.errors import Unreadable
from croupier.contracts.events import By, Event
from croupier.contracts.lines import Line, genesis, write_line
from croupier.contracts.schemas import hashes
from croupier.contracts.specs import Clock, EntrantSpec, Policy, RoundRobin, TournamentSpec
from croupier.folds.bundle import GAMES_HEADER, Heads, manifest, row_of, standings_csv, standings_json
from croupier.folds.game import GameState
from croupier.folds.keys import HOLDERS
from croupier.folds.matchplay import why
from croupier.folds.rounds import Round
from croupier.folds.tournament import TournamentState
from croupier.games import deck
from croupier.games.kernel import Deal
from rings import named

START = 1_800_000_000_000_000
SEED = hashlib.sha256(b"a seed for tests").digest()
SECOND = 1_000_000
WRITER: dict[type[Event], By] = {
    ev.DeckCommitted: "dealer",
    ev.DealDealt: "dealer",
    ev.DeckRevealed: "dealer",
    ev.DealScored: "scoring",
    ev.GameScored: "scoring",
}
ENDS = ("played", "flag", "strikes", "resigned", "left", "nobody")


@dataclass(frozen=True)
class Draft:
    """A line of a log without its place: the event, its writer, its stamp."""

    event: Event
    by: By
    at: int

    def but(self, **changes: Any) -> "Draft":
        """The same with other fields in its event."""
        return replace(self, event=self.event.model_copy(update=changes))


def chained(log: str, drafts: list[Draft]) -> list[bytes]:
    """The stored lines of a log, without their newlines."""
    prev, lines = genesis(log), []
    for seq, draft in enumerate(drafts, 1):
        stored = write_line(draft.event, seq=seq, at=draft.at, by=draft.by, cause=f"test-{seq}", prev=prev)
        prev = digest(stored)
        lines.append(stored)
    return lines


@dataclass
class World:
    """A tournament with all its logs as drafts. ``games`` are in the order in which they are recorded."""

    spec: TournamentSpec
    tournament: list[Draft] = field(default_factory=list)
    games: dict[str, list[Draft]] = field(default_factory=dict)

    def index(self, kind: type[Event], nth: int = 0, game: str | None = None) -> int:
        """The position of the nth event of a kind, in a game's log or in the tournament's."""
        drafts = self.tournament if game is None else self.games[game]
        return [place for place, draft in enumerate(drafts) if isinstance(draft.event, kind)][nth]

    def seal(self, held: Collection[str] = ALL) -> None:
        """Make all fit that the logs say of each other, as somebody can who holds the server and the keys ``held``."""
        ends = {}
        for game, drafts in self.games.items():
            ends[game] = len(drafts), seal_game(f"g/{game}", drafts, held)
        for place, draft in enumerate(self.tournament):
            event = draft.event
            if isinstance(event, ev.GameRecorded) and event.id in self.games:
                lines = chained(f"g/{event.id}", self.games[event.id])
                head = digest(lines[event.lines - 1]) if event.lines <= len(lines) else event.head
                self.tournament[place] = draft.but(head=head)
        seal_tournament(self.spec.id, self.tournament, ends, "director" in held)

    def write(self, folder: Path) -> Path:
        """Write the bundle into ``folder`` and return it."""
        (folder / "games").mkdir(parents=True)
        for game, drafts in self.games.items():
            put(folder / "games" / f"{game}.jsonl", chained(f"g/{game}", drafts))
        put(folder / "tournament.jsonl", chained(f"t/{self.spec.id}", self.tournament))
        self.write_derived(folder)
        return folder

    def write_derived(self, folder: Path) -> None:
        """The table, the list of games and the manifest, as they follow from the logs."""
        state, heads, rows = TournamentState(f"t/{self.spec.id}"), Heads(), [GAMES_HEADER]
        for seq, draft in enumerate(self.tournament, 1):
            event = draft.event
            rows += [row] if (row := row_of(state, event)) is not None else []
            if isinstance(event, ev.GameClosed) and event.id in self.games:
                heads.add(event.id, digest(chained(f"g/{event.id}", self.games[event.id])[-1]))
            try:
                state.evolve(Line(seq, draft.at, draft.by, "", "", event))
            except Unreadable:
                break  # a forged log may lead nowhere
        ends = {"tournament": digest(chained(state.log, self.tournament)[-1]), "games": heads.hexdigest()}
        (folder / "games.csv").write_bytes(b"".join(rows))
        with suppress(ValueError):  # a forged table may hold more than a file can
            (folder / "standings.json").write_bytes(standings_json(state))
            (folder / "standings.csv").write_bytes(standings_csv(state))
        (folder / "manifest.json").write_bytes(manifest(state.id, "0.1.0", hashes(), ends, state.keys.all()))


def put(path: Path, lines: list[bytes]) -> None:
    """Write stored lines into a file."""
    path.write_bytes(b"".join(line + b"\n" for line in lines))


def spec_of(entrants: int = 3, per_pairing: int = 2, **changes: Any) -> TournamentSpec:
    """A specification of a round robin among a few entrants."""
    people = [
        EntrantSpec(id=f"bot-{letter}", name=f"Bot {letter.upper()}", token=digest(letter.encode()))
        for letter in "abcdefgh"[:entrants]
    ]
    given: dict[str, Any] = {
        "id": "cup", "name": "The cup", "game": "briscola", "format": RoundRobin(games=per_pairing),
        "entrants": people, "clock": Clock(action=10 * SECOND, bank=120 * SECOND, increment=SECOND),
        "policy": Policy(),
    }  # fmt: skip
    return TournamentSpec(**(given | changes))


def make(
    spec: TournamentSpec | None = None, ends: tuple[str, ...] = ENDS[:1], chance: int = 7, shift: int = 0
) -> World:
    """A whole tournament. The game number n ends in the way ``ends[n % len(ends)]``.

    ``shift``: the same nonces and so the same decks, but other play.
    """
    spec = spec or spec_of()
    world, dice = World(spec), random.Random(chance)

    nonces = [dice.randbytes(32) for _ in spec.entrants]
    beacon = deck.beacon(nonces)
    dice.seed(chance + shift)
    log = _Writer(world.tournament, START)
    log.add(ev.TournamentOpened(spec=spec), "director")
    log.add(ev.SeedCommitted(commitment=deck.seed_commitment(SEED).hex()), "dealer")
    for who, nonce in zip(spec.entrants, nonces, strict=True):
        log.add(ev.EntrantRegistered(entrant=who.id, name=who.name, nonce=nonce.hex()), "director")
    for holder in HOLDERS:
        log.add(*named(spec.id, holder), holder)
    log.add(ev.TournamentStarted(beacon=beacon.hex()), "director")
    state = TournamentState(f"t/{spec.id}")
    while (found := _next(state, log)) is not None:
        number = found.number
        log.add(found.event(), "director")
        for paired in found.games:
            end = ends[len(world.games) % len(ends)]
            drafts = play(spec, number, paired, beacon, dice, end, log.at)
            world.games[paired.id] = drafts
            log.at = drafts[-1].at
            recorded = record(paired.id, drafts)
            log.add(recorded, "director")
            log.add(ev.GameClosed(id=paired.id, head="0" * 64, lines=len(drafts)), "director")
        folded(state, log)
        log.add(ev.RoundClosed(round=number, standings=state.table.standings()), "director")
        log.add(ev.RoundSealed(round=number, checkpoint="blank"), "director")
    log.add(state.end(), "director")
    log.add(ev.SeedRevealed(seed=SEED.hex()), "dealer")
    log.add(ev.TournamentSealed(checkpoint="blank"), "director")
    world.seal()
    return world


def _next(state: TournamentState, log: "_Writer") -> Round | None:
    """The round that follows what the log says."""
    folded(state, log)
    return state.next_round()


def folded(state: TournamentState, log: "_Writer") -> None:
    """Bring a fold up to the end of the drafts."""
    for draft in log.drafts[log.folded :]:
        state.evolve(Line(0, draft.at, draft.by, "test", "", draft.event))
    log.folded = len(log.drafts)


def record(game: str, drafts: list[Draft]) -> ev.GameRecorded:
    """The line of the tournament's log for a game."""
    lines = next(n for n, draft in enumerate(drafts, 1) if isinstance(draft.event, ev.GameScored))
    scored = drafts[lines - 1].event
    assert isinstance(scored, ev.GameScored)
    head = digest(chained(f"g/{game}", drafts)[lines - 1])
    return ev.GameRecorded(
        id=game, head=head, lines=lines, points=scored.points, places=scored.places, outcome=scored.outcome,
        why=why(scored),
    )  # fmt: skip


class _Writer:
    """Appends drafts, each a little later than the one before."""

    def __init__(self, drafts: list[Draft], at: int) -> None:
        self.drafts = drafts
        self.at = at
        self.folded = 0

    def add(self, event: Event, by: By, after: int = 1_500) -> None:
        self.at += after
        self.drafts.append(Draft(event, by, self.at))


class _Play(_Writer):
    """A game being played: every event is folded at once."""

    def __init__(self, log: str, at: int) -> None:
        super().__init__([], at)
        self.state = GameState(log)

    def put(self, event: Event, after: int = 1_500) -> None:
        self.add(event, WRITER.get(type(event), "referee"), after)
        self.state.evolve(Line(len(self.drafts), self.at, self.drafts[-1].by, "", "", event))


def play(
    spec: TournamentSpec, number: int, paired: ev.PairedGame, beacon: bytes, dice: random.Random, end: str, at: int
) -> list[Draft]:
    """A game with random legal play, some answers that are refused, and one of the ways to end."""
    log = _Play(f"g/{paired.id}", at)
    names = {who.id: who.name for who in spec.entrants}
    game = games.get(spec.game)
    options = game.resolve(spec.ruleset, spec.options)
    board = deck.board_seed(SEED, paired.board)
    log.put(
        ev.GameOpened(
            game=spec.game, ruleset=spec.ruleset, options=options, rules=game.rules, tournament=spec.id, round=number,
            board=paired.board, seats=[ev.SeatAssignment(entrant=who, name=names[who]) for who in paired.seats],
            dealer=len(paired.seats) - 1, clock=spec.clock, policy=spec.policy,
        )
    )  # fmt: skip
    log.put(ev.DeckCommitted(commitment=deck.deck_commitment(board).hex()))
    _come(log, end)
    while log.state.match.result() is None and not log.state.forfeits:
        _deal(log, board, beacon, dice, end)
    _finish(log)
    log.put(ev.DeckRevealed(board_seed=board.hex()))
    for service in SEALERS:
        log.add(blank(service), service)
    return log.drafts


def _come(log: _Play, end: str) -> None:
    opened = log.state.opened
    assert opened is not None
    seats = list(range(len(opened.seats)))
    absent = {"left": seats[-1:], "nobody": seats}.get(end, [])
    for seat in seats:
        if seat not in absent:
            log.put(ev.SeatReady(seat=seat))
    start = opened.clock.start
    for seat in absent:
        after = start if seat == absent[0] else 0
        log.put(ev.SeatForfeited(seat=seat, why="session/left", limit=start, measured=start + 1), after=after)


def _deal(log: _Play, board: bytes, beacon: bytes, dice: random.Random, end: str) -> None:
    state = log.state
    dealer = state.match.next_dealer()
    assert dealer is not None
    number = state.deal_number + 1
    log.put(ev.DealOrdered(deal=number, dealer=dealer))
    cards = deck.shuffle(board, beacon, number, state.game.pack(state.options))
    log.put(ev.DealDealt(deal=number, deck=" ".join(cards)))
    failing = dice.randrange(3, 12) if end != "played" else -1
    while state.deal is not None and state.deal.to_act is not None and not state.over:
        if state.ply == failing:
            _fail(log, state.deal.to_act, end)
        else:
            _decide(log, dice)
    if not state.over:
        log.put(ev.DealPlayed(deal=number, plies=state.ply - state.deal_ply))
        _score(log)


def _decide(log: _Play, dice: random.Random) -> None:
    state = log.state
    assert state.deal is not None
    seat = state.deal.to_act
    assert seat is not None
    assert state.opened is not None
    if (engine := state.deal.auto()) is not None:
        _act_for(log, seat, engine)
        return
    if dice.random() < 0.03 and state.strikes[seat] + 1 < state.opened.policy.strikes:
        _refuse(log, seat, "play 10C", "malformed/malformed-card")
    if dice.random() < 0.03:
        log.put(ev.SeatLost(seat=seat))
        log.put(ev.SeatBack(seat=seat))
    action = _chosen(state.deal, dice)
    asked = log.at
    used, allowance = dice.randrange(200, 90_000), dice.randrange(100)
    left = None if state.banks is None else state.banks[seat] - used + state.opened.clock.increment
    event = ev.ActionTaken(
        deal=state.deal_number, ply=state.ply, seat=seat, action=action, asked=asked,
        received=asked + used + allowance, allowance=allowance, left=left,
    )  # fmt: skip
    log.put(event, after=used + allowance + 300)


def _chosen(deal: Deal, dice: random.Random) -> str:
    """A legal action, of those that are listed and those that a form stands for."""
    legal, form = deal.legal(), deal.form()
    if form is None or (legal and dice.random() < 0.5):
        return dice.choice(legal)
    return deal.full(" ".join([form.verb, *dice.sample(form.cards, dice.randint(form.least, form.most))]))


def _act_for(log: _Play, seat: int, action: str) -> None:
    """What the engine does for a seat costs nothing and earns nothing."""
    state = log.state
    left = None if state.banks is None else state.banks[seat]
    log.put(
        ev.ActionTaken(
            deal=state.deal_number, ply=state.ply, seat=seat, action=action, asked=log.at, received=log.at,
            allowance=0, left=left, auto=True,
        )
    )  # fmt: skip


def _refuse(log: _Play, seat: int, said: str, code: str) -> None:
    state = log.state
    strikes = state.strikes[seat] + 1
    log.put(ev.ActionRefused(deal=state.deal_number, ply=state.ply, seat=seat, said=said, code=code, strikes=strikes))


def _fail(log: _Play, seat: int, end: str) -> None:
    state = log.state
    assert state.opened is not None
    limit = state.opened.clock.action
    if end == "flag":
        log.put(ev.SeatForfeited(seat=seat, why="clock/flag", limit=limit, measured=limit + 900), after=limit + 1_000)
    elif end == "strikes":
        other = (seat + 1) % len(state.opened.seats)
        while state.strikes[other] < state.opened.policy.strikes:
            _refuse(log, other, "play KD", "move/not-your-turn")
        strikes = state.opened.policy.strikes
        log.put(ev.SeatForfeited(seat=other, why="move/strikes", limit=strikes, measured=strikes))
    else:
        log.put(ev.SeatForfeited(seat=seat, why="resigned", limit=0, measured=0))


def _score(log: _Play) -> None:
    deal = log.state.deal
    assert deal is not None
    lines = [
        ev.ScoreLine(seat=score.seat, kind=score.kind, points=score.points, ply=score.ply, rule=score.rule)
        for score in deal.scores
    ]
    log.put(ev.DealScored(deal=log.state.deal_number, points=deal.points(), lines=lines))


def _finish(log: _Play) -> None:
    right = result(log.state)
    assert right is not None
    log.put(right)

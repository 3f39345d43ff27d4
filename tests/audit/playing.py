"""One game at random, written as the services would have written it."""

import hashlib
import random

from audit.drafts import Draft, Writer
from audit.sealing import SEALERS, blank
from croupier import games
from croupier.audit.scores import result
from croupier.contracts import events as ev
from croupier.contracts.events import By, Event
from croupier.contracts.lines import Line
from croupier.contracts.specs import TournamentSpec
from croupier.folds.game import GameState
from croupier.games import deck
from croupier.games.kernel import Deal

SEED = hashlib.sha256(b"a seed for tests").digest()
WRITER: dict[type[Event], By] = {
    ev.DeckCommitted: "dealer",
    ev.DealDealt: "dealer",
    ev.DeckRevealed: "dealer",
    ev.DealScored: "scoring",
    ev.GameScored: "scoring",
}
ENDS = ("played", "flag", "strikes", "resigned", "left", "nobody")


class _Play(Writer):
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
    while log.state.match.result() is None and not log.state.over:
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
        if state.ply == failing and state.engine() is None and not state.forfeits:
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
    if (engine := state.engine()) is not None:
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
    if end == "void":
        late = {"limit": limit, "measured": limit + 900, "server_lag": 2 * limit}
        log.put(ev.GameVoided(why="server/fault", seat=seat, **late), after=2 * limit)
    elif end == "flag":
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

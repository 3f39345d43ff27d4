"""What the director decides. Pure: results of games are arguments, read from the games' own logs.

An entrant that withdraws before the start is not waited for. One that withdraws later plays no round
that is not yet paired; games already paired stand, and whoever does not come to them loses by the clock.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.errors import NotAllowed
from croupier.contracts.ids import again
from croupier.contracts.specs import Arena, TournamentSpec
from croupier.folds import disputing, rulings
from croupier.folds.asking import answer, require_entrant
from croupier.folds.checkpoints import checkpoint
from croupier.folds.closings import closing
from croupier.folds.due import on_time
from croupier.folds.faults import FAULT
from croupier.folds.fresh import require_fresh
from croupier.folds.keys import Ring, naming
from croupier.folds.matchplay import why
from croupier.folds.plans import plan_of
from croupier.folds.tournament import TournamentState
from croupier.games import deck
from croupier.games.kernel import BadOptions
from croupier.proofs import seals
from croupier.proofs.keys import signed

NOTHING: tuple[ev.Event, ...] = ()
Asked = cmd.Organising | cmd.Disputing
Message = cmd.TournamentOpen | cmd.EntrantJoin | Asked | cmd.DisputeExamine | cmd.ClockTick | cmd.Notice


@dataclass(frozen=True, slots=True)
class Finding:
    """A result as it stands in a game's log: the hash of line number ``lines``, and what that line says."""

    head: str
    lines: int
    scored: ev.GameScored


Findings = Mapping[str, Finding]
"""By the log of the game."""

Endings = Mapping[str, ev.GameClosed]
"""Where games end that all have sealed, by the log of the game."""

Examined = Mapping[str, ev.DisputeExamined]
"""What examining disputed games has found, by dispute."""


def decide(
    findings: Findings, endings: Endings, examined: Examined, state: TournamentState, message: Message
) -> Iterable[ev.Event]:
    """The events that a message causes; none for a repeat.

    Raises ``NotAllowed`` (family ``tournament``) for what cannot be granted and, for a specification that makes no
    sense, ``BadConfig`` or ``NotAllowed`` with a code of the family ``option``.
    """
    if isinstance(message, cmd.TournamentOpen):
        return _open(state, message.spec)
    if isinstance(message, cmd.Notice):
        if message.event == ev.GameSealed.TYPE:
            return _end(endings, state, message.log)
        return _result(findings, state, message.log)
    if state.spec is None:
        raise NotAllowed("tournament/unknown", f"there is no tournament {message.tournament!r}")
    if isinstance(message, cmd.ClockTick):
        return on_time(state.life, message.at)
    if isinstance(message, cmd.DisputeExamine):
        return _examined(examined, state, message.dispute)
    if isinstance(message, cmd.DisputeRaise | cmd.DisputeRule):
        return disputing.answer(disputing.Case(state.life, state.books, state.docket), message)
    return _join(state, message) if isinstance(message, cmd.EntrantJoin) else answer(state.life, message)


def follow(ring: Ring, state: TournamentState, now: int) -> Iterable[ev.Event]:
    """What is due ``now``: our key, the start, what follows from disputes and failures, a round's end, the next one.

    Raises ``NotAllowed`` (``key/other``, ``key/twice``) in a tournament in which the director cannot use its key.
    """
    if state.spec is None or state.finished is not None:
        return NOTHING
    named = tuple(naming(ring, state.keys, state.log, started=state.beacon is not None))
    if named:
        return named
    if state.beacon is None:
        return _start(state, now)
    if state.voided:
        return (_replay(*next(iter(state.voided.items()))),)
    ruled = rulings.due(state.spec, state.books, state.docket, state.paired)
    if ruled:
        return ruled
    disqualified = state.conduct.due(state.entrants, state.withdrawn)
    if disqualified is not None:
        return (disqualified,)
    over = next((number for number, left in state.left.items() if not left), None)
    if over is not None:
        return (closing(state, over),)
    found = state.due_round()
    if found is not None:
        return (found.event(),)
    held_up = state.life.paused is not None or state.left or _unsealed(state)
    return NOTHING if held_up else _ending(state, now)


def _ending(state: TournamentState, now: int) -> Iterable[ev.Event]:
    """All is played: the time for disputes, where there is one, and the last table once none is open."""
    life = state.life
    if life.window and not life.barred:
        return NOTHING if life.closing is not None else (ev.DisputesClosing(until=now + life.window),)
    return NOTHING if state.docket.open else (state.end(),)


def _replay(game: str, paired: ev.PairedGame) -> ev.GameReplayed:
    """What a fault of ours spoiled is played on the same board, whose decks nobody is shown before."""
    anew = ev.PairedGame(id=again(game), board=paired.board, seats=paired.seats)
    return ev.GameReplayed(id=game, game=anew, why=FAULT)


def _unsealed(state: TournamentState) -> bool:
    return state.keys.complete and bool(state.unsealed)


def sealing(ring: Ring, state: TournamentState, lines: int, head: str) -> Iterable[ev.Event]:
    """The checkpoint that is due: of a round, or the last one. ``head``: of the log, which has ``lines`` lines."""
    number = state.round_to_seal
    if number is not None and state.keys.complete:
        return (ev.RoundSealed(round=number, checkpoint=checkpoint(ring, state, lines, head)),)
    if state.seed is not None and not state.complete:
        return (ev.TournamentSealed(checkpoint=checkpoint(ring, state, lines, head)),)
    return NOTHING


def _open(state: TournamentState, spec: TournamentSpec) -> Iterable[ev.Event]:
    if state.spec == spec:
        return NOTHING
    if state.spec is not None:
        raise NotAllowed("tournament/exists", f"{spec.id} is open with another specification", place=spec.id)
    try:
        plan_of(spec)
    except BadOptions as error:
        raise NotAllowed(error.code, error.reason, place=spec.id) from None
    require_fresh(spec)
    return (ev.TournamentOpened(spec=spec),)


def _join(state: TournamentState, message: cmd.EntrantJoin) -> Iterable[ev.Event]:
    """Registers once. Nobody does before the dealer's seed is fixed: it must not depend on a nonce."""
    require_entrant(state.life, message.entrant)
    late = state.commitment is None or message.entrant in state.nonces or message.entrant in state.withdrawn
    if late or state.finished is not None:
        return NOTHING
    name = state.entrants[message.entrant].name
    given = _signer(state, message)
    return (ev.EntrantRegistered(entrant=message.entrant, name=name, nonce=message.nonce, **given),)


def _signer(state: TournamentState, message: cmd.EntrantJoin) -> dict[str, str]:
    """The key of an entrant, where play is signed.

    Raises ``NotAllowed``: ``session/key-needed``, ``session/key-proof``.
    """
    assert state.spec is not None
    if not state.spec.signed:
        return {}
    if message.key is None or message.proof is None:
        raise NotAllowed("session/key-needed", f"{message.entrant} brings no key", place=state.id)
    statement = seals.entrant(bytes.fromhex(message.nonce), bytes.fromhex(message.key))
    if not signed(bytes.fromhex(message.key), bytes.fromhex(message.proof), statement):
        raise NotAllowed("session/key-proof", f"{message.entrant} does not prove that it holds its key", place=state.id)
    return {"key": message.key, "proof": message.proof}


def _result(findings: Findings, state: TournamentState, log: str) -> Iterable[ev.Event]:
    finding = findings.get(log)
    game = log.removeprefix("g/")
    if finding is None or game not in state.playing:
        return NOTHING
    scored = finding.scored
    return (
        ev.GameRecorded(
            id=game, head=finding.head, lines=finding.lines, points=scored.points, places=scored.places,
            outcome=scored.outcome, why=why(scored), failures=scored.failures,
        ),
    )  # fmt: skip


def _examined(examined: Examined, state: TournamentState, dispute: str) -> Iterable[ev.Event]:
    waiting = {each.id for each in state.docket.unexamined()}
    return (examined[dispute],) if dispute in waiting and dispute in examined else NOTHING


def _end(endings: Endings, state: TournamentState, log: str) -> Iterable[ev.Event]:
    closed = endings.get(log)
    return NOTHING if closed is None or closed.id not in state.unclosed else (closed,)


def _start(state: TournamentState, now: int) -> Iterable[ev.Event]:
    """Nobody plays before it is known by which keys the play will be sealed. What is stopped begins only to end.

    The moment at which an arena is to end stands in the log from here on.
    """
    life = state.life
    waiting = (life.held or life.missing) and not life.stopping
    if state.commitment is None or not state.keys.complete or waiting:
        return NOTHING
    nonces = [bytes.fromhex(nonce) for nonce in state.nonces.values()]
    assert state.spec is not None
    long = state.spec.format.duration if isinstance(state.spec.format, Arena) else None
    return (ev.TournamentStarted(beacon=deck.beacon(nonces).hex(), until=None if long is None else now + long),)

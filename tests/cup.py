"""The cup that tests of the director speak of: what its log holds, and what the director is told."""

from typing import Any

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.folds.schedule import schedule_of
from croupier.games import deck
from croupier.services.director.decider import Finding, sealing
from croupier.services.director.service import Director
from harness import given
from rings import named
from world import nonce, spec

LOG = "t/cup"
COMMITTED = ev.SeedCommitted(commitment="1" * 64)
KEYS = tuple(named("cup"))
(KEY,) = named("cup", "director")
NAMES = ("ann", "bob", "cleo")


def registered(entrant: str) -> ev.EntrantRegistered:
    return ev.EntrantRegistered(entrant=entrant, name=entrant.title(), nonce=nonce(entrant))


def join(entrant: str, brings: str | None = None) -> cmd.EntrantJoin:
    return cmd.EntrantJoin(id=f"join-{entrant}", tournament="cup", entrant=entrant, nonce=brings or nonce(entrant))


def withdraw(entrant: str) -> cmd.EntrantWithdraw:
    return cmd.EntrantWithdraw(id=f"leave-{entrant}", tournament="cup", entrant=entrant, why="ill")


def opened(**more: Any) -> ev.TournamentOpened:
    return ev.TournamentOpened(spec=spec(**more))


STARTED = ev.TournamentStarted(beacon=deck.beacon(bytes.fromhex(nonce(name)) for name in NAMES).hex())


def paired(number: int, **more: Any) -> ev.RoundPaired:
    found = schedule_of(spec(**more)).round(number)
    assert found is not None
    return ev.RoundPaired(round=number, games=list(found.games), byes=list(found.byes), why=found.why)


def running(*rounds: int, **more: Any) -> tuple[ev.Event, ...]:
    return (opened(**more), COMMITTED, *KEYS, *map(registered, NAMES), STARTED, *(paired(n, **more) for n in rounds))


def finding(points: tuple[int, int] = (70, 50)) -> Finding:
    places = [1, 2] if points[0] > points[1] else [2, 1]
    return Finding("a" * 64, 49, ev.GameScored(points=list(points), places=places, outcome="won", why="points"))


def recorded(game: str) -> ev.GameRecorded:
    return ev.GameRecorded(id=game, head="a" * 64, lines=49, points=[70, 50], places=[1, 2], outcome="won")


def sealed(game: str) -> cmd.Notice:
    return cmd.Notice(log=f"g/{game}", seq=53, event="game.sealed")


def end(director: Director, log: given, game: str) -> list[ev.Event]:
    """All services seal a game, the director closes it and signs what it can."""
    director.endings[f"g/{game}"] = ev.GameClosed(id=game, head="b" * 64, lines=53)
    found = log.when(sealed(game)).decide()
    seals = list(sealing(director.ring, log.state, 99, "c" * 64))
    log.add(*seals)
    return [*found, *seals, *log.when().decide()]


def scored(game: str) -> cmd.Notice:
    return cmd.Notice(log=f"g/{game}", seq=49, event="game.scored")

"""Rounds and the ends of duels against what the schedule and the results give, and when a round was due."""

from collections.abc import Iterator

from croupier.audit.context import Problem
from croupier.audit.scores import first_difference
from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.folds.rounds import Round
from croupier.folds.tournament import TournamentState


def in_turn(state: TournamentState) -> Iterator[Problem]:
    """What is due to be paired is paired before anything else happens: who plays whom must not wait for it."""
    if state.spec is None or not state.life.running:
        return
    try:
        overdue = state.due_round()
    except Unreadable:
        return  # the next pairing says so
    if overdue is not None:
        yield Problem("audit/pairing", f"round {overdue.number} was to be paired before this")


def compared(right: Round | None, event: ev.RoundPaired) -> Iterator[Problem]:
    """A round against the one that was to be paired, ``None`` where there was none."""
    if right is None:
        yield Problem("audit/pairing", "the schedule has no further round", found=f"round {event.round}")
        return
    for name, one, other in (("number", right.number, event.round), ("reason", right.why, event.why)):
        if one != other:
            yield Problem("audit/pairing", f"the round's {name} is another one", str(one), str(other))
    if list(right.games) != event.games:
        number, one, other = first_difference([_game(g) for g in right.games], [_game(g) for g in event.games])
        yield Problem("audit/pairing", f"game {number} of the round is not the schedule's", one, other)
    if list(right.bye_whys or ()) != (event.bye_whys or []):
        one, other = "; ".join(right.bye_whys or ()), "; ".join(event.bye_whys or [])
        yield Problem("audit/pairing", "the byes have other reasons", one, other)
    if list(right.byes) != event.byes:
        yield Problem("audit/pairing", "other entrants have a bye", ", ".join(right.byes), ", ".join(event.byes))


def said(end: ev.DuelEnd | None) -> str:
    """A duel's end in words."""
    if end is None:
        return "no duel"
    when = f", decided at pair {end.decided}" if end.decided else ""
    ratio = "" if end.ratio is None else f", log-likelihood ratio {end.ratio / 1_000:.3f}"
    return f"{end.verdict} after {end.pairs} pairs{when}{ratio}"


def _game(game: ev.PairedGame) -> str:
    return f"{game.id} on {game.board}: {' '.join(game.seats)}{f' ({game.why})' if game.why else ''}"

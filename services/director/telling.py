"""Whom the director tells what: tables to be set, decks to be revealed, a dealer that has work."""

from collections.abc import Iterable

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.streams import Feed, game_log, partition
from croupier.folds.tournament import TournamentState
from croupier.runtime.eventlog import Send

NOTICES: dict[type[ev.Event], tuple[Feed, ...]] = {
    ev.TournamentOpened: ("to:dealer", "to:referee", "to:scoring"),
    ev.TournamentFinished: ("to:dealer",),
}


def opens(state: TournamentState, games: Iterable[ev.PairedGame], partitions: int) -> list[Send]:
    """The commands that set the tables of ``games``."""
    return [_send("cmd", game.id, _open(state, game), partitions) for game in games]


def reveals(games: Iterable[str], partitions: int) -> list[Send]:
    """The commands that let the dealer show the decks of ``games``."""
    return [_send("to:dealer", game, cmd.DeckReveal(id=f"reveal/{game}", game=game), partitions) for game in games]


def _open(state: TournamentState, game: ev.PairedGame) -> cmd.GameOpen:
    spec = state.spec
    assert spec is not None
    seats = [
        ev.SeatAssignment(entrant=who, name=state.entrants[who].name, key=state.signers.get(who)) for who in game.seats
    ]
    return cmd.GameOpen(
        id=f"open/{game.id}", game=game.id, plays=spec.game, ruleset=spec.ruleset, options=state.options,
        tournament=spec.id, round=state.round_of[game.id], board=game.board, seats=seats, clock=spec.clock,
        policy=spec.policy,
    )  # fmt: skip


def _send(feed: Feed, game: str, command: cmd.Command, partitions: int) -> Send:
    return Send(partition(game_log(game), partitions), feed, command.model_dump_json().encode())

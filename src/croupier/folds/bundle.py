"""What stands in a bundle beside the logs: the manifest, the table in two forms, the list of games.

All of it follows from the logs alone, byte for byte, so an audit writes it again and compares. Pure: the
bytes, not the files.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from croupier.contracts.canonical import canonical, digest
from croupier.contracts.events import (
    Amended,
    DisputeRuled,
    Event,
    GameRecorded,
    GameReplayed,
    PairedGame,
    Standing,
)
from croupier.contracts.ids import round_of

from .books import amended
from .tournament import TournamentState

VERSION = 1
STANDING = tuple(name for name in Standing.model_fields if name not in {"ties", "why"})
"""The columns of ``standings.csv``; none needs quotes. Tie-breaks stand in ``standings.json``."""

GAMES_HEADER = b"game,round,board,entrants,outcome,points,places,lines,head\n"
"""First line of ``games.csv``, whose rows stand in the order of the tournament's log.

Lists inside a field are joined by one space; no field needs quotes.
"""


class Heads:
    """Collects the last hash of every game's log, in the order in which the games were closed."""

    def __init__(self) -> None:
        self._sum = hashlib.sha256()

    def add(self, game: str, head: str) -> None:
        """``head``: the hash of the last line of the game's file."""
        self._sum.update(f"{game} {head}\n".encode())

    def hexdigest(self) -> str:
        """SHA-256 of the lines ``<game> <head>``."""
        return self._sum.hexdigest()


def manifest(
    tournament: str,
    croupier: str,
    contracts: Mapping[str, str] | None = None,
    heads: Mapping[str, str] | None = None,
    keys: Mapping[str, Sequence[str]] | None = None,
) -> bytes:
    """``manifest.json``: what this folder is, and once the tournament is over the heads of its logs.

    ``croupier``: version of the program that wrote it. ``contracts``: hashes of the JSON Schemas after which it
    was written, by file name. ``heads``: ``tournament``, the hash of the last line of its log, and ``games``,
    from :class:`Heads`. ``keys``: the public keys of each service, oldest first. ``digest`` is the SHA-256 of the
    manifest without it, in canonical form: it finds damage, it proves nothing.
    """
    fields: dict[str, Any] = {"bundle": VERSION, "tournament": tournament, "croupier": croupier}
    optional = {"contracts": contracts, "heads": heads}
    fields |= {name: dict(value) for name, value in optional.items() if value is not None}
    if keys is not None:
        fields["keys"] = {service: list(known) for service, known in keys.items()}
    return digested(fields)


def digested(fields: Mapping[str, Any]) -> bytes:
    """The text of a manifest with these ``fields``, to which ``digest`` is added."""
    return canonical({**fields, "digest": digest(canonical(dict(fields)))}) + b"\n"


def standings_json(state: TournamentState) -> bytes:
    """``standings.json``: the table after the games recorded so far."""
    assert state.spec is not None
    rows = [row.model_dump(exclude_none=True) for row in state.table.standings()]
    fields = {"tournament": state.id, "name": state.spec.name, "games": state.recorded, "standings": rows}
    return canonical(fields) + b"\n"


def standings_csv(state: TournamentState) -> bytes:
    """``standings.csv``: the same table for a spreadsheet."""
    rows = (",".join(str(getattr(row, name)) for name in STANDING) for row in state.table.standings())
    return "".join(f"{row}\n" for row in (",".join(STANDING), *rows)).encode()


def row_of(state: TournamentState, event: Event) -> bytes | None:
    """The line of ``games.csv`` that an event brings, before the fold takes it; a later one of a game is what counts.

    ``None`` for an event that brings none, or cannot stand here.
    """
    if isinstance(event, GameRecorded) and (game := state.playing.get(event.id)) is not None:
        return games_row(state.round_of[event.id], game, event)
    if isinstance(event, GameReplayed) and state.spec is not None and (entry := state.books.find(event.id)) is not None:
        return _row(round_of(event.id), entry.game, "replayed", (), (), "", "")
    if isinstance(event, DisputeRuled) and event.result is not None:
        return _ruled_row(state, event.dispute, event.result)
    return None


def _ruled_row(state: TournamentState, dispute: str, by: Amended) -> bytes | None:
    """What counts after a ruling that gives a result; ``None`` for one that cannot stand."""
    ruled = state.docket.open.get(dispute)
    entry = None if ruled is None else state.books.find(ruled.game)
    if entry is None or entry.result is None:
        return None
    return games_row(round_of(entry.game.id), entry.game, amended(entry.result, by))


def games_row(number: int, game: PairedGame, result: GameRecorded) -> bytes:
    """The line of ``games.csv`` for a result. ``number``: the round."""
    return _row(number, game, result.outcome, result.points, result.places, str(result.lines), result.head)


def _row(
    number: int, game: PairedGame, outcome: str, points: Sequence[int], places: Sequence[int], lines: str, head: str
) -> bytes:
    lists = (" ".join(map(str, numbers)) for numbers in (points, places))
    fields = (game.id, str(number), game.board, " ".join(game.seats), outcome, *lists, lines, head)
    return f"{','.join(fields)}\n".encode()

"""The games of a tournament in the order of pairing: closed rounds from the archive, all others from the fold."""

import asyncio
from collections.abc import Sequence

from croupier.contracts.ids import again, round_of

from .archive import Shelf
from .views import GameRow


async def page(shelf: Shelf, after: str, limit: int) -> list[GameRow] | None:
    """The games after ``after`` (from the first, where it is empty), ``limit`` at most; ``None``: no such game."""
    rounds = sorted({*shelf.view.rounds, *(shelf.record.closed if shelf.record else ())})
    start = round_of(after) if after else 0
    chosen = _enough(shelf, [number for number in rounds if number >= start], limit, beyond=bool(after))
    rows = await _rows(shelf, chosen)
    if not after:
        return rows[:limit]
    first = next((index for index, row in enumerate(rows, 1) if row.id == after), None)
    return None if first is None else rows[first : first + limit]


async def row(shelf: Shelf, game: str) -> GameRow | None:
    """A game; ``None`` if the tournament has no such game."""
    number = round_of(game)
    at_hand = shelf.view.row(game)
    if at_hand is not None or shelf.record is None or number not in shelf.record.closed:
        return at_hand
    return next((found for found in await _rows(shelf, [number]) if found.id == game), None)


def _enough(shelf: Shelf, rounds: Sequence[int], limit: int, *, beyond: bool) -> list[int]:
    """The first rounds that have ``limit`` games together, not counting the very first if it is gone ``beyond``."""
    chosen: list[int] = []
    for number in rounds:
        if limit <= 0:
            break
        chosen.append(number)
        limit -= 0 if beyond and len(chosen) == 1 else _size(shelf, number)
    return chosen


def _size(shelf: Shelf, number: int) -> int:
    at_hand = shelf.view.rounds.get(number)
    if at_hand is not None:
        return len(at_hand)
    return shelf.record.closed[number].games if shelf.record else 0


async def _rows(shelf: Shelf, rounds: Sequence[int]) -> list[GameRow]:
    view = shelf.view
    found = {number: view.rounds[number] for number in rounds if number in view.rounds}
    gone = [number for number in rounds if number not in found or _reopened(shelf, number)]
    if gone and shelf.record is not None:
        archived = await asyncio.to_thread(shelf.record.games, gone)
        found |= {number: _merged(rows, found.get(number, {})) for number, rows in archived.items()}
    return [view.counts(row) for number in rounds for row in found.get(number, {}).values()]


def _reopened(shelf: Shelf, number: int) -> bool:
    """A round that was closed once is played on: what is at hand may be no more than the games that are replayed."""
    return shelf.record is not None and number in shelf.record.closed and number not in shelf.view.closed


def _merged(archived: dict[str, GameRow], at_hand: dict[str, GameRow]) -> dict[str, GameRow]:
    rows = archived | at_hand
    for game, found in rows.items():
        found.instead = found.instead or (again(game) if again(game) in rows else None)
    return rows

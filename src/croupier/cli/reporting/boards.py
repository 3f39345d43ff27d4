"""What mirrored and duplicate boards saved in a tournament of a game for two seats."""

from collections.abc import Iterator

from croupier.folds.books import Books
from croupier.folds.duel.compared import Held, compared
from croupier.folds.duel.variance import saving
from croupier.folds.matchplay import COUNTED

Pair = tuple[str, str]


def mirrored(books: Books) -> Iterator[tuple[str, str, int, str]]:
    """Both entrants, the boards that they played twice, and the factor with its interval, in words.

    Pairs whose boards are too few to tell are left out.
    """
    for (one, two), boards in sorted(_ahead(books).items()):
        twice = [(float(ahead[0]), float(ahead[1])) for ahead in boards.values() if len(ahead) == 2]
        try:
            yield one, two, len(twice), saving(twice).text()
        except ValueError:
            continue


def duplicate(books: Books) -> tuple[int, str] | None:
    """Boards that were played at several tables, and the factor with its interval; ``None`` where there are too few."""
    boards: dict[str, list[Held]] = {}
    for board, seats, points in _played(books):
        boards.setdefault(board, []).extend((name, seat, points[seat]) for seat, name in enumerate(seats))
    try:
        return len(boards), compared(list(boards.values())).text()
    except ValueError:
        return None


def _played(books: Books) -> Iterator[tuple[str, list[str], list[int]]]:
    """Games that were played to their end: board, entrants and points, in seat order."""
    if sum(len(side) for side in books.sides) != 2:
        return
    for _, game, result in books.results():
        if result.outcome in COUNTED and result.outcome != "forfeit":
            yield game.board, game.seats, result.points


def _ahead(books: Books) -> dict[Pair, dict[str, list[int]]]:
    """By how many points the first of a pair was ahead, by pair and board."""
    found: dict[Pair, dict[str, list[int]]] = {}
    for board, seats, points in _played(books):
        one, two = sorted(seats)
        ahead = points[seats.index(one)] - points[seats.index(two)]
        found.setdefault((one, two), {}).setdefault(board, []).append(ahead)
    return found

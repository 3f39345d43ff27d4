"""What mirrored boards saved in a tournament, by pair of entrants."""

from collections.abc import Iterator

from croupier.folds.books import Books
from croupier.folds.duel.variance import saving
from croupier.folds.matchplay import COUNTED

Pair = tuple[str, str]


def saved(books: Books) -> Iterator[tuple[str, str, int, str]]:
    """Both entrants, the boards that they played twice, and the factor with its interval, in words.

    Pairs whose boards are too few to tell are left out. For games of two seats.
    """
    if sum(len(side) for side in books.sides) != 2:
        return
    for (one, two), boards in sorted(_ahead(books).items()):
        twice = [(float(ahead[0]), float(ahead[1])) for ahead in boards.values() if len(ahead) == 2]
        try:
            yield one, two, len(twice), saving(twice).text()
        except ValueError:
            continue


def _ahead(books: Books) -> dict[Pair, dict[str, list[int]]]:
    """By how many points the first of a pair was ahead, by pair and board."""
    found: dict[Pair, dict[str, list[int]]] = {}
    for _, game, result in books.results():
        if result.outcome not in COUNTED or result.outcome == "forfeit":
            continue
        one, two = sorted(game.seats)
        ahead = result.points[game.seats.index(one)] - result.points[game.seats.index(two)]
        found.setdefault((one, two), {}).setdefault(game.board, []).append(ahead)
    return found

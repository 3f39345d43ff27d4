"""Which games are played on a board, and when it is over: then alone may anybody see its decks."""

from dataclasses import dataclass, field

from croupier.contracts.events import PairedGame


@dataclass(slots=True)
class Due:
    """What a line makes due: games to be opened, in order, and games whose decks are to be revealed."""

    opens: list[PairedGame] = field(default_factory=list)
    reveals: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Board:
    """The games on one board, and how many of them are not yet over."""

    games: list[str] = field(default_factory=list)
    left: int = 0


class Boards(dict[str, Board]):
    """The boards that are played, by id."""

    def put(self, game: PairedGame, *, instead: bool = False) -> None:
        """A game is to be played on its board; ``instead`` of one that is over and was held for it."""
        board = self.setdefault(game.board, Board())
        board.games.append(game.id)
        board.left += not instead

    def over(self, game: PairedGame) -> list[str]:
        """A game is over: all games of its board if it was the last one there."""
        board = self[game.board]
        board.left -= 1
        return [] if board.left else self.pop(game.board).games

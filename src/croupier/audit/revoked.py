"""Which keys can seal which game, by the order of the tournament's log: a rotation revokes the key that is given up."""

from collections.abc import Iterable

from croupier.contracts import events as ev
from croupier.folds.keys import Keys


class Revoked:
    """Decks are shown when the last game of a board is over, and seals stand below them.

    So no seal of such a game is made with a key that made way for another before that line.
    """

    def __init__(self) -> None:
        self._given_up: dict[str, int] = {}
        self._at_end: dict[str, dict[str, int]] = {}

    def rotate(self, event: ev.KeyRotated, keys: Keys) -> None:
        """Before the fold: all keys that the service had so far are given up."""
        self._given_up = self._given_up | {event.service: len(keys.of(event.service))}

    def over(self, games: Iterable[str]) -> None:
        """The boards of these games are over."""
        if self._given_up:
            self._at_end.update(dict.fromkeys(games, self._given_up))

    def left(self, game: str, keys: Keys) -> dict[str, tuple[str, ...]]:
        """The keys that can seal a game which is closed now, by service; it is asked for once."""
        given_up = self._at_end.pop(game, {})
        return {service: known[given_up.get(service, 0) :] for service, known in keys.all().items()}

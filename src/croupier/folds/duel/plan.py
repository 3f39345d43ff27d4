"""Who plays whom in a duel: the same two teams in every game, in pairs of games with seats exchanged."""

from collections.abc import Sequence

from croupier.contracts.events import PairedGame
from croupier.contracts.specs import Duel, TournamentSpec
from croupier.folds.formats.checks import refuse
from croupier.folds.formats.model import History, Player
from croupier.folds.rounds import Round, cut
from croupier.folds.seating import Sides

from .course import Progress, sizes, sprt, teams


class Duelling:
    """A duel: rounds of pairs until the test is over. A pair's games share a board where boards are mirrored."""

    waits, flows = True, False

    def __init__(self, spec: TournamentSpec, sides: Sides) -> None:
        assert isinstance(spec.format, Duel)
        self._id, self._duel, self._sides = spec.id, spec.format, sides
        self._teams = teams([entrant.id for entrant in spec.entrants])
        self._mirrored = spec.boards == "mirror"
        self.games = 2 * spec.format.pairs

    def next_round(self, after: int, field: Sequence[Player], history: History) -> Round | None:
        """The next round; none once the test is over, all pairs are played, or somebody has left."""
        found = sizes(self._duel.pairs, after + 1)
        progress = history.duel or Progress()
        if not all(player.plays(after + 1) for player in field) or len(found) <= after or progress.decided is not None:
            return None
        number, pairs = after + 1, found[after]
        return Round(number, self._games(number, pairs), (), self._why(sum(found[:after]), pairs, progress))

    def _games(self, number: int, pairs: int) -> tuple[PairedGame, ...]:
        """Every pair's first game, then every pair's second."""
        return tuple(
            PairedGame(
                id=f"{self._id}-r{number}-t{place + 1}-{turn + 1}",
                board=f"{self._id}-r{number}-b{place + 1 if self._mirrored else turn * pairs + place + 1}",
                seats=self._seats(turn),
            )
            for turn in (0, 1)
            for place in range(pairs)
        )

    def _seats(self, turn: int) -> list[str]:
        names = [""] * sum(map(len, self._sides))
        for side, members in enumerate(self._sides):
            for seat, name in zip(members, self._teams[side ^ turn], strict=True):
                names[seat] = name
        return names

    def _why(self, done: int, pairs: int, progress: Progress) -> str:
        which = f"duel: pairs {done + 1} to {done + pairs} of"
        if self._duel.fixed:
            return cut(f"{which} {self._duel.pairs}, all of which are played")
        low, high = sprt(self._duel).bounds
        stands = f"log-likelihood ratio {progress.ratio:.3f} is within {low:.3f} and {high:.3f}"
        return cut(f"{which} at most {self._duel.pairs}; after {progress.pairs.number} that count the {stands}")


def check_duel(spec: TournamentSpec, sides: Sides) -> None:
    """Two sides of the same size, as many entrants as seats, a question that makes sense, boards that can be had.

    Raises :class:`BadConfig` (family ``format``).
    """
    assert isinstance(spec.format, Duel)
    seats = sum(map(len, sides))
    if len(sides) != 2 or len(sides[0]) != len(sides[1]):
        raise refuse("seats", f"a duel is for two sides, and the game has {len(sides)}", "format")
    if len(spec.entrants) != seats:
        raise refuse("spec", f"a duel has as many entrants as the game has seats: {seats}", "entrant")
    if spec.boards == "duplicate":
        raise refuse("boards", "all tables of a duel are the same two's, who would see a board again", "boards")
    sprt(spec.format)

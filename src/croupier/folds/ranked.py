"""Tables by points and a list of tie-breaks, and those of a knockout by how far one came."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from croupier.contracts import events as ev
from croupier.contracts.errors import BadConfig
from croupier.contracts.specs import Arena, DoubleElimination, Duel, EntrantSpec, Knockout, Swiss, TournamentSpec

from .duel.results import Pairings
from .formats import knockout
from .formats.model import Forms, History, Out, Player
from .matchplay import COUNTED, Match, Matches, failed
from .ranking import datum
from .ranking.ranks import Rank, ranking, shown
from .ranking.results import Points, Results
from .ranking.tiebreaks import DIRECT, checked, thousandths
from .rounds import cut
from .seating import Sides
from .standings import Explained, Table, line


class TreeOptions(TypedDict):
    """The settings of a knockout, as :mod:`croupier.folds.formats.knockout` takes them."""

    lives: int
    third_place: bool
    replays: int


SWISS_TIES = ("buchholz-cut-1", "buchholz", "sonneborn-berger")
"""What tells equals apart in a Swiss tournament that gives no list."""


WINS_FIRST = ("wins", "forfeits", "difference")
"""What tells equals apart in a duel, and in a run file that gives no list."""


class Ranked(Table):
    """A table by games: points after the award, then the tie-breaks of the list."""

    def __init__(self, spec: TournamentSpec, sides: Sides, ties: Sequence[str]) -> None:
        """``ties``: tie-breaks in order."""
        entrants = [entrant.id for entrant in spec.entrants]
        super().__init__(entrants, sides, spec.award)
        self.ties = checked(ties)
        self.results = Results(entrants, points_of(spec), planned=not isinstance(spec.format, Swiss | Arena))
        for entrant in spec.entrants:
            self.results.lines[entrant.id].rating = entrant.rating
        self._boards: dict[str, list[tuple[str, int, int]]] | None = {} if spec.boards == "duplicate" else None
        self._left: dict[str, int] = {}
        self._rows: list[ev.Standing] | None = None
        self._board_of: dict[str, str] = {}
        self._round_of: dict[str, int] = {}

    def paired(self, event: ev.RoundPaired) -> None:
        """A round begins: its games and their boards are known."""
        self._rows = None
        for game in event.games:
            self._round_of[game.id] = event.round
            if self._boards is not None:
                self._board_of[game.id] = game.board
                self._left[game.board] = self._left.get(game.board, 0) + 1

    def entered(self, entrant: EntrantSpec) -> None:
        """Somebody enters the field."""
        super().entered(entrant)
        self.results.enter(entrant.id, entrant.rating)
        self._rows = None

    def record(self, seats: Sequence[str], result: ev.GameRecorded) -> None:
        """Count a result; ``seats`` are the entrants of that game in seat order."""
        super().record(seats, result)
        self._rows = None
        number = self._round_of.pop(result.id, 1)
        if result.outcome in COUNTED:
            self._game(number, seats, result)
        self._compare(seats, result)

    def replayed(self, number: int, game: ev.PairedGame) -> bool:
        """Where neither boards nor matches are put together a replay is a game like any other."""
        if type(self) is not Ranked or self._boards is not None:
            return False
        self._round_of[game.id] = number
        return True

    def standings(self) -> list[ev.Standing]:
        """The table from the top. Equals share a place and stand in the order of the tournament's file."""
        if self._rows is None:  # whoever looks on asks again and again
            self._rows = self._ranked()
        return list(self._rows)

    def _ranked(self) -> list[ev.Standing]:
        return [self._line(rank.place, rank, rank.why) for rank in ranking(self.results, self.ties)]

    def explained(self) -> list[Explained]:
        """Why each entrant stands where it does, from the top, to be checked by hand."""
        ranks = {rank.entrant: rank for rank in ranking(self.results, self.ties)}
        return [
            Explained(row.place, row.entrant, row.why or "", _figures(ranks[row.entrant])) for row in self.standings()
        ]

    def _line(self, place: int, rank: Rank, why: str) -> ev.Standing:
        row = self.rows[rank.entrant]
        figures = [thousandths(rank.figures[name].value) for name in self.ties if name != DIRECT]
        return line(
            rank.entrant, place=place, games=row.games, won=row.won, drawn=row.drawn, lost=row.lost,
            points=rank.points, score=row.score, against=row.against, ties=figures or None, why=cut(why) or None,
        )  # fmt: skip

    def _game(self, number: int, seats: Sequence[str], result: ev.GameRecorded) -> None:
        total, drawn = sum(result.points), result.places.count(1) > 1
        lost = failed(seats, result, self.sides)
        if len(seats) == 2:
            halves = _halves(result.places)
            score = (result.points[0], result.points[1])
            self.results.game(number, (seats[0], seats[1]), halves, score=score, forfeits=lost)
            return
        for side, members in enumerate(self.sides):
            place, points = result.places[side], result.points[side]
            halves_of = 0 if place > 1 else 1 if drawn else 2
            for seat in members:
                name = seats[seat]
                self.results.at_table(number, name, halves_of, (points, total - points), forfeit=name in lost)

    def _compare(self, seats: Sequence[str], result: ev.GameRecorded) -> None:
        """Compare a board's games once all of them are recorded."""
        board = self._board_of.pop(result.id, None)
        if self._boards is None or board is None:
            return
        found = self._boards.setdefault(board, [])
        if result.outcome in COUNTED:
            found += [
                (seats[seat], seat, result.points[side]) for side, members in enumerate(self.sides) for seat in members
            ]
        self._left[board] -= 1
        if not self._left[board]:
            for name, difference in datum.differences(self._boards.pop(board)):
                self.results.datum(name, difference)
            del self._left[board]


class Duelled(Ranked):
    """The table of a duel: by games, and the pairs beside them."""

    def __init__(self, spec: TournamentSpec, sides: Sides, ties: Sequence[str]) -> None:
        super().__init__(spec, sides, ties)
        assert isinstance(spec.format, Duel)
        self.pairs = Pairings(spec.format, [entrant.id for entrant in spec.entrants], sides)

    def paired(self, event: ev.RoundPaired) -> None:
        """A round begins."""
        super().paired(event)
        self.pairs.paired(event)

    def record(self, seats: Sequence[str], result: ev.GameRecorded) -> None:
        """Count a game, and its pair once that is over."""
        super().record(seats, result)
        self.pairs.record(seats, result)

    def history(self) -> History:
        """How far it is."""
        return History(duel=self.pairs.progress())


class Arranged(Ranked):
    """The table of an arena: by games, and what its pairings follow from beside them."""

    def __init__(self, spec: TournamentSpec, sides: Sides, ties: Sequence[str]) -> None:
        super().__init__(spec, sides, ties)
        self.forms = Forms.start([entrant.id for entrant in spec.entrants])

    def entered(self, entrant: EntrantSpec) -> None:
        """Somebody enters the field, who has played least of all."""
        super().entered(entrant)
        self.forms.enter(entrant.id)

    def paired(self, event: ev.RoundPaired) -> None:
        """Some who were free are paired."""
        super().paired(event)
        for game in event.games:
            self.forms.pair(event.round, (game.seats[0], game.seats[1]))

    def history(self) -> History:
        """What there is to be known of each entrant."""
        return History(forms=self.forms)

    def _game(self, number: int, seats: Sequence[str], result: ev.GameRecorded) -> None:
        super()._game(number, seats, result)
        self.forms.count((seats[0], seats[1]), _halves(result.places))


class Matched(Ranked):
    """A table by matches: that of a Swiss tournament."""

    def __init__(self, spec: TournamentSpec, sides: Sides, ties: Sequence[str]) -> None:
        super().__init__(spec, sides, ties)
        self.matches = Matches([entrant.id for entrant in spec.entrants], spec.award)

    def paired(self, event: ev.RoundPaired) -> None:
        """A round begins."""
        super().paired(event)
        self.matches.paired(event)

    def entered(self, entrant: EntrantSpec) -> None:
        """Somebody enters the field; rounds that are over are absences."""
        super().entered(entrant)
        self._sat_out(self.matches.enter(entrant.id))

    def record(self, seats: Sequence[str], result: ev.GameRecorded) -> None:
        """Count a game, and its match once that is over."""
        ended = self.matches.record(seats, result)
        super().record(seats, result)
        if ended is not None:
            self._match(ended.round, ended.match)
            self._sat_out(ended.outs)

    def history(self) -> History:
        """The matches of all rounds that are over."""
        return self.matches.history()

    def _sat_out(self, outs: Sequence[Out]) -> None:
        """Who sat a round out gets what that is worth, with the last match of the round."""
        for out in outs:
            self.results.out(out.round, out.entrant, out.kind)

    def _game(self, number: int, seats: Sequence[str], result: ev.GameRecorded) -> None:
        """A game alone counts for nothing."""

    def _match(self, number: int, match: Match) -> None:
        meeting, (one, two) = match.meeting(number), match.seats
        score = (match.score.get(one, 0), match.score.get(two, 0))
        self.results.game(
            number, match.seats, meeting.halves, score=score, played=meeting.played, forfeits=match.forfeits
        )


class Eliminated(Matched):
    """The table of a knockout: by how far one came."""

    def __init__(self, spec: TournamentSpec, sides: Sides) -> None:
        super().__init__(spec, sides, ())
        self.options = tree_options(spec)
        self.withdrawn: dict[str, int] = {}

    def withdrew(self, entrant: str, after: int) -> None:
        """An entrant leaves: it loses the matches it would still play."""
        self.withdrawn[entrant] = after
        self._rows = None

    def returned(self, entrant: str) -> None:
        """It is there again."""
        del self.withdrawn[entrant]
        self._rows = None

    def _sat_out(self, outs: Sequence[Out]) -> None:
        """Nobody gets points for a round without a match."""

    def _ranked(self) -> list[ev.Standing]:
        """The table from the top. Raises ``ValueError`` for matches that are not those of the tree."""
        ranks = {rank.entrant: rank for rank in ranking(self.results, ())}
        try:
            found = knockout.places(players(list(self.rows), self.withdrawn), self.matches.history(), **self.options)
        except BadConfig as error:
            raise ValueError(error.reason) from None
        return [self._line(place, ranks[name], why) for place, name, why in found]


def table_of(spec: TournamentSpec, sides: Sides) -> Table:
    """The table that belongs to a tournament."""
    if isinstance(spec.format, Knockout | DoubleElimination):
        return Eliminated(spec, sides)
    if isinstance(spec.format, Swiss):
        return Matched(spec, sides, SWISS_TIES if spec.ties is None else spec.ties)
    if isinstance(spec.format, Duel):
        return Duelled(spec, sides, WINS_FIRST if spec.ties is None else spec.ties)
    if isinstance(spec.format, Arena):
        return Arranged(spec, sides, WINS_FIRST if spec.ties is None else spec.ties)
    if spec.ties is not None:
        return Ranked(spec, sides, spec.ties)
    return Table([entrant.id for entrant in spec.entrants], sides, spec.award)


def points_of(spec: TournamentSpec) -> Points:
    """What results are worth in a tournament."""
    award = spec.award
    bye = award.win if award.bye is None else award.bye
    absence = award.loss if award.absence is None else award.absence
    return Points(award.win, award.draw, award.loss, bye, absence)


def players(entrants: Sequence[str], withdrawn: Mapping[str, int]) -> list[Player]:
    """The field as the rules of pairing take it. ``withdrawn``: the last round that was paired before, by entrant."""
    return [Player(name, last=withdrawn.get(name)) for name in entrants]


def tree_options(spec: TournamentSpec) -> TreeOptions:
    """The settings of a knockout."""
    if isinstance(spec.format, DoubleElimination):
        return {"lives": 2, "replays": spec.format.replays, "third_place": False}
    assert isinstance(spec.format, Knockout)
    return {"lives": 1, "replays": spec.format.replays, "third_place": spec.format.third_place}


def _figures(rank: Rank) -> dict[str, str]:
    found = {"points": f"{rank.points}"}
    for name, figure in rank.figures.items():
        found[name] = figure.text if name == DIRECT else f"{shown(figure.value)} = {figure.text}"
    return found


def _halves(places: Sequence[int]) -> tuple[int, int]:
    one, two = places
    return (2, 0) if one < two else (0, 2) if two < one else (1, 1) if one == 1 else (0, 0)

"""Whole tournaments of every format as logs: paired, recorded, ranked, and what does not go together refused."""

import random
from collections import Counter
from typing import Any

import pytest

from croupier.contracts import events as ev
from croupier.contracts.errors import BadConfig
from croupier.contracts.lines import Line
from croupier.contracts.specs import (
    Arena,
    Award,
    DoubleElimination,
    EntrantSpec,
    Format,
    Gauntlet,
    Knockout,
    RoundRobin,
    Swiss,
    Tables,
    TournamentSpec,
)
from croupier.folds.plans import most_games, plan_of
from croupier.folds.tournament import TournamentState

ZERO = "0" * 64
THREE = {"players": 3}


def spec(shape: Format, entrants: int = 6, **more: Any) -> TournamentSpec:
    field = [EntrantSpec(id=f"e{n}", name=f"E{n}", token=ZERO) for n in range(entrants)]
    return TournamentSpec(id="cup", name="Cup", game="briscola", format=shape, entrants=field, concurrency=99, **more)


class Run:
    """A tournament that is played with results by chance, seen through the fold of its log."""

    def __init__(self, of: TournamentSpec, seed: int = 1) -> None:
        self.state = TournamentState("t/cup")
        self.chance = random.Random(seed)
        self.seq = 0
        self.rounds: list[ev.RoundPaired] = []
        self.add(ev.TournamentOpened(spec=of), ev.SeedCommitted(commitment=ZERO))
        self.add(*(ev.EntrantRegistered(entrant=one.id, name=one.name, nonce=ZERO) for one in of.entrants))
        self.add(ev.TournamentStarted(beacon=ZERO))

    def add(self, *events: ev.Event) -> None:
        for event in events:
            self.seq += 1
            self.state.evolve(Line(self.seq, 0, "director", "test", ZERO, event))

    def round(self) -> ev.RoundPaired | None:
        """Pair a round, play it and close it; ``None`` if there is no further one."""
        found = self.state.next_round()
        if found is None:
            return None
        event = found.event()
        self.rounds.append(event)
        self.add(event)
        games = list(event.games)
        self.chance.shuffle(games)
        for game in games:
            self.add(self.result(game))
        self.add(ev.RoundClosed(round=event.round, standings=self.state.table.standings()))
        return event

    def result(self, game: ev.PairedGame) -> ev.GameRecorded:
        points = [self.chance.randrange(40) for _ in self.state.table.sides]
        places = [1 + sum(other > mine for other in points) for mine in points]
        outcome: ev.Outcome = "drawn" if places.count(1) > 1 else "won"
        if self.chance.random() < 0.1:
            outcome, places = "forfeit", [1] * (len(points) - 1) + [len(points)]
        return ev.GameRecorded(id=game.id, head=ZERO, lines=9, points=points, places=places, outcome=outcome)

    def whole(self) -> "Run":
        while self.round() is not None:
            assert len(self.rounds) < 100
        self.add(self.state.end())
        return self

    def games(self) -> list[ev.PairedGame]:
        return [game for paired in self.rounds for game in paired.games]


SHAPES: list[tuple[Format, dict[str, Any]]] = [
    (RoundRobin(games=3, laps=2), {}),
    (RoundRobin(games=2), {"ties": ["direct", "wins", "ratio"]}),
    (RoundRobin(games=4), {"boards": "mirror"}),
    (RoundRobin(games=2), {"boards": "duplicate", "ties": ["datum"]}),
    (Swiss(rounds=4, games=2), {}),
    (Swiss(rounds=4, games=1), {"boards": "duplicate", "ties": ["buchholz", "datum", "rating"]}),
    (Knockout(games=2, third_place=True), {}),
    (Knockout(games=1, replays=0), {"boards": "duplicate"}),
    (DoubleElimination(games=2), {"boards": "mirror"}),
    (Gauntlet(champions=2, games=2, laps=2), {"ties": ["sonneborn-berger"]}),
    (RoundRobin(games=6), {"boards": "mirror", "options": THREE}),
    (Tables(), {"options": THREE}),
    (Tables(rounds=3), {"options": {"players": 4}, "ties": ["wins", "difference"]}),
]


class Level(Run):
    """Every game is drawn."""

    def result(self, game: ev.PairedGame) -> ev.GameRecorded:
        return ev.GameRecorded(id=game.id, head=ZERO, lines=9, points=[5, 5], places=[1, 1], outcome="drawn")


@pytest.mark.parametrize("entrants", [2, 3, 5, 8])
@pytest.mark.parametrize("replays", [0, 2])
def test_a_knockout_has_no_more_games_than_the_most_that_are_told(entrants: int, replays: int) -> None:
    """All of them where everything is drawn, but for a second final: it is won by the better seed, who lost nothing."""
    for shape in (Knockout(games=2, replays=replays, third_place=True), DoubleElimination(games=2, replays=replays)):
        of = spec(shape, entrants)
        drawn = len(Level(of).whole().games())
        second = 2 * (1 + replays) if isinstance(shape, DoubleElimination) else 0
        assert drawn == most_games(of) - second
        assert all(len(Run(of, seed).whole().games()) <= most_games(of) for seed in range(10))


def test_a_second_final_is_counted_among_the_most_games() -> None:
    of = spec(DoubleElimination(games=1, replays=0), 5)
    assert max(len(Run(of, seed).whole().games()) for seed in range(40)) == most_games(of) == 9


@pytest.mark.parametrize(("shape", "more"), SHAPES)
@pytest.mark.parametrize("entrants", [6, 7])
def test_every_format_is_played_to_its_end_and_tells_how_long_it_is(
    shape: Format, more: dict[str, Any], entrants: int
) -> None:
    run = Run(spec(shape, entrants, **more)).whole()
    games = run.games()
    assert len({game.id for game in games}) == len(games) == run.state.recorded
    plays_on = isinstance(shape, Knockout | DoubleElimination)  # replays, and a decider, come on top
    assert len(games) >= run.state.plan.games if plays_on else len(games) == run.state.plan.games
    table = run.state.table.standings()
    assert sorted(row.entrant for row in table) == sorted(run.state.entrants)
    assert [row.place for row in table] == sorted(row.place for row in table)


@pytest.mark.parametrize(("shape", "more"), SHAPES)
def test_the_order_in_which_results_arrive_makes_no_difference(shape: Format, more: dict[str, Any]) -> None:
    run = Run(spec(shape, 6, **more)).whole()
    again = Run(spec(shape, 6, **more))
    recorded = {result.id: result for result in results(run)}
    for event in run.rounds:
        found = again.state.next_round()
        assert found is not None
        assert found.event() == event
        again.add(event)
        for game in sorted(event.games, key=lambda game: game.id, reverse=True):
            again.add(recorded[game.id])
        again.add(ev.RoundClosed(round=event.round, standings=again.state.table.standings()))
    assert again.state.table.standings() == run.state.table.standings()


def results(run: Run) -> list[ev.GameRecorded]:
    """The results of a run, drawn again."""
    other = Run(run.state.spec, seed=1)  # type: ignore[arg-type]
    found: list[ev.GameRecorded] = []
    draw = other.result

    def noted(game: ev.PairedGame) -> ev.GameRecorded:
        found.append(draw(game))
        return found[-1]

    other.result = noted  # type: ignore[method-assign]
    other.whole()
    return found


def test_fresh_boards_are_met_once_and_duplicate_ones_at_every_table() -> None:
    fresh = Run(spec(Swiss(rounds=3, games=2))).whole().games()
    assert len({game.board for game in fresh}) == len(fresh)
    same = Run(spec(Swiss(rounds=3, games=2), boards="duplicate")).whole()
    for event in same.rounds:
        assert {game.board for game in event.games} == {f"cup-r{event.round}-b1", f"cup-r{event.round}-b2"}
    seen = Counter((name, game.board) for game in same.games() for name in game.seats)
    assert set(seen.values()) == {1}, "nobody sees a board twice"


def test_a_mirrored_board_is_played_in_all_seatings() -> None:
    games = Run(spec(RoundRobin(games=6), 3, boards="mirror", options=THREE)).whole().games()
    assert len({game.board for game in games}) == 1
    assert len({tuple(game.seats) for game in games}) == 6
    pairs = Run(spec(RoundRobin(games=4), 2, boards="mirror")).whole().games()
    assert [(game.board[-2:], game.seats[0]) for game in pairs] == [
        ("b1", "e0"),
        ("b1", "e1"),
        ("b2", "e0"),
        ("b2", "e1"),
    ]


def test_a_swiss_round_waits_for_the_results_of_the_one_before() -> None:
    run = Run(spec(Swiss(rounds=3)))
    found = run.state.next_round()
    assert found is not None
    run.add(found.event())
    assert run.state.next_round() is None


def test_every_pairing_and_bye_is_on_record_with_its_reason() -> None:
    first = Run(spec(Swiss(rounds=3), 5)).round()
    assert first is not None
    assert first.why == "Swiss, FIDE Dutch: round 1 of 3, 5 entrants"
    assert first.games[0].why == "0 against 0; seats: nobody has sat yet; seats alternate down the list"
    assert [game.why for game in first.games[2:]] == [None, None]
    assert (first.byes, first.bye_whys) == (["e4"], ["odd number; score 0, number 5, no bye before"])


def test_a_match_of_two_games_is_one_result_of_a_swiss_tournament() -> None:
    """A win and a draw in two games win the match; the table shows both games and the points of the match."""
    run = Run(spec(Swiss(rounds=1, games=2), 2, award=Award(win=3, draw=1)))
    found = run.state.next_round()
    assert found is not None
    run.add(found.event())
    first, second = found.games
    run.add(ev.GameRecorded(id=first.id, head=ZERO, lines=9, points=[70, 50], places=[1, 2], outcome="won"))
    assert [row.points for row in run.state.table.standings()] == [0, 0]
    run.add(ev.GameRecorded(id=second.id, head=ZERO, lines=9, points=[60, 60], places=[1, 1], outcome="drawn"))
    table = run.state.table.standings()
    assert [(row.entrant, row.points, row.games, row.won, row.drawn) for row in table] == [
        ("e0", 3, 2, 1, 1), ("e1", 0, 2, 0, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(("outcome", "points"), [("no-contest", [0, 0]), ("void", [1, 1])])
def test_a_match_that_neither_comes_to_is_lost_by_both_and_one_that_was_voided_is_drawn(
    outcome: ev.Outcome, points: list[int]
) -> None:
    """Staying away together must not be worth more than playing and losing; a fault of the server costs nobody."""
    run = Run(spec(Swiss(rounds=1, games=2), 2))
    found = run.state.next_round()
    assert found is not None
    run.add(found.event())
    for game in found.games:
        run.add(ev.GameRecorded(id=game.id, head=ZERO, lines=9, points=[], places=[], outcome=outcome))
    assert [row.points for row in run.state.table.standings()] == points


def test_who_both_stay_away_from_a_knockout_are_both_out() -> None:
    run = Run(spec(Knockout(games=1), 2))
    found = run.state.next_round()
    assert found is not None
    run.add(found.event())
    run.add(ev.GameRecorded(id=found.games[0].id, head=ZERO, lines=9, points=[], places=[], outcome="no-contest"))
    run.add(ev.RoundClosed(round=1, standings=run.state.table.standings()))
    assert run.state.next_round() is None
    assert [(row.place, row.why) for row in run.state.table.standings()] == [(1, "final: both failed")] * 2


def test_a_bye_and_an_absence_are_worth_what_the_award_says() -> None:
    run = Run(spec(Swiss(rounds=2, games=1), 3, award=Award(bye=1, absence=0)))
    run.round()
    assert next(row.points for row in run.state.table.standings() if row.entrant == "e2") == 1
    run.add(ev.EntrantWithdrawn(entrant="e2", why="ill"))
    second = run.round()
    assert second is not None
    assert second.byes == []
    assert next(row.points for row in run.state.table.standings() if row.entrant == "e2") == 1


def test_who_withdraws_from_a_knockout_loses_the_matches_it_would_still_play() -> None:
    run = Run(spec(Knockout(games=1, replays=0), 4))
    run.round()
    left = next(row.entrant for row in run.state.table.standings() if row.place == 1)
    run.add(ev.EntrantWithdrawn(entrant=left, why="ill"))
    assert run.round() is None
    places = {row.entrant: (row.place, row.why) for row in run.state.table.standings()}
    assert places[left] == (2, "final: withdrew")


REFUSED: list[tuple[str, Format, dict[str, Any]]] = [
    ("format/seats", Swiss(rounds=3), {"options": THREE}),
    ("format/seats", Knockout(), {"options": {"players": 4}}),
    ("format/seats", Tables(), {}),
    ("format/boards", RoundRobin(games=3), {"boards": "mirror"}),
    ("format/boards", RoundRobin(games=3), {"boards": "duplicate", "options": THREE}),
    ("format/boards", Tables(), {"boards": "mirror", "options": THREE}),
    ("format/tie-break", Swiss(rounds=3), {"ties": ["bucholz"]}),
    ("format/tie-break", Swiss(rounds=3), {"ties": ["datum"]}),
    ("format/tie-break", Knockout(), {"ties": ["wins"]}),
    ("format/tie-break", Tables(), {"ties": ["direct"], "options": THREE}),
    ("format/spec", Gauntlet(champions=6), {}),
    ("format/spec", Arena(), {}),
    ("format/seats", Arena(total=9), {"options": THREE}),
    ("format/boards", Arena(total=9), {"boards": "duplicate"}),
    ("format/duplicate", Swiss(rounds=3), {"twice": True}),
    ("format/too-few", Tables(), {"options": THREE, "entrants": 2}),
]


@pytest.mark.parametrize(("code", "shape", "more"), REFUSED)
def test_what_does_not_go_together_is_refused_by_name(code: str, shape: Format, more: dict[str, Any]) -> None:
    more = dict(more)
    twice, entrants = more.pop("twice", False), more.pop("entrants", 6)
    made = spec(shape, entrants, **more)
    if twice:
        made = made.model_copy(update={"entrants": [*made.entrants, made.entrants[0]]})
    with pytest.raises(BadConfig) as error:
        plan_of(made)
    assert error.value.code == code


def test_every_place_is_explained_with_figures_to_check_by_hand() -> None:
    run = Run(spec(Swiss(rounds=3, games=1), 4), seed=3).whole()
    table, told = run.state.table.standings(), run.state.table.explained()
    assert [(each.place, each.entrant) for each in told] == [(row.place, row.entrant) for row in table]
    for row, each in zip(table, told, strict=True):
        value, _, parts = each.figures["buchholz"].partition(" = ")
        assert row.ties is not None
        assert int(value) * 1000 == row.ties[1]
        assert sum(int(part.split(" (")[0]) for part in parts.split(" + ")) == int(value)


def test_a_round_robin_without_a_list_is_explained_by_points_games_won_and_difference() -> None:
    run = Run(spec(RoundRobin(games=2), 3)).whole()
    first, second, _ = run.state.table.explained()
    row = run.state.table.standings()[0]
    made = f"2 for each of {row.won} won, 1 for each of {row.drawn} drawn, 0 for each of {row.lost} lost"
    assert first.figures["points"] == f"{row.points} = {made}"
    assert second.why.split(":")[0] in {"points", "won", "difference"}

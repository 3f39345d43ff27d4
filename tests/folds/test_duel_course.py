"""A duel as a tournament: rounds of pairs, a verdict by the order of pairing, the same whatever ends first."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from croupier.contracts import events as ev
from croupier.contracts.errors import BadConfig, Unreadable
from croupier.contracts.ids import again
from croupier.contracts.lines import Line
from croupier.contracts.specs import Disputes, Duel, EntrantSpec, Policy, TournamentSpec
from croupier.folds.duel.course import Halves, Progress, sizes, sprt, take
from croupier.folds.duel.exact import log, power_of_ten
from croupier.folds.duel.pairs import pairs_of
from croupier.folds.duel.sprt import state
from croupier.folds.plans import plan_of
from croupier.folds.rounds import Round
from croupier.folds.tournament import TournamentState

ZERO = "0" * 64


def spec(entrants: str = "ab", **more: Any) -> TournamentSpec:
    given: dict[str, Any] = {"format": Duel(elo1=200), "boards": "mirror", "policy": Policy(attempts=1)} | more
    people = [EntrantSpec(id=name, name=name.upper(), token=ZERO) for name in entrants]
    return TournamentSpec(id="cup", name="Cup", game="briscola", entrants=people, **given)


def started(of: TournamentSpec) -> TournamentState:
    tournament = TournamentState("t/cup")
    for event in (
        ev.TournamentOpened(spec=of),
        ev.SeedCommitted(commitment=ZERO),
        *(ev.EntrantRegistered(entrant=one.id, name=one.name, nonce=ZERO) for one in of.entrants),
        ev.TournamentStarted(beacon=ZERO),
    ):
        feed(tournament, event)
    return tournament


def feed(tournament: TournamentState, event: ev.Event) -> None:
    tournament.evolve(Line(1, 0, "director", "test", ZERO, event))


def recorded(game: ev.PairedGame, first: str, halves: int) -> ev.GameRecorded:
    """A game in which the one with the id ``first`` made so many half points; -1: it was void."""
    if halves < 0:
        return ev.GameRecorded(id=game.id, head=ZERO, lines=9, points=[], places=[], outcome="void")
    places = [1, 1] if halves == 1 else [1, 2] if (game.seats[0] == first) == (halves == 2) else [2, 1]
    outcome = "drawn" if halves == 1 else "won"
    return ev.GameRecorded(id=game.id, head=ZERO, lines=9, points=[60, 60], places=places, outcome=outcome)


def play(
    of: TournamentSpec, results: list[Halves], order: random.Random, again_at: Callable[[int], bool] = lambda nth: False
) -> tuple[list[Round], ev.DuelEnd | None]:
    """The whole duel with the given results of pairs, games ending in any order.

    Of the first results those at which ``again_at`` says so are void, and the game is played anew.
    """
    tournament, rounds, pair, nth = started(of), [], 0, 0
    while (found := tournament.next_round()) is not None:
        rounds.append(found)
        feed(tournament, found.event())
        half = len(found.games) // 2
        wanted = {game.id: results[pair + n % half][n // half] for n, game in enumerate(found.games)}
        pair += half
        while tournament.playing:
            game = order.choice(list(tournament.playing.values()))
            nth += 1
            if again_at(nth) and game.id in wanted:
                feed(tournament, recorded(game, "a", -1))
                instead = game.model_copy(update={"id": again(game.id), "why": None})
                feed(tournament, ev.GameReplayed(id=game.id, game=instead, why="void"))
            else:
                feed(tournament, recorded(game, "a", wanted[game.id.removesuffix("-a2")]))
        feed(tournament, ev.RoundClosed(round=found.number, standings=tournament.table.standings()))
    return rounds, tournament.duel_end()


def test_a_pair_is_one_board_with_seats_exchanged() -> None:
    found = plan_of(spec()).next_round(0, [], started(spec()).table.history())
    assert found is not None
    assert [game.id for game in found.games[:2]] == ["cup-r1-t1-1", "cup-r1-t2-1"]
    first, second = found.games[0], found.games[8]
    assert (first.board, second.board) == ("cup-r1-b1", "cup-r1-b1")
    assert (first.seats, second.seats) == (["a", "b"], ["b", "a"])
    assert "pairs 1 to 8 of at most 5000" in found.why


def test_on_fresh_boards_no_two_games_share_one() -> None:
    of = spec(boards=None)
    found = plan_of(of).next_round(0, [], started(of).table.history())
    assert found is not None
    assert len({game.board for game in found.games}) == len(found.games) == 16


def test_partners_stay_together_and_change_sides_with_the_others() -> None:
    of = spec("abcd", options={"players": 4})
    found = plan_of(of).next_round(0, [], started(of).table.history())
    assert found is not None
    assert [found.games[n].seats for n in (0, 8)] == [["a", "c", "b", "d"], ["c", "a", "d", "b"]]


def test_rounds_grow_with_what_was_played_and_fill_the_number_of_pairs() -> None:
    found = sizes(5_000, 1_000)
    assert found[:9] == [8] * 9
    assert max(found) == 64
    assert sum(found) == 5_000
    assert list(sizes(11, 9)) == [8, 3]
    assert list(sizes(100, 3)) == [8, 8, 8]


def test_the_verdict_is_that_of_the_first_pair_at_which_the_test_is_over() -> None:
    """What is recorded after it counts for the estimate, and turns nothing."""
    chance = random.Random(1)
    results = [chance.choice([(2, 2), (2, 0), (2, 1)]) for _ in range(64)]
    alone = next(n for n in range(1, 65) if state(sprt(Duel(elo1=200)), pairs_of(results[:n])).over)
    rounds, end = play(spec(), results, random.Random(2))
    played = sum(len(found.games) for found in rounds) // 2
    assert end is not None
    assert (end.verdict, end.decided, end.pairs) == ("better", alone, played)
    assert played - alone < len(rounds[-1].games) // 2
    assert end.ratio == round(1_000 * state(sprt(Duel(elo1=200)), pairs_of(results[:alone])).ratio)


@pytest.mark.parametrize("seed", range(5))
def test_the_order_in_which_games_end_and_how_many_are_open_change_nothing(seed: int) -> None:
    chance = random.Random(seed)
    shares: list[Halves] = [(2, 2), (2, 0), (0, 2), (1, 1), (0, 0), (0, 1), (-1, 2)]
    results = chance.choices(shares, [3, 4, 2, 1, 1, 1, 1], k=3_000)
    calm = play(spec(concurrency=1), results, random.Random(0))
    assert play(spec(concurrency=5), results, random.Random(seed)) == calm
    assert calm[1] is not None
    assert calm[1].verdict != "open"


@pytest.mark.parametrize("seed", range(3))
def test_games_that_were_void_and_played_anew_change_nothing(seed: int) -> None:
    chance = random.Random(seed)
    shares: list[Halves] = [(2, 2), (2, 0), (0, 2), (0, 1)]
    results = chance.choices(shares, [3, 4, 2, 1], k=2_000)
    calm = play(spec(), results, random.Random(0))
    assert play(spec(policy=Policy()), results, random.Random(seed), lambda nth: nth % 5 == 0) == calm


def test_a_ruling_that_changes_a_result_may_take_the_verdict_back_and_then_the_duel_goes_on() -> None:
    """Sixteen pairs won twice are enough; with one that is lost twice they are not."""
    tournament = started(spec(format=Duel(elo1=80, pairs=60), disputes=Disputes(window=1)))
    while (found := tournament.next_round()) is not None:
        feed(tournament, found.event())
        while tournament.playing:
            feed(tournament, recorded(next(iter(tournament.playing.values())), "a", 2))
        feed(tournament, ev.RoundClosed(round=found.number, standings=tournament.table.standings()))
    before = tournament.duel_end()
    assert before is not None
    assert before.verdict == "better"
    rounds = tournament.paired
    for number, game in enumerate(["cup-r1-t1-1", "cup-r1-t1-2"], 1):
        lost = [2, 1] if game.endswith("-1") else [1, 2]
        name = f"cup-d{number}"
        feed(tournament, ev.DisputeRaised(dispute=name, game=game, claim="other"))
        feed(tournament, ev.DisputeExamined(dispute=name, findings=[], total=0, why="unclear"))
        result = ev.Amended(points=[60, 60], places=lost, outcome="won")
        ruled = ev.DisputeRuled(dispute=name, ruling="corrected", result=result, by="organiser", why="so")
        feed(tournament, ruled)
    after = tournament.duel_end()
    assert after is not None
    assert (after.verdict, after.decided) == ("open", None)
    more = tournament.next_round()
    assert more is not None
    assert more.number == rounds + 1


def test_a_pair_with_a_game_that_counts_nowhere_counts_nowhere() -> None:
    duel = Duel()
    after = take(duel, take(duel, Progress(), (2, 0), 1), None, 2)
    assert after.pairs == pairs_of([(2, 0)])
    assert after.decided is None


def test_with_a_fixed_number_all_pairs_are_played_and_the_verdict_comes_last() -> None:
    of = spec(format=Duel(pairs=20, fixed=True))
    rounds, end = play(of, [(2, 2)] * 5 + [(2, 0)] * 15, random.Random(3))
    assert [len(found.games) for found in rounds] == [16, 16, 8]
    assert end == ev.DuelEnd(verdict="better", pairs=20, decided=20)
    assert play(of, [(2, 0)] * 20, random.Random(3))[1] == ev.DuelEnd(verdict="not better", pairs=20, decided=20)


def test_a_duel_without_a_verdict_ends_at_its_last_pair() -> None:
    rounds, end = play(spec(format=Duel(pairs=10)), [(2, 0)] * 10, random.Random(4))
    assert len(rounds) == 2
    assert end is not None
    assert (end.verdict, end.pairs, end.decided) == ("open", 10, None)


@pytest.mark.parametrize("number", [1, 3])
def test_a_game_without_its_twin_stops_the_fold(number: int) -> None:
    tournament = started(spec())
    games = [ev.PairedGame(id=f"cup-r1-t{n}-1", board=f"cup-r1-b{n}", seats=["a", "b"]) for n in range(number)]
    with pytest.raises(Unreadable):
        feed(tournament, ev.RoundPaired(round=1, games=games, byes=[], why=""))


def test_who_leaves_ends_the_duel() -> None:
    tournament = started(spec())
    feed(tournament, ev.EntrantWithdrawn(entrant="b", why="ill"))
    assert tournament.next_round() is None


def test_what_is_no_duel_has_no_end_of_one() -> None:
    assert started(spec(format={"kind": "round-robin"}, boards=None)).duel_end() is None


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("format/seats", {"entrants": "abc", "options": {"players": 3}}),
        ("format/spec", {"entrants": "abc"}),
        ("format/boards", {"boards": "duplicate"}),
        ("format/spec", {"format": Duel(elo0=10, elo1=10)}),
    ],
    ids=["three sides", "three entrants", "duplicate", "question"],
)
def test_a_duel_that_makes_no_sense_is_refused(code: str, more: dict[str, Any]) -> None:
    with pytest.raises(BadConfig) as error:
        plan_of(spec(**more))
    assert error.value.code == code


def test_logarithms_are_those_of_the_tables() -> None:
    """ln 2 and the square root of ten, to seventeen digits."""
    assert log(2.0) == 0.69314718055994531
    assert power_of_ten(0.5) == 3.16227766016837933
    assert power_of_ten(-1) == 0.1

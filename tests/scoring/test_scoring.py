"""Scoring: the log alone says what a deal and a game are worth."""

import random
from functools import cache
from typing import Any

import pytest

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.contracts.specs import Clock, Policy
from croupier.games import get
from croupier.services.scoring import decider
from croupier.services.scoring.service import Scoring
from harness import given

LOG = "g/cup-r1-t1-1"
NOTICE = cmd.Notice(log=LOG, seq=1, event="deal.played")


def opened(players: int = 2, **options: bool | int | str) -> ev.GameOpened:
    resolved = get("briscola").resolve("house", {"players": players, **options})
    return ev.GameOpened(
        game="briscola", ruleset="house", options=resolved, rules=1, tournament="cup", round=1, board="cup-r1-b1",
        seats=[ev.SeatAssignment(entrant=f"e{seat}", name="E") for seat in range(players)], dealer=players - 1,
        clock=Clock(), policy=Policy(),
    )  # fmt: skip


@cache
def played(number: int = 1, players: int = 2, first_ply: int = 0, seed: int = 1) -> tuple[ev.Event, ...]:
    """A whole deal in which every seat plays at random, as events."""
    chance = random.Random(seed)
    game = get("briscola")
    options = opened(players).options
    pack = list(game.pack(options))
    chance.shuffle(pack)
    dealer = (players - 2 + number) % players
    deal = game.deal(options, dealer, pack, first_ply=first_ply)
    events: list[ev.Event] = [
        ev.DealOrdered(deal=number, dealer=dealer),
        ev.DealDealt(deal=number, deck=" ".join(pack)),
    ]
    ply = first_ply
    while deal.to_act is not None:
        seat, action = deal.to_act, chance.choice(deal.legal())
        deal.apply(seat, action)
        events.append(ev.ActionTaken(deal=number, ply=ply, seat=seat, action=action, asked=0, received=0, allowance=0))
        ply += 1
    return (*events, ev.DealPlayed(deal=number, plies=ply - first_ply))


def forfeit(seat: int, why: str = "clock/flag") -> ev.SeatForfeited:
    return ev.SeatForfeited.model_validate({"seat": seat, "why": why, "limit": 1, "measured": 2})


FLAG = ev.SeatFailure(seat=0, why="clock/flag", limit=1, measured=2)


def score(*past: ev.Event) -> list[ev.Event]:
    """What scoring adds to a log."""
    return given(Scoring(), LOG, *past).when(NOTICE).decide()


def test_a_deal_is_scored_line_by_line_and_decides_a_single_game() -> None:
    deal, game = score(opened(), *played())
    assert isinstance(deal, ev.DealScored)
    assert isinstance(game, ev.GameScored)
    by_seat = [
        sum(line.points for line in deal.lines if line.seat == s and line.kind == "trick-points") for s in (0, 1)
    ]
    assert deal.points == by_seat == game.points
    assert sum(deal.points) == 120
    assert all(line.rule.startswith("briscola") for line in deal.lines)
    assert game.outcome == ("drawn" if game.points[0] == 60 else "won")


def test_nothing_is_scored_twice() -> None:
    given(Scoring(), LOG, opened(), *played(), *score(opened(), *played())).when(NOTICE).nothing()


def test_a_deal_that_is_still_played_is_not_scored() -> None:
    given(Scoring(), LOG, opened(), *played()[:-1]).when(NOTICE).nothing()
    given(Scoring(), LOG, opened()).when(NOTICE).nothing()


def test_a_game_of_several_deals_is_decided_by_the_last() -> None:
    game = opened(length="deals", length_n=2)
    first = score(game, *played())
    assert [event.TYPE for event in first] == ["deal.scored"]
    second = score(game, *played(), *first, *played(2, first_ply=40, seed=2))
    assert [event.TYPE for event in second] == ["deal.scored", "game.scored"]
    result = second[1]
    assert isinstance(result, ev.GameScored)
    assert sum(result.points) == 240


def test_who_fails_stands_last_whatever_the_points() -> None:
    (result,) = score(opened(), *played()[:10], forfeit(0))
    assert result == ev.GameScored(points=[0, 0], places=[2, 1], outcome="forfeit", why="clock/flag", failures=[FLAG])


def test_deals_scored_before_a_forfeit_count() -> None:
    game = opened(length="deals", length_n=2)
    first = score(game, *played())
    (result,) = score(game, *played(), *first, forfeit(1, "resigned"))
    assert isinstance(result, ev.GameScored)
    assert isinstance(first[0], ev.DealScored)
    assert (result.points, result.places) == (first[0].points, [1, 2])


def test_a_deal_played_to_its_end_is_scored_even_if_somebody_resigns_then() -> None:
    kinds = [event.TYPE for event in score(opened(), *played(), forfeit(1, "resigned"))]
    assert kinds == ["deal.scored", "game.scored"]
    result = score(opened(), *played(), forfeit(1, "resigned"))[1]
    assert isinstance(result, ev.GameScored)
    assert result.outcome == "forfeit"


def test_where_every_side_failed_there_is_no_contest() -> None:
    (result,) = score(opened(), forfeit(0, "session/left"), forfeit(1, "session/left"))
    both = [FLAG.model_copy(update={"seat": seat, "why": "session/left"}) for seat in (0, 1)]
    assert result == ev.GameScored(points=[], places=[], outcome="no-contest", why="session/left", failures=both)


@pytest.mark.parametrize(("failed", "places"), [((0,), [3, 1, 1]), ((2,), [1, 1, 3]), ((0, 1), [2, 2, 1])])
def test_at_a_table_of_three_those_who_failed_share_the_last_place(failed: tuple[int, ...], places: list[int]) -> None:
    (result,) = score(opened(3), *(forfeit(seat, "session/left") for seat in failed))
    assert isinstance(result, ev.GameScored)
    assert (result.places, result.outcome) == (places, "forfeit")


def test_a_partner_who_fails_costs_the_whole_side() -> None:
    (result,) = score(opened(4), forfeit(2))
    assert isinstance(result, ev.GameScored)
    assert result.places == [2, 1]


def test_a_void_game_has_neither_points_nor_places() -> None:
    (result,) = score(opened(), *played()[:5], ev.GameVoided(why="server/fault"))
    assert result == ev.GameScored(points=[], places=[], outcome="void", why="server/fault")


@pytest.mark.parametrize(
    "other", [{"limit": 2}, {"measured": 3}, {"server_lag": 0}, {"seat": 1}, {"why": "session/left"}], ids=str
)
def test_scoring_seals_no_result_that_tells_a_failure_otherwise(other: dict[str, Any]) -> None:
    """Given a forfeit, a result that says something else of it is not the one that scoring would have written."""
    (right,) = score(opened(), forfeit(0))
    assert isinstance(right, ev.GameScored)
    wrong = right.model_copy(update={"failures": [FLAG.model_copy(update=other)]})
    state = Scoring().start(LOG)
    for seq, event in enumerate((opened(), forfeit(0)), 1):
        state.evolve(Line(seq, 0, "referee", "", "", event))

    assert decider.doubt(state, right) == ""
    assert decider.doubt(state, wrong) != ""

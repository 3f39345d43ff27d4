"""Frauds with a game that went on without a seat: who failed is played for, and stands last."""

from functools import cache

from audit.drafts import Draft
from audit.making import World, make, spec_of
from croupier.contracts import events as ev
from croupier.contracts.specs import Policy
from tampered.forging import GAME, Named, changed, changed_in_tournament, event, fraud_in, state_before


@cache
def substituted() -> World:
    """Three seats a game; one runs out of time, and the others finish without it."""
    return make(spec_of(4, 1, options={"players": 3}, policy=Policy(failing="substitute")), ("flag",))


def failed(world: World) -> int:
    """The seat that failed."""
    seat: int = event(world, ev.SeatForfeited).seat
    return seat


def by_rule(world: World) -> int:
    """The place of an action that was taken for the seat that failed, of several that were legal."""
    for place, draft in enumerate(world.games[GAME]):
        if isinstance(draft.event, ev.ActionTaken) and draft.event.auto:
            deal = state_before(world, place).deal
            if deal is not None and deal.auto() is None:
                return place
    raise AssertionError("nothing was played for it")


def told(world: World, **fields: object) -> Named:
    """Scoring and director agree on another result."""
    changed_in_tournament(world, "", ev.GameRecorded, **fields)
    return changed(world, "audit/result", ev.GameScored, **fields)


@fraud_in(substituted)
def a_seat_that_failed_and_wins(world: World) -> Named:
    places = list(event(world, ev.GameScored).places)
    first = places.index(1)
    places[first], places[failed(world)] = places[failed(world)], 1
    return told(world, places=places)


@fraud_in(substituted)
def a_seat_that_failed_and_does_not_stand_last(world: World) -> Named:
    """It changes places with the one that was beaten and played on."""
    right = event(world, ev.GameScored).places
    return told(world, places=[{1: 1, 2: 3, 3: 2}[place] for place in right])


@fraud_in(substituted)
def a_failure_that_is_passed_over(world: World) -> Named:
    """As if the seat that failed had played to the end itself."""
    points = event(world, ev.GameScored).points
    places = [1 + sum(other > own for other in points) for own in points]
    changed_in_tournament(world, "", ev.GameRecorded, places=places, outcome="won", why=None, failures=None)
    return changed(world, "audit/result", ev.GameScored, places=places, outcome="won", why="most-points", failures=None)


@fraud_in(substituted)
def a_point_moved_in_a_game_that_went_on(world: World) -> Named:
    points = list(event(world, ev.GameScored).points)
    points[failed(world)] -= 1
    points[1 - failed(world)] += 1
    return told(world, points=points)


@fraud_in(substituted)
def a_deal_counted_otherwise_in_a_game_that_went_on(world: World) -> Named:
    points = event(world, ev.DealScored).points[::-1]
    return changed(world, "audit/points", ev.DealScored, points=points)


@fraud_in(substituted)
def another_ranking_of_it_in_the_tournament_alone(world: World) -> Named:
    places = event(world, ev.GameScored).places[::-1]
    return changed_in_tournament(world, "audit/recorded", ev.GameRecorded, places=places)


@fraud_in(substituted)
def the_failure_of_another_seat_recorded(world: World) -> Named:
    """Which one failed decides who is disqualified."""
    failures = [each.model_copy(update={"seat": (each.seat + 1) % 3}) for each in event(world, ev.GameScored).failures]
    return told(world, failures=failures)


@fraud_in(substituted)
def a_better_card_for_the_seat_that_failed(world: World) -> Named:
    place = by_rule(world)
    deal = state_before(world, place).deal
    assert deal is not None
    world.games[GAME][place] = world.games[GAME][place].but(action=deal.legal()[-1])
    return Named("audit/auto", f"g/{GAME}", place + 1)


@fraud_in(substituted)
def a_seat_that_failed_and_plays_on(world: World) -> Named:
    """Its answers are taken as if it had not."""
    place = by_rule(world)
    world.games[GAME][place] = world.games[GAME][place].but(auto=None)
    return Named("audit/auto", f"g/{GAME}", place + 1)


@fraud_in(substituted)
def a_game_that_ends_where_it_must_go_on(world: World) -> Named:
    """Whoever led when a seat failed has won."""
    drafts, place = world.games[GAME], world.index(ev.SeatForfeited, 0, GAME)
    scored = event(world, ev.GameScored).model_copy(update={"points": [0, 0, 0]})
    drafts[place + 1 :] = [
        Draft(scored, "scoring", drafts[place].at + 90),
        *drafts[world.index(ev.DeckRevealed, 0, GAME) :],
    ]
    changed_in_tournament(world, "", ev.GameRecorded, lines=place + 2, points=[0, 0, 0])
    return Named("log/out-of-place", f"g/{GAME}", place + 2)

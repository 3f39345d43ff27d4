"""Frauds with limits that are not those of the moment: to come, to answer for the first time, to answer."""

from functools import cache

from audit.drafts import SECOND
from audit.making import World, make, spec_of
from croupier.contracts import events as ev
from croupier.contracts.specs import Clock
from tampered.failures import fallen
from tampered.forging import GAME, Named, changed, changed_in_tournament, event, fraud_in, postponed

CLOCK = Clock(action=10 * SECOND, first=20 * SECOND, start=60 * SECOND)


@cache
def unhurried() -> World:
    """The first action of a seat has a limit of its own."""
    return make(spec_of(clock=CLOCK))


@cache
def deserted() -> World:
    """The same, and one of the two never comes to the first game."""
    return make(spec_of(clock=CLOCK), ("left", *["played"] * 5))


def absent(world: World, limit: int) -> Named:
    """The seat that did not come is judged by another limit, which has passed as well."""
    failure = event(world, ev.SeatForfeited).model_copy(update={"limit": limit, "measured": limit + 1})
    told = [ev.SeatFailure(seat=failure.seat, why=failure.why, limit=limit, measured=limit + 1)]
    changed_in_tournament(world, "", ev.GameRecorded, failures=told)
    changed(world, "", ev.GameScored, failures=told)
    return changed(world, "audit/forfeit", ev.SeatForfeited, limit=limit, measured=limit + 1)


@fraud_in(deserted)
def a_seat_that_did_not_come_within_the_limit_of_first_actions(world: World) -> Named:
    assert CLOCK.first is not None
    return absent(world, CLOCK.first)


@fraud_in(deserted)
def a_seat_that_did_not_come_within_the_limit_of_actions(world: World) -> Named:
    return absent(world, CLOCK.action)


@fraud_in(deserted)
def a_seat_that_is_not_waited_for(world: World) -> Named:
    """The limit is right and the measure, but the stamps give it only as long as a first action has."""
    named = absent(world, CLOCK.start)
    assert CLOCK.first is not None
    postponed(world.games[GAME], named.line - 1, CLOCK.first - CLOCK.start)
    return named


def late(world: World, nth: int, limit: int) -> Named:
    """A seat is flagged at its decision ``nth`` by another limit than its own, half a minute after it was asked."""
    named = fallen(world, "audit/forfeit", nth, limit=limit, measured=limit + 5)
    postponed(world.games[GAME], named.line - 1, 30 * SECOND)
    postponed(world.tournament, world.index(ev.GameRecorded), 30 * SECOND)
    return named


@fraud_in(unhurried)
def a_first_action_with_the_time_of_any_other(world: World) -> Named:
    return late(world, 0, CLOCK.action)


@fraud_in(unhurried)
def any_other_action_with_the_time_of_a_first(world: World) -> Named:
    """Whoever is late has that much more, and only one of the two seats."""
    assert CLOCK.first is not None
    return late(world, 8, CLOCK.first)


@fraud_in(unhurried)
def an_answer_as_late_as_a_first_one_may_be(world: World) -> Named:
    taken = event(world, ev.ActionTaken, 3)
    return changed(world, "audit/late", ev.ActionTaken, 3, asked=taken.asked - 15 * SECOND)

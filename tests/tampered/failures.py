"""Frauds with clocks, and with seats that failed or did not."""

from typing import Any

from audit.drafts import SECOND, Draft
from audit.making import World
from croupier.contracts import events as ev
from tampered.forging import GAME, Named, changed, event, fraud, state_before


@fraud
def a_generous_allowance(world: World) -> Named:
    taken = event(world, ev.ActionTaken, 3)
    received = taken.received + 5 * SECOND
    return changed(
        world, "audit/allowance", ev.ActionTaken, 3, received=received, allowance=taken.allowance + 5 * SECOND
    )


@fraud
def time_given(world: World) -> Named:
    return changed(world, "audit/left", ev.ActionTaken, 3, left=event(world, ev.ActionTaken, 3).left + 1)


@fraud
def time_taken(world: World) -> Named:
    return changed(world, "audit/left", ev.ActionTaken, 3, left=event(world, ev.ActionTaken, 3).left - 1)


@fraud
def a_late_answer_taken(world: World) -> Named:
    taken = event(world, ev.ActionTaken, 3)
    late = 10 * SECOND
    asked = taken.asked - late
    return changed(world, "audit/late", ev.ActionTaken, 3, asked=asked, left=taken.left - late)


@fraud
def a_stamp_from_the_future(world: World) -> Named:
    taken = event(world, ev.ActionTaken, 3)
    later = 3 * SECOND
    return changed(
        world, "audit/stamps", ev.ActionTaken, 3,
        asked=taken.asked + later, received=taken.received + later,
    )  # fmt: skip


def fallen(world: World, code: str, nth: int = 8, **fields: Any) -> Named:
    """Cut the game at its decision ``nth``, from 0, and let a seat forfeit there."""
    place = world.index(ev.ActionTaken, nth, GAME)
    drafts, state = world.games[GAME], state_before(world, place)
    seat, limit = state.to_act or 0, world.spec.clock.action
    given: dict[str, Any] = {"seat": seat, "why": "clock/flag", "limit": limit, "measured": limit + 5} | fields
    forfeit = ev.SeatForfeited(**given)
    rest, at = drafts[world.index(ev.DeckRevealed, 0, GAME) :], drafts[place - 1].at
    places = [2 if side == forfeit.seat else 1 for side in range(2)]
    result = ev.GameScored(points=[0, 0], places=places, outcome="forfeit", why=forfeit.why)
    drafts[place:] = [Draft(forfeit, "referee", at + 40), Draft(result, "scoring", at + 90), *rest]
    at_t = world.index(ev.GameRecorded)
    world.tournament[at_t] = world.tournament[at_t].but(
        lines=place + 2, points=[0, 0], places=places, outcome="forfeit"
    )
    return Named(code, f"g/{GAME}", place + 1)


@fraud
def a_time_out_that_no_stamp_allows(world: World) -> Named:
    return fallen(world, "audit/forfeit")


@fraud
def a_time_out_within_the_limit(world: World) -> Named:
    return fallen(world, "audit/forfeit", measured=40)


@fraud
def a_time_out_by_another_limit(world: World) -> Named:
    return fallen(world, "audit/forfeit", limit=1_000, measured=1_001)


@fraud
def a_time_out_of_the_seat_that_waits(world: World) -> Named:
    seat = state_before(world, world.index(ev.ActionTaken, 8, GAME)).to_act or 0
    return fallen(world, "audit/forfeit", seat=1 - seat)


@fraud
def strikes_that_never_were(world: World) -> Named:
    strikes = world.spec.policy.strikes
    return fallen(world, "audit/forfeit", why="move/strikes", limit=strikes, measured=strikes)


@fraud
def an_absent_seat_that_was_there(world: World) -> Named:
    start = world.spec.clock.start
    return fallen(world, "audit/forfeit", why="session/left", limit=start, measured=start)


@fraud
def a_forfeit_that_the_other_pays(world: World) -> Named:
    named = fallen(world, "audit/result", why="resigned", limit=0, measured=0)
    scored = world.games[GAME][named.line]
    assert isinstance(scored.event, ev.GameScored)
    world.games[GAME][named.line] = scored.but(places=scored.event.places[::-1])
    return named._replace(line=named.line + 1)

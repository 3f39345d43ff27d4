"""Frauds with what was played and refused."""

from audit.drafts import SECOND, Draft
from audit.making import World
from croupier.contracts import events as ev
from tampered.forging import GAME, Named, changed, event, fraud, inserted, state_before


@fraud
def a_card_that_is_not_held(world: World) -> Named:
    first = event(world, ev.ActionTaken, 0).action
    return changed(world, "audit/illegal", ev.ActionTaken, 5, action=first)


@fraud
def an_action_out_of_turn(world: World) -> Named:
    seat = event(world, ev.ActionTaken, 3).seat
    return changed(world, "audit/illegal", ev.ActionTaken, 3, seat=1 - seat)


@fraud
def an_action_of_the_engine(world: World) -> Named:
    taken = event(world, ev.ActionTaken, 2)
    left = taken.left - SECOND + (taken.received - taken.asked - taken.allowance)
    return changed(world, "audit/auto", ev.ActionTaken, 2, auto=True, received=taken.asked, allowance=0, left=left)


@fraud
def a_legal_action_refused(world: World) -> Named:
    place = world.index(ev.ActionTaken, 4, GAME)
    taken, strikes = world.games[GAME][place].event, state_before(world, place).strikes
    assert isinstance(taken, ev.ActionTaken)
    refused = ev.ActionRefused(
        deal=1, ply=taken.ply, seat=taken.seat, said=taken.action, code="move/card-not-held",
        strikes=strikes[taken.seat] + 1,
    )  # fmt: skip
    return inserted(world, "audit/refused-legal", place, refused)


@fraud
def a_legal_action_refused_as_out_of_turn(world: World) -> Named:
    named = a_legal_action_refused(world)
    world.games[GAME][named.line - 1] = world.games[GAME][named.line - 1].but(code="move/not-your-turn")
    return named


@fraud
def a_refusal_for_another_reason(world: World) -> Named:
    named = a_legal_action_refused(world)
    world.games[GAME][named.line - 1] = world.games[GAME][named.line - 1].but(said="play 10C")
    return named._replace(code="audit/refusal-code")


@fraud
def a_strike_too_many(world: World) -> Named:
    named = a_refusal_for_another_reason(world)
    draft = world.games[GAME][named.line - 1]
    assert isinstance(draft.event, ev.ActionRefused)
    right = draft.but(code="malformed/malformed-card", strikes=draft.event.strikes + 1)
    world.games[GAME][named.line - 1] = right
    return named._replace(code="audit/strikes")


@fraud
def strikes_without_a_forfeit(world: World) -> Named:
    place = world.index(ev.ActionTaken, 4, GAME)
    state = state_before(world, place)
    seat, named = 1 - (state.to_act or 0), Named("", "", 0)
    while state.strikes[seat] < world.spec.policy.strikes:
        state.strikes[seat] += 1
        refused = ev.ActionRefused(
            deal=1, ply=4, seat=seat, said="play KD", code="move/not-your-turn", strikes=state.strikes[seat]
        )
        named = inserted(world, "audit/strikes", place, refused)
        place += 1
    return named._replace(line=named.line + 1)


@fraud
def play_after_the_result(world: World) -> Named:
    last = event(world, ev.ActionTaken, -1)
    place = world.index(ev.DeckRevealed, 0, GAME)
    world.games[GAME].insert(place, Draft(last, "referee", world.games[GAME][place - 1].at + 10))
    return Named("log/out-of-place", f"g/{GAME}", place + 1)

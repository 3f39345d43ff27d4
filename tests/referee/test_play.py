"""Turns, legality, strikes: what the referee writes and whom it tells."""

from croupier.contracts import events as ev
from croupier.contracts.commands import Resign
from croupier.contracts.specs import Policy

from .bench import Bench


async def test_a_deal_is_ordered_once_the_deck_is_committed_and_all_seats_are_there() -> None:
    bench = Bench()
    await bench.open()
    await bench.here(0)
    assert not any(isinstance(event, ev.DealOrdered) for event in await bench.events())
    await bench.here(1)
    assert (await bench.events())[-1] == ev.DealOrdered(deal=1, dealer=1)


async def test_the_first_seat_is_asked_when_the_deal_is_there() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    turns = [message for message in bench.told("0") if message["type"] == "turn"]
    assert [(turn["ply"], sorted(turn["legal"])) for turn in turns] == [(0, ["play 5D", "play JC", "play JD"])]


async def test_an_action_is_logged_with_its_stamps_and_the_next_seat_is_asked() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    bench.entries()
    asked = bench.now
    bench.now += 700
    await bench.send(bench.act(0, 0, "play 5D", sent=asked + 100, lag=50))
    taken = (await bench.events())[-1]
    assert taken == ev.ActionTaken(
        deal=1, ply=0, seat=0, action="play 5D", asked=asked + 100, received=asked + 700, allowance=50
    )
    (entry,) = bench.entries()
    assert entry.asks == (1, 1)


async def test_a_repeat_and_an_old_answer_are_stale_and_cost_nothing() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    answer = bench.act(0, 0, "play 5D")
    await bench.send(answer, answer)
    before = len(await bench.lines())
    bench.entries()
    await bench.send(bench.act(0, 0, "play JC"))
    (refused,) = bench.told("0")
    assert (refused["type"], refused["code"], refused["strikes"]) == ("refused", "move/stale", 0)
    assert len(await bench.lines()) == before


async def test_an_illegal_answer_costs_a_strike_and_the_third_one_the_game() -> None:
    bench = Bench(policy=Policy(strikes=3))
    await bench.open()
    await bench.seat_all()
    bench.entries()
    await bench.plays(0, 0, "play AB")
    (refused,) = bench.told("0")
    assert (refused["code"], refused["strikes"], refused["left"]) == ("move/card-not-held", 1, 2)
    assert refused["legal"]
    await bench.plays(0, 0, "play 10C")
    await bench.plays(0, 0, "dance")
    events = await bench.events()
    assert [event.code for event in events if isinstance(event, ev.ActionRefused)] == [
        "move/card-not-held", "malformed/malformed-card", "malformed/unknown-action",
    ]  # fmt: skip
    assert events[-1] == ev.SeatForfeited(seat=0, why="move/strikes", limit=3, measured=3, server_lag=0)


async def test_nobody_but_the_seat_learns_of_a_refused_answer() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    bench.entries()
    await bench.plays(0, 0, "play AB")
    (entry,) = bench.entries()
    assert set(entry.messages) == {"0"}


async def test_an_answer_out_of_turn_is_refused() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    await bench.plays(1, 0, "play AD")
    refused = (await bench.events())[-1]
    assert isinstance(refused, ev.ActionRefused)
    assert (refused.seat, refused.code) == (1, "move/not-your-turn")


async def test_a_seat_may_resign_at_any_time() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    await bench.send(Resign(id="r", game=bench.game, seat=1, at=bench.now))
    assert (await bench.events())[-1] == ev.SeatForfeited(seat=1, why="resigned", limit=0, measured=0)


async def test_a_game_that_is_over_cannot_be_resigned_and_says_so() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    await bench.send(Resign(id="r", game=bench.game, seat=1, at=bench.now))
    assert [message for message in bench.told("1") if message["type"] == "refused"] == []
    before = len(await bench.lines())
    await bench.send(Resign(id="s", game=bench.game, seat=0, at=bench.now))
    (refused,) = bench.told("0")
    assert (refused["type"], refused["code"], refused["ply"], refused["strikes"]) == ("refused", "move/game-over", 0, 0)
    assert len(await bench.lines()) == before


async def test_an_entrant_that_resigns_all_its_seats_at_once_is_not_refused() -> None:
    bench = Bench()
    bench.names = ["Ada", "Ada"]
    await bench.open()
    await bench.seat_all()
    bench.entries()
    resigns = [Resign(id=f"r{seat}", game=bench.game, seat=seat, at=bench.now) for seat in (0, 1)]
    await bench.send(*resigns)
    told = [text for entry in bench.entries() for texts in entry.messages.values() for text in texts]
    assert told
    assert not any(b'"refused"' in text for text in told)
    assert [event.seat for event in await bench.events() if isinstance(event, ev.SeatForfeited)] == [0]


async def test_each_service_gets_its_notices() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    notices = [entry["e"].decode() for entry in bench.log.feeds[(0, "to:dealer")]]
    assert ['"game.opened"' in notices[0], '"deal.ordered"' in notices[1], len(notices)] == [True, True, 2]


async def test_a_late_command_for_a_game_that_is_not_there_changes_nothing() -> None:
    bench = Bench()
    await bench.plays(0, 0, "play AB")
    assert await bench.lines() == []
    assert bench.referee.slots == {}


async def test_a_whole_deal_ends_with_deal_played() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    for ply in range(40):
        game = bench.referee.slots[f"g/{bench.game}"].state.game
        assert game.deal is not None
        assert game.to_act is not None
        await bench.plays(game.to_act, ply, game.deal.legal()[0])
    assert (await bench.events())[-1] == ev.DealPlayed(deal=1, plies=40)

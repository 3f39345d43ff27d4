"""Clocks: what is charged, who is flagged, and that a fault of ours costs nobody time."""

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import SECOND, Clock, Policy

from .bench import Bench


async def playing(**kwargs: object) -> Bench:
    bench = Bench(**kwargs)  # type: ignore[arg-type]
    await bench.open()
    await bench.seat_all()
    return bench


async def test_the_bank_pays_for_thinking_and_gets_the_increment() -> None:
    bench = await playing(clock=Clock(action=10 * SECOND, bank=60 * SECOND, increment=SECOND))
    bench.now += 3 * SECOND
    await bench.plays(0, 0, "play 5D")
    taken = (await bench.events())[-1]
    assert isinstance(taken, ev.ActionTaken)
    assert taken.left == 58 * SECOND


async def test_the_allowance_is_the_measured_lag_up_to_the_cap() -> None:
    bench = await playing(policy=Policy(lag=20_000))
    bench.now += 50_000
    await bench.send(bench.act(0, 0, "play 5D", lag=30_000))
    taken = (await bench.events())[-1]
    assert isinstance(taken, ev.ActionTaken)
    assert taken.allowance == 20_000


async def test_a_tick_past_the_deadline_flags_the_seat_that_was_asked() -> None:
    bench = await playing(clock=Clock(action=10 * SECOND), policy=Policy(lag=100_000))
    bench.now += 10 * SECOND + 100_000
    await bench.tick()
    assert isinstance((await bench.events())[-1], ev.DealDealt)
    bench.now += 1
    await bench.tick()
    assert (await bench.events())[-1] == ev.SeatForfeited(
        seat=0, why="clock/flag", limit=10 * SECOND, measured=10 * SECOND + 100_001, server_lag=0
    )


async def test_an_answer_that_came_in_time_stands_before_the_tick_however_slow_the_referee_is() -> None:
    bench = await playing()
    bench.now += 9 * SECOND
    answer = bench.act(0, 0, "play 5D")
    bench.now += 60 * SECOND
    await bench.send(answer, cmd.Tick(id="t", gateway="gw", at=bench.now - 45 * SECOND))
    assert isinstance((await bench.events())[-1], ev.ActionTaken)


async def test_an_answer_after_the_limit_forfeits_and_later_ones_are_late() -> None:
    bench = await playing(policy=Policy(lag=0))
    bench.now += 10 * SECOND + 1
    await bench.plays(0, 0, "play 5D")
    assert (await bench.events())[-1] == ev.SeatForfeited(
        seat=0, why="clock/flag", limit=10 * SECOND, measured=10 * SECOND + 1, server_lag=0
    )
    bench.entries()
    await bench.plays(0, 0, "play 5D")
    assert [message["code"] for message in bench.told("0")] == ["clock/late"]


async def test_an_empty_bank_flags_before_the_ceiling() -> None:
    bench = await playing(clock=Clock(action=10 * SECOND, bank=2 * SECOND), policy=Policy(lag=0))
    bench.now += 2 * SECOND + 1
    await bench.tick()
    flagged = (await bench.events())[-1]
    assert isinstance(flagged, ev.SeatForfeited)
    assert flagged.limit == 2 * SECOND


async def test_who_does_not_come_to_the_table_forfeits() -> None:
    bench = Bench(clock=Clock(start=5 * SECOND))
    await bench.open()
    await bench.here(0)
    bench.now += 5 * SECOND + 1
    await bench.tick()
    assert (await bench.events())[-1] == ev.SeatForfeited(
        seat=1, why="session/left", limit=5 * SECOND, measured=5 * SECOND + 1, server_lag=0
    )


async def test_a_seat_that_left_keeps_its_running_clock() -> None:
    bench = await playing()
    bench.now += 4 * SECOND
    await bench.gone(0)
    await bench.here(0)
    bench.now += 5 * SECOND
    await bench.plays(0, 0, "play 5D")
    taken = (await bench.events())[-1]
    assert isinstance(taken, ev.ActionTaken)
    assert taken.received - taken.asked == 9 * SECOND


async def test_a_restart_of_the_referee_asks_anew_with_fresh_time() -> None:
    bench = await playing()
    bench.now += 9 * SECOND
    await bench.restart()
    bench.now += 9 * SECOND
    await bench.tick()
    await bench.plays(0, 0, "play 5D")
    taken = (await bench.events())[-1]
    assert isinstance(taken, ev.ActionTaken)
    assert taken.received - taken.asked == 9 * SECOND


async def test_an_answer_from_before_a_restart_is_charged_nothing() -> None:
    bench = await playing()
    bench.now += 2 * SECOND
    answer = bench.act(0, 0, "play 5D")
    bench.now += 30 * SECOND
    await bench.restart()
    await bench.send(answer)
    taken = (await bench.events())[-1]
    assert isinstance(taken, ev.ActionTaken)
    assert max(0, taken.received - taken.asked) == 0


async def test_a_new_gateway_asks_anew_and_the_dead_one_flags_nobody() -> None:
    bench = await playing()
    bench.now += 30 * SECOND
    await bench.send(cmd.GatewayUp(id="up", gateway="gw2", at=bench.now))
    await bench.tick("gw2")
    assert isinstance((await bench.events())[-1], ev.DealDealt)
    bench.now += 11 * SECOND
    await bench.tick("gw2")
    assert isinstance((await bench.events())[-1], ev.SeatForfeited)


async def test_only_the_gateway_of_a_seat_decides_that_its_time_is_up() -> None:
    bench = await playing()
    bench.now += 9 * SECOND
    await bench.tick("gw")
    bench.now += 2 * SECOND
    await bench.tick("other")
    assert isinstance((await bench.events())[-1], ev.DealDealt)
    await bench.tick("gw")
    assert isinstance((await bench.events())[-1], ev.SeatForfeited)


async def test_the_first_decision_of_a_seat_may_take_longer_and_no_other() -> None:
    bench = await playing(clock=Clock(action=SECOND, first=20 * SECOND), policy=Policy(lag=0))
    bench.now += 19 * SECOND
    await bench.plays(0, 0, "play 5D")
    bench.now += 19 * SECOND
    await bench.plays(1, 1, "play 2D")
    bench.now += SECOND + 1
    await bench.tick()
    flagged = (await bench.events())[-1]
    assert isinstance(flagged, ev.SeatForfeited)
    assert (flagged.seat, flagged.limit) == (0, SECOND)


async def test_leaving_before_one_is_asked_and_coming_back_to_the_question_does_not_start_the_clock_again() -> None:
    bench = await playing(clock=Clock(action=10 * SECOND, bank=60 * SECOND))
    await bench.gone(1)
    await bench.plays(0, 0, "play 5D")
    bench.now += 8 * SECOND
    await bench.here(1)
    await bench.send(bench.act(1, 1, "play 2D", sent=bench.now))
    taken = (await bench.events())[-1]
    assert isinstance(taken, ev.ActionTaken)
    assert taken.left == 52 * SECOND


async def test_leaving_with_the_question_before_one_does_not_either() -> None:
    """Also where one comes back through another gateway, which shows it for the first time."""
    bench = await playing(clock=Clock(action=10 * SECOND, bank=60 * SECOND))
    bench.now += 3 * SECOND
    await bench.gone(0)
    bench.now += 5 * SECOND
    await bench.here(0, "other")
    await bench.send(bench.act(0, 0, "play 5D", sent=bench.now))
    taken = (await bench.events())[-1]
    assert isinstance(taken, ev.ActionTaken)
    assert taken.left == 52 * SECOND

"""A fault of the server never costs a seat, and a seat's own failure never voids a game."""

from hypothesis import given
from hypothesis import strategies as st

from croupier import games
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import SECOND, Clock, Policy
from croupier.folds import faults

from .bench import Bench

MILLI = 1_000


async def playing(policy: Policy | None = None, clock: Clock | None = None) -> Bench:
    """A table at which seat 0 is asked."""
    bench = Bench(policy=policy or Policy(lag=0), clock=clock or Clock(action=SECOND))
    await bench.open()
    await bench.seat_all()
    return bench


async def ended_by(bench: Bench, late: int | None, after: int) -> ev.Event:
    """What stands last after seat 0 answered ``after`` microseconds, of which the gateway says it lost ``late``."""
    bench.now += after
    await bench.send(bench.act(0, 0, "play 5D", late=late))
    return (await bench.events())[-1]


async def test_one_millisecond_late_is_late() -> None:
    """On a server that was in time."""
    assert isinstance(await ended_by(await playing(), None, SECOND), ev.ActionTaken)
    assert await ended_by(await playing(), None, SECOND + MILLI) == ev.SeatForfeited(
        seat=0, why="clock/flag", limit=SECOND, measured=SECOND + MILLI, server_lag=0
    )


async def test_where_the_servers_lag_decides_the_game_is_voided() -> None:
    """Without it the answer would have been in time."""
    bench = await playing()
    assert await ended_by(bench, 300 * MILLI, SECOND + 200 * MILLI) == ev.GameVoided(
        why="server/fault", seat=0, limit=SECOND, measured=SECOND + 200 * MILLI, server_lag=300 * MILLI
    )
    told = bench.told("0")
    assert not [message for message in told if message["type"] == "refused"]
    await bench.append("scoring", ev.GameScored(points=[], places=[], outcome="void", why="server/fault"))
    over = [message for message in bench.told("1") if message["type"] == "over"]
    assert [(m["outcome"], m["limit"], m["server_lag"], "failed" in m) for m in over] == [
        ("void", SECOND, 300 * MILLI, False)
    ]


async def test_who_would_have_been_late_anyway_forfeits_however_late_the_server_was() -> None:
    """Its own failure."""
    forfeit = await ended_by(await playing(), 300 * MILLI, SECOND + 300 * MILLI + 1)
    assert isinstance(forfeit, ev.SeatForfeited)
    assert forfeit.server_lag == 300 * MILLI


async def test_below_its_share_of_the_limit_the_servers_lag_is_no_fault() -> None:
    """A tenth, where the policy says so."""
    policy = Policy(lag=0, fault_share=100)
    assert isinstance(await ended_by(await playing(policy), 100 * MILLI, SECOND + 1), ev.SeatForfeited)
    assert isinstance(await ended_by(await playing(policy), 100 * MILLI + 1, SECOND + 1), ev.GameVoided)


async def test_no_tick_flags_a_seat_before_the_server_was_in_time_for_as_long_as_the_limit() -> None:
    """Who stays silent is flagged then, and voids nothing."""
    bench = await playing()
    await bench.tick(lost=0)
    bench.now += SECOND + 100 * MILLI
    await bench.tick(lost=400 * MILLI)
    assert isinstance((await bench.events())[-1], ev.DealDealt)
    bench.now += 300 * MILLI
    await bench.tick(lost=400 * MILLI)
    assert isinstance((await bench.events())[-1], ev.DealDealt)
    bench.now += 1
    await bench.tick(lost=400 * MILLI)
    assert (await bench.events())[-1] == ev.SeatForfeited(
        seat=0, why="clock/flag", limit=SECOND, measured=1_400 * MILLI + 1, server_lag=400 * MILLI
    )


async def test_lag_from_before_a_seat_was_asked_is_not_counted() -> None:
    """However much it was."""
    bench = await playing()
    await bench.tick(lost=5 * SECOND)
    bench.now += SECOND // 2
    await bench.plays(0, 0, "play 5D")
    bench.now += SECOND + 1
    await bench.tick(lost=5 * SECOND)
    forfeit = (await bench.events())[-1]
    assert isinstance(forfeit, ev.SeatForfeited)
    assert (forfeit.seat, forfeit.server_lag) == (1, 0)


async def test_a_gateway_that_comes_back_begins_to_count_anew() -> None:
    """What it says it has lost is since its start."""
    bench = await playing()
    await bench.tick(lost=5 * SECOND)
    await bench.send(cmd.GatewayUp(id="up", gateway="gw", at=bench.now, lost=0))
    bench.now += SECOND + 1
    await bench.tick(lost=0)
    forfeit = (await bench.events())[-1]
    assert isinstance(forfeit, ev.SeatForfeited)
    assert forfeit.server_lag == 0


async def test_who_is_awaited_is_not_charged_for_the_servers_lag_either() -> None:
    """Nor does it void a game that has not begun."""
    bench = Bench(clock=Clock(start=5 * SECOND))
    await bench.open()
    await bench.here(0)
    await bench.tick(lost=0)
    bench.now += 5 * SECOND + 1
    await bench.tick(lost=SECOND)
    before = [event for event in await bench.events() if isinstance(event, ev.SeatForfeited)]
    bench.now += SECOND
    await bench.tick(lost=SECOND)
    after = [event for event in await bench.events() if isinstance(event, ev.SeatForfeited)]
    assert (before, [event.server_lag for event in after]) == ([], [SECOND])


async def test_a_restarted_referee_stands_by_what_it_voided() -> None:
    """And seals the game."""
    bench = await playing()
    await ended_by(bench, 300 * MILLI, SECOND + 200 * MILLI)
    await bench.append("scoring", ev.GameScored(points=[], places=[], outcome="void", why="server/fault"))
    await bench.append("dealer", ev.DeckRevealed(board_seed="0" * 64))
    await bench.restart()
    assert isinstance((await bench.events())[-1], ev.GameSealed)


async def test_a_restarted_referee_does_not_stand_by_a_void_without_a_fault() -> None:
    """Somebody else wrote it."""
    bench = await playing()
    forged = ev.GameVoided(why="server/fault", seat=0, limit=SECOND, measured=SECOND + 1, server_lag=0)
    await bench.append("referee", forged)
    await bench.append("scoring", ev.GameScored(points=[], places=[], outcome="void", why="server/fault"))
    await bench.append("dealer", ev.DeckRevealed(board_seed="0" * 64))
    await bench.restart()
    assert not isinstance((await bench.events())[-1], ev.GameSealed)


@given(
    limit=st.integers(1, 10_000),
    measured=st.integers(0, 30_000),
    lag=st.integers(0, 30_000),
    share=st.integers(0, 1_000),
)
def test_the_rule_spares_who_was_in_time_and_nobody_else(limit: int, measured: int, lag: int, share: int) -> None:
    """Who would have been late without the lag fails; who was in time, with it, is nobody's question."""
    at_fault = faults.decided(Policy(fault_share=share), limit, measured, lag)
    assert not (at_fault and (measured - lag > limit or measured <= limit))
    if measured > limit >= measured - lag:
        assert at_fault == (lag * 1_000 > share * limit)


async def test_a_seat_that_is_played_for_is_told_that_it_may_act_no_more() -> None:
    """Whatever it sends changes nothing, and costs nothing."""
    bench = Bench(policy=Policy(failing="substitute", strikes=1), players=3)
    await bench.open_for(3)
    for seat in range(3):
        await bench.here(seat)
    pack = games.get("briscola").pack(games.get("briscola").resolve("house", {"players": 3}))
    await bench.append("dealer", ev.DealDealt(deal=1, deck=" ".join(pack)))
    await bench.plays(0, 0, "dance")
    bench.entries()
    before = len(await bench.lines())
    await bench.send(bench.act(0, 3, "dance"), cmd.Resign(id="r", game=bench.game, seat=0, at=bench.now))
    assert [message["code"] for message in bench.told("0")] == ["move/forfeited", "move/forfeited"]
    assert len(await bench.lines()) == before
    await bench.gone(0)
    await bench.here(0)
    assert len(await bench.lines()) == before
    assert [message["type"] for message in bench.told("0")] == ["game"]

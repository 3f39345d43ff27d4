"""The clock in the referee's stream: it never overtakes an answer, and stands still while we are slow."""

import asyncio
import json
import time
from typing import Any

import pytest
from prometheus_client import CollectorRegistry
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from croupier.contracts import commands as cmd
from croupier.contracts.errors import Unavailable
from croupier.contracts.table import TableEntry
from croupier.runtime.memory import MemoryLog
from croupier.runtime.table import COUNT
from croupier.services.gateway.clock import BEAT, SLACK, Pulse
from croupier.services.gateway.metrics import Meter
from croupier.services.gateway.outbox import Outbox
from croupier.services.gateway.sockets import GatewaySocket
from croupier.services.gateway.tables import Tables
from croupier.services.gateway.timekeeper import PAUSE, REST, Timekeeper
from gateway_kit import GAME, hear, house, opening, turn, until

START = 1_700_000_000_000_000


class Transport:
    """A connection that can be told not to read."""

    def pause_reading(self) -> None:
        """Nothing comes here anyway."""

    def resume_reading(self) -> None:
        """Nothing comes here anyway."""

    def is_closing(self) -> bool:
        """Never."""
        return False


class Time:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


class Desk:
    """A timekeeper with its surroundings."""

    def __init__(self, log: MemoryLog | None = None) -> None:
        self.time = Time()
        self.log = log or MemoryLog(partitions=2)
        meter = Meter(CollectorRegistry())
        self.pulse = Pulse(self.time)
        self.outbox = Outbox(self.log, meter, "gw")
        self.keeper = Timekeeper(self.outbox, self.pulse, Tables(), meter)

    async def flushed(self) -> list[tuple[int, str, int]]:
        """What was sent: partition, type, moment since the start."""
        sending = asyncio.create_task(self.outbox.run())
        await self.outbox.drained()
        sending.cancel()
        found = [
            (number, json.loads(fields["e"]))
            for (number, _), entries in sorted(self.log.feeds.items())
            for fields in entries
        ]
        return [(number, command["type"], command["at"] - START) for number, command in found]


async def test_every_partition_gets_the_time() -> None:
    """First that the gateway is up, then ticks."""
    desk = Desk()
    desk.keeper.start()
    desk.time.now += 200_000
    assert await desk.keeper.tick()
    assert await desk.flushed() == [
        (n, kind, at) for n in (0, 1) for kind, at in (("gateway.up", 0), ("tick", 200_000))
    ]


async def test_a_tick_stands_behind_answers_that_were_read_after_its_date() -> None:
    """They may have come before it, and lain in a socket's buffer."""
    desk = Desk(MemoryLog())
    desk.keeper.start()
    asyncio.get_running_loop().call_soon(
        lambda: desk.outbox.to_game(GAME, cmd.Resign(id="1", game=GAME, seat=0, at=desk.time.now))
    )
    await desk.keeper.tick()
    assert [kind for _, kind, _ in await desk.flushed()] == ["gateway.up", "resign", "tick"]


async def test_a_loop_that_is_late_sends_no_tick() -> None:
    """What is unread may be an answer."""
    desk = Desk()
    desk.keeper.start()
    desk.time.now += 500_000
    desk.pulse.beat()
    assert not await desk.keeper.tick()
    desk.time.now += int(BEAT * 1e6)
    desk.pulse.beat()
    assert await desk.keeper.tick()


async def test_while_turns_may_wait_to_be_shown_there_is_no_tick() -> None:
    """A full read of the feed says that there is more; the next one that is not full says that there is not."""
    async with house() as h:
        await h.command("tick")
        h.feed.push(*[TableEntry(GAME)] * COUNT)
        await until(lambda: h.gateway.behind)
        assert not await h.gateway.timekeeper.tick()
        h.feed.push(TableEntry(GAME))
        await until(lambda: not h.gateway.behind)
        assert await h.gateway.timekeeper.tick()


async def test_while_the_feed_cannot_be_read_there_is_no_tick() -> None:
    """Whoever was asked may not know it: nobody is flagged for that."""
    async with house() as h:
        await h.command("tick")
        h.gateway.astray = lambda: True
        assert not await h.gateway.timekeeper.tick()
        h.gateway.astray = lambda: False
        assert await h.gateway.timekeeper.tick()


async def test_after_a_pause_everything_is_asked_anew_before_the_clock_goes_on() -> None:
    """A process that was stopped for ten seconds flags nobody for it."""
    desk = Desk(MemoryLog())
    desk.keeper.start()
    desk.time.now += REST + PAUSE
    await desk.keeper.tick()
    desk.time.now += 200_000
    await desk.keeper.tick()
    kinds = [kind for _, kind, _ in await desk.flushed()]
    assert kinds == ["gateway.up", "gateway.up", "tick"]


async def test_restarts_for_the_sake_of_pauses_are_rare() -> None:
    """Between them a gateway that keeps stalling is silent: no tick, no flag."""
    desk = Desk(MemoryLog())
    desk.keeper.start()
    for _ in range(3):
        desk.time.now += PAUSE + 1
        assert not await desk.keeper.tick()
    assert [kind for _, kind, _ in await desk.flushed()] == ["gateway.up"]


async def test_a_store_that_fails_gets_no_ticks_and_then_what_waited_in_order() -> None:
    """Answers that were taken while it was away stand before the time that follows."""

    class Away(MemoryLog):
        away = True

        async def send(self, sends: object) -> None:
            if self.away:
                raise Unavailable("store/unreachable", "away")
            await super().send(sends)  # type: ignore[arg-type]

    log = Away()
    desk = Desk(log)
    desk.keeper.start()
    sending = asyncio.create_task(desk.outbox.run())
    await until(lambda: desk.outbox.failing)
    desk.outbox.to_game(GAME, cmd.Resign(id="1", game=GAME, seat=0, at=START))
    assert not await desk.keeper.tick()
    log.away = False
    await desk.outbox.drained()
    assert await desk.keeper.tick()
    sending.cancel()
    assert [kind for _, kind, _ in await desk.flushed()] == ["gateway.up", "resign", "tick"]


def test_data_is_dated_back_by_what_the_loop_was_late() -> None:
    """Until the next beat; small delays are left alone."""
    clock = Time()
    pulse = Pulse(clock)
    clock.now += int(BEAT * 1e6) + SLACK
    pulse.beat()
    assert pulse.stamp()[0] == clock.now
    clock.now += int(BEAT * 1e6) + 3_000_000
    assert pulse.stamp()[0] == clock.now - 3_000_000
    pulse.beat()
    clock.now += 1_000
    assert pulse.stamp()[0] == clock.now - 3_000_000
    clock.now += int(BEAT * 1e6) - 1_000
    pulse.beat()
    assert pulse.stamp()[0] == clock.now


def test_what_was_lost_between_a_question_and_its_answer_is_counted_once() -> None:
    """A delay before the question is not the answer's; the delay that the answer is dated back by is in its stamp."""
    clock = Time()
    pulse = Pulse(clock)
    beat = int(BEAT * 1e6)

    def pass_by(delay: int) -> None:
        clock.now += beat + delay
        pulse.beat()

    pass_by(500_000)
    asked = pulse.lost_by(clock.now)
    assert pulse.stamp()[1] <= asked
    pass_by(300_000)
    pass_by(SLACK)
    assert pulse.stamp() == (clock.now, asked + 300_000)
    clock.now += beat + 700_000
    assert pulse.stamp() == (clock.now - 700_000, asked + 300_000)
    pulse.beat()
    assert pulse.stamp() == (clock.now - 700_000, asked + 300_000)
    pass_by(0)
    assert pulse.stamp() == (clock.now, asked + 1_000_000)
    assert pulse.lost_by(clock.now + beat + 50_000) == asked + 1_050_000


async def test_an_answer_that_came_while_the_process_was_stopped_is_dated_back_and_stands_before_the_tick() -> None:
    """With a real socket: the loop is blocked for longer than the time that the seat has left."""
    async with house() as h, h.player("ann") as ann:
        h.feed.push(opening())
        await hear(ann, "game")
        await h.command("tick", count=1)
        before = len(h.log.feeds[0, "cmd"])
        act = json.dumps({"type": "act", "game": GAME, "ply": 0, "action": "pass"})
        ann.transport.write(Frame(Opcode.TEXT, act.encode()).serialize(mask=True))
        sent = h.gateway.pulse.now()
        time.sleep(0.6)  # noqa: ASYNC251 - the loop is to be blocked
        assert (await h.command("act"))["received"] - sent < 300_000
        later = [json.loads(fields["e"]) for fields in h.log.feeds[0, "cmd"][before:]]
        kinds = [command["type"] for command in later if command["type"] == "act" or command["at"] > sent]
        assert kinds[0] == "act"


def test_what_was_written_went_out_before_the_next_beat() -> None:
    """So a delay counts for it if it fell into that beat, as far as it came afterwards, and no other does."""
    clock = Time()
    pulse = Pulse(clock)
    pulse.beat()
    clock.now += 5_000
    early = clock.now
    clock.now += 15_000 + 400_000
    pulse.beat()
    late = clock.now - 100_000
    after = clock.now + 1_000
    clock.now += int(BEAT * 1e6)
    pulse.beat()
    clock.now += int(BEAT * 1e6) + 700_000
    pulse.beat()
    assert [pulse.after(moment) for moment in (early, late, after)] == [400_000, 100_000, 0]
    assert pulse.after(START - 1) == 0


async def test_a_delay_counts_for_an_answer_where_it_may_have_kept_its_question_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The loop is blocked when the question goes out."""
    async with house() as h, h.player("ann") as ann:
        tables = h.gateway.tables

        def slow(entry: TableEntry, at: int, lost: int, deliver: Any = tables.deliver) -> Any:
            fresh = deliver(entry, at, lost)
            time.sleep(0.3 if entry.asks else 0)
            return fresh

        await h.command("tick", count=1)
        monkeypatch.setattr(tables, "deliver", slow)
        h.feed.push(opening(), TableEntry(GAME, asks=(0, 0), messages={"0": [turn(ply=0, seat=0)]}))
        await hear(ann, "turn")
        monkeypatch.undo()
        await h.command("tick", count=2)
        await ann.send(json.dumps({"type": "act", "game": GAME, "ply": 0, "action": "pass"}))
        assert (await h.command("act"))["late"] >= 200_000
        assert (await h.command("tick", count=3))["lost"] >= 200_000


async def test_a_delay_while_a_seat_thinks_is_no_excuse() -> None:
    """The question was out, and nothing had come: whatever this process did meanwhile took nothing from the seat."""
    async with house() as h, h.player("ann") as ann:
        h.feed.push(opening(), TableEntry(GAME, asks=(0, 0), messages={"0": [turn(ply=0, seat=0)]}))
        await hear(ann, "turn")
        asked, lost = h.gateway.pulse.beats, h.gateway.pulse.lost
        await until(lambda: h.gateway.pulse.beats > asked + 1)
        time.sleep(0.3)  # noqa: ASYNC251 - the loop is to be blocked
        stopped = h.gateway.pulse.beats
        await until(lambda: h.gateway.pulse.beats > stopped + 1)
        assert h.gateway.pulse.lost >= lost + 200_000
        await ann.send(json.dumps({"type": "act", "game": GAME, "ply": 0, "action": "pass"}))
        assert (await h.command("act")).get("late", 0) < 100_000


async def test_data_may_have_waited_while_its_connection_was_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a message is handled no more is read; what comes two beats after reading went on has not waited."""
    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", lambda self, data: None)
    clock = Time()
    socket = GatewaySocket.__new__(GatewaySocket)
    socket.pulse = pulse = Pulse(clock)
    socket.loop, socket.transport, socket.queue = asyncio.get_running_loop(), Transport(), asyncio.Queue()
    socket.frames, socket.curr_msg_data_type, socket.close_sent, socket.read_paused = [b"first"], "text", False, False
    socket._rest, socket._deaf, socket._resumed, socket._lost = b"", False, 0, 0

    def pass_by(delay: int) -> None:
        clock.now += int(BEAT * 1e6) + delay
        pulse.beat()

    def waited() -> int:
        socket.data_received(b"something")
        return socket.read_waited

    socket.send_receive_event_to_app()
    pass_by(300_000)
    pass_by(0)
    await socket.receive()
    assert waited() == 300_000
    pass_by(0)
    assert waited() == 300_000
    pass_by(0)
    assert waited() == 0

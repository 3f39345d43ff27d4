"""Where a bot's code runs, and what happens when it takes long or fails."""

import asyncio
import threading
import time
from typing import Any

import pytest

from croupier.sdk import Bot, BotFailed, Event, Turn
from fake_gateway import BYE, TOKEN, Client, action, gateway, snapshot, turn


async def play(bot: Bot, script: Any, **more: Any) -> None:
    async with gateway(script) as server:
        await server.watch(bot.play(url=server.url, token=TOKEN, **more))


class Burner(Bot):
    """Computes in Python, without a pause, for one and a half seconds."""

    def choose(self, turn: Turn) -> str:
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            sum(range(1_000))
        return turn.legal[0]


async def test_a_bot_that_computes_for_longer_than_the_idle_limit_keeps_its_connection() -> None:
    """The server drops whoever is silent for 0.6 s; this bot thinks for 1.5 s and answers pings meanwhile."""
    pongs: list[int] = []

    async def script(client: Client) -> None:
        await client.greet(idle=600_000)
        await client.send(**snapshot(0, asked=turn(0)))
        while True:
            await client.send(type="ping", id=len(pongs))
            async with asyncio.timeout(0.6):
                message = await client.hear()
            if message["type"] == "ping":
                await client.send(type="pong", id=message["id"])
            elif message["type"] == "pong":
                pongs.append(message["id"])
            else:
                break
            await asyncio.sleep(0.02)
        assert message["type"] == "act"
        await client.send(**BYE)

    await play(Burner(), script)
    assert len(pongs) > 5


class Gatherer(Bot):
    """An async bot that answers only once all of its games have asked."""

    def __init__(self, games: int) -> None:
        self.barrier = asyncio.Barrier(games)

    async def choose(self, turn: Turn) -> str:
        await self.barrier.wait()
        return turn.legal[-1]


async def test_an_async_choose_thinks_about_many_games_at_once() -> None:
    """Fifty decisions are open at the same time, each in a task."""
    games = [f"g-{k}" for k in range(50)]

    async def script(client: Client) -> None:
        await client.greet()
        for game in games:
            await client.send(**snapshot(0, game, asked=turn(0, game)))
        for _ in games:
            await client.expect("act", action="play KB")
        await client.send(**BYE)

    await play(Gatherer(50), script)


class Careful(Bot):
    """Notices when two of its methods run at the same time."""

    def __init__(self) -> None:
        self.inside = 0
        self.most = 0
        self.order: list[str] = []

    def _step(self, what: str) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)
        time.sleep(0.002)
        self.order.append(what)
        self.inside -= 1

    def choose(self, turn: Turn) -> str:
        assert threading.current_thread() is not threading.main_thread()
        self._step(f"turn {turn.ply}")
        return turn.legal[0]

    def on_event(self, event: Event) -> None:
        self._step(f"event {event.n}")


async def test_with_one_worker_nothing_of_a_bot_runs_at_the_same_time_and_all_in_order() -> None:
    """An author needs no locks."""

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0))
        for ply in range(20):
            await client.send(**turn(ply))
            await client.expect("act", ply=ply)
            await client.send(**action(ply + 1, ply))
        await client.send(**snapshot(20, asked=turn(20)))
        await client.expect("act", ply=20)
        await client.send(**BYE)

    bot = Careful()
    await play(bot, script)
    assert bot.most == 1
    assert bot.order == [step for k in range(20) for step in (f"turn {k}", f"event {k + 1}")] + ["turn 20"]


class Waiter(Bot):
    """Two workers: each decision waits for the other, as calls to an engine elsewhere might."""

    workers = 2

    def __init__(self) -> None:
        self.barrier = threading.Barrier(2)

    def choose(self, turn: Turn) -> str:
        self.barrier.wait(10)
        return turn.legal[0]


async def test_more_workers_think_about_more_games_at_once() -> None:
    """A bot that waits for something else than the processor may say so."""

    async def script(client: Client) -> None:
        await client.greet()
        for game in ("g-1", "g-2"):
            await client.send(**snapshot(0, game, asked=turn(0, game)))
        for _ in range(2):
            await client.expect("act")
        await client.send(**BYE)

    await play(Waiter(), script)


class Broken(Bot):
    """Fails at its second decision."""

    def choose(self, turn: Turn) -> str:
        if turn.ply:
            raise ZeroDivisionError("a bug")
        return turn.legal[1]


class Sly(Bot):
    """Answers what is not legal."""

    quick = True

    def choose(self, turn: Turn) -> str:
        return "play AS"


class Deaf(Bot):
    """Fails when it is told something."""

    async def choose(self, turn: Turn) -> str:
        return turn.legal[0]

    def on_event(self, event: Event) -> None:
        raise KeyError(event.n)


async def ask_twice(client: Client) -> None:
    await client.greet()
    await client.send(**snapshot(0, asked=turn(0)))
    await client.expect("act", ply=0)
    await client.send(**action(1, 0))
    await client.send(**snapshot(2, asked=turn(2)))
    await client.expect("act", ply=2, action="play AC")
    await client.send(**BYE)


@pytest.mark.parametrize(
    ("bot", "cause"),
    [(Broken(), ZeroDivisionError), (Sly(), ValueError), (Deaf(), KeyError)],
    ids=lambda it: getattr(it, "__name__", type(it).__name__),
)
async def test_a_bot_that_fails_stops_and_says_where(bot: Bot, cause: type[Exception]) -> None:
    """A bug is seen in the first game, not in the standings."""
    with pytest.raises(BotFailed) as failure:
        await play(bot, ask_twice)
    assert isinstance(failure.value.__cause__, cause)


@pytest.mark.parametrize(
    ("bot", "cause"), [(Broken(), "ZeroDivisionError: a bug"), (Sly(), "ValueError: choose"), (Deaf(), "KeyError: 1")]
)
async def test_a_bot_that_is_to_keep_going_plays_the_first_legal_action_where_it_fails(
    bot: Bot, cause: str, caplog: pytest.LogCaptureFixture
) -> None:
    """In a tournament that counts, a bad decision may be better than none; the error is logged."""
    await play(bot, ask_twice, keep_going=True)
    assert "the bot keeps going" in caplog.text
    assert cause in caplog.text


class Learner(Bot):
    """Takes another action where one was refused."""

    quick = True

    def choose(self, turn: Turn) -> str:
        return turn.legal[0] if turn.refused is None else turn.legal[-1]


async def test_an_answer_that_the_server_refuses_is_asked_again_with_the_reason() -> None:
    """The state is as before, so the same decision is open with the legal actions that the server names."""

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0, asked=turn(0)))
        await client.expect("act", action="play AC")
        why = {"code": "move/must-follow-suit", "reason": "a card of the suit led is held", "strikes": 1, "left": 2}
        await client.send(type="refused", game="cup-r1-t1-1", ply=0, legal=["play 2D", "play KB"], **why)
        await client.expect("act", ply=0, action="play KB")
        late = {"code": "move/stale", "reason": "decided before", "strikes": 1, "left": 2}
        await client.send(type="refused", game="cup-r1-t1-1", ply=0, legal=[], **late)
        await client.send(**BYE)
        assert len(client.said) == 3

    await play(Learner(), script)

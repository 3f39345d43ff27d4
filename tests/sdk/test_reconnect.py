"""Connections break at every moment that matters; the game goes on as if they had not."""

import asyncio
from threading import Event as Flag
from typing import Any

from croupier.sdk import Bot, Event, Over, Turn
from fake_gateway import BYE, TOKEN, Client, action, gateway, over, snapshot, turn


class Counter(Bot):
    """Answers at once and counts how often it was asked and told."""

    quick = True

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.events: list[int] = []
        self.results: list[Over] = []

    def choose(self, turn: Turn) -> str:
        self.asked.append(turn.ply)
        return turn.random.choice(turn.legal)

    def on_event(self, event: Event) -> None:
        self.events.append(event.n)

    def on_over(self, over: Over) -> None:
        self.results.append(over)


class Ponderer(Bot):
    """Thinks, in a worker thread, until the test says that it may answer."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.started = Flag()
        self.may_answer = Flag()

    def choose(self, turn: Turn) -> str:
        self.asked.append(turn.ply)
        self.started.set()
        self.may_answer.wait(20)
        return turn.legal[1]


async def play(bot: Bot, script: Any) -> None:
    async with gateway(script) as server:
        await server.watch(bot.play(url=server.url, token=TOKEN, seed="a"))


async def test_an_answer_that_was_lost_with_the_connection_is_sent_again_and_not_thought_again() -> None:
    """Cut after the answer: the snapshot asks for the same ply, and gets the same answer."""
    answers = []

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0, asked=turn(0)))
        answers.append(await client.expect("act", ply=0))
        if client.number == 1:
            await client.drop()
            return
        await client.send(**BYE)

    bot = Counter()
    await play(bot, script)
    assert answers[0] == answers[1]
    assert bot.asked == [0]


async def test_a_turn_being_thought_about_when_the_connection_breaks_is_answered_on_the_next() -> None:
    """Cut before the answer: what was thought so far is not lost."""
    bot = Ponderer()

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0, asked=turn(0)))
        if client.number == 1:
            await asyncio.to_thread(bot.started.wait, 10)
            await client.drop()
            return
        bot.may_answer.set()
        await client.expect("act", ply=0, action="play 2D")
        await client.send(**BYE)

    await play(bot, script)
    assert bot.asked == [0]


async def test_a_cut_in_the_opponents_turn_costs_nothing() -> None:
    """The snapshot says where the game stands; the next turn is asked and answered as usual."""

    async def script(client: Client) -> None:
        await client.greet()
        if client.number == 1:
            await client.send(**snapshot(0, asked=turn(0)))
            await client.expect("act", ply=0)
            await client.send(**action(1, 0))
            await client.drop()
            return
        await client.send(**snapshot(2))
        await client.send(**turn(2))
        await client.expect("act", ply=2)
        await client.send(**action(3, 2))
        await client.send(**BYE)

    bot = Counter()
    await play(bot, script)
    assert bot.asked == [0, 2]
    assert bot.events == [1, 3]


async def test_an_answer_to_a_turn_that_went_stale_meanwhile_is_dropped_quietly() -> None:
    """The engine acted for us while we were away: the old answer must not reach the next decision."""
    bot = Ponderer()

    async def script(client: Client) -> None:
        await client.greet()
        if client.number == 1:
            await client.send(**snapshot(0, asked=turn(0)))
            await asyncio.to_thread(bot.started.wait, 10)
            await client.drop()
            return
        await client.send(**snapshot(4, asked=turn(4, legal=["play KB", "play 2D"])))
        bot.may_answer.set()
        await client.expect("act", ply=4, action="play 2D")
        await client.send(**BYE)

    await play(bot, script)
    assert bot.asked == [0, 4]


async def test_a_connection_cut_after_every_message_still_brings_the_same_answers() -> None:
    """Twenty cuts: every ply is answered, each is thought about once, and chance does not depend on the cuts."""
    answers: dict[int, str] = {}

    async def script(client: Client) -> None:
        await client.greet()
        ply = len(answers)
        if ply == 20:
            await client.send(**BYE)
            return
        await client.send(**snapshot(ply, asked=turn(ply)))
        if client.number % 2:
            answers[ply] = (await client.expect("act", ply=ply))["action"]
        await client.drop()

    bot = Counter()
    await play(bot, script)
    assert bot.asked == list(range(20))
    uncut = Counter()

    async def calm(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0))
        for ply in range(20):
            await client.send(**turn(ply))
            await client.expect("act", ply=ply, action=answers[ply])
        await client.send(**BYE)

    await play(uncut, calm)
    assert uncut.asked == bot.asked


async def test_a_result_that_comes_twice_is_told_once() -> None:
    """After a reconnect the server may repeat what it is not sure that we heard."""

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0))
        await client.send(**over())
        await client.send(**over())
        if client.number == 1:
            await client.drop()
            return
        await client.send(**BYE)

    bot = Counter()
    await play(bot, script)
    assert len(bot.results) == 1


async def test_a_server_that_goes_down_is_come_back_to_when_it_says() -> None:
    """``bye`` with ``after`` is an appointment."""
    loop = asyncio.get_running_loop()
    times = []

    async def script(client: Client) -> None:
        times.append(loop.time())
        await client.greet()
        if client.number == 1:
            await client.send(type="bye", code="server/going-down", reason="back soon", after=200_000)
        else:
            await client.send(**BYE)

    await play(Counter(), script)
    assert times[1] - times[0] > 0.2


async def test_a_server_that_says_nothing_any_more_is_left_for_a_new_connection() -> None:
    """A half-open connection is noticed within the idle limit, not after the TCP timeout."""
    quiet = asyncio.Event()

    async def script(client: Client) -> None:
        await client.greet(idle=150_000)
        if client.number == 1:
            await quiet.wait()
            return
        quiet.set()
        await client.send(**BYE)

    await play(Counter(), script)


async def test_the_server_says_how_soon_its_silence_means_that_it_is_gone() -> None:
    """It pings more often than it wants to hear of us, so a dead one is noticed sooner than the idle limit."""
    quiet = asyncio.Event()

    async def script(client: Client) -> None:
        await client.greet(idle=60_000_000, ping=50_000)
        if client.number == 1:
            await quiet.wait()
            return
        quiet.set()
        await client.send(**BYE)

    await play(Counter(), script)


async def test_an_answer_that_the_server_could_not_take_is_sent_again() -> None:
    """Its store may be away for a moment; the answer is not lost, and the bot is not asked again."""

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0, asked=turn(0)))
        first = await client.expect("act", ply=0)
        await client.send(type="error", code="server/unready", reason="try again")
        assert await client.expect("act", ply=0) == first
        await client.send(**BYE)

    bot = Counter()
    await play(bot, script)
    assert bot.asked == [0]


async def test_a_server_that_is_not_there_yet_is_waited_for() -> None:
    """Bots may be started before the server."""

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(**BYE)

    async with gateway(script) as server:
        url = server.url
    bot = asyncio.create_task(Counter().play(url=url, token=TOKEN))
    await asyncio.sleep(0)
    async with gateway(script, port=int(url.rsplit(":", 1)[1])) as server:
        assert "tournament/finished" in await server.watch(bot)

"""A bot plays: messages in, answers out, over a real socket against a scripted server."""

import asyncio
from typing import Any

import pytest

from croupier.sdk import Bot, Event, Over, Rejected, Snapshot, Turn
from fake_gateway import BYE, TOKEN, Client, action, gateway, over, snapshot, turn


class Recorder(Bot):
    """Plays the first legal action and remembers what it was told."""

    quick = True

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.heard: list[Any] = []

    def choose(self, turn: Turn) -> str:
        self.turns.append(turn)
        return turn.legal[0]

    def on_game(self, snapshot: Snapshot) -> None:
        self.heard.append(snapshot)

    def on_event(self, event: Event) -> None:
        self.heard.append(event)

    def on_over(self, over: Over) -> None:
        self.heard.append(over)


async def play(bot: Bot, script: Any, **more: Any) -> str:
    async with gateway(script) as server:
        said: str = await server.watch(bot.play(url=server.url, token=TOKEN, **more))
        return said


async def test_a_whole_game_is_played_and_every_hook_is_called_in_order() -> None:
    """The life of a game: snapshot, turns, events, result; then the server says good-bye."""

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(**snapshot(0))
        for ply in (0, 2):
            await client.send(**turn(ply))
            await client.expect("act", game="cup-r1-t1-1", ply=ply, action="play AC")
            await client.send(**action(ply + 1, ply))
            await client.send(**action(ply + 2, ply + 1, seat=1))
        await client.send(**over())
        await client.send(**BYE)

    bot = Recorder()
    assert await play(bot, script) == "tournament/finished: the tournament is over"
    assert [type(news).__name__ for news in bot.heard] == ["Snapshot", "Event", "Event", "Event", "Event", "Over"]
    assert [event.n for event in bot.heard if isinstance(event, Event)] == [1, 2, 3, 4]
    assert bot.heard[-1].points == [61, 59]
    assert bot.heard[-1].table.name == "briscola"


async def test_hello_offers_the_protocol_and_a_nonce_that_follows_from_the_seed() -> None:
    """Two runs with one seed register the same nonce, so a test can be repeated to the card."""
    hellos = []

    async def script(client: Client) -> None:
        hellos.append(await client.greet())
        await client.send(**BYE)

    for _ in range(2):
        await play(Recorder(), script, seed="seven")
    assert hellos[0] == hellos[1]
    assert hellos[0]["versions"] == [1]
    assert hellos[0]["nonce"] == "cafe9241d35458d2bfe52689d04bca6346a95776472fde24099782a819be4fc3"
    assert "token" not in hellos[0]


async def test_a_turn_carries_the_header_the_view_and_the_clock() -> None:
    """What an author needs to decide is in one place."""

    async def script(client: Client) -> None:
        await client.greet()
        clock = {"limit": 2_000_000, "bank": [30_000_000, 20_000_000]}
        form = {"verb": "exchange", "least": 1, "most": 2, "cards": ["7H", "8H", "9H"]}
        await client.send(**snapshot(0, asked={**turn(4, form=form), "clock": clock}))
        await client.expect("act", ply=4)
        await client.send(**BYE)

    bot = Recorder()
    await play(bot, script)
    (turn_seen,) = bot.turns
    assert turn_seen.table.options == {"players": 2}
    assert [player.name for player in turn_seen.table.seats] == ["Ada", "Bob"]
    assert turn_seen.view == {"hand": "AC 2D KB"}
    assert turn_seen.clock.bank == (30_000_000, 20_000_000)
    assert 0 < turn_seen.seconds_left() < 2
    assert turn_seen.actions[-1] == "exchange 7H"
    assert turn_seen.allows("exchange 9H 7H")
    assert not turn_seen.allows("exchange 9H 9H")
    assert not turn_seen.allows("exchange")


async def test_many_games_are_played_at_once_over_one_connection() -> None:
    """A bot has one connection whatever the number of its games."""
    games = [f"cup-r1-t{k}-1" for k in range(200)]

    async def script(client: Client) -> None:
        await client.greet()
        for game in games:
            await client.send(**snapshot(0, game, asked=turn(0, game)))
        answered = {(await client.expect("act", ply=0))["game"] for _ in games}
        assert answered == set(games)
        await client.send(**BYE)

    await play(Recorder(), script)


async def test_messages_of_unknown_types_fields_and_frames_do_no_harm() -> None:
    """A newer server may say more than this package understands."""

    async def script(client: Client) -> None:
        await client.greet()
        for frame in ('{"type":"weather","rain":true}', "not json", b"\x00\xff", "[1]", '{"type":"turn"}'):
            await client.socket.send(frame)
        await client.socket.send('{"type":"event","game":[],"n":"x"}')
        await client.send(**snapshot(0, asked=turn(0)))
        await client.expect("act", ply=0)
        await client.send(**BYE)

    await play(Recorder(), script)


async def test_pings_of_the_server_are_answered() -> None:
    """A heartbeat is answered with its own id."""

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(type="ping", id=7)
        await client.expect("pong", id=7)
        await client.send(**BYE)

    await play(Recorder(), script)


async def test_a_bot_keeps_to_the_rate_that_welcome_allows() -> None:
    """Three messages at once and then twenty a second: the sixth comes 0.15 s after the first at the earliest."""
    loop = asyncio.get_running_loop()
    took = []

    async def script(client: Client) -> None:
        await client.greet(messages_per_second=20, burst=3)
        start = loop.time()
        for k in range(6):
            await client.send(**snapshot(0, f"g-{k}", asked=turn(0, f"g-{k}")))
        for _ in range(6):
            await client.expect("act")
        took.append(loop.time() - start)
        await client.send(**BYE)

    await play(Recorder(), script)
    assert took[0] > 0.14


async def test_a_wrong_token_ends_the_bot_at_once() -> None:
    """No retry can help, so the bot says what is wrong and stops."""

    async def script(client: Client) -> None:
        raise AssertionError("a wrong token was let in")

    async with gateway(script, token="another") as server:
        with pytest.raises(Rejected, match="session/bad-token"):
            await server.watch(Recorder().play(url=server.url, token=TOKEN))
        assert len(server.headers) == 1


@pytest.mark.parametrize("kind", ["bye", "error"])
async def test_a_bot_that_is_superseded_does_not_fight_for_its_place(kind: str) -> None:
    """Two processes with one token would otherwise throw each other out for ever."""

    async def script(client: Client) -> None:
        await client.greet()
        await client.send(type=kind, code="session/superseded", reason="another connection took over")

    with pytest.raises(Rejected, match="superseded"):
        await play(Recorder(), script)


async def test_a_server_that_knows_no_common_protocol_version_is_left() -> None:
    """The error comes instead of welcome."""

    async def script(client: Client) -> None:
        await client.hear()
        await client.send(type="error", code="session/protocol-version", reason="no version in common")

    with pytest.raises(Rejected, match="protocol-version"):
        await play(Recorder(), script)


@pytest.mark.parametrize(
    "said", ['{"type":"welcome"}', '{"type":"welcome","version":1,"limits":{"idle":"long"},"at":0}']
)
async def test_a_server_that_is_not_ours_is_left_with_a_word(said: str) -> None:
    """Some other WebSocket server answered at this address."""

    async def script(client: Client) -> None:
        await client.hear()
        await client.socket.send(said)
        await client.socket.wait_closed()

    with pytest.raises(Rejected, match="welcome cannot be read"):
        await play(Recorder(), script)


async def test_a_token_of_a_spectator_is_no_players() -> None:
    """``welcome`` without an entrant: nothing would ever be asked."""

    async def script(client: Client) -> None:
        await client.hear()
        limits = {"message_bytes": 1, "messages_per_second": 1, "burst": 1, "idle": 1_000_000}
        await client.send(type="welcome", version=1, limits=limits, at=0)
        await client.socket.wait_closed()

    with pytest.raises(Rejected, match="not-a-player"):
        await play(Recorder(), script)

"""A player at its tables: what it hears, and what becomes of what it says."""

import json

from croupier.contracts.table import TableEntry
from gateway_kit import GAME, OTHER_GAME, event, hear, house, opening, snapshot, token, turn, until


async def test_a_player_hears_its_own_seat_in_the_order_of_the_feed() -> None:
    """The bytes arrive as they were written, and nothing of other seats does."""
    async with house() as h, h.player("ann") as ann, h.player("bob") as bob:
        h.feed.push(opening())
        h.feed.push(
            TableEntry(GAME, asks=(0, 0), messages={"0": [event(n=1, mine=0), turn()], "1": [event(n=1, mine=1)]})
        )
        assert [await hear(ann), await hear(ann), await hear(ann)] == [
            {"type": "game", "game": GAME, "n": 0, "seat": 0},
            {"type": "event", "game": GAME, "n": 1, "mine": 0},
            {"type": "turn", "game": GAME, "ply": 0, "seat": 0},
        ]
        assert [(await hear(bob))["type"], (await hear(bob))["mine"]] == ["game", 1]


async def test_players_are_reported_as_present_once_their_game_is_set() -> None:
    """Those who are connected at once, the others when they come."""
    async with house() as h, h.player("ann"):
        h.feed.push(opening())
        here = await h.command("seat.here")
        assert (here["game"], here["seat"], here["gateway"]) == (GAME, 0, "gw-test")
        async with h.player("bob"):
            assert (await h.command("seat.here", count=2))["seat"] == 1
        assert (await h.command("seat.gone"))["seat"] == 1


async def test_whoever_comes_back_hears_nothing_of_a_game_before_its_snapshot() -> None:
    """Events that are in the snapshot already would only confuse, and those before it would be a gap."""
    async with house() as h, h.player("bob") as bob:
        h.feed.push(opening(), opening(OTHER_GAME, ("bob", "ann")))
        await hear(bob, "game")
        async with h.player("ann") as ann:
            await h.command("seat.here", count=4)
            h.feed.push(
                TableEntry(GAME, messages={"0": [event(n=1)]}),
                TableEntry(OTHER_GAME, ("bob", "ann"), messages={"1": [snapshot(OTHER_GAME, 5)]}),
                TableEntry(GAME, messages={"0": [event(n=2)]}),
                TableEntry(GAME, ("ann", "bob"), messages={"0": [snapshot(GAME, 2)]}),
                TableEntry(GAME, messages={"0": [event(n=3)]}),
            )
            heard = [await hear(ann) for _ in range(3)]
            assert [(m["type"], m["game"], m["n"]) for m in heard] == [
                ("game", OTHER_GAME, 5), ("game", GAME, 2), ("event", GAME, 3),
            ]  # fmt: skip


async def test_an_answer_becomes_a_command_with_all_its_stamps() -> None:
    """Seat from the table, ``sent`` from the turn's first delivery, ``received`` from the frame, ``lag`` from pings."""
    async with house() as h, h.player("bob") as bob:
        ping = await hear(bob, "ping")
        await bob.send(json.dumps({"type": "pong", "id": ping["id"]}))
        h.feed.push(opening(), TableEntry(GAME, asks=(1, 4), messages={"1": [turn(ply=4, seat=1)]}))
        await hear(bob, "turn")
        await bob.send(json.dumps({"type": "act", "game": GAME, "ply": 4, "action": "play KD"}))
        act = await h.command("act")
        assert (act["game"], act["seat"], act["ply"], act["action"]) == (GAME, 1, 4, "play KD")
        assert act["gateway"] == "gw-test"
        assert 0 <= act["received"] - act["sent"] < 2_000_000
        assert 0 < act["lag"] < 2_000_000


async def test_a_turn_that_is_shown_again_keeps_the_time_of_its_first_delivery() -> None:
    """Whoever reconnects gains no time by it."""
    async with house() as h:
        h.feed.push(opening())
        async with h.player("ann") as ann:
            await h.command("seat.here")
            h.feed.push(TableEntry(GAME, ("ann", "bob"), (0, 0), messages={"0": [snapshot(turn={"ply": 0})]}))
            await hear(ann, "game")
        asked = h.gateway.tables.tables[GAME].sent(0, 0)
        assert asked is not None
        async with h.player("ann") as ann:
            await h.command("seat.here", count=2)
            h.feed.push(TableEntry(GAME, ("ann", "bob"), (0, 0), messages={"0": [snapshot(turn={"ply": 0})]}))
            await hear(ann, "game")
            await ann.send(json.dumps({"type": "act", "game": GAME, "ply": 0, "action": "play KD"}))
            assert (await h.command("act"))["sent"] == asked[1]


async def test_a_turn_that_never_reached_anyone_has_no_time_of_delivery() -> None:
    """The referee goes by its own clock then."""
    async with house() as h, h.player("ann") as ann:
        h.feed.push(opening())
        await hear(ann, "game")
        await ann.send(json.dumps({"type": "act", "game": GAME, "ply": 9, "action": "play KD"}))
        assert "sent" not in await h.command("act")


async def test_an_entrant_with_two_seats_answers_for_the_one_that_was_asked() -> None:
    """As in a team that one bot plays for."""
    async with house() as h, h.player("ann") as ann:
        h.feed.push(opening(entrants=("ann", "bob", "ann", "bob")))
        assert [(await hear(ann, "game"))["seat"], (await hear(ann, "game"))["seat"]] == [0, 2]
        for ply, seat in ((0, 2), (1, 0), (2, 2)):
            h.feed.push(TableEntry(GAME, asks=(seat, ply), messages={str(seat): [turn(ply=ply, seat=seat)]}))
            await hear(ann, "turn")
            await ann.send(json.dumps({"type": "act", "game": GAME, "ply": ply, "action": "pass"}))
            assert (await h.command("act", count=ply + 1))["seat"] == seat


async def test_answers_of_one_client_reach_the_referee_in_order() -> None:
    """Also when they come in one packet."""
    async with house() as h, h.player("ann") as ann:
        h.feed.push(opening())
        await hear(ann, "game")
        for ply in range(300):
            await ann.send(json.dumps({"type": "act", "game": GAME, "ply": ply, "action": "pass"}))
        await h.command("act", count=300)
        acts = h.commands("act")
        assert [act["ply"] for act in acts] == list(range(300))
        assert len({act["id"] for act in acts}) == 300


async def test_resign_and_resync_become_commands() -> None:
    """The snapshot comes back through the feed, and events go on meanwhile."""
    async with house() as h, h.player("bob") as bob:
        h.feed.push(opening())
        await hear(bob, "game")
        await bob.send(json.dumps({"type": "resync", "game": GAME}))
        assert (await h.command("look"))["seat"] == 1
        h.feed.push(TableEntry(GAME, messages={"1": [event(n=1)]}))
        assert (await hear(bob))["type"] == "event"
        await bob.send(json.dumps({"type": "resign", "game": GAME}))
        assert (await h.command("resign"))["seat"] == 1


async def test_a_game_that_is_not_the_players_is_unknown_to_it() -> None:
    """Whether it exists or not."""
    async with house() as h, h.player("cid") as cid:
        h.feed.push(opening())
        await until(lambda: GAME in h.gateway.tables.tables)
        for game in (GAME, "cup-r9-t9-9"):
            await cid.send(json.dumps({"type": "act", "game": game, "ply": 0, "action": "play KD"}))
            error = await hear(cid)
            assert (error["code"], error["place"]) == ("session/unknown-game", "game")
        assert h.commands("act") == []


async def test_what_only_the_referee_can_judge_passes_through() -> None:
    """An unknown card, an old ply, a game that is over: the refusal comes back through the feed."""
    async with house() as h, h.player("ann") as ann:
        h.feed.push(opening())
        await hear(ann, "game")
        for count, (ply, action) in enumerate([(0, "play XX"), (99, "play KD"), (0, ""), (0, "x" * 1000)], 1):
            await ann.send(json.dumps({"type": "act", "game": GAME, "ply": ply, "action": action}))
            assert (await h.command("act", count=count))["action"] == action
        h.feed.push(TableEntry(GAME, end=True, messages={"0": [b'{"type":"over"}']}))
        await hear(ann, "over")
        await ann.send(json.dumps({"type": "act", "game": GAME, "ply": 3, "action": "play KD"}))
        assert (await h.command("act", count=5))["ply"] == 3
        h.feed.push(TableEntry(GAME, messages={"0": [b'{"type":"refused","code":"clock/late"}']}))
        assert (await hear(ann, "refused"))["code"] == "clock/late"


async def test_whoever_was_away_at_the_end_learns_the_result() -> None:
    """Once: a game that was seen to end is not shown again."""
    async with house() as h:
        h.feed.push(opening(), TableEntry(GAME, end=True, messages={"0": [b'{"type":"over"}']}))
        async with h.player("ann") as ann:
            assert (await h.command("look"))["seat"] == 0
            h.feed.push(TableEntry(GAME, ("ann", "bob"), messages={"0": [snapshot(n=9), b'{"type":"over"}']}))
            assert [(await hear(ann))["type"], (await hear(ann))["type"]] == ["game", "over"]
        async with h.player("ann"):
            await h.command("entrant.join", "to:director", count=2)
            assert len(h.commands("look")) == 1
        assert h.commands("seat.gone") == []


async def test_entrants_of_the_same_name_in_two_tournaments_are_two() -> None:
    """A game goes to the entrant of its own tournament."""
    async with house() as h, h.player("ann") as ann:
        h.feed.push(opening("other-r1-t1-1"), opening())
        assert (await hear(ann))["game"] == GAME


async def test_lost_entries_of_the_feed_are_made_up_for_by_snapshots() -> None:
    """Nobody gets anything past the hole before the snapshot, and open decisions are asked anew."""
    async with house() as h, h.player("ann") as ann:
        h.feed.push(opening())
        await hear(ann, "game")
        assert len(h.commands("gateway.up")) == 1
        h.feed.push(TableEntry(GAME, messages={"0": [event(n=7)]}), gap=True)
        await h.command("gateway.up", count=2)
        await h.command("seat.here", count=2)
        h.feed.push(opening(n=8))
        assert await hear(ann) == {"type": "game", "game": GAME, "n": 8, "seat": 0}


async def test_a_gateway_that_starts_says_so_before_anything_else() -> None:
    """The referee answers with snapshots; then the clock runs."""
    async with house() as h, h.dial(additional_headers={"Authorization": f"Bearer {token('ann')}"}):
        tick = await h.command("tick")
        up = await h.command("gateway.up")
        assert up["gateway"] == tick["gateway"] == "gw-test"
        assert tick["at"] > up["at"]
        kinds = [json.loads(fields["e"])["type"] for fields in h.log.feeds[0, "cmd"]]
        assert kinds[0] == "gateway.up"

"""A table of piquet at the referee: forms, actions that others read in another way, and what the engine does."""

from typing import Any

import orjson

from croupier.contracts import events as ev
from croupier.contracts.specs import Policy
from games.piquet_deals import SAMPLE_DEAL, SAMPLE_HOUSE

from .bench import Bench


async def table(**options: Any) -> Bench:
    """The sample deal is dealt, seat 0 is elder."""
    bench = Bench(plays="piquet", policy=Policy(strikes=5), **options)
    await bench.open_for(2)
    for seat in range(2):
        await bench.here(seat)
    await bench.append("dealer", ev.DealDealt(deal=1, deck=" ".join(SAMPLE_DEAL)))
    return bench


async def taken(bench: Bench) -> list[ev.ActionTaken]:
    return [event for event in await bench.events() if isinstance(event, ev.ActionTaken)]


async def test_the_engine_passes_for_who_has_no_carte_blanche_and_nobody_is_told_why() -> None:
    """The log says that it was the engine; the other seat and the public read a pass like any other."""
    bench = await table()
    (passed,) = await taken(bench)
    assert (passed.seat, passed.action, passed.auto) == (0, "pass", True)
    told = [message for message in bench.told("1") if message["type"] == "event" and message["kind"] == "action"]
    assert [(message["seat"], message["action"], "auto" in message) for message in told] == [(0, "pass", False)]


async def test_an_exchange_is_asked_as_a_form_and_told_as_a_number() -> None:
    """The seat itself reads its cards, the log keeps them in the order of the pack."""
    bench = await table()
    await bench.plays(1, 1, "pass")
    (turn,) = [message for message in bench.told("0") if message["type"] == "turn"]
    assert turn["legal"] == []
    assert (turn["form"]["verb"], turn["form"]["least"], turn["form"]["most"]) == ("exchange", 0, 5)
    bench.entries()
    await bench.plays(0, 2, "exchange KS 8C")
    entries = bench.entries()
    own, other = ([orjson.loads(text) for entry in entries for text in entry.messages[seat]] for seat in "01")
    assert [message["action"] for message in own if message["type"] == "event"] == ["exchange 8C KS"]
    assert [message["action"] for message in other if message["type"] == "event"] == ["exchange 2"]
    assert (await taken(bench))[-1].action == "exchange 8C KS"


async def test_a_refused_exchange_is_answered_with_the_form() -> None:
    """So the client knows what is legal."""
    bench = await table(carte_blanche="off")
    bench.entries()
    await bench.plays(0, 0, "exchange KS JS AH QH JH 8H")
    (refused,) = bench.told("0")
    assert (refused["code"], refused["rule"], refused["legal"]) == ("move/discard-count", "piquet#discard-count", [])
    assert refused["form"]["most"] == 5


async def test_the_sample_deal_is_played_to_its_end() -> None:
    """Every action through the referee; the deal is over and waits for its score."""
    bench = await table()
    actions = [action.strip() for action in SAMPLE_HOUSE.replace("\n", " ").split(",")]
    for ply, action in enumerate(actions, 1):
        game = bench.referee.slots[f"g/{bench.game}"].state.game
        assert game.to_act is not None
        await bench.plays(game.to_act, ply, f"play {action}" if len(action) == 2 else " ".join(action.split()))
    events = await bench.events()
    assert isinstance(events[-1], ev.DealPlayed)
    assert events[-1].plies == len(actions) + 1
    assert not [event for event in events if isinstance(event, ev.ActionRefused)]

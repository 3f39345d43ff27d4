"""Bezique at the table of the referee: cards without copies, the pass of the engine, a deal that ends at once."""

from typing import Any

from croupier.contracts import events as ev
from games.bezique_deals import TWO_PACKS, deck_of

from .bench import Bench

LOW = "7D 8D 9D 7H 8H 9H 7S 8S"


async def dealt(deck: list[str], **options: Any) -> Bench:
    """A table of bezique with its first deal on it; nothing of that is left to be heard."""
    bench = Bench(plays="bezique", **options)
    await bench.open()
    await bench.here(0)
    await bench.here(1)
    await bench.append("dealer", ev.DealDealt(deal=1, deck=" ".join(deck)))
    bench.entries()
    return bench


async def taken(bench: Bench) -> list[ev.ActionTaken]:
    return [event for event in await bench.events() if isinstance(event, ev.ActionTaken)]


async def test_a_card_without_its_copy_stands_in_the_log_with_it() -> None:
    """And is told to everybody so; the cards of a meld stand in one order."""
    bench = await dealt(deck_of("AC AC KC QC KD QD 8C AH", LOW, "9C"))
    await bench.plays(0, 0, "play AC")
    await bench.plays(1, 1, "play 7D")
    await bench.plays(0, 2, "meld royal QC KC")
    assert [event.action for event in await taken(bench)] == ["play AC1", "play 7D1", "meld royal KC1 QC1"]
    told = [message["action"] for message in bench.told("p") if message.get("kind") == "action"]
    assert told == ["play AC1", "play 7D1", "meld royal KC1 QC1"]


async def test_a_card_that_may_be_either_copy_is_refused_and_costs_a_strike() -> None:
    """One king on the table, the other in the hand."""
    bench = await dealt(deck_of("AC AC KC KC QC QD 8C AH", LOW, "9C"))
    for ply, (seat, action) in enumerate([(0, "play AC"), (1, "play 7D"), (0, "meld royal KC1 QC1"), (0, "play KC")]):
        await bench.plays(seat, ply, action)
    refused = [event for event in await bench.events() if isinstance(event, ev.ActionRefused)]
    assert [(event.said, event.code, event.strikes) for event in refused] == [("play KC", "move/ambiguous-card", 1)]


async def test_the_engine_passes_where_nothing_can_be_melded_and_only_the_log_says_who_did() -> None:
    """The public hears of both passes in the same words."""
    unable = await dealt(deck_of("AC AC KC TC TD 9D 8C AH", LOW, "9C"))
    able = await dealt(deck_of("AC AC KC QC TD 9D 8C AH", LOW, "9C"))
    for bench in (unable, able):
        await bench.plays(0, 0, "play AC")
        await bench.plays(1, 1, "play 7D")
    await able.plays(0, 2, "pass")
    assert [event.auto for event in await taken(unable)] == [None, None, True]
    assert [event.auto for event in await taken(able)] == [None, None, None]
    heard = [[message for message in bench.told("p") if message.get("kind") == "action"] for bench in (unable, able)]
    assert heard[0][2] == heard[1][2]
    assert heard[0][2]["action"] == "pass"


async def test_a_seven_that_is_turned_up_may_end_a_game_before_anybody_plays() -> None:
    """The deal has no plies; nobody is asked."""
    deck = deck_of("AC AC KC QC KD QD 7C AH", LOW, "7C")
    bench = await dealt(deck, ruleset="classic", target=10, target_check="immediate")
    assert (await bench.events())[-1] == ev.DealPlayed(deal=1, plies=0)
    assert await taken(bench) == []


async def test_the_worked_deal_shows_a_seat_its_legal_actions_in_full() -> None:
    """As the kernel lists them."""
    bench = Bench(plays="bezique")
    await bench.open()
    await bench.here(0)
    await bench.here(1)
    await bench.append("dealer", ev.DealDealt(deal=1, deck=" ".join(TWO_PACKS)))
    turn = next(message for message in bench.told("0") if message["type"] == "turn")
    assert turn["legal"] == [f"play {card}" for card in turn["view"]["hand"]]
    assert all(len(action) == 8 for action in turn["legal"])

"""Two worlds that differ only in cards an audience may not know give it the same bytes."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import games
from croupier.contracts import events as ev
from croupier.contracts.specs import Policy

from .bench import Bench

OPTIONS: dict[str, dict[str, Any]] = {"2": {}, "3": {"players": 3}, "4": {"players": 4}, "6": {"players": 6}}


async def _play(seats: int, deck: list[str], picks: list[int], audience: str) -> list[tuple[bytes, str]]:
    """All bytes for an audience, each with the text of the action that led to it."""
    bench = Bench(policy=Policy(strikes=1_000), **OPTIONS[str(seats)])
    await bench.open_for(seats)
    for seat in range(seats):
        await bench.here(seat)
    await bench.append("dealer", ev.DealDealt(deal=1, deck=" ".join(deck)))
    told = [(text, "") for entry in bench.entries() for text in entry.messages.get(audience, [])]
    for ply, pick in enumerate(picks):
        game = bench.referee.slots[f"g/{bench.game}"].state.game
        if game.to_act is None:
            break
        assert game.deal is not None
        legal = [action for action in game.deal.legal() if action.startswith("play")]
        action = legal[pick % len(legal)]
        await bench.plays(game.to_act, ply, "play 9X")
        await bench.plays(game.to_act, ply, action)
        told += [(text, action) for entry in bench.entries() for text in entry.messages.get(audience, [])]
    return told


def _shown(text: bytes, card: str) -> bool:
    # The options name a two that is left out of the pack of 39.
    return card.encode() in text.replace(b'"removed_two":"2C"', b"")


@settings(max_examples=40, deadline=None)
@given(data=st.data())
async def test_a_hidden_difference_is_not_in_a_single_byte_until_a_card_is_shown(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from([2, 3, 4, 6]))
    game = games.get("briscola")
    pack = list(game.pack(game.resolve("house", OPTIONS[str(seats)])))
    deck = data.draw(st.permutations(pack))
    audience = data.draw(st.sampled_from([*map(str, range(seats)), "p"]))
    hidden = [
        index
        for index in range(len(deck))
        if index != 3 * seats and (audience == "p" or index >= 3 * seats or (index % seats) != int(audience))
    ]
    first, second = data.draw(st.lists(st.sampled_from(hidden), min_size=2, max_size=2, unique=True))
    other = list(deck)
    other[first], other[second] = other[second], other[first]
    swapped = (deck[first], deck[second])
    picks = data.draw(st.lists(st.integers(0, 5), min_size=40, max_size=40))
    ours, theirs = await _play(seats, deck, picks, audience), await _play(seats, other, picks, audience)
    compared = 0
    for (mine, action), (yours, counter) in zip(ours, theirs, strict=False):
        if any(_shown(text, card) for text in (mine, yours) for card in swapped) or action != counter:
            break
        assert mine == yours
        compared += 1
    assert compared

"""Two worlds that differ only in cards an audience may not know give it the same bytes."""

import random
from typing import Any

import pytest

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import Policy
from croupier.contracts.table import PUBLIC
from croupier.folds.game import GameState
from croupier.games.kernel import Deal
from games.battery import Position, choose, refusal, start
from games.samples import SAMPLES

from .bench import Bench

CASES = [
    pytest.param(name, options, id=f"{name}-{number}")
    for name, sample in SAMPLES.items()
    for number, options in enumerate(sample.options)
]


class World:
    """A table of one referee, and all bytes for one audience."""

    def __init__(self, name: str, given: dict[str, Any], seats: int, audience: int | None) -> None:
        self.bench = Bench(plays=name, policy=Policy(strikes=1_000), **given)
        self.seats, self.audience = seats, audience
        self.told: list[bytes] = []

    async def begin(self, deck: list[str]) -> None:
        await self.bench.open_for(self.seats)
        for seat in range(self.seats):
            await self.bench.here(seat)
        await self.bench.append("dealer", ev.DealDealt(deal=1, deck=" ".join(deck)))
        self._hear()

    @property
    def game(self) -> GameState:
        return self.bench.referee.slots[f"g/{self.bench.game}"].state.game

    @property
    def deal(self) -> Deal:
        deal = self.game.deal
        assert deal is not None
        return deal

    async def act(self, seat: int, action: str) -> None:
        """First an answer that cannot be read, which nobody else may see, then the action; then all comes anew."""
        await self.bench.plays(seat, self.game.ply, "play 9X")
        await self.bench.plays(seat, self.game.ply, action)
        self._hear()
        look = cmd.Look(id=f"look-{len(self.told)}", game=self.bench.game, seat=self.audience)
        await self.bench.send(look)
        self._hear()

    def _hear(self) -> None:
        name = PUBLIC if self.audience is None else str(self.audience)
        self.told += [text for entry in self.bench.entries() for text in entry.messages.get(name, [])]


@pytest.mark.parametrize(("name", "given"), CASES)
async def test_all_hidden_cards_may_change_places_before_the_first_action(name: str, given: dict[str, Any]) -> None:
    """No audience can tell by a byte how the cards lie that it does not see."""
    here = _last_seat_deals(name, given, random.Random(1))
    seats = here.game.seats(here.options)
    for audience in (*range(seats), None):
        hidden = sorted(_hidden(here, audience))
        swap = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
        there = here.anew([swap.get(card, card) for card in here.deck])
        if _engine(here.anew()) == _engine(there) and _known(here, audience) == _known(there, audience):
            mine, yours = (World(name, given, seats, audience) for _ in range(2))
            await mine.begin(here.deck)
            await yours.begin(there.deck)
            assert mine.told == yours.told


@pytest.mark.parametrize(("name", "given"), CASES)
async def test_a_hidden_difference_is_not_in_a_single_byte(name: str, given: dict[str, Any]) -> None:
    """Two cards that an audience cannot know change places; it hears the same until one of them is shown to it."""
    compared = 0
    for seed in range(4):
        compared += await _compare(name, given, random.Random(seed))
    assert compared > 20


async def _compare(name: str, given: dict[str, Any], rng: random.Random) -> int:
    """The number of messages that were the same in both worlds."""
    here = _last_seat_deals(name, given, rng)
    seats = here.game.seats(here.options)
    audience = rng.choice([*range(seats), None])
    one, other = rng.sample(sorted(_hidden(here, audience)), 2)
    swap = {one: other, other: one}
    beside = here.anew([swap.get(card, card) for card in here.deck])
    if _engine(here) != _engine(beside):
        return 0
    mine, yours = (World(name, given, seats, audience) for _ in range(2))
    await mine.begin(here.deck)
    await yours.begin(beside.deck)
    assert mine.told == yours.told
    while mine.deal.to_act is not None:
        seat, action = mine.deal.to_act, choose(mine.deal, rng)
        there = " ".join(swap.get(word, word) for word in action.split(" "))
        if refusal(yours.deal, seat, there) or _follow(here, action) != _follow(beside, there):
            break
        if not {one, other} <= _hidden(here, audience) or _known(here, audience) != _known(beside, audience):
            break
        await mine.act(seat, action)
        await yours.act(seat, there)
        assert mine.told == yours.told
    return len(mine.told)


def _last_seat_deals(name: str, given: dict[str, Any], rng: random.Random) -> Position:
    here = start(SAMPLES[name], given, rng)
    return here if here.dealer == here.game.seats(here.options) - 1 else _last_seat_deals(name, given, rng)


def _follow(position: Position, action: str) -> list[str]:
    """Take the action, and those that the engine takes after it."""
    position.act(action)
    return _engine(position)


def _engine(position: Position) -> list[str]:
    """What the engine does where nobody is asked. In another world a seat may be, which shows only in time."""
    taken: list[str] = []
    while (auto := position.deal.auto()) is not None:
        taken.append(auto)
        position.act(auto)
    return taken


def _known(here: Position, audience: int | None) -> object:
    return SAMPLES[here.game.name].known(here, "public" if audience is None else audience)


def _hidden(here: Position, audience: int | None) -> set[str]:
    return SAMPLES[here.game.name].hidden(here, "public" if audience is None else audience)

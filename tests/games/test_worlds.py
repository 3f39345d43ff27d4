"""Worlds for a seat that thinks ahead: they are what the seat sees, and nothing that it cannot know goes in."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from croupier import games
from croupier.games.kernel import Deal, Game, Worlds
from croupier.games.worlds import GAP, share_out, since_gap
from games.battery import Options, Position, Sample, choose, start
from games.samples import SAMPLES

WITHOUT = {name for name in games.names() if type(games.get(name)).worlds is Game.worlds}
"""Games that offer no worlds."""
CASES = [
    pytest.param(sample, options, id=f"{name}-{number}")
    for name, sample in SAMPLES.items()
    if name not in WITHOUT
    for number, options in enumerate(sample.options)
]


ORDERED = ("stock_cards", "talon")
"""Keys of an auditor's view whose order decides who gets what."""


class Moment(NamedTuple):
    """A position and what the seat that is to act has heard, in which each event begins at one of ``starts``."""

    position: Position
    seat: int
    heard: list[dict[str, Any]]
    starts: list[int]

    def worlds(self, heard: list[dict[str, Any]] | None = None) -> Worlds | None:
        """The worlds of the seat that is to act, by what it heard."""
        position, facts = self.position, self.heard if heard is None else heard
        return position.game.worlds(position.options, self.seat, position.deal.view(self.seat), facts)


def moments(sample: Sample, given: Options, rng: random.Random) -> Iterator[Moment]:
    """Every decision of a random deal that a seat is asked for."""
    position = start(sample, given, rng)
    seats = range(position.game.seats(position.options))
    heard = [[fact.seen_by(seat) for fact in position.opening] for seat in seats]
    starts = [0]
    while (seat := position.deal.to_act) is not None:
        auto = position.deal.auto()
        if auto is None:
            yield Moment(position, seat, heard[seat], starts)
        starts.append(len(heard[seat]))
        facts = position.act(position.deal.full(choose(position.deal, rng) if auto is None else auto))
        for other in seats:
            heard[other] += [fact.seen_by(other) for fact in facts]


@pytest.mark.parametrize(("sample", "options"), CASES)
def test_a_world_looks_to_the_seat_as_the_real_deal_does(sample: Sample, options: Options) -> None:
    """The same view, the same legal actions, every card in one place."""
    rng, compared = random.Random(1), 0
    for moment in moments(sample, options, rng):
        worlds, deal = moment.worlds(), moment.position.deal
        if worlds is None:
            continue
        world = worlds(rng)
        assert world.view(moment.seat) == deal.view(moment.seat)
        assert (sorted(world.legal()), world.form(), world.auto()) == (sorted(deal.legal()), deal.form(), None)
        assert sorted(sample.cards(world.view("auditor"))) == sorted(moment.position.deck)
        compared += 1
    assert compared > 10


@pytest.mark.parametrize(("sample", "options"), CASES)
def test_a_world_that_is_the_real_deal_ends_with_the_same_points(sample: Sample, options: Options) -> None:
    """Where chance put every hidden card in its place, nothing else is missing: both play on alike."""
    rng, found = random.Random(2), 0
    for moment in (moment for _ in range(30) for moment in moments(sample, options, rng)):
        worlds, deal = moment.worlds(), moment.position.deal
        if worlds is None:
            continue
        real = all_that_counts(deal, options)
        drawn = [world for world in (worlds(rng) for _ in range(12)) if all_that_counts(world, options) == real]
        if not drawn:
            continue
        found += 1
        world, twin = drawn[0], deal.copy()
        while twin.to_act is not None:
            move = rng.choice(sorted(twin.moves()))
            twin.push(move)
            world.push(move)
        assert (world.to_act, world.points()) == (None, twin.points())
        assert decided(moment.position, world) == decided(moment.position, twin)
        if found == 3:
            return
    pytest.fail("hardly any world was ever the real deal")


def all_that_counts(deal: Deal, options: Options) -> Any:
    """What an auditor sees, but for cards that nobody ever gets."""
    unused = {"stock_cards"} if options.get("refill") == "none" else set()
    return orderless({key: seen for key, seen in deal.view("auditor").items() if key not in unused})


def orderless(seen: Any) -> Any:
    """A view in which the order of cards in a list does not count, but for those that are yet to be drawn."""
    if isinstance(seen, dict):
        return {key: value if key in ORDERED else orderless(value) for key, value in seen.items()}
    return sorted(map(orderless, seen), key=repr) if isinstance(seen, list | tuple) else seen


def decided(position: Position, deal: Deal) -> object:
    """The result of the game after this deal."""
    match = position.game.match(position.options)
    match.record(deal)
    return match.result()


@pytest.mark.parametrize("began", [False, True], ids=["from the start", "in the middle"])
@pytest.mark.parametrize(("sample", "options"), CASES)
def test_whoever_missed_something_still_gets_worlds_that_can_be_played(
    sample: Sample, options: Options, began: bool
) -> None:
    """After a cut of the connection: own and open cards and the numbers of all others are right, and the deal ends."""
    rng = random.Random(3)
    for moment in moments(sample, options, rng):
        lost, back = sorted(rng.choices([*moment.starts, len(moment.heard)], k=2))
        before = moment.heard[:lost] if began else []
        worlds = moment.worlds([*before, dict(GAP), *moment.heard[back:]])
        if worlds is None:
            continue
        world, view = worlds(rng), moment.position.deal.view(moment.seat)
        seen = world.view(moment.seat)
        for key in ("hand", "cards", "to_act", "phase", "shown"):
            assert seen.get(key) == view.get(key), key
        assert sorted(world.legal()) == sorted(moment.position.deal.legal())
        while world.to_act is not None:
            world.push(rng.choice(world.moves()))


@pytest.mark.parametrize(("sample", "options"), CASES)
def test_the_truth_is_among_the_worlds(sample: Sample, options: Options) -> None:
    """What the seat takes for certain is true: where a hidden card really lies, some world puts it too."""
    rng = random.Random(4)
    for moment in moments(sample, options, rng):
        if rng.random() > 0.1:
            continue
        worlds = moment.worlds()
        if worlds is None:
            continue
        drawn = [places(worlds(rng).view("auditor")) for _ in range(150)]
        real = places(moment.position.deal.view("auditor"))
        assert [card for card in real if all(world.get(card) != real[card] for world in drawn)] == []


def places(view: dict[str, Any]) -> dict[str, str]:
    """The seat that holds a card, for each card in a hand, as an auditor sees it."""
    return {card: seat for seat, hand in view["hands"].items() for card in hand}


@pytest.mark.parametrize("seed", range(20))
def test_cards_are_shared_out_whenever_there_is_a_way(seed: int) -> None:
    """Every place gets its number of cards that fit, also where almost nothing fits."""
    rng = random.Random(seed)
    sizes = [rng.randint(0, 4) for _ in range(4)]
    home = {card: place for place, size in enumerate(sizes) for card in range(10 * place, 10 * place + size)}
    also = {card: {rng.randrange(4)} | {place} for card, place in home.items()}
    held = share_out(rng, home, sizes, lambda place, card: place in also[card])
    assert held is not None
    assert [len(cards) for cards in held] == sizes
    assert all(place in also[card] for place, cards in enumerate(held) for card in cards)


def test_cards_that_fit_nowhere_are_not_shared_out() -> None:
    """Then somebody has made a mistake, and should hear of it."""
    assert share_out(random.Random(1), [1, 2], [1, 1], lambda place, card: place == 0) is None
    assert share_out(random.Random(1), [1, 2], [1], lambda place, card: True) is None


def test_only_an_unbroken_story_is_told() -> None:
    """What was heard before a gap may be out of date."""
    facts: list[dict[str, Any]] = [{"kind": "play"}, dict(GAP), {"kind": "trick"}]
    assert since_gap(facts) == [{"kind": "trick"}]
    assert since_gap(facts[2:]) == [{"kind": "trick"}]

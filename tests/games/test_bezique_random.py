"""Random deals of bezique: what holds in all of them, and the same deals played by a slow second kernel."""

import os
import random
from typing import Any

import pytest

from croupier.games.kernel import BadOptions, Deal
from games.bezique_deals import BEZIQUE
from games.bezique_reference import Table

DEALS = int(os.environ.get("CROUPIER_TEST_DEALS", "400"))
"""Deals that are compared step by step; a number of some thousands makes for an exhaustive run."""


def random_options(rng: random.Random) -> dict[str, Any]:
    """Options that go together, each value as likely as another."""
    while True:
        given = {option.name: rng.choice(option.values) for option in BEZIQUE.options if rng.random() < 0.6}
        if given.get("length") == "target":
            given["target"] = rng.choice([50, 100, 300, 1000])
        else:
            given.pop("target", None)
        if given.get("length") != "deals":
            given.pop("length_n", None)
        try:
            return BEZIQUE.resolve(rng.choice(["house", "classic"]), given)
        except BadOptions:
            continue


def choose(legal: list[str], rng: random.Random) -> str:
    """Any action; a meld is preferred, so that a deal has many."""
    melds = [action for action in legal if action != "pass"]
    return rng.choice(melds if melds and rng.random() < 0.7 else legal)


def compare(rng: random.Random) -> None:
    """Play one deal in both kernels."""
    options = random_options(rng)
    deck, dealer = list(BEZIQUE.pack(options)), rng.randrange(2)
    rng.shuffle(deck)
    before = (rng.randrange(5) * 10, rng.randrange(4) * 10) if options["target_check"] == "immediate" else (0, 0)
    fast, slow = BEZIQUE.deal(options, dealer, deck, points=before), Table(options, dealer, deck, before)
    while fast.to_act is not None:
        legal = fast.legal()
        assert (fast.to_act, set(legal)) == (slow.turn, slow.legal())
        assert len(legal) == len(set(legal))
        assert (fast.auto() == "pass") == (slow.legal() == {"pass"})
        action = choose(legal, rng)
        fast.apply(fast.to_act, action)
        slow.do(action)
        compare_views(fast, slow)
    assert slow.turn is None
    assert [(score.seat, score.kind, score.points) for score in fast.scores] == slow.score


def compare_views(fast: Deal, slow: Table) -> None:
    """What lies where, and the points."""
    view = fast.view("auditor")
    for seat in (0, 1):
        assert sorted(view["hands"][str(seat)]) == sorted(slow.hands[seat])
        assert sorted(view["table"][str(seat)]) == sorted(slow.open[seat])
        assert view["piles"][seat] == slow.piles[seat]
    assert view["stock_cards"] == slow.stock
    assert view["trick"] == slow.trick
    assert view["points"] == fast.points() == [slow.points(0), slow.points(1)]
    assert [(item["seat"], " ".join([item["meld"], *item["cards"]])) for item in view["announced"]] == slow.announced
    held = [card for card in slow.used if card in slow.held(0) or card in slow.held(1)]
    assert {(kind, card) for kind, cards in view["used"].items() for card in cards} == {
        (kind, card) for card in held for kind in slow.used[card]
    }


@pytest.mark.timeout(900)
def test_a_second_kernel_written_from_the_rules_agrees_at_every_step() -> None:
    """The same seat is asked, the same actions are legal, the same points are written, in all rulesets."""
    for seed in range(DEALS):
        try:
            compare(random.Random(seed))
        except AssertionError as error:
            raise AssertionError(f"deal {seed}") from error

"""Random deals of bezique: what holds in all of them, and the same deals played by a slow second kernel."""

import os
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games.bezique.deal import BeziqueDeal
from croupier.games.kernel import BadOptions, Deal
from games.battery import CALM, refusal
from games.bezique_deals import BEZIQUE, deck_of, winner_of_all
from games.bezique_reference import Table

DEALS = int(os.environ.get("CROUPIER_TEST_DEALS", "250"))
"""Deals that are compared step by step; a number of some thousands makes for an exhaustive run."""


def random_options(rng: random.Random) -> dict[str, Any]:
    """Options that go together, each value as likely as another."""
    while True:
        some = {option.name: rng.choice(option.values) for option in BEZIQUE.options if rng.random() < 0.6}
        if some.get("length") == "target":
            some["target"] = rng.choice([50, 100, 300, 1000])
        else:
            some.pop("target", None)
        if some.get("length") != "deals":
            some.pop("length_n", None)
        try:
            return BEZIQUE.resolve(rng.choice(["house", "classic"]), some)
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


CLASS = {
    "marriage": "M", "royal": "M", "sequence": "M", "bezique": "B", "double": "B",
    "jacks": "J", "queens": "Q", "kings": "K", "aces": "A",
}  # fmt: skip
HIGHER = {"marriage": "sequence", "royal": "sequence", "bezique": "double"}


def play_on(deal: Deal, rng: random.Random) -> list[tuple[str, list[str]]]:
    """Play to the end with many melds; the melds in order as (kind, cards)."""
    made = []
    while deal.to_act is not None:
        action = choose(deal.legal(), rng)
        deal.apply(deal.to_act, action)
        verb, *words = action.split(" ")
        if verb == "meld":
            made.append((words[0], words[1:]))
    return made


def shuffled(rng: random.Random, ruleset: str = "house", **given: Any) -> BeziqueDeal:
    options = BEZIQUE.resolve(ruleset, given)
    pack = BEZIQUE.pack(options)
    deal = BEZIQUE.deal(options, rng.randrange(2), rng.sample(pack, len(pack)))
    assert isinstance(deal, BeziqueDeal)
    return deal


@CALM
@given(
    st.randoms(use_true_random=False),
    st.sampled_from(["house", "classic"]),
    st.sampled_from(["standard", "row-literal"]),
)
def test_no_card_is_used_more_often_than_the_rules_say(rng: random.Random, ruleset: str, reuse: str) -> None:
    """R1 always; R2 and R3 where reuse is standard: looked at once more over all melds of a deal."""
    made = play_on(shuffled(rng, ruleset, meld_reuse=reuse), rng)
    used: dict[str, list[str]] = {}
    for kind, cards in made:
        for card in cards:
            assert kind not in used.get(card, [])
            assert reuse == "row-literal" or HIGHER.get(kind) not in used.get(card, [])
        new = [card for card in cards if CLASS[kind] not in [CLASS[past] for past in used.get(card, [])]]
        assert reuse == "row-literal" or new
        for card in cards:
            used.setdefault(card, []).append(kind)


@CALM
@given(st.randoms(use_true_random=False), st.sampled_from([1, 2]), st.booleans())
def test_brisques_the_last_trick_and_sevens_add_up(rng: random.Random, packs: int, free: bool) -> None:
    """160 (80 with one pack), one last trick of 10, 20 (10) for sevens at most, and everything in tens."""
    deal = shuffled(rng, packs=packs, seven_slot="free" if free else "uses-meld")
    play_on(deal, rng)
    by_kind: dict[str, list[int]] = {}
    for score in deal.scores:
        assert score.points > 0
        assert score.points % 10 == 0
        by_kind.setdefault(score.kind, []).append(score.points)
    assert sum(by_kind["brisques"]) == 80 * packs
    assert by_kind["last-trick"] == [10]
    assert sum(by_kind.get("seven", []) + by_kind.get("turned-seven", [])) <= 10 * packs
    assert sum(score.points for score in deal.scores) == sum(deal.points())


@CALM
@given(st.randoms(use_true_random=False), st.sampled_from([1, 2]))
def test_a_deal_has_so_many_tricks_draws_and_melds(rng: random.Random, packs: int) -> None:
    """24 tricks with a stock and 8 without (8 and 8 with one pack); eight cards each before each trick with a stock."""
    deal, tricks, draws, after = shuffled(rng, packs=packs), 0, 0, {}
    while deal.to_act is not None:
        if deal.phase == "lead" and deal.view("public")["stock"]:
            assert deal.view("public")["cards"] == [8, 8]
        action = choose(deal.legal(), rng)
        facts = [fact.kind for fact in deal.apply(deal.to_act, action)]
        tricks += facts.count("trick")
        draws += facts.count("draw")
        after[tricks] = after.get(tricks, 0) + action.startswith(("meld", "seven"))
    with_stock = {1: 8, 2: 24}[packs]
    assert (tricks, draws) == (with_stock + 8, with_stock)
    assert max(after.values()) <= 1
    assert max(number for number, melds in after.items() if melds or number == 1) <= with_stock


@CALM
@given(st.randoms(use_true_random=False))
def test_what_must_win_may_also_follow(rng: random.Random) -> None:
    """Legal cards of follow-and-win are among those of follow."""
    strict = shuffled(rng, phase2="follow-and-win")
    loose = shuffled(rng).setup
    while strict.to_act is not None:
        twin = strict.copy()
        twin.setup = loose
        if strict.phase in ("lead", "follow"):
            assert set(strict.moves()) <= set(twin.moves())
        strict.push(rng.choice(strict.moves()))


@CALM
@given(st.permutations("CH"), st.randoms(use_true_random=False))
def test_the_order_of_royal_and_sequence_is_worth_forty(order: list[str], rng: random.Random) -> None:
    """Whatever the other cards are: with the same five cards 290 one way, 250 the other."""
    trump = order[0]
    suit = [f"{rank}{trump}1" for rank in "AKQJT"]
    others = [card for card in BEZIQUE.pack(BEZIQUE.resolve("house", {})) if card not in suit]
    low = [card for card in others if card[0] in "789" and card[1] != trump]
    spare = [f"A{other}1" for other in "CDHS" if other != trump]
    hand = [*suit, *spare]
    deck = deck_of(" ".join(hand), " ".join(rng.sample(low, 8)), f"9{trump}1")
    royal, sequence = f"royal K{trump} Q{trump}", f"sequence A{trump} T{trump} K{trump} Q{trump} J{trump}"
    assert winner_of_all(deck, [royal, sequence])[0] == 290
    assert winner_of_all(deck, [sequence, royal]) == (250, [(royal, "move/meld-lower-after-higher")])


@settings(CALM, max_examples=60)
@given(st.text(max_size=30), st.integers(-1, 3), st.integers(0, 30))
def test_any_text_is_either_legal_or_refused_with_a_code(text: str, seat: int, plies: int) -> None:
    """No text makes the kernel stumble or move."""
    deal = shuffled(random.Random(5))
    for _ in range(plies):
        deal.push(deal.moves()[0])
    before = deal.view("auditor")
    for action in (text, f"play {text}", f"meld {text}", f"meld royal {text}", f"announce {text}", f"seven {text}"):
        refused = refusal(deal, seat, action)
        if refused is not None:
            assert refused[0].split("/")[0] in ("move", "malformed")
            assert len(refused[1]) < 200
    assert deal.view("auditor") == before

"""Who sees what in trionfo, for every audience."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games.trionfo.deal import TrionfoDeal
from games.battery import CALM
from games.trionfo_deals import FOUR_ACTIONS, FOUR_DECK, SEVEN_ACTIONS, SEVEN_DECK, act, at_random, deal, played


def four(number: int = 0, **options: Any) -> TrionfoDeal:
    return played(deal(4, FOUR_DECK, **options), FOUR_ACTIONS, number)


def test_the_public_sees_the_table_and_the_score() -> None:
    """Everything that anybody in the room could see, in the middle of the third trick."""
    assert four(10).view("public") == {
        "phase": "play",
        "dealer": 3,
        "to_act": 0,
        "smazzata": 1,
        "trick_number": 3,
        "leader": 2,
        "trick": ["KC", "AC"],
        "trump": "S",
        "turn_up": "2S",
        "stock": 24,
        "dead": 0,
        "cards": [5, 5, 4, 4],
        "shown": {},
        "bids": [],
        "won": [0, 0, 2, 0],
        "tricks": [0, 0, 2, 0],
        "specials": [0, 0, 5, 0],
        "points": [0, 0, 7, 0],
    }


def test_a_seat_sees_its_own_hand_besides() -> None:
    """And nothing else."""
    table = four(10)
    assert table.view(0) == {**table.view("public"), "hand": ["4D", "6C", "JD", "8S", "QS"]}
    assert table.view(3) == {**table.view("public"), "hand": ["TD", "TH", "6H", "7H"]}


def test_an_auditor_sees_everything() -> None:
    """Hands, stock in its order, dead cards and piles."""
    view = four(10).view("auditor")
    assert view["hands"]["2"] == ["JC", "TC", "9D", "9S"]
    assert view["stock_cards"] == [*FOUR_DECK.split()[29:], "2S"]
    assert view["piles"] == [[], [], ["QH", "5H", "3S", "2H", "AS", "2C", "4S", "7S"], []]
    assert view["dead_cards"] == []
    dead = deal(3, FOUR_DECK, leftover="dead")
    assert (dead.view("auditor")["dead_cards"], dead.view("public")["dead"]) == (["5C"], 1)


def test_all_know_that_the_dealer_holds_the_turn_up_until_it_is_played() -> None:
    """In the last smazzata, from the deal on."""
    assert four(27).view(1)["shown"] == {}
    assert four(28).view(1)["shown"] == {"3": ["2S"]}
    assert "2S" in four(28).view(3)["hand"]
    assert four(31).view(1)["shown"] == {}
    assert played(deal(7, SEVEN_DECK), " ".join(SEVEN_ACTIONS.split()[7:]), 13).view(0)["shown"] == {"6": ["KC"]}


def test_counts_of_the_smazzata_begin_anew_and_those_of_the_deal_go_on() -> None:
    """``won`` is what bids are measured against."""
    before, after = four(28).view("public"), four(52).view("public")
    assert (before["smazzata"], before["won"], before["tricks"]) == (2, [0, 0, 0, 0], [1, 2, 3, 1])
    assert (after["smazzata"], after["won"], after["tricks"]) == (2, [1, 2, 2, 1], [2, 4, 5, 2])
    assert (after["phase"], after["to_act"], after["trick_number"]) == ("score", None, 13)


def test_bids_are_heard_by_all_as_they_are_made() -> None:
    """Who has not bid yet has ``null``."""
    table = act(deal(4, FOUR_DECK, announce=True), "bid 1", "bid 7")
    for audience in (0, 3, "public", "auditor"):
        assert table.view(audience)["bids"] == [1, 7, None, None]  # type: ignore[arg-type]
    assert (table.view(0)["phase"], table.view(0)["leader"], table.view(0)["to_act"]) == ("announce", 0, 2)


def test_a_secret_bid_is_known_to_its_seat_alone_until_all_have_bid() -> None:
    """Also what others read of the action does not tell the number."""
    table = act(deal(4, FOUR_DECK, announce=True, bid_order="secret"), "bid 1", "bid 7")
    assert table.shown("bid 7") == "bid"
    assert table.view(0)["bids"] == [1, None, None, None]
    assert table.view(1)["bids"] == [None, 7, None, None]
    assert table.view(2)["bids"] == table.view("public")["bids"] == [None] * 4
    assert table.view("auditor")["bids"] == [1, 7, None, None]
    facts = table.apply(2, "bid 2")
    assert facts[0].seen_by("public") == facts[0].seen_by(3) == {"kind": "bid", "seat": 2}
    assert facts[0].seen_by(2) == {"kind": "bid", "seat": 2, "bid": 2}
    act(table, "bid 0")
    assert table.view("public")["bids"] == [1, 7, 2, 0]
    assert table.shown("play 4D") == "play 4D"


@settings(CALM, max_examples=60)
@given(st.lists(st.integers(0, 7), min_size=4, max_size=4), st.integers(0, 3), st.integers(0, 7), st.integers(0, 3))
def test_two_worlds_with_another_secret_bid_look_the_same_to_all_others(
    bids: list[int], seat: int, other: int, watcher: int
) -> None:
    """Views, facts, shown actions and legal bids, until the last bid opens all."""
    worlds = [deal(4, FOUR_DECK, announce=True, bid_order="secret") for _ in range(2)]
    there = [other if who == seat else bid for who, bid in enumerate(bids)]
    audiences = ["public"] if watcher == seat else ["public", watcher]
    for who in range(3):
        told = []
        for table, made in zip(worlds, (bids, there), strict=True):
            facts = table.apply(who, f"bid {made[who]}")
            shown = table.shown(f"bid {made[who]}")
            seen = [([fact.seen_by(a) for fact in facts], table.view(a)) for a in audiences]  # type: ignore[arg-type]
            told.append((seen, shown, table.legal()))
        assert told[0] == told[1]


def test_the_smazzata_is_settled_before_all_eyes() -> None:
    """Bids, tricks won and the score."""
    table = played(deal(7, SEVEN_DECK, announce=True), SEVEN_ACTIONS, 55)
    assert table.to_act is not None
    assert table.apply(table.to_act, "play KH")[-1].seen_by("public") == {
        "kind": "settle", "bids": [0, 1, 1, 2, 1, 0, 2], "won": [0, 1, 2, 1, 1, 0, 2], "points": [0, 6, 2, 4, 2, 0, 7],
    }  # fmt: skip


@settings(CALM, max_examples=40)
@given(st.integers(2, 7), st.sampled_from(["redeal", "draw"]), st.randoms(use_true_random=False))
def test_facts_alone_tell_a_seat_all_that_its_view_says(players: int, refill: str, rng: random.Random) -> None:
    """A bot that only listens knows its hand, the sizes of the others', the stock and the tricks."""
    deck = rng.sample(FOUR_DECK.split(), 52)
    table = deal(players, deck, refill=refill, leftover="dead")
    seat = rng.randrange(players)
    hand: list[str] = []
    tricks = [0] * players
    facts = table.opening()
    while True:
        for seen in (fact.seen_by(seat) for fact in facts):
            if seen["kind"] == "deal":
                hand = list(seen["hand"])
            elif seen["kind"] == "draw":
                hand.append(seen["card"])
            elif seen["kind"] == "trick":
                tricks[seen["winner"]] += 1
            elif seen["kind"] == "play" and seen["seat"] == seat:
                hand.remove(seen["card"])
        view = table.view(seat)
        assert (view["hand"], view["tricks"]) == (hand, tricks)
        if table.to_act is None:
            break
        facts = table.apply(table.to_act, rng.choice(table.legal()))


def test_the_piles_are_closed() -> None:
    """No audience but the auditor may look through the tricks taken."""
    table = at_random(deal(4, FOUR_DECK), random.Random(1))
    assert "piles" not in table.view(0)
    assert "hands" not in table.view("public")

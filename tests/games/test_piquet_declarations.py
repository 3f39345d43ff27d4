"""Declarations of piquet as properties: comparing, scoring, sinking and the bonus, in hands with much to declare."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games.piquet.deal import PiquetDeal
from croupier.games.piquet.holdings import POINT, SEQUENCE, call_key, hand_of, pack, point_calls, runs, sequence_calls
from croupier.games.piquet.setup import PACK
from games.battery import CALM
from games.piquet_cards import PIPS, RANKS
from games.piquet_deals import deal, engine, hands, lines, run
from games.test_piquet_random import pick, rich_deck

FULL: dict[str, Any] = {"auto_declare": "full", "carte_blanche": "off", "first_declarer": "elder"}
RANDOMS = st.randoms(use_true_random=False)
QUICK = settings(CALM, max_examples=60)
HANDS = st.permutations(PACK.cards).map(lambda deck: deck[:12])


def declared(deck: list[str], **given: Any) -> PiquetDeal:
    """Nothing is exchanged, the engine declares."""
    return run(deal(deck, **{**FULL, **given}), "exchange, exchange")


def play_alike(table: PiquetDeal) -> PiquetDeal:
    """To the end by a rule that depends on the cards alone."""
    while table.to_act is not None:
        table.apply(table.to_act, min(table.legal()))
        engine(table)
    return table


@pytest.mark.timeout(180)
@QUICK
@given(RANDOMS, st.sampled_from(["single30", "pique-repique"]))
def test_it_makes_no_difference_when_the_second_player_claims(rng: random.Random, bonus: str) -> None:
    """The bonus goes by category: the same cards and tricks score the same at once and after the first lead."""
    deck = rich_deck(rng)
    given_options = {"thirty_bonus": bonus, "play_points": rng.choice(["additive", "classic"])}
    at_once, later = (
        play_alike(declared(deck, second_scores=value, **given_options)) for value in ("at-once", "after-lead")
    )
    assert sorted(lines(at_once)) == sorted(lines(later))


@pytest.mark.timeout(180)
@QUICK
@given(RANDOMS)
def test_declarations_do_not_depend_on_who_calls_first(rng: random.Random) -> None:
    """Nor on the seats: the hands score, not the players."""
    deck = rich_deck(rng)
    swapped = [card for place in range(0, 24, 4) for card in (*deck[place + 2 : place + 4], *deck[place : place + 2])]
    one, other = declared(deck), declared(deck, first_declarer="dealer")
    mirrored = declared([*swapped, *deck[24:]])
    assert sorted(lines(one)) == sorted(lines(other))
    assert sorted(lines(one)) == sorted((1 - seat, kind, points) for seat, kind, points in lines(mirrored))


@pytest.mark.timeout(180)
@QUICK
@given(RANDOMS)
def test_nobody_gains_in_the_hand_by_sinking(rng: random.Random) -> None:
    """Whatever one calls and replies, full declarations of the other cannot be bettered by saying less."""
    deck, seat = rich_deck(rng), rng.randrange(2)
    full = declared(deck, thirty_bonus="single30")
    free = run(deal(deck, **{**FULL, "auto_declare": "off"}), "exchange, exchange")
    while free.phase != "lead1":
        assert free.to_act is not None
        legal = free.legal()
        if free.to_act == seat:
            action = pick(free, rng)
        else:
            truth = [reply for reply in ("equal", "not-good") if reply in legal]
            action = truth[0] if truth else max(legal, key=lambda call: worth_of(free, call))
        free.apply(free.to_act, action)
    assert free.points()[seat] <= full.points()[seat]


def worth_of(table: PiquetDeal, action: str) -> tuple[int, int, int]:
    """More cards or more of them are better; the best item decides between calls."""
    if action in ("pass", "good", "ask"):
        return 0, 0, 0
    _, category, *words = action.split(" ")
    hand = table.view(table.to_act or 0)["hand"]
    if category == "point":
        suit = [card[0] for card in hand if card[1] == words[0]]
        return len(suit), sum(PIPS[rank] for rank in suit), 0
    numbers = [int(word) for word in words[1::3]]
    return sum(numbers), numbers[0], -RANKS.index(words[0][0])


@QUICK
@given(HANDS)
def test_a_larger_point_is_one_of_more_cards_or_of_more_pips(cards: list[str]) -> None:
    """The keys sort as numbers and pips do."""
    hand = hand_of([PACK.number[card] for card in cards])
    plain = {suit: [card[0] for card in cards if card[1] == suit] for suit in "CDHS"}
    sizes = {suit: (len(ranks), sum(PIPS[rank] for rank in ranks)) for suit, ranks in plain.items() if ranks}
    keys = {suit: call_key(POINT, hand, pack("CDHS".index(suit))) for suit in sizes}
    assert len(point_calls(hand)) == len(sizes)
    pairs = [(keys[suit], size) for suit, size in sizes.items()]
    assert all((key > other) == (size > least) for key, size in pairs for other, least in pairs)


@QUICK
@given(HANDS)
def test_a_larger_sequence_is_longer_or_higher_and_each_run_gives_one(cards: list[str]) -> None:
    """The full calls name every run once, the best first."""
    hand = hand_of([PACK.number[card] for card in cards])
    keys = []
    for suit in "CDHS":
        row = "".join(rank if rank + suit in cards else " " for rank in RANKS)
        keys += [(len(run_of), -RANKS.index(run_of[0])) for run_of in row.split() if len(run_of) > 2]
    calls = sequence_calls(runs(hand), False)
    assert len(calls) == (sum(key == max(keys) for key in keys) if keys else 0)
    every = [call_key(SEQUENCE, hand, call) for call in sequence_calls(runs(hand), True)]
    assert all(call_key(SEQUENCE, hand, call) == max(every) for call in calls)


def test_pips_of_a_whole_suit_are_seventy_five() -> None:
    """A point of eight is always equal to another one."""
    elder, younger = "AS KS QS JS TS 9S 8S 7S AH KH QH JH", "TH 9H 8H 7H AD KD QD JD TD 9D 8D 7D"
    table = hands(elder, younger, first_declarer="elder")
    run(table, "call point S, ask")
    assert table.view("public")["declared"]["point"] == {"call": "8", "pips": 75}
    assert table.legal() == ["good", "equal"]

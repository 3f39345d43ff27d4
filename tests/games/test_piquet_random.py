"""Random deals of piquet: what holds in all of them, and the same deals played by a slow second kernel."""

import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games.piquet.deal import PiquetDeal
from games import optionsets
from games.battery import CALM, every_action, refusal
from games.piquet_cards import PIPS, RANKS, SUITS, normal
from games.piquet_deals import ALL_CARDS, PIQUET, deal, lines
from games.piquet_reference import Table

DEALS = int(os.environ.get("CROUPIER_PIQUET_DEALS", "320"))
"""Deals that both kernels play; a night's run takes a hundred thousand."""


def rich_deck(rng: random.Random) -> list[str]:
    """A random deck; in two of three one player gets long suits or high cards, so that there is much to declare."""
    kind, first = rng.randrange(3), rng.randrange(2)
    pulls: list[Callable[[str], float]] = [lambda _: 0.0, lambda card: card[1] in "SH", lambda card: card[0] in "AKQJ"]
    pull = pulls[kind]
    order = sorted(ALL_CARDS, key=lambda card: pull(card) * rng.choice((0.6, 1.3)) + rng.random(), reverse=True)
    hands = [order[:12], order[12:24]]
    one, other = (hands[first ^ seat] for seat in range(2))
    dealt = [card for place in range(0, 12, 2) for card in (*one[place : place + 2], *other[place : place + 2])]
    return [*dealt, *rng.sample(order[24:], 8)]


def pick(fast: PiquetDeal, rng: random.Random) -> str:
    """An action that leads somewhere: mostly little is exchanged and all is declared, often play is from the top."""
    form = fast.form()
    if form is not None:
        number = min(form.most, max(form.least, rng.choice((0, 1, 1, 2, 5))))
        return " ".join(["exchange", *rng.sample(form.cards, number)])
    legal = fast.legal()
    if fast.phase in ("play", "lead1"):
        return max(legal, key=lambda play: -RANKS.index(play[5])) if rng.random() < 0.7 else rng.choice(legal)
    if "equal" in legal:
        return "equal"
    hand = fast.view(fast.to_act or 0)["hand"]
    best = (
        max(legal, key=lambda action: sum(card[1] == action[-1] for card in hand)) if "point" in legal[0] else legal[0]
    )
    return best if rng.random() < 0.75 else rng.choice(legal)


def compare(rng: random.Random) -> Counter[str]:
    """Play a deal with both kernels; they agree on everything. What happened in it."""
    options = optionsets.valid(PIQUET, rng, {"auto_declare": "off"})
    if rng.random() < 0.3:
        options = PIQUET.resolve("classic", {})
    deck, dealer = rich_deck(rng), rng.randrange(2)
    fast, slow = deal(deck, dealer, **options), Table(options, dealer, list(deck))
    met: Counter[str] = Counter()
    while fast.to_act is not None:
        assert (fast.to_act, fast.phase) == (slow.turn, slow.phase)
        assert (fast.auto() or "") == slow.engine()
        assert_same_list(fast, slow, rng)
        action = pick(fast, rng)
        met[f"{fast.phase} {action.split(' ')[0]}"] += 1
        fast.apply(fast.to_act, action)
        slow.do(action)
        assert fast.points() == slow.side_points()
    assert slow.turn is None
    assert sorted((s.seat, s.kind, s.points, s.ply) for s in fast.scores) == sorted(slow.lines())
    return met + Counter(kind for _, kind, _ in lines(fast))


def assert_same_list(fast: PiquetDeal, slow: Table, rng: random.Random) -> None:
    """All legal actions; of an exchange mostly the form alone, as there may be thousands."""
    form = fast.form()
    if form is not None and rng.random() < 0.9:
        assert fast.legal() == []
        assert (form.least, form.most, set(form.cards)) == (*slow.limits(), slow.hands[slow.turn or 0])
    else:
        assert {normal(action) for action in every_action(fast)} == {normal(action) for action in slow.legal()}


@pytest.mark.timeout(180 + DEALS // 5)
def test_a_second_kernel_written_from_the_rules_agrees_at_every_step() -> None:
    """The same seat is asked in the same phase, the same actions are legal, the same points are scored."""
    met: Counter[str] = Counter()
    for seed in range(DEALS):
        met += compare(random.Random(seed))
    wanted = [
        "repique", "pique", "thirty", "capot", "cards", "carte-blanche", "point-reply ask", "point-claim claim",
        "sequence-reply equal", "set-reply not-good", "younger-claims claim", "younger-claims pass",
        "younger-claims look", "blanche-younger blanche", "sequence-claim pass",
    ]  # fmt: skip
    assert [name for name in wanted if not met[name]] == []


def shuffled(rng: random.Random, **given: Any) -> PiquetDeal:
    return deal(rng.sample(ALL_CARDS, 32), rng.randrange(2), **given)


def play(table: PiquetDeal, rng: random.Random) -> PiquetDeal:
    """Play at random to the end."""
    while table.to_act is not None:
        table.push(rng.choice(table.moves()))
    return table


@pytest.mark.timeout(180)
@pytest.mark.parametrize("ruleset", ["house", "classic"])
def test_random_deals_keep_the_invariants(ruleset: str) -> None:
    """Twelve cards after each exchange, twelve tricks, the sum of the play, one bonus, one winner of each category."""
    rng = random.Random(ruleset)
    for _ in range(1_500):
        table = shuffled(rng, ruleset=ruleset)
        while table.to_act is not None:
            table.push(rng.choice(table.moves()))
            if not table.tricks and table.led < 0:
                assert [hand.bit_count() for hand in table.hands] == [12, 12]
                assert sum(held.bit_count() for held in table.discards) + 24 + table.left == 32
        assert len(table.tricks) == sum(table.won) == 12
        check_score(table, ruleset)


def check_score(table: PiquetDeal, ruleset: str) -> None:
    """What is true of every score of a ruleset."""
    found = lines(table)
    play_points = sum(points for _, kind, points in found if kind in ("lead", "trick"))
    followers = sum(winner != leader for leader, _, _, winner in table.tricks)
    assert play_points == (26 if ruleset == "house" else 12 + followers + 1)
    kinds = Counter(kind for _, kind, _ in found)
    assert kinds["cards"] + kinds["capot"] == (table.won != [6, 6])
    assert kinds["thirty"] + kinds["repique"] + kinds["pique"] <= 1
    assert not any(kind == "pique" and seat == table.dealer for seat, kind, _ in found)
    for category in ("point", "sequence", "set"):
        assert len({seat for seat, kind, _ in found if kind == category}) <= 1
    assert kinds["sequence"] <= 4
    assert sum(points == 14 for _, kind, points in found if kind == "set") <= 3
    assert table.points() == [sum(points for who, _, points in found if who == seat) for seat in range(2)]
    if 12 in table.won:
        loser = table.won.index(0)
        lost = sum(points for seat, kind, points in found if kind in ("lead", "trick") and seat == loser)
        assert lost == (loser == table.elder)


@pytest.mark.timeout(180)
@settings(CALM, max_examples=100)
@given(st.randoms(use_true_random=False))
def test_the_engine_declares_the_best_that_is_true(rng: random.Random) -> None:
    """With ``auto_declare``: by numbers counted from the cards alone."""
    given_options: dict[str, Any] = {"auto_declare": "full", "carte_blanche": "off", "first_declarer": "elder"}
    table = deal(rich_deck(rng), **given_options)
    while table.auto() is None:
        assert table.to_act is not None
        table.apply(table.to_act, pick(table, rng))
    while (action := table.auto()) is not None:
        assert table.legal() == [action]
        table.apply(table.to_act or 0, action)
    hands = [set(table.view("auditor")["hands"][seat]) for seat in "01"]
    assert sorted(lines(table)) == sorted(declared(hands))


def declared(hands: list[set[str]]) -> list[tuple[int, str, int]]:
    """The score of all declarations, with a bonus of 30 for 30 points against nothing; elder is seat 0."""
    found: list[tuple[int, str, int]] = []
    points = [max((len(suit_of(hand, suit)), pips(suit_of(hand, suit))) for suit in SUITS) for hand in hands]
    if points[0] != points[1]:
        found.append((points.index(max(points)), "point", max(points)[0]))
    runs = [sorted(runs_of(hand), reverse=True) for hand in hands]
    best = [one[0] if one else (0, 0) for one in runs]
    if best[0] != best[1]:
        seat = best.index(max(best))
        found += [(seat, "sequence", number + 10 * (number > 4)) for number, _ in runs[seat]]
    sets = [sorted(sets_of(hand), reverse=True) for hand in hands]
    if any(sets):
        seat = 0 if sets[0][:1] > sets[1][:1] else 1
        found += [(seat, "set", 14 if number == 4 else 3) for number, _ in sets[seat]]
    sums = [0, 0]
    for seat, _, worth in found:
        sums[seat] += worth
        if sums[seat] >= 30 and not sums[1 - seat]:
            return [*found, (seat, "thirty", 30)]
    return found


def suit_of(hand: set[str], suit: str) -> str:
    return "".join(rank for rank in RANKS if rank + suit in hand)


def pips(ranks: str) -> int:
    return sum(PIPS[rank] for rank in ranks)


def runs_of(hand: set[str]) -> list[tuple[int, int]]:
    """Length and strength of the top card of each run of three or more."""
    found = []
    for suit in SUITS:
        row = "".join(rank if rank + suit in hand else " " for rank in RANKS)
        found += [(len(run), -RANKS.index(run[0])) for run in row.split() if len(run) > 2]
    return found


def sets_of(hand: set[str]) -> list[tuple[int, int]]:
    """Number and strength of each three and four of a kind."""
    held = Counter(card[0] for card in hand)
    return [(held[rank], -RANKS.index(rank)) for rank in "AKQJT" if held[rank] > 2]


@pytest.mark.timeout(180)
@settings(CALM, max_examples=100)
@given(st.text(max_size=40), st.integers(-1, 2), st.integers(0, 30))
def test_any_text_is_either_legal_or_refused_with_a_code(text: str, seat: int, length: int) -> None:
    """No text makes the kernel stumble or move."""
    rng = random.Random(5)
    table = shuffled(rng, ruleset="classic")
    for _ in range(length):
        table.push(rng.choice(table.moves()))
    before = table.view("auditor")
    for verb in ("", "play ", "exchange ", "call ", "call sequence ", "call set ", "claim point ", "blanche "):
        refused = refusal(table, seat, verb + text)
        if refused is not None:
            assert refused[0].split("/")[0] in ("move", "malformed")
            assert len(refused[1]) < 200
    assert table.view("auditor") == before


def test_carte_blanche_is_as_frequent_as_it_should_be() -> None:
    """A third of all dealt hands has a suit with its ten and no court card, one in twenty-two two of them."""
    rng, counts = random.Random(10), Counter[int]()
    for _ in range(4_000):
        hand = set(rng.sample(ALL_CARDS, 12))
        counts[sum(f"T{suit}" in hand and not {f"{rank}{suit}" for rank in "KQJ"} & hand for suit in SUITS)] += 1
        if counts.total() % 40 == 0:
            rest = [card for card in ALL_CARDS if card not in hand]
            table = deal([c for n in range(0, 12, 2) for c in (*sorted(hand)[n : n + 2], *rest[n : n + 2])] + rest[12:])
            white = [suit for suit in SUITS if f"blanche {suit}" in table.legal()]
            assert len(white) == sum(
                f"T{suit}" in hand and not {f"{rank}{suit}" for rank in "KQJ"} & hand for suit in SUITS
            )
    assert 0.31 < 1 - counts[0] / 4_000 < 0.352
    assert 0.034 < (counts[2] + counts[3]) / 4_000 < 0.059

"""The two worked games of trionfo, card by card, and small things that its tests share."""

import random
from collections.abc import Callable, Iterable
from typing import Any

from croupier import games
from croupier.games.trionfo.deal import TrionfoDeal

TRIONFO = games.get("trionfo")

FOUR_DECK = (
    "4D 5H JC TD 6C 8C AS 2H JD KD TC TH QH 7D 3S 6H 8S 9C 9D 7H QS 7S 9S AC 4S 3D "
    "KC 2C 2S 3C 9H 6D JH 4H JS 8H AD 3H TS KH 4C 6S 2D AH 5D 8D 5S QC QD KS 7C 5C"
)
FOUR_TRICKS = """
    P0: QH 5H 3S 2H -> P2 0
    P2: AS 2C 4S 7S -> P2 5
    P2: KC AC 6C 8C -> P3 0
    P3: TH 8S 3D 9S -> P2 0
    P2: JC 6H QS 9C -> P0 3
    P0: JD KD 9D TD -> P1 0
    P1: 7D TC 7H 4D -> P1 0
    P1: JS 5C 2S KS -> P0 4
    P0: 8D 2D 6D QD -> P3 0
    P3: AD 6S TS 8H -> P1 0
    P1: 9H KH JH 3H -> P2 0
    P2: AH 4C 4H 5S -> P1 0
    P1: 7C QC 5D 3C -> P2 0
"""
"""Leader, cards, winner, points of special trumps."""

SEVEN_DECK = (
    "QD JC 9C 7D 4S 8H QC 7H 3D JD 9S QS 2S 8C 8D 6C AH AS 3S 5D TD TH 7S 4C KD "
    "JS TC 3H 4H 7C 5C 6H AD KH 3C 6D QH 5S AC JH 8S 4D 9H 9D 6S KS TS 5H KC"
)
SEVEN_TRICKS = """
    P0: QD 3D JD KD AD 5D 4D -> P4 0
    P4: QS 2S 3C 4H 7S 5S 9S -> P6 0
    P6: KC 6D 6C 4C AC 3S TC -> P3 5
    P3: AS 4S 8S 8C 7H JC 6S -> P1 4
    P1: QH AH 6H JH 5H 3H 9H -> P2 0
    P2: 9C 7D TS 8H QC 8D 7C -> P6 3
    P6: TD TH 9D 5C KS JS KH -> P2 0
"""
SEVEN_BIDS = (0, 1, 1, 2, 1, 0, 2)


def read(tricks: str) -> list[tuple[int, list[str], int, int]]:
    """Leader, cards, winner, points of special trumps, trick by trick."""
    read = []
    for line in tricks.strip().splitlines():
        leader, _, rest = line.strip().partition(": ")
        cards, _, won = rest.partition(" -> ")
        winner, specials = won.split(" ")
        read.append((int(leader[1:]), cards.split(" "), int(winner[1:]), int(specials)))
    return read


FOUR_ACTIONS = " ".join(card for _, cards, _, _ in read(FOUR_TRICKS) for card in cards)
SEVEN_ACTIONS = " ".join(
    [*(f"bid:{bid}" for bid in SEVEN_BIDS), *(card for _, cards, _, _ in read(SEVEN_TRICKS) for card in cards)]
)


def deal(
    players: int, deck: str | Iterable[str], dealer: int | None = None, ply: int = 0, number: int = 1, **options: Any
) -> TrionfoDeal:
    """Deal a deck; the last seat is the dealer unless another one is named."""
    resolved = TRIONFO.resolve("house", {"players": players, **options})
    cards = deck.split(" ") if isinstance(deck, str) else list(deck)
    dealt = TRIONFO.deal(resolved, players - 1 if dealer is None else dealer, cards, ply, number)
    assert isinstance(dealt, TrionfoDeal)
    return dealt


def act(table: TrionfoDeal, *actions: str) -> TrionfoDeal:
    """``table`` after actions of whoever is asked; a card stands for playing it."""
    for action in actions:
        assert table.to_act is not None
        table.apply(table.to_act, action if " " in action else f"play {action}")
    return table


def played(table: TrionfoDeal, actions: str, number: int = 100) -> TrionfoDeal:
    """``table`` after the first ``number`` of the actions of a worked game."""
    return act(table, *(word.replace(":", " ") for word in actions.split(" ")[:number]))


def stacked(players: int, hands: str, then: str = "", **options: Any) -> TrionfoDeal:
    """A deal in which seat 0, 1 … get the hands that ``hands`` gives, ``/`` between them, in full or in part.

    After the hands come the cards of ``then``, the first of them as turn-up, and what is left in the order of the pack.
    """
    given = [hand.split() for hand in hands.split("/")]
    resolved = TRIONFO.resolve("house", {"players": players, **options})
    after = then.split()
    rest = [card for card in TRIONFO.pack(resolved) if card not in after and all(card not in hand for hand in given)]
    full = [hand + [rest.pop(0) for _ in range(7 - len(hand))] for hand in given + [[]] * (players - len(given))]
    deck = [hand[turn] for turn in range(7) for hand in full]
    return deal(players, [*deck, *after, *rest], **options)


def at_random(table: TrionfoDeal, rng: random.Random) -> TrionfoDeal:
    """``table`` played to its end at random."""
    while table.to_act is not None:
        table.push(rng.choice(table.moves()))
    return table


def find(wanted: Callable[[TrionfoDeal], bool], players: int, **options: Any) -> TrionfoDeal:
    """The first deal played at random that ends as ``wanted``."""
    pack = TRIONFO.pack(TRIONFO.resolve("house", {"players": players, **options}))
    for seed in range(5_000):
        rng = random.Random(seed)
        found = at_random(deal(players, rng.sample(pack, len(pack)), **options), rng)
        if wanted(found):
            return found
    raise AssertionError("no such deal was found")

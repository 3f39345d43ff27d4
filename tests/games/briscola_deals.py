"""The two worked deals of briscola, card by card, and a way to find deals that end in some special way."""

import random
from collections.abc import Callable
from typing import Any

from croupier import games
from croupier.games.briscola.deal import BriscolaDeal

BRISCOLA = games.get("briscola")


def cards(text: str) -> list[str]:
    """A deck or a hand."""
    return text.split(" ")


def deal(players: int, deck: list[str], first_ply: int = 0, **options: Any) -> BriscolaDeal:
    """Deal a deck with the last seat as dealer."""
    resolved = BRISCOLA.resolve("house", {"players": players, **options})
    dealt = BRISCOLA.deal(resolved, players - 1, deck, first_ply)
    assert isinstance(dealt, BriscolaDeal)
    return dealt


def played(deal: BriscolaDeal, tricks: str, number: int = 100) -> BriscolaDeal:
    """``deal`` after the first ``number`` actions of ``tricks``."""
    for action in actions(tricks)[:number]:
        assert deal.to_act is not None
        deal.apply(deal.to_act, action)
    return deal


def find(wanted: Callable[[BriscolaDeal], bool], players: int, **options: Any) -> BriscolaDeal:
    """The first deal played at random that ends as ``wanted``."""
    resolved = BRISCOLA.resolve("house", {"players": players, **options})
    pack = BRISCOLA.pack(resolved)
    for seed in range(5_000):
        rng = random.Random(seed)
        found = deal(players, rng.sample(pack, len(pack)), **options)
        while found.to_act is not None:
            found.push(rng.choice(found.moves()))
        if wanted(found):
            return found
    raise AssertionError("no such deal was found")


TWO_DECK = cards(
    "JC JB 5D AD JD 2D 2B 4S 3C 4D AB 2C 3S 7D 3B 3D 5S 4B KS 7S "
    "KD 5B KC QS KB 6D 5C 4C 6B QD AS QB 6S QC 7B 7C 6C JS AC 2S"
)

TWO_TRICKS = """
    P0: 5D AD -> P1 11, 4S 3C
    P1: 2D JD -> P0 2, 4D AB
    P0: 4D 4S -> P0 0, 2C 3S
    P0: 2C 3S -> P0 10, 7D 3B
    P0: 7D JB -> P1 2, 3D 5S
    P1: 3D 5S -> P1 10, 4B KS
    P1: 4B JC -> P1 2, 7S KD
    P1: 7S KS -> P0 4, 5B KC
    P0: KD KC -> P0 8, QS KB
    P0: QS KB -> P1 7, 6D 5C
    P1: 6D 5C -> P1 0, 4C 6B
    P1: 4C 3C -> P0 10, QD AS
    P0: QD AS -> P0 14, QB 6S
    P0: 5B 6S -> P0 0, QC 7B
    P0: QC 7B -> P1 3, 7C 6C
    P1: 7C 6C -> P1 0, JS AC
    P1: JS AC -> P1 13, 2S 2B
    P1: 2S 2B -> P0 0,
    P0: 6B 3B -> P1 10,
    P1: AB QB -> P1 14,
"""

FOUR_DECK = cards(
    "3D KC 6S QD 5S 4S QC 2D 7S QS 6B JD KB 3C 6D 2C KS QB 7B 4C "
    "4B KD 5C 7C AC 7D 6C JC JS AD 2S 2B 3B 4D 5D 5B AB AS JB 3S"
)

FOUR_TRICKS = """
    P0: 5S QS 6S QD -> P1 6, 3C 6D 2C KS
    P1: 4S 6D JD KS -> P0 6, QB 7B 4C 4B
    P0: 7S KC QC 2C -> P0 7, KD 5C 7C AC
    P0: KD 5C 7C 2D -> P0 4, 7D 6C JC JS
    P0: 7D 6C JC JS -> P0 4, AD 2S 2B 3B
    P0: 3D 7B 4C AC -> P1 21, 4D 5D 5B AB
    P1: 2S 5D 4B AD -> P3 11, AS JB 3S KB
    P3: AS JB 4D 2B -> P0 13,
    P0: QB 3C 6B 3B -> P3 23,
    P3: 5B AB 3S KB -> P0 25,
"""


def read(tricks: str) -> list[tuple[int, list[str], int, int, list[str]]]:
    """Leader, cards, winner, value, cards drawn (winner first), trick by trick."""
    read = []
    for line in tricks.strip().splitlines():
        leader, _, rest = line.strip().partition(": ")
        cards, _, rest = rest.partition(" -> ")
        won, _, drawn = rest.partition(",")
        winner, value = won.split(" ")
        read.append((int(leader[1:]), cards.split(" "), int(winner[1:]), int(value), drawn.split()))
    return read


def actions(tricks: str) -> list[str]:
    """The actions of the deal in order."""
    return [f"play {card}" for _, cards, _, _, _ in read(tricks) for card in cards]

"""Decks that nobody can choose: commitments, beacon, board seeds and the shuffle.

The dealer fixes a seed before it knows the entrants' nonces, the entrants fix their nonces before they
know the seed, and every deck follows from both. Whoever is given the seed afterwards can deal again
with this page alone. ``docs/verify.md`` states the same for other languages.

All values are bytes; logs write them as lower-case hex. Each hash has a tag of its own, ASCII and one
zero byte, so that no value can be passed off as one of another kind. Integers are 32-bit big-endian.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence

TOURNAMENT = b"croupier/tournament/v1\0"
SEED = b"croupier/seed/v1\0"
BEACON = b"croupier/beacon/v1\0"
BOARD = b"croupier/board/v1\0"
DECK = b"croupier/deck/v1\0"
SHUFFLE = b"croupier/shuffle/v1\0"

WORDS = 2**32
"""How many values a word of the random stream can have."""


def tournament_seed(secret: bytes, tournament: str) -> bytes:
    """The seed S of a tournament, derived so that a dealer that was killed deals the same cards again.

    ``secret``: the dealer's own 32 bytes. Raises ``ValueError`` for a secret that is shorter.
    """
    if len(secret) < 32:
        raise ValueError("the dealer's secret has 32 bytes or more")
    return hmac.digest(secret, TOURNAMENT + tournament.encode(), "sha256")


def seed_commitment(seed: bytes) -> bytes:
    """What is published of the seed S before anybody brings a nonce."""
    return hashlib.sha256(SEED + seed).digest()


def beacon(nonces: Iterable[bytes]) -> bytes:
    """The entrants' share in every deck: one hash over all their nonces, in whatever order they came."""
    return hashlib.sha256(BEACON + b"".join(sorted(nonces))).digest()


def board_seed(seed: bytes, board: str) -> bytes:
    """The seed of one board; to reveal it tells nothing about the other boards of the tournament."""
    return hmac.digest(seed, BOARD + board.encode(), "sha256")


def deck_commitment(of_board: bytes) -> bytes:
    """What is published of a board's seed before its first card is dealt."""
    return hashlib.sha256(DECK + of_board).digest()


def shuffle(of_board: bytes, mixed: bytes, deal: int, pack: Sequence[str]) -> list[str]:
    """The deck of deal number ``deal`` (1, 2 …) on a board, first dealt card first.

    ``of_board``: the board seed; ``mixed``: the tournament's beacon; ``pack``: the game's cards in order.
    Fisher and Yates from the last card down. A word that would favour some cards is skipped, so that all
    orders are equally likely. Raises ``ValueError`` for a deal number below 1.
    """
    if deal < 1:
        raise ValueError("deals are numbered from 1")
    deck = list(pack)
    words = _words(of_board, SHUFFLE + mixed + deal.to_bytes(4, "big"))
    for last in range(len(deck) - 1, 0, -1):
        chosen = _below(last + 1, words)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


def _words(key: bytes, prefix: bytes) -> Iterator[int]:
    """The random stream: 32-bit words, eight from each keyed hash of ``prefix`` and a counter."""
    counter = 0
    while True:
        block = hmac.digest(key, prefix + counter.to_bytes(4, "big"), "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    limit = WORDS - WORDS % bound
    while (word := next(words)) >= limit:
        pass
    return word % bound

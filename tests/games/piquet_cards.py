"""Cards and declarations of piquet as plain texts, for the second kernel and for tests; nothing of the kernel's."""

RANKS = "AKQJT987"
SUITS = "CDHS"
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7}


def normal(action: str) -> str:
    """The extras of a call and the cards of an exchange mean the same in any order."""
    verb, *cards = action.split(" ")
    if verb == "exchange":
        return " ".join([verb, *sorted(cards)])
    best, *extras = action.split(" + ")
    return " + ".join([best, *sorted(extras)])


def high(rank: str) -> int:
    return -RANKS.index(rank)


def sequences(hand: set[str]) -> list[str]:
    """All that can truly be called, shorter parts of runs too: ``AS 4``."""
    return [
        f"{RANKS[top]}{suit} {length}"
        for suit in SUITS
        for top in range(8)
        for length in range(3, 9 - top)
        if all(rank + suit in hand for rank in RANKS[top : top + length])
    ]


def run_of(hand: set[str], sequence: str) -> str:
    """The top card of the run in which a sequence lies."""
    place, suit = RANKS.index(sequence[0]), sequence[1]
    while place > 0 and RANKS[place - 1] + suit in hand:
        place -= 1
    return RANKS[place] + suit


def sets(hand: set[str], ranks: str) -> list[str]:
    """``K 4`` and ``K 3`` for four kings."""
    held = {rank: sum(rank + suit in hand for suit in SUITS) for rank in ranks}
    return [f"{rank} {number}" for rank in ranks for number in (4, 3) if held[rank] >= number]

"""Estimates less the luck of the deal: control variates.

What the cards alone would have brought is known for each board, since anybody can play it out by a fixed rule. Its mean
over all boards is known too, so whatever the boards of a duel had above it was luck, and can be taken off. The rule is
fixed before the first game; a rule that is a poor judge of cards takes little off, and never biases.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from croupier.games.kernel import Deal, Game, Options

PLAYOUTS = 16
"""How often a deal is played out: more bring its luck out more clearly."""


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Means with their standard errors: plain, and with the luck taken off.

    ``factor``: by how much the variance of the mean fell (2: half as many games would do); ``slopes``: points taken off
    for each point of luck, in each half.
    """

    plain: float
    plain_error: float
    mean: float
    error: float
    factor: float
    slopes: tuple[float, ...]


def adjusted(values: Sequence[float], lucks: Sequence[float], expected: float = 0.0) -> Adjusted:
    """The mean of ``values`` less their luck.

    ``lucks``: what the rule says of each game; ``expected``: the rule's mean over all boards. The slope for each half
    of the games comes from the other half, so that no game corrects itself: the mean stays unbiased. Games in an order
    that does not depend on their results, such as that of their ids. Raises ``ValueError`` for fewer than four games,
    or lists of different lengths.
    """
    if len(values) != len(lucks) or len(values) < 4:
        raise ValueError("as many lucks as values, and four games or more")
    slopes = tuple(_slope(values[1 - half :: 2], lucks[1 - half :: 2]) for half in (0, 1))
    left = [
        value - slopes[index % 2] * (luck - expected)
        for index, (value, luck) in enumerate(zip(values, lucks, strict=True))
    ]
    (plain, plain_error), (mean, error) = _mean(values), _mean(left)
    factor = (plain_error / error) ** 2 if error else 1.0
    return Adjusted(plain, plain_error, mean, error, factor, slopes)


@dataclass(frozen=True, slots=True)
class DealLuck:
    """What the rule says of one deal: ``luck`` of the first team, and whether a seat of that team ``dealt``."""

    luck: float
    dealt: bool


def luck_of_pairs(pairs: Sequence[Sequence[DealLuck]]) -> list[float]:
    """The luck of the first team in each pair, all deals of both games together; its mean over all boards is 0.

    What the dealer's side has from dealing is taken off at each deal, since a match may end after any of them; it is
    estimated from all deals of the duel.
    """
    deals = [deal for pair in pairs for deal in pair]
    edge = sum(deal.luck if deal.dealt else -deal.luck for deal in deals) / len(deals) if deals else 0.0
    return [sum(deal.luck - (edge if deal.dealt else -edge) for deal in pair) for pair in pairs]


def played_out(game: Game, options: Options, deck: Sequence[str], dealer: int, times: int = PLAYOUTS) -> list[float]:
    """Points by side on the mean of ``times`` plays of the deal, every seat by the same rule; the same every time.

    The rule: every other decision, by lot, what gains the most points now or loses the fewest, else anything that is
    legal. It looks at nothing but what the kernel says, so it knows no game and serves all.
    """
    sides = game.sides(options)
    side = {seat: number for number, members in enumerate(sides) for seat in members}
    sums = [0] * len(sides)
    for number in range(times):
        lots = _lots(number)
        deal = game.deal(options, dealer, deck)
        while deal.to_act is not None:
            deal.push(_choice(deal, side[deal.to_act], next(lots)))
        sums = [total + points for total, points in zip(sums, deal.points(), strict=True)]
    return [total / times for total in sums]


def luck(points: Sequence[float], side: int) -> float:
    """What a side got above the mean of all sides."""
    return points[side] - sum(points) / len(points)


def _choice(deal: Deal, side: int, lot: int) -> int:
    moves = list(deal.moves())
    if len(moves) == 1 or lot % 2:
        return moves[lot // 2 % len(moves)]
    return max(moves, key=lambda move: _gain(deal, move, side))


def _lots(number: int) -> Iterator[int]:
    """A linear congruential generator: numbers that anybody can draw again."""
    state = number + 1
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33


def _gain(deal: Deal, move: int, side: int) -> float:
    after = deal.copy()
    after.push(move)
    return luck(after.points(), side) - luck(deal.points(), side)


def _slope(values: Sequence[float], lucks: Sequence[float]) -> float:
    middle, centre = sum(values) / len(values), sum(lucks) / len(lucks)
    spread = sum((luck - centre) ** 2 for luck in lucks)
    if not spread:
        return 0.0
    return sum((value - middle) * (luck - centre) for value, luck in zip(values, lucks, strict=True)) / spread


def _mean(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))

"""Playing a deal of piquet on, fast: all that is held is declared, tricks are won as cheaply as can be, leads vary."""

from collections.abc import Sequence
from random import Random

from croupier.games.kernel import Deal
from croupier.games.piquet import offers
from croupier.games.piquet.deal import PiquetDeal
from croupier.games.piquet.holdings import SUITS, cards_of, in_suit
from croupier.games.piquet.setup import PACK
from croupier.games.piquet.words import EQUAL, EXCHANGE, GOOD, NO_LOOK, NOT_GOOD, SHIFT
from croupier.sdk.bots import piquet as greedy
from croupier.sdk.turn import Turn

from .style import Style

SPREAD = 60.0
"""About all points of a deal."""
DOUBT = 1.0
"""What differs from greedy's choice should be a little better than luck explains."""
TOP = 0.75
"""How often the highest card of a suit is led, not the lowest."""


def candidates(turn: Turn) -> Sequence[str]:
    """Greedy's choice first. In an exchange some other good ones; of plays that are worth the same one."""
    if turn.form is not None:
        return [turn.form.fill(cards) for cards in exchanges(turn.view["hand"], turn.form.least, turn.form.most)]
    first = greedy.choose(turn)
    others = different(turn.legal, gone(turn)) if turn.legal[0].startswith("play ") else []
    return [first, *(action for action in others if action != first)]


def exchanges(hand: Sequence[str], least: int, most: int) -> list[list[str]]:
    """The cheapest cards with each suit in mind for the point, as many as allowed or fewer; greedy's own come first."""
    found = [sorted(greedy.discards(hand, least, most))]
    for point in (None, *PACK.suits):
        worth = greedy.keep(hand, point)
        order = sorted(hand, key=lambda card: (worth[card], card))
        for number in range(most, max(least, most - 2) - 1, -1):
            cards = sorted(order[:number])
            if cards not in found:
                found.append(cards)
    return found


def gone(turn: Turn) -> set[str]:
    """Cards that the opponent cannot have, as they were played or lie with the own discards."""
    past = {card for trick in turn.view["tricks"] for card in trick["cards"]}
    return past | {*turn.view["discards"], *turn.view.get("left", ()), *turn.view.get("untaken", ())}


def different(legal: Sequence[str], between: set[str]) -> list[str]:
    """Of plays with cards next to each other, or with only such between them as are out of the play, the lowest."""
    held = {action[5:] for action in legal}
    chosen = []
    for action in legal:
        place, suit = greedy.RANKS.index(action[5]), action[6]
        below = place - 1
        while below >= 0 and greedy.RANKS[below] + suit in between:
            below -= 1
        if below < 0 or greedy.RANKS[below] + suit not in held:
            chosen.append(action)
    return chosen


def play_on(deal: Deal, chance: Random) -> None:
    """Play the deal to its end."""
    assert isinstance(deal, PiquetDeal)
    while deal.to_act is not None:
        if deal.phase in ("play", "lead1"):
            deal.push(card(deal, deal.hands[deal.to_act], chance))
        elif deal.phase.startswith("exchange"):
            deal.push(exchange(deal, deal.hands[deal.to_act]))
        else:
            deal.push(say(deal.moves()))


def say(moves: Sequence[int]) -> int:
    """The declaration that scores most; of replies the best one that is true."""
    for answer in (NOT_GOOD, EQUAL, GOOD, NO_LOOK):
        if answer in moves:
            return answer
    return moves[0]


def exchange(deal: PiquetDeal, hand: int) -> int:
    """The exchange that greedy makes."""
    cards = cards_of(hand)
    least, most = offers.exchange_limits(deal)
    texts = PACK.texts(cards)
    out = greedy.discards(texts, least, most)
    return sum(1 << texts.index(text) for text in out) << SHIFT | EXCHANGE


def card(deal: PiquetDeal, hand: int, chance: Random) -> int:
    """Led: high or low from a suit, the longer the likelier. Following: the cheapest that wins, else the lowest."""
    led = deal.led
    if led < 0:
        cards = cards_of(hand)
        suit = cards[int(chance.random() * len(cards))] >> 3
        held = in_suit(hand, suit)
        low = held & -held
        return 8 * suit + (held if chance.random() < TOP else low).bit_length() - 1
    suit = led >> 3
    held = in_suit(hand, suit)
    if held:
        higher = held >> (led & 7) + 1 << (led & 7) + 1
        best = higher or held
        return 8 * suit + (best & -best).bit_length() - 1
    return throw(hand, chance)


def throw(hand: int, chance: Random) -> int:
    """The lowest card of all suits, any of equal ones."""
    lowest = []
    for suit in SUITS:
        held = in_suit(hand, suit)
        if held:
            rank = (held & -held).bit_length() - 1
            lowest.append((rank + chance.random(), 8 * suit + rank))
    return min(lowest)[1]


STYLE = Style(play_on, candidates, spread=SPREAD, doubt=DOUBT)

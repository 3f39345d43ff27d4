"""Greedy piquet: keep the longest suit, runs and sets; say all that is held; win tricks with the cheapest card.

In an exchange every card has a worth, and the cheapest go. In the play a card's chance to win follows from the cards
that the seat has not seen: those of the opponent are among them. Nothing is remembered; the view has all tricks.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.sdk.turn import Turn

RANKS = "789TJQKA"
SUITS = "CDHS"
HIGH = (0.0, 0.0, 0.0, 1.0, 1.5, 2.5, 4.0, 7.0)
"""What a card is worth to keep, by rank: for tricks, and for sets that may come."""
SUIT = 0.9
"""For each card of its suit; twice that in the longest one, which may be the point."""
NEIGHBOUR = 0.8
"""For each card next to it, or next but one, in its suit."""
SET = (0.0, 0.0, 1.0, 6.0, 12.0)
"""By how many cards of its rank are held, from the ten on."""
CHEAP = 6.0
"""Cards that are worth more than this stay."""
LEAD = 1.0
TRICK = 1.8
"""What a trick brings, with the lead that follows, and its part of the majority."""
KEEP = 1.1
"""The part of a card's later chance that is given up by playing it."""
ANSWERS = ("not-good", "equal", "good", "no-look", "look", "ask", "pass")


@dataclass(frozen=True, slots=True)
class Seen:
    """What the seat to act sees in the play: ``hidden`` cards, of which the opponent holds the ``share``."""

    hand: list[str]
    led: str | None
    hidden: set[str]
    share: float


def choose(turn: Turn) -> str:
    """A claim of carte blanche, the exchange, all that may be called, or the play with the best estimate."""
    if turn.form is not None:
        return turn.form.fill(discards(turn.view["hand"], turn.form.least, turn.form.most))
    if turn.legal[0].startswith("play "):
        seen = read(turn.view, turn.seat)
        return max(turn.legal, key=lambda action: estimate(seen, action[5:]))
    return speak(turn.legal)


def speak(legal: Sequence[str]) -> str:
    """What scores most: the server lists the best calls first. Of plain words the best answer."""
    declared = [action for action in legal if action.partition(" ")[0] in ("blanche", "call", "claim")]
    return declared[0] if declared else min(legal, key=ANSWERS.index)


def discards(hand: Sequence[str], least: int, most: int) -> list[str]:
    """The cards to exchange, the cheapest first: as many as allowed, but none that is worth keeping."""
    worth = keep(hand)
    order = sorted(hand, key=lambda card: (worth[card], card))
    number = sum(worth[card] <= CHEAP for card in order)
    return order[: max(least, min(most, number))]


def keep(hand: Sequence[str], point: str | None = None) -> dict[str, float]:
    """What each card is worth to keep, with a suit in mind for the point: the longest one, if none is given."""
    lengths, ranks = Counter(card[1] for card in hand), Counter(card[0] for card in hand)
    if point is None:
        point = max(SUITS, key=lambda suit: (lengths[suit], sum(HIGH[RANKS.index(c[0])] for c in hand if c[1] == suit)))
    worth = {}
    for card in hand:
        place = RANKS.index(card[0])
        near = sum(abs(RANKS.index(other[0]) - place) in (1, 2) for other in hand if other[1] == card[1])
        suit = SUIT * lengths[card[1]] * (2 if card[1] == point else 1)
        worth[card] = HIGH[place] + suit + NEIGHBOUR * near + (SET[ranks[card[0]]] if place > 2 else 0)
    return worth


def read(view: Mapping[str, Any], seat: int) -> Seen:
    """The situation of the play from the view of a seat."""
    hand, trick = list(view["hand"]), view["trick"]
    gone = {card for past in view["tricks"] for card in past["cards"]}
    known = {*hand, *trick, *gone, *view["discards"], *view.get("left", ())}
    hidden = {rank + suit for rank in RANKS for suit in SUITS} - known
    share = view["cards"][1 - seat] / len(hidden) if hidden else 0.0
    return Seen(hand, trick[0] if trick else None, hidden, share)


def estimate(seen: Seen, card: str) -> float:
    """Points that playing a card is worth, roughly."""
    if seen.led is None:
        return LEAD + TRICK * holds(seen, card) - KEEP * holds(seen, card) * later(seen, card)
    wins = card[1] == seen.led[1] and RANKS.index(card[0]) > RANKS.index(seen.led[0])
    return TRICK * wins - KEEP * TRICK * holds(seen, card) - 0.02 * RANKS.index(card[0])


def holds(seen: Seen, card: str) -> float:
    """The chance that the opponent has no higher card of the suit."""
    higher = sum(rank + card[1] in seen.hidden for rank in RANKS[RANKS.index(card[0]) + 1 :])
    return float(max(0.0, 1 - seen.share) ** higher)


def later(seen: Seen, card: str) -> float:
    """What a winner is worth later: the less, the more of its suit the opponent could still throw under it."""
    others = sum(other[1] == card[1] for other in seen.hand)
    return TRICK * 0.5 if others > 1 else TRICK * 0.7

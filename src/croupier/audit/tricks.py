"""Who won a trick and why, read from the facts that every game tells: ``play`` and ``trick``."""

from collections.abc import Iterable, Sequence
from typing import Any

from croupier.games.kernel import Deal, Fact

SUIT = 1
"""Where a card's text has its suit: ``KD``, and ``KD2`` in a game with two packs."""

Card = tuple[int, str]
"""A seat and the card it played."""


class Played:
    """The cards on the table of one deal, in the order in which they were played."""

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._cards: list[Card] = []
        self._number = 0
        self._trump = deal.view("public").get("trump")

    def take(self, facts: Iterable[Fact]) -> dict[str, Any] | None:
        """Follow what an action brought about; the trick that it completed, with the reason, as JSON."""
        done = None
        for fact in facts:
            if fact.kind == "play":
                self._cards.append((fact.public["seat"], fact.public["card"]))
            elif fact.kind == "trick" and self._cards:
                self._number += 1
                done = won(self._cards, fact.public["winner"], self._trump)
                done["number"] = self._number
                self._cards = []
        return done


def won(cards: Sequence[Card], winner: int, trump: str | None) -> dict[str, Any]:
    """A trick that is full: its cards in order with their seats, the card that won it, and why."""
    card = next(card for seat, card in cards if seat == winner)
    shown = [{"seat": seat, "card": card} for seat, card in cards]
    return {"cards": shown, "winner": winner, "card": card, "why": _why(cards, card, trump)}


def _why(cards: Sequence[Card], best: str, trump: str | None) -> str:
    led, suits = cards[0][1][SUIT], [card[SUIT] for _, card in cards]
    twin = ", and of two equal cards the first wins" if _twice(cards, best) else ""
    if best[SUIT] == trump:
        if suits.count(best[SUIT]) > 1:
            return f"{best} is the highest trump in the trick{twin}"
        return f"{best} is the only trump in the trick, and no card of another suit beats a trump"
    if trump is None:
        return f"{best} is the highest card of the suit led, {led}{twin}"
    return f"{best} is the highest card of the suit led, {led}, and there is no trump in the trick{twin}"


def _twice(cards: Sequence[Card], best: str) -> bool:
    return sum(card[: SUIT + 1] == best[: SUIT + 1] for _, card in cards) > 1

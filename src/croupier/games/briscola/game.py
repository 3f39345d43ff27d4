"""Briscola: the game's entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.kernel import Deal, Match, Options
from croupier.games.matches import FirstTo, Single, Total, always
from croupier.games.setups import SetupGame

from .deal import BriscolaDeal
from .setup import OPTIONS, PACK, RULESETS, Setup, of, resolved
from .worlds import BriscolaWorlds


class Briscola(SetupGame[Setup]):
    """Two to six players, three cards in hand, a turn-up for trump, 120 points to share."""

    name = "briscola"
    rules = 1
    options = OPTIONS
    rulesets = RULESETS
    resolve = staticmethod(resolved)
    setup = staticmethod(of)

    def begin(
        self, setup: Setup, dealer: int, deck: Sequence[str], first_ply: int, number: int, points: Sequence[int]
    ) -> BriscolaDeal:
        return BriscolaDeal(setup, dealer, PACK.read_deck(deck, setup.pack), first_ply)

    def match(self, options: Options) -> Match:
        """One deal, the first to win more than half of N deals, or the sum of N.

        With ``tie = replay`` a deal that nobody won is null: it is dealt anew by the same dealer.
        """
        rules = of(options)
        seats, sides, number = rules.players, len(rules.sides), rules.number
        counts = has_winner if rules.replay else always
        if rules.length == "best-of":
            return FirstTo(seats, sides, number // 2 + 1, places)
        if rules.length == "deals":
            return Total(seats, sides, number, counts)
        return Single(seats, sides, places, counts)

    def worlds(
        self, options: Options, seat: int, view: Mapping[str, Any], heard: Sequence[Mapping[str, Any]]
    ) -> BriscolaWorlds:
        return BriscolaWorlds(of(options), seat, view, heard)


def places(deal: Deal) -> tuple[int, ...]:
    """The places of the sides in one deal of briscola."""
    assert isinstance(deal, BriscolaDeal)
    return deal.places()


def has_winner(deal: Deal) -> bool:
    """Is the first place of the deal taken by one side alone?"""
    return places(deal).count(1) == 1


GAME = Briscola()

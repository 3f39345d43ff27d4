"""Bezique: the game's entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.kernel import Match, Options
from croupier.games.matches import Single, Total, ToTarget
from croupier.games.setups import SetupGame

from .deal import BeziqueDeal
from .setup import OPTIONS, PACKS, RULESETS, SEATS, Setup, of, resolved
from .worlds import BeziqueWorlds


class Bezique(SetupGame[Setup]):
    """Two players, two packs of 32 cards, melds after tricks, a last phase without a stock."""

    name = "bezique"
    rules = 1
    options = OPTIONS
    rulesets = RULESETS
    resolve = staticmethod(resolved)
    setup = staticmethod(of)

    def begin(
        self, setup: Setup, dealer: int, deck: Sequence[str], first_ply: int, number: int, points: Sequence[int]
    ) -> BeziqueDeal:
        """As every game; ``points`` matter where the target counts at once."""
        return BeziqueDeal(setup, dealer, PACKS[setup.packs].read_deck(deck, setup.pack), first_ply, points)

    def match(self, options: Options) -> Match:
        """One deal, deals until somebody has the target, or the sum of N."""
        rules = of(options)
        if rules.length == "target":
            return ToTarget(SEATS, SEATS, rules.target)
        return Total(SEATS, SEATS, rules.number) if rules.length == "deals" else Single(SEATS, SEATS)

    def worlds(
        self, options: Options, seat: int, view: Mapping[str, Any], heard: Sequence[Mapping[str, Any]]
    ) -> BeziqueWorlds:
        """As every game."""
        return BeziqueWorlds(of(options), seat, view, heard)


GAME = Bezique()

"""Bezique: the game's entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.kernel import Game, Match, Options, OptionValue
from croupier.games.matches import Single, Total, ToTarget

from . import setup
from .deal import BeziqueDeal
from .setup import OPTIONS, PACKS, RULESETS
from .worlds import BeziqueWorlds


class Bezique(Game):
    """Two players, two packs of 32 cards, melds after tricks, a last phase without a stock."""

    name = "bezique"
    rules = 1
    options = OPTIONS
    rulesets = RULESETS

    def resolve(self, ruleset: str, given: Options) -> dict[str, OptionValue]:
        return setup.resolved(ruleset, given)

    def seats(self, options: Options) -> int:
        setup.of(options)
        return 2

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        setup.of(options)
        return (0,), (1,)

    def pack(self, options: Options) -> tuple[str, ...]:
        return setup.of(options).cards

    def deal(
        self,
        options: Options,
        dealer: int,
        deck: Sequence[str],
        first_ply: int = 0,
        number: int = 1,
        points: Sequence[int] = (),
    ) -> BeziqueDeal:
        """As every game; ``points`` matter where the target counts at once."""
        rules = setup.of(options)
        if dealer not in (0, 1):
            raise ValueError(f"no seat {dealer} to deal")
        return BeziqueDeal(rules, dealer, PACKS[rules.packs].read_deck(deck, rules.pack), first_ply, points)

    def match(self, options: Options) -> Match:
        """One deal, deals until somebody has the target, or the sum of N."""
        rules = setup.of(options)
        if rules.length == "target":
            return ToTarget(2, 2, rules.target)
        return Total(2, 2, rules.number) if rules.length == "deals" else Single(2, 2)

    def worlds(
        self, options: Options, seat: int, view: Mapping[str, Any], heard: Sequence[Mapping[str, Any]]
    ) -> BeziqueWorlds:
        """As every game."""
        return BeziqueWorlds(setup.of(options), seat, view, heard)


GAME = Bezique()

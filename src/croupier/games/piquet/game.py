"""Piquet: the game's entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.kernel import Match, Options
from croupier.games.matches import Single, Total, ToTarget
from croupier.games.setups import SetupGame

from .deal import PiquetDeal
from .match import Partie
from .setup import ALL_CARDS, OPTIONS, PACK, RULESETS, SEATS, Setup, of, resolved
from .worlds import PiquetWorlds


class Piquet(SetupGame[Setup]):
    """Two players, twelve cards each of thirty-two, an exchange, declarations and tricks without trumps."""

    name = "piquet"
    rules = 1
    options = OPTIONS
    rulesets = RULESETS
    resolve = staticmethod(resolved)
    setup = staticmethod(of)

    def begin(
        self, setup: Setup, dealer: int, deck: Sequence[str], first_ply: int, number: int, points: Sequence[int]
    ) -> PiquetDeal:
        return PiquetDeal(setup, dealer, PACK.read_deck(deck, ALL_CARDS), first_ply)

    def match(self, options: Options) -> Match:
        """One deal, the sum of N, a partie of six with the Rubicon, or the first to a number of points."""
        rules = of(options)
        if rules.length == "partie":
            return Partie()
        if rules.length == "cent":
            return ToTarget(SEATS, SEATS, rules.target)
        return Total(SEATS, SEATS, rules.number) if rules.length == "deals" else Single(SEATS, SEATS)

    def worlds(
        self, options: Options, seat: int, view: Mapping[str, Any], heard: Sequence[Mapping[str, Any]]
    ) -> PiquetWorlds | None:
        """As every game, for the exchange and for the play: what may be declared depends on what is only half said."""
        thinking = view["phase"] in ("exchange-elder", "exchange-younger", "lead1", "play")
        return PiquetWorlds(of(options), seat, view, heard) if thinking else None


GAME = Piquet()

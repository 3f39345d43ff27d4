"""Piquet: the game's entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.kernel import Game, Match, Options, OptionValue
from croupier.games.matches import Single, Total, ToTarget

from . import setup
from .deal import PiquetDeal
from .match import Partie
from .setup import ALL_CARDS, OPTIONS, PACK, RULESETS
from .worlds import PiquetWorlds

SEATS = 2


class Piquet(Game):
    """Two players, twelve cards each of thirty-two, an exchange, declarations and tricks without trumps."""

    name = "piquet"
    rules = 1
    options = OPTIONS
    rulesets = RULESETS

    def resolve(self, ruleset: str, given: Options) -> dict[str, OptionValue]:
        return setup.resolved(ruleset, given)

    def seats(self, options: Options) -> int:
        return SEATS

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return (0,), (1,)

    def pack(self, options: Options) -> tuple[str, ...]:
        return PACK.cards

    def deal(
        self,
        options: Options,
        dealer: int,
        deck: Sequence[str],
        first_ply: int = 0,
        number: int = 1,
        points: Sequence[int] = (),
    ) -> PiquetDeal:
        rules = setup.of(options)
        if not 0 <= dealer < SEATS:
            raise ValueError(f"no seat {dealer} to deal")
        return PiquetDeal(rules, dealer, PACK.read_deck(deck, ALL_CARDS), first_ply)

    def match(self, options: Options) -> Match:
        """One deal, the sum of N, a partie of six with the Rubicon, or the first to a number of points."""
        rules = setup.of(options)
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
        return PiquetWorlds(setup.of(options), seat, view, heard) if thinking else None


GAME = Piquet()

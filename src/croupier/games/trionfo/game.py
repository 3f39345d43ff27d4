"""Trionfo: the game's entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.kernel import Match, Options
from croupier.games.setups import SetupGame

from .deal import TrionfoDeal
from .match import Games
from .setup import OPTIONS, PACK, RULESETS, Setup, of, resolved
from .worlds import TrionfoWorlds


class Trionfo(SetupGame[Setup]):
    """Two to seven players, each alone: tricks with a trump suit, three special trumps, bids if wanted."""

    name = "trionfo"
    rules = 1
    options = OPTIONS
    rulesets = RULESETS
    resolve = staticmethod(resolved)
    setup = staticmethod(of)

    def begin(
        self, setup: Setup, dealer: int, deck: Sequence[str], first_ply: int, number: int, points: Sequence[int]
    ) -> TrionfoDeal:
        return TrionfoDeal(setup, dealer, PACK.read_deck(deck, setup.pack), first_ply, number)

    def match(self, options: Options) -> Match:
        """One deal or the sum of N; with ``tie = playoff`` as many more as it takes until one seat is ahead."""
        return Games(of(options))

    def worlds(
        self, options: Options, seat: int, view: Mapping[str, Any], heard: Sequence[Mapping[str, Any]]
    ) -> TrionfoWorlds | None:
        """As every game; none while the last of secret bids may be bound by others that it does not know."""
        rules = of(options)
        if rules.hook and rules.secret and view["phase"] == "announce":
            return None
        return TrionfoWorlds(rules, seat, view, heard)


GAME = Trionfo()

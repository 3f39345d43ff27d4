"""Trionfo: the game's entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.games.kernel import Game, Match, Options, OptionValue

from . import setup
from .deal import TrionfoDeal
from .match import Games
from .setup import OPTIONS, PACK, RULESETS
from .worlds import TrionfoWorlds


class Trionfo(Game):
    """Two to seven players, each alone: tricks with a trump suit, three special trumps, bids if wanted."""

    name = "trionfo"
    rules = 1
    options = OPTIONS
    rulesets = RULESETS

    def resolve(self, ruleset: str, given: Options) -> dict[str, OptionValue]:
        return setup.resolved(ruleset, given)

    def seats(self, options: Options) -> int:
        return setup.of(options).players

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return tuple((seat,) for seat in range(setup.of(options).players))

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
    ) -> TrionfoDeal:
        rules = setup.of(options)
        if not 0 <= dealer < rules.players:
            raise ValueError(f"no seat {dealer} to deal")
        return TrionfoDeal(rules, dealer, PACK.read_deck(deck, rules.pack), first_ply, number)

    def match(self, options: Options) -> Match:
        """One deal or the sum of N; with ``tie = playoff`` as many more as it takes until one seat is ahead."""
        return Games(setup.of(options))

    def worlds(
        self, options: Options, seat: int, view: Mapping[str, Any], heard: Sequence[Mapping[str, Any]]
    ) -> TrionfoWorlds | None:
        """As every game; none while the last of secret bids may be bound by others that it does not know."""
        rules = setup.of(options)
        if rules.hook and rules.secret and view["phase"] == "announce":
            return None
        return TrionfoWorlds(rules, seat, view, heard)


GAME = Trionfo()

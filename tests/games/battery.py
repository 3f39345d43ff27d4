"""What a game tells its tests about itself (``Sample``), and random deals of it.

``Position`` remembers how a deal came about, so that it can be played again, also in another world. The checks
that every game must pass stand in ``checks``, ``worlds`` and ``fuzz``; ``endurance`` runs all of them.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from hypothesis import HealthCheck, settings

from croupier import games
from croupier.games.kernel import Audience, Deal, Fact, Game, RuleError

Options = dict[str, Any]

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For properties on a machine that has other things to do."""

FUZZ = [
    "", " ", "play", "play ", " play KD", "play KD ", "play  KD", "PLAY KD", "play kd", "play 10C", "play KDKD",
    "say", "say ", "say hello", "swap now", "pass", "bid 3", "meld royal KC1 QC1", "play KD1", "\0", "play ♠",
    "play K\nD", "exchange", "x" * 1000,
]  # fmt: skip
"""Texts that are no action of any game, or no legal one, for a vocabulary."""


@dataclass
class Position:
    """A deal and how it came about."""

    game: Game
    options: Options
    deck: list[str]
    dealer: int
    deal: Deal
    opening: list[Fact]
    number: int = 1
    points: tuple[int, ...] = ()
    first_ply: int = 0
    actions: list[tuple[int, str]] = field(default_factory=list)

    @property
    def audiences(self) -> list[Audience]:
        return [*range(self.game.seats(self.options)), "public"]

    def act(self, action: str) -> list[Fact]:
        seat = self.deal.to_act
        assert seat is not None
        self.actions.append((seat, action))
        return self.deal.apply(seat, action)

    def anew(self, deck: list[str] | None = None, options: Options | None = None) -> "Position":
        """The same deal before its first action, or with another deck and other options."""
        place = {"number": self.number, "points": self.points, "first_ply": self.first_ply}
        return dealt(self.game, options or self.options, deck or self.deck, self.dealer, **place)

    def replay(self, length: int) -> "Position":
        """Dealt anew and played on by the first ``length`` actions."""
        again = self.anew()
        for _, action in self.actions[:length]:
            again.act(action)
        return again


@dataclass(frozen=True)
class Sample:
    """A game, options to play it with (beside them ``ruleset``), and what only its rules know.

    ``cards``: all cards of an auditor's view; each must be there once. ``hidden``: the cards that an audience
    may not know in a position. ``longest``: more actions than any deal has. ``vocabulary``: actions that may
    be legal at some time, or never. ``bound``: the suits that mean something in themselves, not only as one of four
    (bezique is made of two of them); all others may change their names. ``known``: what an audience has learnt
    though it has seen no card (how many cards an opponent's suit has): other worlds agree in it. ``normal``: a text in
    one form where names of suits decide the order of its words.
    """

    game: str
    options: tuple[Options, ...]
    longest: int
    vocabulary: Callable[[Position], list[str]]
    cards: Callable[[dict[str, Any]], list[str]]
    hidden: Callable[[Position, Audience], set[str]]
    bound: Callable[[Options], str] = lambda _: ""
    known: Callable[[Position, Audience], object] = lambda _, __: None
    normal: Callable[[str], str] = lambda text: text


def resolved(game: Game, given: Options) -> Options:
    """All options; ``given`` may name a ruleset beside what differs from it."""
    return game.resolve(given.get("ruleset", "house"), {name: given[name] for name in given if name != "ruleset"})


def option(word: str) -> tuple[str, Any]:
    """An option written as ``name=value``."""
    name, _, value = word.partition("=")
    return name, {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)


def every_action(deal: Deal) -> list[str]:
    """All legal actions as text, those of the form too."""
    form = deal.form()
    if form is None:
        return deal.legal()
    sizes = range(form.least, form.most + 1)
    return [*deal.legal(), *(" ".join([form.verb, *some]) for size in sizes for some in combinations(form.cards, size))]


def dealt(
    game: Game,
    options: Options,
    deck: list[str],
    dealer: int,
    number: int = 1,
    points: tuple[int, ...] = (),
    first_ply: int = 0,
) -> Position:
    """A deal before its first action."""
    deal = game.deal(options, dealer, deck, first_ply, number, points)
    return Position(game, options, deck, dealer, deal, deal.opening(), number, points, first_ply)


def start(sample: Sample, given: Options, rng: random.Random) -> Position:
    """Deal a random deck."""
    game = games.get(sample.game)
    options = resolved(game, given)
    pack = game.pack(options)
    return dealt(game, options, rng.sample(pack, len(pack)), rng.randrange(game.seats(options)))


def choose(deal: Deal, rng: random.Random) -> str:
    """A random legal action as text; plays are as likely as everything else together."""
    form, legal = deal.form(), deal.legal()
    if form is not None and (not legal or rng.random() < 0.5):
        number = rng.randint(form.least, form.most)
        return " ".join([form.verb, *rng.sample(form.cards, number)])
    plays = [action for action in legal if action.startswith("play ")]
    return rng.choice(plays if plays and rng.random() < 0.5 else legal)


def positions(sample: Sample, given: Options, rng: random.Random) -> Iterator[Position]:
    """Every position of a random deal, the last one included."""
    position = start(sample, given, rng)
    while position.deal.to_act is not None:
        yield position
        position.act(choose(position.deal, rng))
        assert len(position.actions) < sample.longest, "the deal does not end"
    yield position


def code(deal: Deal, seat: int, action: str) -> str | None:
    """The code with which ``action`` is refused, or ``None``."""
    refused = refusal(deal, seat, action)
    return None if refused is None else refused[0]


def refusal(deal: Deal, seat: int, action: str) -> tuple[str, str] | None:
    """The code and the reason with which ``action`` is refused, or ``None``."""
    try:
        deal.check(seat, action)
    except RuleError as error:
        return error.code, error.reason
    return None

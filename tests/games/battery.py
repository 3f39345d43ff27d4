"""What every game must keep, as checks that a new game gets by adding a ``Sample``.

A check plays random deals of a game and asserts one thing in each position. ``Position`` remembers how
the position came about, so that it can be played again in another world.
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
    actions: list[tuple[int, str]] = field(default_factory=list)

    @property
    def audiences(self) -> list[Audience]:
        return [*range(self.game.seats(self.options)), "public"]

    def act(self, action: str) -> list[Fact]:
        seat = self.deal.to_act
        assert seat is not None
        self.actions.append((seat, action))
        return self.deal.apply(seat, action)


@dataclass(frozen=True)
class Sample:
    """A game, options to play it with (beside them ``ruleset``), and what only its rules know.

    ``cards``: all cards of an auditor's view; each must be there once. ``hidden``: the cards that an audience
    may not know in a position. ``longest``: more actions than any deal has. ``vocabulary``: actions that may
    be legal at some time, or never.
    """

    game: str
    options: tuple[Options, ...]
    longest: int
    vocabulary: Callable[[Position], list[str]]
    cards: Callable[[dict[str, Any]], list[str]]
    hidden: Callable[[Position, Audience], set[str]]


def resolved(game: Game, given: Options) -> Options:
    """All options; ``given`` may name a ruleset beside what differs from it."""
    return game.resolve(given.get("ruleset", "house"), {name: given[name] for name in given if name != "ruleset"})


def every_action(deal: Deal) -> list[str]:
    """All legal actions as text, those of the form too."""
    form = deal.form()
    if form is None:
        return deal.legal()
    sizes = range(form.least, form.most + 1)
    return [*deal.legal(), *(" ".join([form.verb, *some]) for size in sizes for some in combinations(form.cards, size))]


def start(sample: Sample, given: Options, rng: random.Random) -> Position:
    """Deal a random deck."""
    game = games.get(sample.game)
    options = resolved(game, given)
    deck = list(game.pack(options))
    rng.shuffle(deck)
    dealer = rng.randrange(game.seats(options))
    deal = game.deal(options, dealer, deck)
    return Position(game, options, deck, dealer, deal, deal.opening())


def choose(deal: Deal, rng: random.Random) -> str:
    """A random legal action as text; plays are as likely as everything else together."""
    form = deal.form()
    if form is not None:
        number = rng.randint(form.least, form.most)
        return " ".join([form.verb, *rng.sample(form.cards, number)])
    legal = deal.legal()
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


def check_cards_are_conserved(sample: Sample, given: Options, rng: random.Random) -> None:
    """Every card of the pack is in exactly one place."""
    for position in positions(sample, given, rng):
        assert sorted(sample.cards(position.deal.view("auditor"))) == sorted(position.deck)


def check_exactly_the_listed_actions_are_accepted(sample: Sample, given: Options, rng: random.Random) -> None:
    """The seat that is asked always has a legal action; each in the list is accepted and no other is."""
    for position in positions(sample, given, rng):
        deal, legal = position.deal, position.deal.legal()
        if deal.to_act is None:
            assert legal == []
            assert list(deal.moves()) == []
            continue
        assert legal or deal.form()
        assert [deal.check(deal.to_act, action) for action in legal] == list(deal.moves())[: len(legal)]
        assert [deal.full(action) for action in legal] == legal
        taken = [action for action in sample.vocabulary(position) if code(deal, deal.to_act, action) is None]
        accepted = {deal.full(action) for action in taken}
        assert accepted == set(legal) if deal.form() is None else accepted >= set(legal)


def check_a_refused_action_changes_nothing(sample: Sample, given: Options, rng: random.Random) -> None:
    """Whatever seat says whatever: either it is legal, or it is named and the state is as before."""
    for position in positions(sample, given, rng):
        deal = position.deal
        before = deal.view("auditor"), deal.scores, deal.legal()
        for action in rng.sample(sample.vocabulary(position), 8):
            for seat in range(position.game.seats(position.options)):
                if code(deal, seat, action) is not None:
                    try:
                        deal.apply(seat, action)
                    except RuleError:
                        pass
        assert (deal.view("auditor"), deal.scores, deal.legal()) == before


def check_replay_is_equal(sample: Sample, given: Options, rng: random.Random) -> None:
    """Deck and actions fix everything, as text through ``apply`` and as numbers through ``push``."""
    *_, played = positions(sample, given, rng)
    by_text, by_number = (played.game.deal(played.options, played.dealer, played.deck) for _ in range(2))
    for seat, action in played.actions:
        assert by_text.to_act == by_number.to_act == seat
        by_number.push(by_number.check(seat, action))
        by_text.apply(seat, action)
        assert by_text.view("auditor") == by_number.view("auditor")
    assert by_text.scores == by_number.scores == played.deal.scores
    assert by_text.points() == by_number.points() == played.deal.points()


def check_a_copy_is_independent(sample: Sample, given: Options, rng: random.Random) -> None:
    """A copy is equal, plays on in the same way, and what is done to it does not reach the original."""
    for position in positions(sample, given, rng):
        deal, twin = position.deal, position.deal.copy()
        before = deal.view("auditor"), deal.scores, deal.legal(), deal.points()
        assert (twin.view("auditor"), twin.scores, twin.legal(), twin.points()) == before
        for _ in range(6):
            if twin.to_act is not None:
                twin.apply(twin.to_act, choose(twin, rng))
        assert (deal.view("auditor"), deal.scores, deal.legal(), deal.points()) == before


def check_hidden_cards_make_no_difference(sample: Sample, given: Options, rng: random.Random) -> int:
    """Exchange two cards that an audience may not know: what it sees and is told stays the same.

    The number of worlds compared; those that the rules do not allow (a seat would have had to follow) are left out.
    """
    *_, played = positions(sample, given, rng)
    compared = 0
    for audience in played.audiences:
        compared += _compare_worlds(sample, played, audience, rng)
    return compared


def _compare_worlds(sample: Sample, played: Position, audience: Audience, rng: random.Random) -> int:
    length = rng.randrange(len(played.actions))
    here = _replay(played, length)
    hidden = sorted(sample.hidden(here, audience))
    if len(hidden) < 2:
        return 0
    one, other = rng.sample(hidden, 2)
    swap = {one: other, other: one}
    deck = [swap.get(card, card) for card in played.deck]
    actions = [(s, " ".join(swap.get(word, word) for word in a.split(" "))) for s, a in played.actions[:length]]
    there = Position(played.game, played.options, deck, played.dealer, *_dealt(played, deck))
    again = Position(played.game, played.options, played.deck, played.dealer, *_dealt(played, played.deck))
    assert _seen(again.opening, audience) == _seen(there.opening, audience)
    for (_, in_this), (_, in_that) in zip(played.actions, actions, strict=False):
        try:
            facts = there.act(in_that)
        except RuleError:
            return 0
        assert _seen(again.act(in_this), audience) == _seen(facts, audience)
        _assert_same(sample, again, there, audience, rng)
    _assert_same(sample, again, there, audience, rng)
    return 1


def _assert_same(sample: Sample, one: Position, other: Position, audience: Audience, rng: random.Random) -> None:
    assert one.deal.view(audience) == other.deal.view(audience)
    assert (one.deal.to_act, one.deal.phase) == (other.deal.to_act, other.deal.phase)
    if audience == "public":
        return
    assert isinstance(audience, int)
    if audience == one.deal.to_act:
        assert (one.deal.legal(), one.deal.form()) == (other.deal.legal(), other.deal.form())
    for action in rng.sample(sample.vocabulary(one), 5):
        assert refusal(one.deal, audience, action) == refusal(other.deal, audience, action)


def _replay(played: Position, length: int) -> Position:
    again = Position(played.game, played.options, played.deck, played.dealer, *_dealt(played, played.deck))
    for _, action in played.actions[:length]:
        again.act(action)
    return again


def _dealt(played: Position, deck: list[str]) -> tuple[Deal, list[Fact]]:
    deal = played.game.deal(played.options, played.dealer, deck)
    return deal, deal.opening()


def _seen(facts: list[Fact], audience: Audience) -> list[dict[str, Any]]:
    return [fact.seen_by(audience) for fact in facts]


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


CHECKS = (
    check_cards_are_conserved,
    check_exactly_the_listed_actions_are_accepted,
    check_a_refused_action_changes_nothing,
    check_replay_is_equal,
    check_a_copy_is_independent,
)

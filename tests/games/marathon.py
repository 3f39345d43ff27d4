"""One random game of a game with every check that there is: what ``endurance`` runs by the thousand."""

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from croupier import games
from croupier.games.kernel import BadOptions, Game, Match
from games import fuzz, optionsets
from games.battery import Options, Position, Sample, choose, dealt, resolved
from games.checks import (
    conserves_cards,
    copies,
    ends_well,
    judge,
    lists_what_is_legal,
    refuses_without_a_change,
    replays,
    tells_in_json,
)
from games.samples import SAMPLES
from games.worlds import compare_suits, compare_worlds

MOST_DEALS = 250
"""No game of a few deals needs more, however often a deal is null."""


@dataclass
class Tally:
    """What was played, and how often each code was met."""

    games: int = 0
    deals: int = 0
    decisions: int = 0
    worlds: int = 0
    codes: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Count another tally too."""
        self.games, self.deals = self.games + other.games, self.deals + other.deals
        self.decisions, self.worlds = self.decisions + other.decisions, self.worlds + other.worlds
        self.codes.update(other.codes)


def play(name: str, seed: str) -> Tally:
    """A whole game with random valid options; the seed fixes all of it. Raises ``AssertionError`` for what is wrong.

    Some games take the options of the sample, which may bring rare things together. The first deal is looked at from
    all sides, now and then the second too, where plies and points do not begin at 0; the others are played through.
    """
    rng, game, tally = random.Random(seed), games.get(name), Tally(games=1)
    tally.codes.update(refused_options(game, rng))
    few = rng.random() < 0.4
    options = resolved(game, rng.choice(SAMPLES[name].options)) if few else optionsets.valid(game, rng)
    optionsets.check_shape(game, options)
    match, ply = game.match(options), 0
    while (dealer := match.next_dealer()) is not None:
        tally.deals += 1
        pack = game.pack(options)
        position = dealt(game, options, rng.sample(pack, len(pack)), dealer, tally.deals, tuple(match.points()), ply)
        if tally.deals == 1 or (tally.deals == 2 and rng.random() < 0.3):
            examine(SAMPLES[name], position, rng, tally)
        else:
            run_through(position, rng)
        ply += len(position.actions)
        tally.decisions += len(position.actions)
        match.record(position.deal)
        if tally.deals == 8 and is_long(game, options):
            return tally
        assert tally.deals < MOST_DEALS, "the game does not end"
    check_result(game, options, match)
    return tally


def refused_options(game: Game, rng: random.Random) -> list[str]:
    """Try options that are wrong and some that may contradict each other; the codes of the refusals."""
    with pytest.raises(BadOptions) as unknown:
        games.get(game.name + rng.choice(("e", "!", "s")))
    spoiled = optionsets.resolved_or_refused(game, *optionsets.spoiled(game, rng))
    assert isinstance(spoiled, BadOptions)
    assert spoiled.code in ("option/unknown-ruleset", "option/unknown", "option/value")
    perhaps = optionsets.resolved_or_refused(game, *optionsets.drawn(game, rng))
    return [unknown.value.code, spoiled.code, *([perhaps.code] if isinstance(perhaps, BadOptions) else [])]


def is_long(game: Game, options: Options) -> bool:
    """Does an option ask for a great number (of deals, of points)?"""
    ranges = {option.name: option.values for option in game.options if isinstance(option.values, range)}
    return any(options[name] == values[-1] and len(values) > 2 * optionsets.FEW for name, values in ranges.items())


def examine(sample: Sample, position: Position, rng: random.Random, tally: Tally) -> None:
    """Play a deal to its end with all checks, the dear ones now and then."""
    deal = position.deal
    while deal.to_act is not None:
        conserves_cards(sample, position)
        lists_what_is_legal(position)
        if rng.random() < 0.12:
            tally.codes.update(refuses_without_a_change(position, fuzz.attempts(sample, position, rng, 16)))
        if rng.random() < 0.03:
            tally.codes.update(judged(position, sample.vocabulary(position)))
        if rng.random() < 0.5 and (verbs := {action.split(" ")[0] for action in deal.legal()} - {"play"}):
            alike = [action for action in sample.vocabulary(position) if action.split(" ")[0] in verbs]
            tally.codes.update(judged(position, rng.sample(alike, min(len(alike), 30))))
        if rng.random() < 0.08:
            copies(position, rng)
            tells_in_json(position)
        position.act(choose(deal, rng))
        assert len(position.actions) < sample.longest, "the deal does not end"
    conserves_cards(sample, position)
    lists_what_is_legal(position)
    ends_well(position)
    tally.codes["move/game-over"] += 1
    afterwards(sample, position, rng, tally)


def judged(position: Position, actions: list[str]) -> list[str]:
    """The codes with which the seat that is asked meets these actions."""
    found = [judge(position, position.deal.to_act or 0, action) for action in actions]
    return [code for code in found if code is not None]


def afterwards(sample: Sample, position: Position, rng: random.Random, tally: Tally) -> None:
    """Play the deal again: as it was, or in another world. What suits are bound is known of first deals only."""
    kind = rng.randrange(3)
    if kind == 0 or (kind == 2 and position.number > 1):
        replays(position)
    elif kind == 1 and position.actions:
        tally.worlds += compare_worlds(sample, position, rng.choice(position.audiences), rng)
    else:
        tally.worlds += compare_suits(sample, position, rng, share=0.25)


def run_through(position: Position, rng: random.Random) -> None:
    """Play a deal to its end by numbers."""
    deal = position.deal
    while deal.to_act is not None:
        move = rng.choice(deal.moves())
        position.actions.append((deal.to_act, ""))
        deal.push(move)


def check_result(game: Game, options: dict[str, Any], match: Match) -> None:
    """Points and places by side; somebody is first, and places leave gaps."""
    result, sides = match.result(), game.sides(options)
    assert result is not None
    assert match.next_dealer() is None
    assert len(result.points) == len(result.places) == len(sides)
    assert list(match.points()) == list(result.points)
    for place in result.places:
        assert place == 1 + sum(other < place for other in result.places)

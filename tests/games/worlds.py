"""Other worlds: what an audience sees does not depend on cards that it may not know, nor the play on names of suits."""

import random
from collections.abc import Callable
from itertools import permutations
from typing import Any

from croupier.games.kernel import Audience, Fact, RuleError
from games.battery import Options, Position, Sample, positions, refusal


def check_hidden_cards_make_no_difference(sample: Sample, given: Options, rng: random.Random) -> int:
    """Exchange two cards that an audience may not know: what it sees and is told stays the same.

    The number of worlds compared; those that the rules do not allow (a seat would have had to follow) are left out.
    """
    *_, played = positions(sample, given, rng)
    return sum(compare_worlds(sample, played, audience, rng) for audience in played.audiences)


def compare_worlds(sample: Sample, played: Position, audience: Audience, rng: random.Random) -> int:
    """Compare this world with another one up to a random ply, for one audience; 1 if there was one."""
    length = rng.randrange(len(played.actions))
    hidden = sorted(sample.hidden(played.replay(length), audience))
    if len(hidden) < 2:
        return 0
    one, other = rng.sample(hidden, 2)
    swap = {one: other, other: one}
    here, there = played.anew(), played.anew([swap.get(card, card) for card in played.deck])
    assert _seen(here.opening, audience) == _seen(there.opening, audience)
    for _, action in played.actions[:length]:
        try:
            facts = there.act(" ".join(swap.get(word, word) for word in action.split(" ")))
        except RuleError:
            return 0
        ours = here.act(action)
        if sample.known(here, audience) != sample.known(there, audience):
            return 0
        assert _seen(ours, audience) == _seen(facts, audience)
        _assert_same(sample, here, there, audience, rng)
    _assert_same(sample, here, there, audience, rng)
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


def _seen(facts: list[Fact], audience: Audience) -> list[dict[str, Any]]:
    return [fact.seen_by(audience) for fact in facts]


def check_suits_are_only_names(sample: Sample, given: Options, rng: random.Random) -> int:
    """Play a random deal again with other names for the suits that are not bound to a meaning; 1 if there are such."""
    *_, played = positions(sample, given, rng)
    return compare_suits(sample, played, rng)


def compare_suits(sample: Sample, played: Position, rng: random.Random, share: float = 1) -> int:
    """The same lists, scores, points and views under other names, in a ``share`` of all positions and in the last.

    1 if a renaming fits the pack.
    """
    rename = _renaming(sample, played, rng)
    if rename is None:
        return 0
    here, there = played.anew(), played.anew(renamed(played.deck, rename), renamed(played.options, rename))
    for _, action in played.actions:
        if rng.random() < share:
            _assert_renamed(sample, here, there, rename)
        there.act(renamed(action, rename))
        here.act(action)
    _assert_renamed(sample, here, there, rename)
    return 1


def _renaming(sample: Sample, played: Position, rng: random.Random) -> dict[str, str] | None:
    """Words of the game (suits and cards) and what they are called in the other world, at random."""
    pack, bound = played.game.pack(played.options), sample.bound(played.options)
    suits = sorted({card[1] for card in pack})
    orders = [order for order in permutations(suits) if all(order[suits.index(suit)] == suit for suit in bound)]
    rng.shuffle(orders)
    for order in orders:
        names = dict(zip(suits, order, strict=True))
        words = {card: card[0] + names[card[1]] + card[2:] for card in pack} | names
        words |= {card[:2]: card[0] + names[card[1]] for card in pack}
        missing = [value for value in played.options.values() if isinstance(value, str) and len(value) == 2]
        words |= {card: card[0] + names[card[1]] for card in missing if card[1] in names}
        fits = set(played.game.pack(renamed(played.options, words))) == {words[card] for card in pack}
        if list(order) != suits and fits:
            return words
    return None


def renamed(value: Any, words: dict[str, str]) -> Any:
    """``value`` with every word of every text renamed; lists keep their order, keys their names."""
    if isinstance(value, str):
        return " ".join(words.get(word, word) for word in value.split(" "))
    if isinstance(value, dict):
        return {key: renamed(below, words) for key, below in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(below, words) for below in value]
    return value


def _assert_renamed(sample: Sample, here: Position, there: Position, words: dict[str, str]) -> None:
    """Lists may come in another order, as suits are sorted by their names; nothing else may differ."""
    one, other = here.deal, there.deal
    assert (one.to_act, one.phase) == (other.to_act, other.phase)
    assert (one.points(), one.scores) == (other.points(), other.scores)
    assert unordered(renamed(one.legal(), words), sample.normal) == unordered(other.legal(), sample.normal)
    for audience in (*here.audiences, "auditor"):
        view = renamed(one.view(audience), words)
        assert unordered(view, sample.normal) == unordered(other.view(audience), sample.normal)


def unordered(value: Any, normal: Callable[[str], str]) -> Any:
    """``value`` with its texts in their normal form and its lists of texts sorted."""
    if isinstance(value, dict):
        return {key: unordered(below, normal) for key, below in value.items()}
    if isinstance(value, list):
        below = [unordered(one, normal) for one in value]
        return sorted(below) if all(isinstance(one, str) for one in below) else below
    return normal(value) if isinstance(value, str) else value
